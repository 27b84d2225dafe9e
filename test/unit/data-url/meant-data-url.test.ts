/** Tests which addresses are treated as intended data: URLs, and which only resemble them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMeantUrl, meantDataUrl } from '../../../src/data-url/meant-data-url.ts';

const digits =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const url = `data:image/png;base64,${digits}`;

test('an address that was meant as a data: URL gives that URL', () => {
  for (const [text, end, meant = url] of [
    [`/images/${url}`, 8],
    [`  ../${url}`, 5],
    [`//host.example/${url}`, 15],
    [`http://localhost:8080/"${url}`, 23],
    [`http://${url}`, 7],
    [`dta:image/png;base64,${digits}`, 4],
    [`image/png;base64,${digits}`, 0],
    [` image/png;base64, ${digits}`, 0, `data:image/png;base64, ${digits}`],
    [`undefined${url}`, 9],
    [`url('${url}')`, 5, `${url}')`],
    [` "${url}"`, 2, `${url}"`],
    [`C:\\a\\data:image\\png;base64,${digits}`, 5, `data:image\\png;base64,${digits}`],
    [digits, 0, `data:;base64,${digits}`],
    [`base64,${digits}`, 0, `data:;base64,${digits}`],
    [`data;base64,${digits}`, 4, `data:;base64,${digits}`],
    [`data;image/png;base64,${digits}`, 5],
    [`dataimage/png;base64,${digits}`, 4],
    [`/base64,${digits}`, 8, `data:;base64,${digits}`],
    [encodeURIComponent(url), 0],
  ] as const)
    assert.deepEqual([text, meantDataUrl(text)?.url, meantDataUrl(text)?.end], [text, meant, end]);
});

test('in pages and files, those are found that have all of a data: URL but its scheme', () => {
  for (const text of [
    url,
    `/images/${url}`,
    `dta:image/png;base64,${digits}`,
    `image/png;base64,${digits}`,
    `undefined${url}`,
    `[object Object]image/png;base64,${digits}`,
  ])
    assert.ok(isMeantUrl(text), text);
  // Only the first letters of these texts suggest that they were meant as data: URLs, but any address may begin with
  // these letters.
  for (const text of [digits, `base64,${digits}`, encodeURIComponent(url), 'image/svg+xml,<svg/>'])
    assert.ok(!isMeantUrl(text), text);
});

test('other addresses, prose and code are not taken for one', () => {
  for (const text of [
    url,
    '/wiki/Data:Foo/Bar,_baz',
    'https://commons.example/wiki/Data:Statistics/data,_2019.tab',
    'https://hub.example/datasets/data:v1/train,test',
    '/api/data:export/csv,json',
    '../data:v2/a,b.png',
    'fonts/font/woff;base64,abc',
    'C:\\data:x/y,z',
    'urn:data:foo/bar,1',
    'https://cdn.example.com/a/9j/images/products_large/x.png',
    '/9j/abcdefgh/ijklmnopqrst.jpg',
    'https://a.example/uklgr/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst',
    'text/html, <b>',
    'video/mp4;codecs="a, <b"',
    'The file image/png;base64,AAAA is fine.',
    `The file ${url} is fine.`,
    'Data%3A_the_movie',
    'data%3A',
    'https://x.example/r?q=data:text/html,hi',
    'https://x.example/r;q=data:text/html,hi',
    'https://x.example/#data:text/html,hi',
    'user-data:text/plain,x',
    `java\nscript:x("${url}")`,
    `vbscript:${url}`,
    `{% if a %}${url}{% endif %}`,
    `{{ x or '${url}' }}`,
    `{{ prefix }}${url}`,
    `{{if .A}}${url}`,
    `|${url}|`,
    `{\`${url}\`}`,
    `@("${url}")`,
    `@{p}${url}`,
    `$p+"${url}"`,
    `f"${url}"`,
    `~"${url}"`,
    `<%= x %>${url}`,
  ]) {
    assert.equal(meantDataUrl(text), null, text);
    assert.equal(isMeantUrl(text), text === url, text);
  }
});

test('letters of a type without a scheme may be in either case', () =>
  assert.equal(isMeantUrl('IMAGE/PNG;BASE64,iVBORw0KGgo'), true));
