/** The part before the body, character by character. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterUrlParsing, readHead } from '../../../src/data-url/head.ts';

const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
const removed = ['\t', '\n', '\r'];
const controlsAndSpace = ascii.slice(0, 0x21);

test('only C0 controls and spaces are trimmed', () => {
  for (const c of ascii) {
    const { trimmedEnd, end, problem, schemeStart } = readHead(`data:,x${c}`);
    assert.equal(problem, null);
    assert.equal(trimmedEnd, controlsAndSpace.includes(c) ? 7 : 8, JSON.stringify(c));
    assert.equal(end, controlsAndSpace.includes(c) || c === '#' ? 7 : 8, JSON.stringify(c));
    assert.equal(schemeStart, 0);
    const leading = readHead(`${c}data:,x`);
    if (controlsAndSpace.includes(c)) assert.deepEqual([leading.schemeStart, leading.schemeEnd], [1, 6]);
    else assert.deepEqual([leading.problem?.code, leading.end], ['not-data-url', 8], JSON.stringify(c));
  }
  const nothing = readHead(' \n ');
  assert.deepEqual([nothing.problem?.start, nothing.problem?.end, nothing.trimmedEnd], [0, 0, 0]);
});

test('a slash is the first character, but for those that URL parsing removes', () => {
  for (const c of ascii) {
    if (c === ',' || c === '#') continue;
    const { hierarchical, base64 } = readHead(`data:${c}/x,y`);
    assert.equal(hierarchical !== null, c === '/' || removed.includes(c), JSON.stringify(c));
    assert.equal(base64, false);
  }
});

test('the text before the comma is what the URL parser makes of it', () => {
  for (let code = 0; code < 0x180; code++) {
    const c = String.fromCharCode(code);
    if (c === '#') continue;
    for (const text of [`a${c}b`, `a?${c}b`, `a??b${c}c`, `${c}a`]) {
      if (text.startsWith('/')) continue;
      assert.equal(`data:${afterUrlParsing(text)},`, new URL(`data:${text},`).href, JSON.stringify(text));
      const { typeText, verbatim, comma } = readHead(`data:${text},`);
      if (c === ',') continue;
      assert.equal(typeText, afterUrlParsing(text));
      assert.equal(comma, 5 + text.length);
      // Text with a question mark is rewritten, possibly to the same text.
      if (!text.includes('?')) assert.equal(verbatim, typeText === text, JSON.stringify(text));
    }
  }
  // A space in front of the query, and only the last one, becomes an escape.
  assert.equal(afterUrlParsing('a  ?b c'), 'a %20?b%20c');
  assert.equal(afterUrlParsing(' ?'), '%20?');
  assert.equal(afterUrlParsing('a ?b ?'), 'a%20?b%20?');
  assert.equal(afterUrlParsing('€😀'), '%E2%82%AC%F0%9F%98%80');
});

test('fields of what is refused, and of what is resolved', () => {
  const other = readHead('x ');
  assert.deepEqual([other.end, other.trimmedEnd, other.problem?.end], [1, 1, 1]);
  assert.deepEqual([other.base64At, other.typeText, other.base64], [0, '', false]);
  assert.equal(readHead('nothing').problem?.end, 5);
  assert.equal(readHead('data://a,b/c').typeText, '//a');
  const resolved = readHead('data:/text/css,x');
  assert.deepEqual([resolved.verbatim, resolved.typeText, resolved.comma], [false, '/text/css', 14]);
});

test('the base64 token', () => {
  for (const [text, base64At, mimeTypeInput] of [
    [';base64', 0, ''],
    ['a/b;base64', 3, 'a/b'],
    ['a/b ;  BASE64  ', 4, 'a/b '],
    [' ;base64', 1, ''],
    ['  a/b;c=d;base64 ', 9, 'a/b;c=d'],
    [';c=d;base64', 4, 'text/plain;c=d'],
  ] as const) {
    const head = readHead(`data:${text},`);
    assert.deepEqual([head.base64, head.base64At, head.mimeTypeInput], [true, base64At, mimeTypeInput], text);
  }
  for (const text of ['base64', ' base64', 'xbase64', ';base65', ';\tbase64x', '; base 64', 'a/b', ';', '']) {
    const head = readHead(`data:${text},`);
    assert.deepEqual([head.base64, head.base64At], [false, head.typeText.length], text);
    const type = head.typeText.trim();
    assert.equal(head.mimeTypeInput, type.startsWith(';') ? `text/plain${type}` : type);
  }
});

test('where the comma is missing', () => {
  for (const [written, code, start, end] of [
    ['data:', 'no-comma', 5, 5],
    ['data:x  ', 'no-comma', 6, 6],
    ['data:#', 'no-comma', 5, 5],
    ['data:x#y,', 'comma-in-fragment', 8, 9],
    ['data:/x#y,', 'comma-in-fragment', 9, 10],
    ['data:/x', 'no-comma', 7, 7],
  ] as const) {
    const { problem } = readHead(written);
    assert.equal(problem?.code, code, written);
    assert.equal(problem?.start, start, written);
    assert.equal(problem?.end, end, written);
  }
});
