/**
 * Invalid input of 100 MB (2 MB in an ordinary run) must not throw or hang, must take at most a few times its size in
 * memory, and must be reported as a problem with a position.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl, decodedSize } from '../../../src/data-url/decode.ts';
import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import { lintDataUrl } from '../../../src/data-url/lints/index.ts';
import { parseDataUrl } from '../../../src/data-url/parse.ts';
import { isFull } from '../../support/seed.ts';

const megabytes = isFull ? 100 : 2;
const size = megabytes * 1_000_000;

test(`${megabytes} MB of one character in front of the comma that is not there`, () => {
  for (const c of [';', '%', '=', ' ', '/', '?', '\t', '"', '\u0000', 'a', '\ud800']) {
    const written = `data:${c.repeat(';%='.includes(c) ? size : size / 10)}`;
    const decoded = decodeDataUrl(written);
    assert.equal(decoded.ok, false);
    assert.ok(!decoded.ok && decoded.problem.code.startsWith('no-comma'), c);
    assert.equal(parseDataUrl(written).problem?.code, 'no-comma');
  }
});

test(`${megabytes} MB of one character as the body`, () => {
  for (const [c, length] of [
    [',', size],
    [';', size],
    ['%', size],
    ['=', size],
    [' ', 0],
    ['\t', 0],
  ] as const) {
    const written = `data:,${c.repeat(size)}`;
    const decoded = decodeDataUrl(written);
    assert.ok(decoded.ok);
    assert.equal(decoded.body.length, length, c);
  }
});

test(`${megabytes} MB of one character as base64`, () => {
  for (const c of [',', '%', '=', '-', '\x7f', '€']) {
    const decoded = decodeDataUrl(`data:;base64,${c.repeat(size)}`);
    assert.ok(!decoded.ok && decoded.problem.start === 13, c);
  }
  const spaces = decodeDataUrl(`data:;base64,YQ${' '.repeat(size)}==`);
  assert.ok(spaces.ok && spaces.body.length === 1);
});

test('what stands before the comma is long', () => {
  for (const [text, type] of [
    [`text/html;${';'.repeat(2_000_000)}`, 'text/html'],
    [`text/html${';a=b'.repeat(1_000_000)}`, 'text/html;a=b'],
    [`text/html${Array.from({ length: 10_000 }, (_, i) => `;p${i}=v`).join('')}`, null],
    [`${'a'.repeat(2_000_000)}/b`, null],
    [`a/b;c=${'d'.repeat(size)}`, null],
    [`a/b;c="${'\\'.repeat(2_000_000)}`, null],
    [`a/b;${'\t'.repeat(2_000_000)}c=d`, 'a/b;c=d'],
    [`${' '.repeat(2_000_000)}a/b`, 'a/b'],
    [`a/b;c=${'é'.repeat(1_000_000)}`, null],
    [`${'/a'.repeat(1_000_000)}`, 'text/plain;charset=US-ASCII'],
    [`/${'../'.repeat(1_000_000)}`, 'text/plain;charset=US-ASCII'],
  ] as const) {
    const written = `data:${text},x`;
    const decoded = decodeDataUrl(written);
    assert.ok(decoded.ok, text.slice(0, 20));
    if (type !== null) assert.equal(decoded.mimeType, type);
    const parsed = parseDataUrl(written);
    assert.ok(parsed.parameters.length <= 1000);
    assert.equal(parsed.body?.end, written.length);
  }
});

test('lints of 2 MB are few and found in one walk', () => {
  for (const c of ['%', ' ', '<', '{', 'é', '\ud800', '%4', '%41', '%2525', '+', '#', '\t', '%E9']) {
    const written = `data:text/plain,${c.repeat(2_000_000 / c.length)}`;
    const decoded = decodeDataUrl(written);
    const lints = lintDataUrl(written, parseDataUrl(written), decoded.ok ? decoded.body : undefined);
    // A body that consists only of "+" causes no lints.
    assert.ok(lints.length > 0 !== (c === '+') && lints.length < 20, c);
    for (const { start, end, message, args } of lints) {
      assert.ok(0 <= start && start <= end && end <= written.length);
      assert.ok(message.length < 400 && JSON.stringify(args).length < 400, c);
    }
  }
  const written = `data:;base64,${'-_'.repeat(1_000_000)}`;
  assert.ok(lintDataUrl(written, parseDataUrl(written)).length < 10);
});

test('isDataUrl and decodedSize', () => {
  assert.ok(isDataUrl(`${' '.repeat(size)}data:`));
  assert.ok(!isDataUrl(`x${'data:'.repeat(1_000_000)}`));
  assert.equal(decodedSize(`data:;base64,${'A'.repeat(size)}`), (size / 4) * 3);
});
