/** Tests the repaired URL: each kind of damage that a repair must undo, and cases that must stay unchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectionsTo, readUrl } from '../../../src/data-url/rewrite.ts';
import { type RepairReason, repairDataUrl } from '../../../src/repair/repair.ts';
import { repairedUrl } from '../../support/repaired-url.ts';

/** A complete picture. */
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

function repairs(table: readonly (readonly [string, string | null])[]): void {
  for (const [url, repaired] of table) {
    const repair = repairDataUrl(url);
    assert.equal(repair.ok ? repair.url : null, repaired, url);
    if (!repair.ok || repaired === null) continue;
    assert.deepEqual(repair.changes, objectionsTo(readUrl(url)).said, url);
    assert.deepEqual(objectionsTo(readUrl(repaired)), { said: [], byRfc: null }, repaired);
    assert.equal(repairedUrl(repaired), null, repaired);
  }
}

test('nothing to repair, and what nobody can repair', () => {
  repairs([
    ['data:text/plain,fine', null],
    ['data:text/plain;foo=bar%2Cbaz,fine', null],
    ['nothing', null],
    ['data:text/css', null],
    ['data:text/html;charset=utf-7,a b', null],
    ['data:text/html;charset=utf-8,%FF <', null],
    ['data:text/plain,one+two<', null],
    ['data:text/plain,%2541<', null],
    ['DATA:,', 'data:,'],
    ['DATA:a/b,', null],
    ['data:;x,y', 'data:text/plain,y'],
    ['data:;,x', 'data:text/plain,x'],
    ['data:;=b,y', 'data:text/plain,y'],
    ['data:; ,x', 'data:text/plain,x'],
    ['data:;foo;base64,SGk=', 'data:text/plain;base64,SGk='],
    ['data:;base64;base64,SGk=', 'data:text/plain;base64,SGk='],
  ]);
});

test('base64 that browsers refuse', () => {
  repairs([
    ['data:text/css;base64,YWI==', 'data:text/css;base64,YWI='],
    ['data:text/css;base64,YWJj=', 'data:text/css;base64,YWJj'],
    ['data:text/css;base64,YWJjYWI==#x', 'data:text/css;base64,YWJjYWI=#x'],
    // Nothing shows that these bytes are complete.
    ['data:image/png;base64,YWI==', null],
    ['data:a/b;base64,YWJj=', null],
    ['data:a/b;base64,-_-_', null],
    // Browsers decode unpadded base64 in the same way. In the second URL, the bytes are not a complete picture.
    ['data:a/b;base64,YWI', 'data:a/b;base64,YWI='],
    ['data:image/png;base64,NaN', null],
    ['data:text/css;base64,/w', null],
    ['data:;base64,YWJjY===', null],
    ['data:;base64,%59%57%2dj%ZZ', null],
    ['data:text/css;base64,%50%6a4-', 'data:text/css;base64,Pj4+'],
    ['data:;base64,YW\u200bJj\x7f\ufeff', 'data:;base64,YWJj'],
    ['data:;base64,YQ=', 'data:;base64,YQ=='],
    ['data:;base64,YQ==YQ==', null],
    ['data:;base64,A', null],
    ['data:text/css;base64,YWJj\r\n  YQ=', 'data:text/css;base64,YWJjYQ=='],
  ]);
});

test('spaces in base64', () => {
  // The base64 of "<a>>>?</a>" contains three "+", that of "????>>>>" four.
  const xml = 'PGE+Pj4/PC9hPg==';
  const bytes = Buffer.from('>?>>?>~>').toString('base64');
  const four = '/Pj4+Pj4+Pj4+Pj4+'.slice(1);
  repairs([
    [`data:text/xml;base64,${xml.replaceAll('+', ' ')}`, `data:text/xml;base64,${xml}`],
    [`data:text/xml;base64,${xml.replaceAll('+', '%20')}`, `data:text/xml;base64,${xml}`],
    [`data:text/css;base64,${four.replaceAll('+', ' ')}+`, null],
    [`data:a/b;base64,${bytes.replaceAll('+', ' ')}A`, null],
    // Four of the spaces were "+", so browsers decode three bytes fewer.
    ['data:a/b;base64,AA A AAA AAAA A', null],
    ['data:a/b;base64,AAAA    AAAA', null],
    // The lines have the same width, and there is one space too few to replace a missing digit.
    ['data:a/b;base64,AAAA AAAA AA==', 'data:a/b;base64,AAAAAAAAAA=='],
    ['data:a/b;base64,AAAA\n  AAAA\n  AA==', 'data:a/b;base64,AAAAAAAAAA=='],
    ['data:a/b;base64, AAAA', 'data:a/b;base64,AAAA'],
    ['data:a/b;base64,AA AA', 'data:a/b;base64,AAAA'],
    ['data:a/b;base64,AA AA AA AA', null],
  ]);
});

