/** Tests the 2013 draft: its steps, and each of its open questions with a URL that it affects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { readByDraft } from '../../../src/references/read-by-draft.ts';
import { runs } from '../../support/seed.ts';

test('each open question, where a URL touches it', () => {
  for (const [url, open] of [
    ['data:text/plain,a', []],
    ['data:text/plain;foo="bar,baz";charset=utf8,body', ['comma-in-quotes']],
    ['data:a/b;BASE64,QQ==', ['base64-case']],
    ['data:a/b; base64 ,QQ==', ['base64-whitespace']],
    ['data:a/b;%62ase64,QQ==', ['base64-escaped']],
    ['data:a/b%3Bbase64,QQ==', ['base64-escaped']],
    ['data:a/b;base64,QQ==', []],
    ['data:a/b;base64,-_-_', ['invalid-base64', 'url-alphabet']],
    ['data:a/b;base64,-_+/', ['invalid-base64', 'mixed-alphabets']],
    ['data:a/b;base64,QQ%20==', ['invalid-base64', 'ignored-bytes']],
    ['data:a/b;base64,QQ', ['invalid-base64', 'padding']],
    ['data:a/b;base64,QQ==QQ==', ['invalid-base64', 'padding']],
    ['data:,x', ['default-type']],
    ['data:;charset=utf-8,x', ['default-type']],
  ] as const)
    assert.deepEqual(readByDraft(url).open, open, url);
});

test('its steps, by the letter', () => {
  for (const url of ['data:', 'data:text/plain', 'data:a/b#,x', 'http://a/,x'])
    assert.equal(readByDraft(url).ok, false, url);
  const [query, type] = ['data:a/b?c,d%41', 'data:%74ext/html;x ,y'].map(readByDraft);
  assert.ok(query?.ok && type?.ok);
  assert.deepEqual([query.mimeType, new TextDecoder().decode(query.body ?? undefined)], ['a/b?c', 'dA']);
  assert.equal(type.mimeType, '%74ext/html;x ');
});

test('where no question is open, it gives the bytes that browsers give', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'QQ==',
      'QUJD',
      '%41',
      '%',
      ' ',
      '#',
      ',',
      ';base64',
      'text/plain',
      ';',
      '"',
      '=',
      '+',
      '-',
      '\n',
      '?',
      'é',
      '/',
    ],
  );
  const url = fc.array(piece, { maxLength: 8 }).map((pieces) => `data:${pieces.join('')}`);
  fc.assert(
    fc.property(url, (written) => {
      const draft = readByDraft(written);
      const today = decodeDataUrl(written);
      if (!draft.ok || draft.body === null || written.startsWith('data:/') || /^data:\s+\//.test(written))
        return;
      assert.ok(today.ok, written);
      assert.deepEqual(draft.body, today.body);
    }),
    runs(20_000),
  );
});
