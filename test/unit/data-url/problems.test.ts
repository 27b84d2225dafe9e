/** Tests the problem of a URL that browsers reject: its code, its position, and its sentence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { problemTexts } from '../../../src/data-url/problem-texts.ts';
import { describeCodePoint, tooLarge } from '../../../src/data-url/problems.ts';
import { unlessTooLarge } from '../../../src/problem.ts';

/** Rejected URLs, each with the most similar accepted one. */
const refused: [
  written: string,
  neighbor: string,
  code: string,
  start: number,
  end: number,
  words: string,
][] = [
  ['http://x', 'data:,http://x', 'not-data-url', 0, 5, 'doesn\'t start with "data:"'],
  ['', 'data:,', 'not-data-url', 0, 0, 'doesn\'t start with "data:"'],
  ['data:x', 'data:x,', 'no-comma', 6, 6, 'Missing comma'],
  ['data:x#y,z', 'data:x%23y,z', 'comma-in-fragment', 8, 9, 'the "#" at position 6'],
  ['data:/a,/..', 'data:/a,/.', 'comma-in-dot-segment', 7, 8, '".." segment'],
  ['data:/a,b/..', 'data:/a,b/.', 'comma-in-dot-segment', 7, 8, '".." segment'],
  ['data://a b/,', 'data://ab/,', 'bad-host', 7, 10, 'Invalid host'],
  ['data://a:b/,', 'data://a:1/,', 'bad-port', 9, 10, '0 to 65535'],
  ['data://a:65536/,', 'data://a:65535/,', 'bad-port', 9, 14, '0 to 65535'],
  ['data://a@b/,', 'data://ab/,', 'credentials', 7, 10, 'User name or password'],
  ['data:;base64,QU-D', 'data:;base64,QU+D', 'base64-character', 15, 16, 'U+002D (-)'],
  // The exact position is unknown if dot segments have changed the body.
  ['data:/;base64,Q/./!', 'data:/;base64,Q/./A', 'base64-character', 14, 19, 'U+0021 (!)'],
  ['data:;base64,QUJDQ', 'data:;base64,QUJDQQ', 'base64-length', 17, 18, 'the last group has one character'],
  ['data:;base64,QQ=', 'data:;base64,QQ', 'base64-padding-short', 15, 16, 'ends with one "="'],
  ['data:;base64,QUI==', 'data:;base64,QUI=', 'base64-padding-excess', 17, 18, 'Too much base64 padding'],
  [
    'data:;base64,QQ==Q',
    'data:;base64,QQQQ',
    'base64-padding-misplaced',
    15,
    17,
    'Data after the base64 padding',
  ],
];

test('each code: its place and its sentence', () => {
  for (const [written, neighbor, code, start, end, words] of refused) {
    const decoded = decodeDataUrl(written);
    assert.ok(!decoded.ok, written);
    const { problem } = decoded;
    assert.deepEqual([problem.code, problem.start, problem.end], [code, start, end], written);
    assert.ok(problem.message.includes(words), problem.message);
    assert.ok(decodeDataUrl(neighbor).ok, neighbor);
  }
  const { code, message, start, end } = tooLarge(4);
  assert.deepEqual([code, start, end], ['too-large', 0, 4]);
  assert.match(message, /not enough memory/);
  const codes = new Set([...refused.map(([, , code]) => code), 'too-large']);
  assert.deepEqual([...codes].sort(), Object.keys(problemTexts).sort());
});

test('where memory runs out that is a problem, and all else that is thrown goes on', () => {
  const problem = tooLarge(9);
  assert.equal(
    unlessTooLarge(
      () => 'done',
      () => problem,
    ),
    'done',
  );
  assert.deepEqual(
    unlessTooLarge(
      () => new Uint8Array(2 ** 53 - 1),
      () => problem,
    ),
    { ok: false, problem },
  );
  assert.throws(
    () =>
      unlessTooLarge(
        () => assert.fail('other'),
        () => problem,
      ),
    /other/,
  );
});

test('what a sentence is about is among its arguments', () => {
  const argsOf = (written: string) => {
    const decoded = decodeDataUrl(written);
    return decoded.ok ? null : decoded.problem.args;
  };
  assert.deepEqual(argsOf('data:x#y,z'), { hash: 6 });
  assert.deepEqual(argsOf('data:;base64,QU-D'), { character: 'U+002D (-)' });
  assert.deepEqual(argsOf('data:x'), {});
});

test('a code point: what cannot be seen has its number alone', () => {
  for (const [codePoint, text] of [
    [0x00, 'U+0000'],
    [0x20, 'U+0020'],
    [0x21, 'U+0021 (!)'],
    [0x7e, 'U+007E (~)'],
    [0x7f, 'U+007F'],
    [0xa0, 'U+00A0'],
    [0xa1, 'U+00A1 (¡)'],
    [0xd7ff, 'U+D7FF (\ud7ff)'],
    [0xd800, 'U+D800'],
    [0xdfff, 'U+DFFF'],
    [0xe000, 'U+E000'],
    [0x1f600, 'U+1F600 (😀)'],
  ] as const) {
    assert.equal(describeCodePoint(codePoint), text);
  }
});