test('slashes, and a "#" in front of the comma', () => {
  repairs([
    ['data://text/css,x', 'data:text/css,x'],
    ['data:/image/png;base64,QQ==', 'data:image/png;base64,QQ=='],
    ['data:///text/css,x/../..', 'data:text/css,x/../..'],
    ['data:/,x', 'data:,x'],
    ['data://u@text/css,x', null],
    ['data://te xt/css,x', null],
    ['data://text:x/css,x', null],
    ['data://example.com/path,x', null],
    ['data:/html,x', null],
    ['data:text/css#,x', 'data:text/css,x'],
    ['data:text/css;#charset=utf-8,x', 'data:text/css;charset=utf-8,x'],
    ['data:text/html#top,x', null],
    // Line breaks are not delimiters.
    ['data:text/..\n#a,b', null],
    ['data:text/plain\n;#\ncharset=utf-8,x', 'data:text/plain;charset=utf-8,x'],
    ['data:te#xt/#plain,x', null],
  ]);
});

test('no type is made up, and an evident one is found', () => {
  repairs([
    ['data:text%2fhtml;a=b,x', 'data:text/html;a=b,x'],
    ['data:image/svg%2Bxml,%3Csvg/%3E', 'data:image/svg+xml,%3Csvg/%3E'],
    ['data:te%78t/html,x', 'data:text/html,x'],
    ['data:text/plain%3Bcharset=utf-8,x', 'data:text/plain;charset=utf-8,x'],
    ['data:text/plain%3Bcharset%3Dutf-8%3Bbase64,QQ==', 'data:text/plain;charset=utf-8;base64,QQ=='],
    ['data:text/html charset=utf-8,x', 'data:text/html;charset=utf-8,x'],
    ['data:charset=utf-8,x', 'data:;charset=utf-8,x'],
    ['data:text/html nonsense,x', null],
    ['data:te(xt/css;a=b,x', null],
    ['data:text,x', null],
    ['data:html;charset=utf-8,x', null],
    ['data:a/b/c,x', null],
    ['data:text/h\u00e9,x', null],
    ['data:application/x-base64,QQ==', null],
  ]);
});

test('"base64" that browsers do not see', () => {
  repairs([
    [`data:image/gif;base64;charset=utf-8,${gif}`, `data:image/gif;base64,${gif}`],
    ['data:image/gif;base64;charset=utf-8,R0lG', null],
    ['data:text/plain;filename="a,b.txt";base64,QQ==', 'data:text/plain;filename=a%2Cb.txt;base64,QQ=='],
    ['data:text/css;c=d%3Bbase64,YQ==', 'data:text/css;c=d;base64,YQ=='],
    ['data:text/css;c=d;%62ase64%20,YQ==', 'data:text/css;c=d;base64,YQ=='],
    [`data:image/gifbase64,${gif}`, `data:image/gif;base64,${gif}`],
    ['data:a/b;c=d%3Bbase64,YQ==', null],
    ['data:text/plain;charset=utf-8base64,YQ==', 'data:text/plain;charset=utf-8;base64,YQ=='],
    ['data:text/plain;charset=utf-8 base64,YQ==', 'data:text/plain;charset=utf-8;base64,YQ=='],
    [`data:image/gif base64,${gif}`, `data:image/gif;base64,${gif}`],
    [`data:image/gif,base64,${gif}`, `data:image/gif;base64,${gif}`],
    ['data:base64,YQ==', 'data:;base64,YQ=='],
    // "base64" is misspelled.
    ['data:text/css;base64=,YQ==', 'data:text/css;base64,YQ=='],
    ...['base', 'bas64', 'b64', 'base-64', 'base 64', 'Base46', 'based64', '=base64', 'bas64='].flatMap(
      (word) =>
        [
          [`data:image/gif;${word},${gif}`, `data:image/gif;base64,${gif}`],
          [`data:image/gif;a=b;${word},${gif.slice(4)}`, null],
          [`data:a/b;${word},YWJj`, null],
          [`data:text/plain;${word},hello world`, null],
        ] as const,
    ),
    // The data is still base64, but neither a marker nor the bytes show that.
    ['data:text/html;utf8,PHA+SGVsbG88L3A+', null],
    ['data:text/plain;base64;charset=utf-8,word', null],
    // "base64" follows text to which it may belong, and comes after the comma in the title, at which the data begins in
    // browsers.
    ...[
      'a=bbase64',
      'a="bbase64"',
      'a=b%62ase64',
      'nothingbase64',
      'b/c=xbase64',
      'charset="utf-8base64"',
    ].map((last) => [`data:image/png;a=b;title="a,b";${last},AA==`, null] as const),
    ['data:image/png;title="a,b"xbase64,AA==', null],
    // Data that is not base64 was not meant as base64.
    ['data:text/plain;base64;charset=utf-8,hello world!', null],
    ['data:text/plain,base64,hello!', null],
  ]);
});

