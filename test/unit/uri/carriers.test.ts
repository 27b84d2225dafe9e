/** A data: URL that is valid by RFC 3986 must be extracted unchanged from each carrier. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPasted } from '../../../src/pasted/pasted.ts';
import { matches } from '../../../src/references/grammar.ts';
import { runs } from '../../support/seed.ts';
import { carriers } from './carriers.ts';

const characters = [..."ABCxyz0189-._~!$&'()*+,;=:@/?"];
const piece = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...characters) },
  { weight: 3, arbitrary: fc.constantFrom('%20', '%2C', '%41', '%0a', '%25', '%ff') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('&amp;', '&lt', '&x=1', '--', '?q=', "'b'", '(c', ');', '//x', '...', '$(d)'),
  },
  { weight: 1, arbitrary: fc.constantFrom('abcdefghijklmnop', 'AAAA'.repeat(10)) },
);
const text = (maxLength: number) => fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));
const type = fc.constantFrom(
  '',
  'text/plain',
  'image/svg+xml',
  ';charset=utf-8',
  'a/b;c=d',
  'text/html;charset=x',
);
const url = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(type, text(60)).map(([type, body]) => `data:${type},${body}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(type, fc.uint8Array({ maxLength: 120 }))
      .map(([type, bytes]) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`),
  },
  { weight: 1, arbitrary: fc.tuple(text(10), text(10)).map(([body, end]) => `data:a/b,${body}#${end}`) },
);

for (const [name, carry] of Object.entries(carriers))
  test(`carried by ${name}`, () => {
    fc.assert(
      fc.property(url, fc.infiniteStream(fc.nat()), (written, choices) => {
        const pick = (n: number) => (choices.next().value ?? 0) % n;
        assert.ok(matches(written, 'URI'), written);
        const carried = carry(written, pick);
        const [found, ...others] = findPasted(carried);
        // Only in a log may a URL be delimited by spaces alone. In that case, it is unclear whether punctuation belongs
        // to the sentence.
        const readings = [
          found?.written,
          ...(name === 'log with prefix' ? (found?.otherReadings ?? []) : []),
        ];
        assert.ok(readings.includes(written) && others.length === 0, carried);
      }),
      runs(1500, 150),
    );
  });
