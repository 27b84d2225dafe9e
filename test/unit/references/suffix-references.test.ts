/** Tests suffix references, on their own and in running text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSuffixReference, suffixReferences } from '../../../src/references/suffix-references.ts';
import { delimit } from '../../../src/uri/delimit.ts';

test('a suffix reference that stands alone', () => {
  for (const text of ['www.w3.org/Addressing/', 'example.com', 'a.example.org:80/x'])
    assert.ok(isSuffixReference(text), text);
  for (const text of ['index.html', '../g', 'a/b.com', 'http://a.com/', 'v1.2', ''])
    assert.ok(!isSuffixReference(text), text);
});

const inText = (text: string) => suffixReferences(text, delimit(text)).map((each) => each.text);

test('suffix references in a text', () => {
  const cases: [text: string, ...found: string[]][] = [
    ['See www.example.com/path, or (ftp.is.co.za).', 'www.example.com/path', 'ftp.is.co.za'],
    ['<www.w3.org/Addressing/> "WWW.Example.COM"', 'www.w3.org/Addressing/', 'WWW.Example.COM'],
    ['docs.example.org:8080/a_(b)? example.com/', 'docs.example.org:8080/a_(b)', 'example.com/'],
    ['www.xn--bcher-kva.example\nwww.b.de?q#f.', 'www.xn--bcher-kva.example', 'www.b.de?q#f'],
    ['**[a.org/b**](https://a.org/b)', 'a.org/b'],
    ['http://a/?u=www.b.de www.c.de', 'www.c.de'],
    ['at <http://a.example/\n www.b.de/c>, www.d.de', 'www.d.de'],
  ];
  for (const [text, ...found] of cases) assert.deepEqual(inText(text), found, text);
  const text = '\u{1f600} see (www.a.de/b).';
  const [only] = suffixReferences(text);
  assert.equal(text.slice(only?.start, only?.end), 'www.a.de/b');
});

test('names of files and products, abbreviations, addresses of mail and code are none', () => {
  const texts = [
    'index.html, www.index.html, www.conf, www.tar.gz, ftp.log and notes.org',
    'e.g. this, i.e.that, U.S.A, v1.2.3/x, 192.0.2.1/24, a.m./p.m.',
    'ASP.NET/C#, System.Net, Node.js/Deno, command.com, e.com',
    'me@www.example.com, www.foo.com@b, mailto:a@example.com/x',
    'foo.bar.net(x), this.www.a.b, $www.a.b, src/www.a.de, C:\\www.a.de, x=www.a.de',
    'www. www.a www..de www.a.1 -www.a.de',
    'http://www.a.de/ //www.a.de/www.b.de ../www.a.de',
  ];
  for (const text of texts) assert.deepEqual(inText(text), [], text);
});