test('parameters', () => {
  repairs([
    ['data:text/plain;foo="bar,baz";charset=utf8,body', 'data:text/plain;foo=bar%2Cbaz;charset=utf8,body'],
    ['data:a/b;c="d, (e),\\"";f=g,x<', 'data:a/b;c=d%2C%20%28e%29%2C%22;f=g,x%3C'],
    ['data:a/b; c = d ;e,x', 'data:a/b;c=d,x'],
    ['data:a/b;c = "d",x', 'data:a/b;c=d,x'],
    ['data:a/b;c= d,x', 'data:a/b;c=d,x'],
    [`data:a/b;${'c'.repeat(70)} =d,x`, `data:a/b;${'c'.repeat(70)}=d,x`],
    // The first parameter that browsers accept takes effect.
    ['data:a/b;c =1;d=2;c=3,x', 'data:a/b;d=2;c=3,x'],
    ['data:text/html;utf8;charset=iso-8859-1,x', 'data:text/html;charset=iso-8859-1,x'],
    ['data:text/html;ISO-8859-1,x', 'data:text/html;charset=ISO-8859-1,x'],
    ['data:text/html;charset=%22utf-8%22,x', 'data:text/html;charset=utf-8,x'],
    ['data:;b ="\\\\%2C,\ud83d', null],
    // RFC 2397 cannot express these values as browsers parse them.
    ['data:a/b;c="d?e",x', null],
    ['data:a/b;c="d/e:f",x', null],
    ['data:a/b;c=d/e,x<', null],
    ['data:a/b;c="d e",<', null],
    ['data: a/b;c="" ;base64,YQ', null],
    ['data:text/html;title="a>b,<i id="x">,</i>', null],
  ]);
});

test('charsets', () => {
  repairs([
    ['data:,\u00e9', 'data:;charset=utf-8,%C3%A9'],
    ['data:text/html;charset=us-ascii;a=b,\u00e9', 'data:text/html;charset=utf-8;a=b,%C3%A9'],
    ['data:text/css;charset=utf-8,%FE%FFab', 'data:text/css;charset=utf-16be,%FE%FFab'],
    ['data:image/png;charset=utf-8;a=b,x', 'data:image/png;a=b,x'],
    ['data:text/html,%E9<', null],
  ]);
});

test('what a "#" cuts, and what is a fragment', () => {
  repairs([
    ['data:image/svg+xml;utf8,<svg a="#b"/>', 'data:image/svg+xml;charset=utf-8,%3Csvg%20a=%22%23b%22/%3E'],
    ['data:image/svg+xml,<svg a="#b"/>#icon', 'data:image/svg+xml,%3Csvg%20a=%22%23b%22/%3E#icon'],
    [
      'data:image/svg+xml,<svg/>#svgView(viewBox(0,0,1,1))',
      'data:image/svg+xml,%3Csvg/%3E#svgView(viewBox(0,0,1,1))',
    ],
    ['data:text/html,<p>#:~:text=a,b', 'data:text/html,%3Cp%3E#:~:text=a,b'],
    ['data:image/png,%00 #,a', 'data:image/png,%00%20#,a'],
  ]);
});

