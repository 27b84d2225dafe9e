/**
 * Tests `data:/…`: all short paths composed of the relevant parts, compared with another implementation of the
 * standards.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
// @ts-expect-error The package has no types.
import parseByDataUrls from 'data-urls';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { readHead } from '../../../src/data-url/parse.ts';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function ours(written: string): string {
  const decoded = decodeDataUrl(written);
  return decoded.ok ? `${decoded.mimeType} ${latin1(decoded.body)}` : 'refused';
}

function theirs(written: string): string {
  const parsed = parseByDataUrls(written);
  return parsed === null ? 'refused' : `${parsed.mimeType} ${latin1(parsed.body)}`;
}

/** Returns all strings of `count` parts, in any order. */
const strings = (parts: readonly string[], count: number): string[] =>
  count === 0 ? [''] : strings(parts, count - 1).flatMap((text) => parts.map((part) => text + part));

test('paths', () => {
  for (const text of strings(['/', '.', '%2e', ',', 'a', '?'], 4)) {
    for (const written of [`data:/${text}`, `data:/x,${text}/..`])
      assert.equal(ours(written), theirs(written), written);
  }
});

/** Paths with handwritten expected results, which need no other implementation. Null if no comma remains. */
const paths: readonly [written: string, body: string | null][] = [
  ['data:/,', ''],
  ['data:/a,b', 'b'],
  ['data:/a,b/..', null],
  ['data:/a,b/../c,d', 'd'],
  ['data:/a,b/./c', 'b/c'],
  ['data:/a/b,c/../d,e', 'e'],
  ['data:/a,x/b/../../c', null],
  ['data:/a,x/b/../../c,y', 'y'],
  ['data:/a,x/b/../c', 'x/c'],
  ['data:/../,', ''],
  ['data:/../../a,b', 'b'],
  ['data:/a/../../b,c', 'c'],
  ['data:/..,', ''],
  ['data:/a/..,b', 'b'],
  ['data:/%2e%2E/a,b', 'b'],
  ['data:/a/%2e./b,c', 'c'],
  ['data:/a/.%2e', null],
  ['data:/a,b/%2e', 'b/'],
  ['data:/a,b/.', 'b/'],
  ['data:/a,b/..?c', null],
  ['data:/a,b/..?c,d', 'd'],
  ['data:/a?b,c', 'c'],
  ['data:/a?b,c/../d', 'c/../d'],
  ['data:/?,', ''],
  ['data:/?a,b', 'b'],
  ['data:?,', ''],
  ['data:?a,b', 'b'],
  ['data:/a/b/c,d/../../e,f', 'f'],
  ['data:/a,b/c/../d/..', 'b/'],
  ['data:/,/,/..', '/'],
  ['data:/,/,/../..', null],
  ['data:/,/,/../../x,y', 'y'],
  ['data:/./,', ''],
  ['data:/././a,b/./c/./d', 'b/c/d'],
  ['data:/.%2', null],
  ['data:/.%2,a', 'a'],
  ['data:/..a,b', 'b'],
  ['data:/...,b', 'b'],
  ['data:/%2e%2e%2e,b', 'b'],
  ['data:/%2e,b', 'b'],
  ['data:/a,b/%2E%2e/%2e/c,d', 'd'],
  ['data://h/a,b/../c,d', 'd'],
  ['data://h/a,b/./c', 'b/c'],
  ['data://h,i/a', 'i/a'],
  ['data://h,ééé/a', 'Ã©Ã©Ã©/a'],
  ['data://h/,', ''],
  ['data://h?,', ''],
  ['data://h', null],
  ['data:/a', null],
  ['data:/a/b/..', null],
  ['data:/,//..', '/'],
  ['data:/,/a//..', '/a/'],
  ['data://h/..//,', ''],
  ['data:/a,b//../c', 'b/c'],
  ['data:/a,b///../../c', 'b/c'],
  ['data:/a,b/c,d/../e,f', 'b/e,f'],
  ['data:/x/../y,z/../w,v', 'v'],
  ['data:?a,b/../c', 'b/../c'],
  ['data://h?a,b/../c', 'b/../c'],
  ['data:/a,b?c,d', 'b?c,d'],
  ['data:/a#,b', null],
  ['data:/a?b#,c', null],
  ['data:/a,b/%2e%2E/c,d', 'd'],
  ['data:/a,b/..#x', null],
  ['data:/a,b/%2e%2e%2e/c,d', 'b/.../c,d'],
];

test('what is left of paths', () => {
  for (const [written, body] of paths) {
    const decoded = decodeDataUrl(written);
    assert.equal(decoded.ok ? latin1(decoded.body) : null, body, written);
  }
});

test('authorities', () => {
  for (const host of ['', 'a', 'a,b', 'A,%41', '[::1]', '[::1],', '[', 'a b', 'a%', ',', ',[', 'é,']) {
    for (const port of ['', ':', ':0', ':080', ':65535', ':65536', ':x', ':,', ':1,']) {
      for (const path of ['', '/', '/,', '/a,b', '/..,', '/,/../x', '?,', '?']) {
        const written = `data://${host}${port}${path}`;
        assert.equal(ours(written), theirs(written), written);
      }
    }
  }
});

