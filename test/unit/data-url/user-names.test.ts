/**
 * User names and passwords make only fetch() fail, so the body is decoded. The result must be the body of the URL as
 * `URL` serializes it.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { inspect } from '../../../src/inspect.ts';
import { cases, runs } from '../../support/seed.ts';

const pieces = [
  ...[
    'a',
    ':',
    '@',
    ',',
    ';',
    '=',
    'base64',
    '%20',
    ' ',
    '\t',
    '[',
    ']',
    '?',
    '80',
    'é',
    '^',
    '|',
    '\\',
    '`',
    '\v',
  ],
];
const written = fc
  .tuple(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }),
    fc.constantFrom('@h', '@h,x', '@h:080/,y', ',x@h/,y'),
  )
  .map(([user, end]) => `data://${user.join('')}${end}`);

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );

test('the body behind a user name is what a URL parser leaves', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(written, async (text) => {
      if (!URL.canParse(text)) return;
      const { href, username, password } = new URL(text);
      const [, type = '', rest] = /^data:([^,]*),([^#]*)/.exec(href) ?? [];
      if (rest === undefined || username + password === '' || /; *base64 *$/i.test(type)) return;
      read++;
      const { bodySha256, problem } = await inspect(text);
      assert.equal(problem?.scope, 'fetch', href);
      assert.equal(bodySha256, createHash('sha256').update(percentDecoded(rest)).digest('hex'), href);
    }),
    runs(3000),
  );
  assert.ok(read > cases(3000) / 3, `${read} are read`);
});
