/** Tests parsing by the grammar in RFC 2397 itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readByRfc } from '../../../src/data-url/read-by-rfc.ts';

const brief = (url: string) => {
  const { problems, said } = readByRfc(url);
  const [problem = null] = problems;
  return {
    problem: problem && [problem.code, problem.start, problem.end],
    said: said && [said.mimeType, said.charset, new TextDecoder('latin1').decode(said.body)],
  };
};
const valid = (mimeType: string, charset: string | null, body: string) => ({
  problem: null,
  said: [mimeType, charset, body],
});

test("the RFC's own examples, and what its grammar allows", () => {
  for (const [url, expected] of [
    ['data:,A%20brief%20note', valid('text/plain;charset=US-ASCII', 'US-ASCII', 'A brief note')],
    [
      'data:text/plain;charset=iso-8859-7,%be%f6%be',
      valid('text/plain;charset=iso-8859-7', 'iso-8859-7', '¾ö¾'),
    ],
    [
      'data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local',
      valid('application/vnd-xxx-query', null, 'select_vcount,fcol_from_fieldtable/local'),
    ],
    ['DATA:Text/HTML;base64,QUJD', valid('text/html', 'US-ASCII', 'ABC')],
    ['data:;charset=utf-8,x', valid('text/plain;charset=utf-8', 'utf-8', 'x')],
    // Unlike in browsers, escapes in the media type are decoded.
    ['data:%74ext/html,x', valid('text/html', 'US-ASCII', 'x')],
    ['data:a/b;c=%22d%3Be%22,x', valid('a/b;c="d;e"', null, 'x')],
    ['data:,x#y', valid('text/plain;charset=US-ASCII', 'US-ASCII', 'x')],
    ['data:,x#<', valid('text/plain;charset=US-ASCII', 'US-ASCII', 'x')],
    ['data:,', valid('text/plain;charset=US-ASCII', 'US-ASCII', '')],
    ['data:text/html;a=b;Charset=c;charset=d,x', valid('text/html;a=b;Charset=c;charset=d', 'c', 'x')],
    ['data:;charset=%22u%5Ctf%22,x', valid('text/plain;charset=utf', 'utf', 'x')],
    ['data:;a=%22%22,x', valid('text/plain;a=""', 'US-ASCII', 'x')],
    ['data:;base64,QQ%3D%3D', valid('text/plain;charset=US-ASCII', 'US-ASCII', 'A')],
    // RFC 2397, section 3: tspecials are escaped, not quoted.
    ['data:text/plain;foo=bar%2Cbaz,x', valid('text/plain;foo="bar,baz"', 'US-ASCII', 'x')],
    ['data:a/b;c=%22d,x', valid('a/b;c="\\"d"', null, 'x')],
    ['data:a/b;c=%22d%5C%22,x', valid('a/b;c="\\"d\\\\\\""', null, 'x')],
    ['data:a/b;c=%22d%22e,x', valid('a/b;c="\\"d\\"e"', null, 'x')],
    ['data:a/b;%63=d%20%0Ae,x', valid('a/b;c="d \ne"', null, 'x')],
    // RFC 2045 section 6.8 ignores line breaks.
    ['data:;base64,QUJD%0D%0AQUJD', valid('text/plain;charset=US-ASCII', 'US-ASCII', 'ABCABC')],
    ['data:;base64,QQ=%20=%09', valid('text/plain;charset=US-ASCII', 'US-ASCII', 'A')],
  ] as const) {
    assert.deepEqual(brief(url), expected, url);
  }
});

test('the first thing that it does not allow, and what is said all the same', () => {
  for (const [url, problem, body] of [
    [' data:,x', ['scheme', 0, 5], null],
    ['http://x', ['scheme', 0, 5], null],
    ['data:text/html', ['comma', 14, 14], null],
    ['data:text/html#,', ['comma', 14, 14], null],
    ['data:,a b', ['character', 7, 8], 'a b'],
    ['data:,\u{1f600}', ['character', 6, 8], 'ð\x9f\x98\x80'],
    ['data:,100%', ['escape', 9, 10], '100%'],
    ['data:html,x', ['media-type', 5, 9], 'x'],
    ['data:text/html;utf-8,x', ['parameter', 15, 20], 'x'],
    ['x', ['scheme', 0, 1], null],
    ['data:base64,x', ['media-type', 5, 11], 'x'],
    ['data:a/b/c,x', ['media-type', 7, 10], 'x'],
    ['data:a/,x', ['media-type', 7, 7], 'x'],
    ['data:%EF%BB%BFa/b,x', ['media-type', 5, 15], 'x'],
    ['data:a/b;c=d;e;f,x', ['parameter', 13, 14], 'x'],
    ['data:a;b,x', ['media-type', 5, 6], 'x'],
    ['data:a/b;=c,x', ['parameter', 9, 9], 'x'],
    ['data:a/b;c=,x', ['parameter', 11, 11], 'x'],
    ['data:a/b;c=d/e,x', ['parameter', 11, 14], 'x'],
    ['data:a/b;c=%22%0D%22,x', ['parameter', 11, 20], 'x'],
    ['data:a/b;c=%0D,x', ['parameter', 11, 14], 'x'],
    ['data:a/b;c=%C3%A9,x', ['parameter', 11, 17], 'x'],
    ['data:a/b;c=%22%C3%A9%22,x', ['parameter', 11, 23], 'x'],
    ['data:a/b;c=%2Fd/e,x', ['parameter', 11, 17], 'x'],
    // The delimiters of the grammar itself must not be escaped.
    ['data:text%2Fhtml,x', ['media-type', 5, 16], 'x'],
    ['data:a/b%3Bc=d,x', ['media-type', 7, 14], 'x'],
    ['data:;charset%3Dutf-8,x', ['parameter', 6, 21], 'x'],
    ['data:a/b;c%3D=d,x', ['parameter', 9, 13], 'x'],
    ['data:;base64,QUJD%0D%0AQUJ.', ['base64-character', 26, 27], 'ABCAB'],
    ['data:text/plain;base64;a=b,QQ==', ['parameter', 16, 22], 'QQ=='],
    ['data:;base64,QQ', ['base64-padding', 15, 15], 'A'],
    ['data:;base64,QQ=', ['base64-padding', 16, 16], 'A'],
    ['data:;base64,Q.Q==', ['base64-character', 14, 15], 'A'],
    ['data:;base64,QQ==Q', ['base64-character', 17, 18], 'A'],
  ] as const) {
    const read = brief(url);
    assert.deepEqual(read.problem, problem, url);
    assert.equal(read.said?.[2] ?? null, body, url);
  }
});

test('every violation, by position', () => {
  for (const [url, ...violations] of [
    [
      'data:text/plain;charset=utf 8;foo="a b";c,hello world',
      ['value', 'utf 8', 24],
      ['value', '"a b"', 34],
      ['parameter', 'c', 40],
      ['urlchar', ' ', 47],
    ],
    [
      'data:te xt;a=d/%zz,100%',
      ['mediatype', 'te xt', 5],
      ['type', 'te xt', 5],
      ['value', 'd/%zz', 13],
      ['escaped', '%', 15],
      ['escaped', '%', 22],
    ],
    ['data:é/b;%=c,\ud800', ['type', 'é', 5], ['escaped', '%', 9], ['urlchar', '\ud800', 13]],
  ] as const)
    assert.deepEqual(
      readByRfc(url).problems.map(({ production, text, start }) => [production, text, start]),
      violations,
    );
});

test('what is said past the problem, and what stands there', () => {
  for (const [url, mimeType, charset, base64, text] of [
    ['data:html,x', 'text/plain', 'US-ASCII', false, 'html'],
    ['data:;a,x', 'text/plain;charset=US-ASCII', 'US-ASCII', false, 'a'],
    ['data:a/b;c;d=e;base64,', 'a/b;d=e', null, true, 'c'],
    ['data:html;charset=a,x', 'text/plain;charset=a', 'a', false, 'html'],
    [`data:${'a'.repeat(50)},x`, 'text/plain', 'US-ASCII', false, 'a'.repeat(40)],
  ] as const) {
    const { problems, said } = readByRfc(url);
    const [problem] = problems;
    assert.deepEqual([said?.mimeType, said?.charset, said?.base64], [mimeType, charset, base64], url);
    assert.equal(problem?.text, text);
  }
});

test('every tspecial of RFC 2045 can stand in a value, escaped', () => {
  for (const tspecial of '()<>@,;:\\"/[]?=') {
    const escaped = `%${tspecial.charCodeAt(0).toString(16).toUpperCase()}`;
    const { problems, said } = readByRfc(`data:text/plain;charset=a${escaped}b,x`);
    assert.deepEqual(problems, [], tspecial);
    assert.equal(said?.charset, `a${tspecial}b`);
  }
});

test('white space that base64 may have is counted', () => {
  const ignored = (body: string) => readByRfc(`data:;base64,${body}`).said?.ignored;
  assert.equal(ignored('QUJD%0D%0AQUJD%20'), 3);
  assert.equal(ignored('QUJD'), 0);
  assert.equal(readByRfc('data:,%0D').said?.ignored, 0);
});
