/** Tests RFC 2231: values in parts, with a charset and a language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContentType } from '../../../src/mime/headers.ts';

/** Returns the parameters of a type, and the codes of its problems. */
function read(parameters: string): [Record<string, string>, string[]] {
  const type = readContentType(`a/b; ${parameters}`);
  assert.ok(type.ok);
  const { problems } = type;
  return [
    Object.fromEntries(type.parameters.map(({ name, value }) => [name, value])),
    problems.map(({ code }) => code),
  ];
}

test('parts are joined by their numbers', () => {
  for (const [written, values, codes = []] of [
    ['url*0="a "; url*1="b"', { url: 'a b' }],
    ['url*1="b"; x=1; URL*0=a', { url: 'ab', x: '1' }],
    [Array.from({ length: 12 }, (_, i) => `a*${i}=${i}`).join('; '), { a: '01234567891011' }],
    // These names come from the example in RFC 2231, section 4.1.
    [
      `title*0*=us-ascii'en'This%20is%20even%20more%20; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*2="isn't it!"`,
      { title: "This is even more ***fun*** isn't it!" },
    ],
    [`a*=utf-8''%e2%82%ac%20rates`, { a: '€ rates' }],
    [`a*=iso-8859-1'en'%A3%20rates`, { a: '£ rates' }],
    // The octets of one character are divided between two parts, or one octet is written as a character.
    [`a*0*=utf-8''%e2%82; a*1*=%ac`, { a: '€' }],
    [`a*=shift_jis''%83A`, { a: 'ア' }],
    // The charset is missing or unknown.
    ['a*=%e2%82%ac', { a: '€' }],
    [`a*=x-none''%e2%82%ac`, { a: '€' }],
    // In a part without an asterisk, escapes are text.
    [`a*0*=''%41; a*1="%42"`, { a: 'A%42' }],
    ['a*0=x; a*2=z', { a: 'x' }, ['parameter-part-missing']],
    ['a*1=x', {}, ['parameter-part-missing']],
    ['a*0=x; a*01=z', { a: 'x', 'a*01': 'z' }],
    ['a=x; a*0=y', { a: 'x' }],
    ['a*0=y; a=x', { a: 'y' }],
  ] as [string, Record<string, string>, string[]?][])
    assert.deepEqual(read(written), [values, codes], written);
});

test('the position is that of all parts', () => {
  const text = 'a/b; url*1="cd"; x=y; url*0="ab"';
  const type = readContentType(text);
  assert.ok(type.ok);
  const url = type.parameters.find(({ name }) => name === 'url');
  assert.equal(url && text.slice(url.start, url.end), 'cd"; x=y; url*0="ab');
});