test('of text that would be misunderstood base64 is made', () => {
  repairs([
    ['data:,%%41B', 'data:;base64,JUFC'],
    ['data:,%fg', 'data:,%25fg'],
  ]);
});

test('the length decides nothing', () => {
  const body = 'YWJj'.repeat(30_000);
  assert.ok(repairedUrl(`data:text/css;base64;a=b,${body}`) === `data:text/css;a=b;base64,${body}`);
  const text = 'x'.repeat(100_000);
  for (const [url, repaired] of [
    [
      `data:text/plain;foo="bar,baz";charset=utf8,${text}`,
      `data:text/plain;foo=bar%2Cbaz;charset=utf8,${text}`,
    ],
    [`data:text/html;utf8,${text}#a>`, `data:text/html;charset=utf-8,${text}%23a%3E`],
    [`data:text/html,\u00e9${text}`, `data:text/html;charset=utf-8,%C3%A9${text}`],
  ]) {
    assert.ok(repairedUrl(url ?? '') === repaired);
  }
});

test('a repair names the problems that it removes, at their positions as written', () => {
  for (const [url, expected] of [
    ['data:text/html;base64;charset=utf-8,YXt9', [['base64-not-last', ';base64']]],
    ['data:/text/html;utf8,a', [['slash', '/']]],
    [
      'data:text/html;base64,PGgx\u00a0PkE8L2gxPg',
      [
        ['base64-character', '\u00a0'],
        ['non-ascii-in-body', '\u00a0'],
      ],
    ],
  ] as const) {
    const repair = repairDataUrl(url);
    const changes = repair.ok && repair.changes.map(({ code, start, end }) => [code, url.slice(start, end)]);
    assert.deepEqual(changes, expected, url);
  }
});

/** A URL for each reason, except for the reason that the URL is too large, which depends on memory. */
const unrepaired: Record<Exclude<RepairReason, 'too-large'>, string> = {
  'nothing-to-repair': 'data:,a',
  'not-data-url': 'a',
  'long-head': `data:${';'.repeat(1 << 16)},a`,
  'maybe-path': 'data://example.com/a,b',
  'no-comma': 'data:text/css',
  'unclear-comma': 'data:text/plain;a=",";b="c"',
  'unclear-head': 'data:text,<a',
  inexpressible: 'data:text/plain;a="b c",é',
  'unclear-base64': 'data:text/css;a%3Dbase,YWJj',
  'unproven-base64': 'data:image/png;base64,YWI==',
  'other-meaning': 'data://,\ufeff,x',
  'unclear-meaning': 'data:text/plain,one+two<',
  'problem-remains': 'data:text/html;charset=utf-8,%FF <',
  'still-encoded': 'data:text/html;utf8,%26lt;p>',
};

/** Similar URLs for which the reason doesn't apply. */
const neighbors: typeof unrepaired = {
  'nothing-to-repair': 'data:,<',
  'not-data-url': 'data:,a',
  'long-head': `data:${';'.repeat((1 << 16) - 10)},a`,
  'maybe-path': 'data://text/plain,b',
  'no-comma': 'data:text/css,',
  'unclear-comma': 'data:text/plain;a="%2C";b="c"',
  'unclear-head': 'data:text/css,<a',
  inexpressible: 'data:text/plain;a="bc",é',
  'unclear-base64': 'data:text/css;a%3Db,YWJj',
  'unproven-base64': 'data:text/plain;base64,YWI==',
  'other-meaning': 'data:;charset=utf-8;,',
  'unclear-meaning': 'data:text/plain,one-two<',
  'problem-remains': 'data:text/html;charset=utf-8,%C3%BF <',
  'still-encoded': 'data:text/html;utf8,%26;p>',
};

test('where there is no repair, the reason is named', () => {
  for (const [reason, url] of Object.entries(neighbors)) {
    const repair = repairDataUrl(url);
    assert.ok(repair.ok || repair.reason !== reason, url);
  }
  for (const [reason, url] of Object.entries(unrepaired))
    assert.deepEqual(repairDataUrl(url), { ok: false, reason }, url);
  // Short words are also valid base64.
  assert.ok(repairDataUrl('data:text/plain,a\tb').ok);
  assert.deepEqual(repairDataUrl('data:a#b,c'), { ok: false, reason: 'unclear-comma' });
});
