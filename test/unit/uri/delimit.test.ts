import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delimit } from '../../../src/uri/delimit.ts';

test('places, wrappers and the escapes that were undone', () => {
  const cases: [text: string, written: string, wrapper: string, undone: string][] = [
    ['see <URL: http://a/b> now', 'http://a/b', 'angle-brackets', ''],
    ['"http://a/b",', 'http://a/b', 'double-quotes', ''],
    ['http://a/b.', 'http://a/b', 'whitespace', ''],
    ['{"a":"data:image\\/gif,b"}', 'data:image\\/gif,b', 'double-quotes', 'js'],
    ['"{\\"a\\":\\"data:,b\\\\u0020\\"}"', 'data:,b\\\\u0020', 'double-quotes', 'js'],
    ['url( data:,a\\20 )', 'data:,a\\20 ', 'url()', 'css'],
    ["url('data:,a\\20 b')", 'data:,a\\20 b', 'single-quotes', 'css'],
    ['<a href="data:,a&amp;b">', 'data:,a&amp;b', 'double-quotes', 'html'],
    ['<a href="data:,a\\n">', 'data:,a\\n', 'double-quotes', ''],
    ['img.src="data:,a\\u0041"', 'data:,a\\u0041', 'double-quotes', 'js'],
    ['src=3D"data:,a=3Db"', 'data:,a=3Db', 'double-quotes', 'quoted-printable'],
    ['<a style="b:url(&quot;data:,a\\26 amp;&quot;)">', 'data:,a\\26 amp;', 'double-quotes', 'css'],
  ];
  for (const [text, written, wrapper, undone] of cases) {
    const found = delimit(text);
    assert.equal(found.length, 1, text);
    const [only] = found;
    assert.ok(only);
    assert.equal(text.slice(only.start, only.end), written);
    assert.equal(only.wrapper, wrapper, text);
    assert.equal(only.undone.join(), undone, text);
  }
});

test('readings stand only where there are several', () => {
  assert.equal(delimit('<http://a/b>')[0]?.readings, undefined);
  assert.deepEqual(delimit('"http://a is nice"')[0]?.readings, ['http://aisnice', 'http://a']);
  const counts = [1, 2, 3, 4, 50].map((n) => delimit(`<http://a/${'-\nb'.repeat(n)}>`)[0]?.readings?.length);
  assert.deepEqual(counts, [2, 4, 8, 2, 2], 'every choice of few hyphens; of many all or none');
  assert.equal(delimit('data:text/plain,a&amp;b')[0]?.readings?.[1], 'data:text/plain,a&b');
});

test('a base64 body that goes on in the lines below', () => {
  const line = (character: string) => character.repeat(76);
  const url = `data:image/png;base64,${line('A')}`;
  const text = `${url}\n${line('B')}\r\nCC==\nthanks`;
  const [found] = delimit(text);
  assert.equal(found?.text, `${url}${line('B')}CC==`);
  assert.equal(found?.readings?.[1], url);
  assert.equal(text.slice(found?.end), '\nthanks');
});

test('what is no reference', () => {
  const texts = [
    'data: x',
    'see data:',
    'a:b',
    'x = {data:e,f:1}',
    'note: http:/',
    'http:// x',
    '"data:"',
    'about:me',
    '1:2',
  ];
  for (const text of [...texts, 'img-src data: blob:;', '::', 'C:\\x', 'https://', 'tel:me', 'urn:']) {
    assert.deepEqual(delimit(text), [], text);
  }
});

test('an unclosed wrapper is none', () => {
  assert.equal(delimit('"http://a/b c')[0]?.text, 'http://a/b');
  assert.equal(delimit('<http://a/b <c>')[0]?.text, 'http://a/b');
  assert.equal(delimit('"http://a/b\n\nc"')[0]?.text, 'http://a/b');
});

test('JSON within JSON, four deep', () => {
  const url = 'data:text/html,<a b="c\\d">/';
  let text = JSON.stringify({ url });
  for (let depth = 1; depth <= 4; depth++) {
    assert.deepEqual(
      delimit(text).map((found) => found.text),
      [url],
      text,
    );
    text = JSON.stringify(text);
  }
});

test('a string that ends around a wrapper ends it, too', () => {
  assert.equal(delimit('"x \\"data:,a" y \\"')[0]?.text, 'data:,a');
});
