import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MIMEType } from 'whatwg-mimetype';
import {
  locateEssence,
  parseMimeType,
  serializeMimeType,
  visitParameters,
} from '../../../src/mime/mime-type.ts';
import { matchesPattern, parsePattern } from '../../../src/mime/patterns.ts';
import { runs } from '../../support/seed.ts';

const part = fc.constantFrom(
  ...[
    'text',
    'html',
    'a',
    'B',
    '/',
    ';',
    '=',
    '"',
    '\\',
    ' ',
    '\t',
    '\n',
    ',',
    'é',
    'Ā',
    '\u0000',
    '\u007f',
    'charset',
    '`',
    '+xml',
    '\ud800',
  ],
);
const input = fc.oneof(
  fc.array(part, { maxLength: 14 }).map((parts) => parts.join('')),
  fc.array(part, { maxLength: 14 }).map((parts) => `a/b;${parts.join('')}`),
  fc.string(),
);

test('the same as whatwg-mimetype', () => {
  fc.assert(
    fc.property(input, (text) => {
      const parsed = parseMimeType(text);
      const theirs = MIMEType.parse(text);
      assert.equal(parsed === null ? undefined : serializeMimeType(parsed), theirs?.toString());
      if (parsed !== null) assert.deepEqual(parseMimeType(serializeMimeType(parsed)), parsed);
    }),
    runs(20000),
  );
});

test('positions', () => {
  const text = ' A/b ; c="d\\"e"x ;f ; g=h i ;=';
  const essence = locateEssence(text);
  assert.ok(essence);
  assert.equal(text.slice(essence.typeStart, essence.typeEnd), 'A');
  assert.equal(text.slice(essence.subtypeStart, essence.subtypeEnd), 'b');
  const seen: [string, string | null, boolean][] = [];
  visitParameters(text, essence.rest, essence.end, (p) => {
    seen.push([
      text.slice(p.nameStart, p.nameEnd),
      p.equals < 0 ? null : text.slice(p.valueStart, p.valueEnd),
      p.quoted,
    ]);
  });
  assert.deepEqual(seen, [
    ['c', 'd\\"e', true],
    ['f ', null, false],
    ['g', 'h i', false],
    ['', '', false],
  ]);
});

test('patterns', () => {
  for (const [type, pattern, matches] of [
    ['image/png', 'image/png', true],
    ['image/png;a=b', ' IMAGE/* ', true],
    ['text/png', 'image/*', false],
    ['x/y', '*/*', true],
    ['image/svg+xml', '*/*+xml', true],
    ['image/svg+xml', 'image/*+xml', true],
    ['text/xml', '*/*+xml', false],
    ['text/xml', 'group:xml', true],
    ['text/javascript1.5', 'group:javascript', true],
    ['application/pdf', 'group:scriptable', true],
    ['font/woff2', 'group:font', true],
    ['x/svg', '*/svg', true],
    ['image/png', 'group:nonsense', false],
    ['image/png', 'group:toString', false],
    ['image/png', 'image', false],
    ['image/png', '', false],
    ['image/png', 'image/*;a=b', false],
    ['image/png', 'image/p*', false],
    ['nonsense', '*/*', false],
  ] as const) {
    assert.equal(matchesPattern(type, pattern), matches, `${type} ${pattern}`);
    const parsed = parsePattern(pattern);
    assert.equal(parsed !== null && matchesPattern(type, parsed), matches);
  }
});