test('what URL parsing removes, anywhere', () => {
  for (const written of [
    'data:/a,/./b/..?c',
    'data://a,b/.%2E/c',
    'data:/.,/..',
    'data://h:80/x,y',
    'data:/a/..?,b',
  ]) {
    for (let i = 5; i <= written.length; i++) {
      for (const c of ['\t', '\n', '\r', '\n\t']) {
        const text = written.slice(0, i) + c + written.slice(i);
        assert.equal(ours(text), theirs(text), JSON.stringify(text));
      }
    }
  }
});

test('why an authority is refused, and where', () => {
  for (const [written, code, start, end] of [
    ['data://a b/,', 'bad-host', 7, 10],
    ['data://a b:80/,', 'bad-host', 7, 10],
    ['data://a b:8\t0/,', 'bad-host', 7, 10],
    ['data://[::1/,', 'bad-host', 7, 11],
    ['data://[::g]:1/,', 'bad-host', 7, 12],
    ['data://u@a b/,', 'bad-host', 9, 12],
    ['data://:80/,', 'bad-host', 7, 10],
    ['data://:x/,', 'bad-host', 7, 9],
    ['data://a b:65535/,', 'bad-host', 7, 10],
    ['data://a b#x', 'bad-host', 7, 10],
    ['data://\t[::1]x/,', 'bad-host', 7, 14],
    ['data://u@\n[::g]:1/,', 'bad-host', 9, 15],
    ['data://a:x/,', 'bad-port', 9, 10],
    ['data://a:6\t5536/,', 'bad-port', 9, 15],
    ['data://[::1]:x/,', 'bad-port', 13, 14],
    ['data://u:p@a:x/,', 'bad-port', 13, 14],
    ['data://u@a/,', 'credentials', 7, 10],
    ['data://:p@a?,', 'credentials', 7, 11],
    ['data:/a,b/../c', 'comma-in-dot-segment', 7, 8],
    ['data:/a,x/b/../../c', 'comma-in-dot-segment', 7, 8],
    ['data:/a/b,c/..?d', 'comma-in-dot-segment', 9, 10],
    ['data:/,/,/../..', 'comma-in-dot-segment', 6, 7],
    ['data:/a/../c', 'no-comma', 12, 12],
    ['data:/a?b', 'no-comma', 9, 9],
  ] as const) {
    const decoded = decodeDataUrl(written);
    assert.ok(!decoded.ok, written);
    const { problem } = decoded;
    assert.deepEqual([problem.code, problem.start, problem.end], [code, start, end], written);
  }
});

test('the text before the comma, as in a serialized URL', () => {
  for (const [written, typeText] of [
    ['data:/a b/..?{x,', '/?{x'],
    ['data:/a"b^`é\t/./;x,', '/a%22b%5E%60%C3%A9/;x'],
    ['data:/x/..//text/css,', '/.//text/css'],
    ['data://h`:080/text/css,', '//h`:80/text/css'],
    ['data://[0::1]/text/css,', '//[::1]/text/css'],
    ['data://a:b:@c@h/text/css,', '//a:b%3A%40c@h/text/css'],
    ['data://:@h/text/css,', '//h/text/css'],
    ['data://u;base64,p@h/', '//u%3Bbase64'],
    ['data://h;base64,/', '//h;base64'],
  ] as const)
    assert.equal(readHead(written).typeText, typeText, written);
});

test('what is long is read as what is short: hosts, ports, user information, paths', () => {
  const long = 66_000;
  for (const [make, code] of [
    [(n: number) => `data://${'aé%'.repeat(n)},b:0080/x/../y`, null],
    [(n: number) => `data://${'a\ud83d\t\ude00'.repeat(n)},\ud83d\t\ude00:/.`, null],
    [(n: number) => `data://@a,${'b'.repeat(n)}:${'0'.repeat(n)}80`, null],
    [(n: number) => `data://a/${'b '.repeat(n)};\tbase64,QQ==`, null],
    [(n: number) => `data:/${'a/'.repeat(n)}; base64,QQ==`, null],
    [(n: number) => `data:/${'a/b/./.%2E/'.repeat(n)},c/d/../${'e/../'.repeat(n)}f`, null],
    [(n: number) => `data:/,/${'a/'.repeat(n)}${'../'.repeat(n)}b`, null],
    [(n: number) => `data:/${'a/'.repeat(n)},/..`, 'comma-in-dot-segment'],
    [(n: number) => `data://${'a'.repeat(n)} /,`, 'bad-host'],
    [(n: number) => `data://[${'1:'.repeat(n)}]/,`, 'bad-host'],
    [(n: number) => `data://${'a'.repeat(n)}:${'0'.repeat(n)}65536/,`, 'bad-port'],
    [(n: number) => `data://${'u'.repeat(n)}@a/,`, 'credentials'],
    [(n: number) => `data://:${'p'.repeat(n)}@a/,`, 'credentials'],
    [(n: number) => `data://${'@'.repeat(n)}a/,`, 'credentials'],
    // The user name and the password are empty.
    [(n: number) => `data://:@${'h'.repeat(n)}/,`, null],
  ] as const) {
    const [short, whole] = [decodeDataUrl(make(2)), decodeDataUrl(make(long))];
    assert.equal(whole.ok ? null : whole.problem.code, code, make(2));
    assert.equal(short.ok ? null : short.problem.code, code, make(2));
    if (!short.ok || !whole.ok) continue;
    assert.equal(whole.mimeType, short.mimeType);
    // If the repeated part is in the body, the bodies differ in length, but both end in the same way.
    assert.equal(latin1(whole.body).slice(-2), latin1(short.body).slice(-2), make(2));
  }
});
