/**
 * Tests the data: URLs that a text quotes: in strings, in prose and in escapes. Also tests text that only resembles a
 * data: URL.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isDataUrl, mayHoldUrl } from '../../../src/data-url/is-data-url.ts';
import { maySpellScheme } from '../../../src/files/scheme-search.ts';
import { scriptParts } from '../../../src/files/script-file.ts';
import {
  findQuotedDataUrls,
  kindOfAttribute,
  looksLikeDataUrl,
  mayQuote,
  mayQuoteDataUrl,
  type QuotedDataUrl,
  type TextKind,
  textOfAttribute,
} from '../../../src/payload/quoted-data-urls.ts';
import { runs } from '../../support/seed.ts';
import { inJson, inScript, spellingsIn } from '../../support/spellings.ts';

function urlsOf(text: string, kind: TextKind): QuotedDataUrl[] {
  const urls: QuotedDataUrl[] = [];
  for (const url of findQuotedDataUrls(text, kind)) {
    if (url?.isUncertain) url.end = 0;
    else if (url) urls.push(url);
  }
  return urls;
}
const quotedIn = (text: string, kind: TextKind): string[] => urlsOf(text, kind).map(({ written }) => written);

type Case = [name: string, text: string, expected: string[]];

const script: Case[] = [
  ['nothing', '', []],
  ['double quotes', 'a = "data:,x";', ['data:,x']],
  ['single quotes', "a('data:,x')", ['data:,x']],
  ['a template literal', '`data:,x`', ['data:,x']],
  ['over lines in a template literal', '`data:,\nx`', ['data:,\nx']],
  ['one behind another', '["data:,x","data:,y"]', ['data:,x', 'data:,y']],
  ['other quotes inside', `"data:,'x'", 'data:,"y"'`, ["data:,'x'", 'data:,"y"']],
  ['escaped quotes inside', '"data:,\\"x\\""', ['data:,"x"']],
  ['a backslash at the end', '"data:,x\\\\", "y"', ['data:,x\\']],
  ['any case', '"DaTa:,x"', ['DaTa:,x']],
  ['blanks in front', '"  data:,x"', ['  data:,x']],
  ['hexadecimal', '"\\x64ata:,x"', ['data:,x']],
  ['hexadecimal, every letter', '"\\x64\\x41\\x74\\x61\\x3a\\x2cx"', ['dAta:,x']],
  ['Unicode', '"\\u0064at\\u0061\\u003A,x"', ['data:,x']],
  ['braced', '"\\u{64}\\u{000061}ta:,x"', ['data:,x']],
  ['a solidus as JSON may write it', '"data:image\\/png;base64,A\\/"', ['data:image/png;base64,A/']],
  ['a continued line', '"da\\\nta:,x\\\ny"', ['data:,xy']],
  ['escapes that the URL parser deletes', '"d\\na\\tta:,x"', ['d\na\tta:,x']],
  ['JSON in a string', '"{\\"a\\":\\"data:,x\\"}"', ['data:,x']],
  ['quotes in JSON in a string', '"{\\"a\\":\\"data:,\\\\\\"x\\\\\\"\\"}"', ['data:,"x"']],
  ['a solidus in JSON in a string', '"{\\"a\\":\\"data:a\\\\/b,x\\"}"', ['data:a/b,x']],
  ['a letter in JSON in a string', '"{\\"a\\":\\"\\\\u0064ata:,x\\"}"', ['data:,x']],
  ['JSON in JSON in a string', '"{\\"a\\":\\"{\\\\\\"b\\\\\\":\\\\\\"data:,x\\\\\\"}\\"}"', ['data:,x']],
  ['markup in a string', '"<img src=\\"data:,x\\">"', ['data:,x']],
  ['markup in a string of other quotes', `'<img src="data:,x">'`, ['data:,x']],
  ['CSS in a string', '"a{b:url(data:image/gif,x)}"', ['data:image/gif,x']],
  ['quoted CSS in a string', `"a{b:url('data:,x')}"`, ['data:,x']],
  ['in a comment', '// see data:text/plain,x', ['data:text/plain,x']],
  ['an apostrophe in a comment', "// don't use 'data:text/plain,x\n'y'", ['data:text/plain,x']],
  ['without a type in a comment', '// see data:,x', []],
  [
    'a head with quotes',
    `"data:text/css;a='b',x" 'data:;a="b",y'`,
    ["data:text/css;a='b',x", 'data:;a="b",y'],
  ],
  ['a head with escaped quotes', '"data:text/css;a=\\"b\\",x"', ['data:text/css;a="b",x']],
  ['the same in JSON in a string', '"{\\"a\\":\\"data:;a=\\\\\\"b\\\\\\",x\\"}"', ['data:;a="b",x']],
  ['a head with a tag', '`data:text/css;<a>,x`', ['data:text/css;<a>,x']],
  ['a long head', `"data:;a=${'b'.repeat(600)},x"`, [`data:;a=${'b'.repeat(600)},x`]],
  [
    'a long head with an escaped comma',
    `"data:;a=${'b'.repeat(600)}\\x2cx"`,
    [`data:;a=${'b'.repeat(600)},x`],
  ],
  ['words', '["data: a, b", "data: a;b, c", "data:<,x", "data:%s,x"]', []],
  ['a URL in words', '"data: see data:text/plain,x, and more"', ['data:text/plain,x']],
  ['a part that is joined to something', '"data:image/png;base64," + x', []],
  ['the same over lines', "'data:image/png;base64,'\n  + x", []],
  ['the same in a string', `"f(\\"data:text/html,\\" + x)"`, []],
  ['the same in markup', `'<img src="data:image/png;base64,' + x + '">'`, []],
  ['a substitution', '`data:image/png;base64,$' + '{x}`', []],
  ['an object', '({data:x/y,z})', []],
  ['a member and a label', 'x.data:y; data: for(;;);', []],
  ['a regular expression', '/^data:image\\/png;base64,/.test(x)', []],
  ['a comparison', 'x.startsWith("data:") || x === "data:image/"', []],
  ['too deep to be a string', `${'\\'.repeat(15)}"data:,x${'\\'.repeat(15)}"`, []],
  ['a string that does not end', '"data:,x', []],
  ['the same with a type', '"data:text/plain,x', ['data:text/plain,x']],
];

const prose: Case[] = [
  ['alone', 'data:text/plain,x', ['data:text/plain,x']],
  ['in a sentence', 'See data:text/plain,x, or data:text/html,y.', ['data:text/plain,x', 'data:text/html,y']],
  ['in parentheses', '(data:text/plain,x)', ['data:text/plain,x']],
  ['in url()', 'a{b:url(data:text/plain,x.)}', ['data:text/plain,x.']],
  ['behind an equals sign', '<img src=data:image/gif;base64,AAAA>', ['data:image/gif;base64,AAAA']],
  ['with parameters', 'data:text/plain;charset=utf-8;a=b,x', ['data:text/plain;charset=utf-8;a=b,x']],
  ['base64 without a type', 'data:;base64,AA', ['data:;base64,AA']],
  ['parameters without a type', 'data:;charset=utf-8,x', []],
  ['an unknown kind of type', 'data:x/y,z', []],
  ['an unknown kind of type in quotes', '"data:x/y,z"', ['data:x/y,z']],
  ['no type', 'data:,x', []],
  ['a head alone', 'It begins with data:image/png;base64, as a rule.', []],
  ['a head before an ellipsis', 'Use data:image/png;base64,... or data:text/html,…, as here.', []],
  ['a URL before an ellipsis', 'It is data:image/png;base64,AAAA….', ['data:image/png;base64,AAAA']],
  ['an ellipsis within a URL', 'data:text/plain,a…b', ['data:text/plain,a…b']],
  ['an ellipsis in quotes and in url()', '"data:,…" url(data:text/css,…)', ['data:,…', 'data:text/css,…']],
  ['white space behind a quote that closes', '"See" data:text/plain,x "here"', ['data:text/plain,x']],
  ['white space behind a quote that opens', 'a=" data:,x"', [' data:,x']],
  ['no type, in quotes', 'a="data:,x" b=\'data:,y\'', ['data:,x', 'data:,y']],
  ['white space in quotes', 'a="data:,x y" b=c', ['data:,x y']],
  ['a tab and a newline in the scheme', 'd\ta\nta:text/plain,x', ['d\ta\nta:text/plain,x']],
  ['a backslash is text', '"data:,\\" data:,x', ['data:,\\']],
  ['words that end so', 'metadata:text/plain,x xdata:text/plain,x é.data:text/plain,x', []],
  ['what is percent-encoded', '%64ata:text/plain,x %data:text/plain,x', []],
  ['words', 'Our data: a, b. Sent data:both, data:text and data:text/plain', []],
  ['words in quotes', '"data: a, b" "data:both, c" "data:" "data:text"', []],
  ['JavaScript escapes', '"\\x64ata:text/plain,x"', []],
  ['a head with quotes or tags', `"data:;a='b',x" "data:text/css;<a>,x"`, []],
  ['a long head', `"data:;a=${'b'.repeat(600)},x"`, []],
];

for (const [kind, cases] of Object.entries({ script, prose })) {
  describe(kind, () => {
    for (const [name, text, expected] of cases) {
      test(name, () => assert.deepEqual(quotedIn(text, kind as TextKind), expected));
    }
  });
}

test('positions are those of the text, without quotes', () => {
  const text = 'a = " \\x64ata:,x", b; // data:text/plain,y.';
  assert.deepEqual(
    urlsOf(text, 'script').map(({ start, end }) => text.slice(start, end)),
    [' \\x64ata:,x', 'data:text/plain,y'],
  );
  const nested = '"{\\"a\\":\\"data:,x\\"}"';
  const [url] = urlsOf(nested, 'script');
  assert.equal(nested.slice(url?.start, url?.end), 'data:,x');
});

test('what sourceMappingURL names is a source map', () => {
  const maps: [string, boolean][] = [
    ['//# sourceMappingURL=data:application/json;base64,e30=', true],
    ['//@ sourceMappingURL= data:,x', true],
    ['/*# sourceMappingURL=data:application/json,x */', true],
    ['// sourceMappingURL=data:application/json,x', false],
    ['//# SourceMappingURL=data:application/json,x', false],
  ];
  for (const [text, isSourceMap] of maps) {
    for (const kind of ['script', 'prose'] as const)
      assert.deepEqual(
        urlsOf(text, kind).map((url) => url.isSourceMap),
        [isSourceMap],
        text,
      );
  }
});

test('a data: URL as a whole text, and words that begin so', () => {
  for (const text of [
    ...['data:,', ' DATA:text/plain,x', 'd\nata:;base64,', 'data: text/plain ;a=b,', 'data:;a="b,c'],
    ...["data:text/css;a='<',x", `data:text/css;${'a'.repeat(600)};base64,AA`],
  ])
    assert.equal(looksLikeDataUrl(text), true, text);
  for (const text of ['', 'data:', 'data: a, b', 'data:x', 'xdata:,x', '"data:,x"', 'data: a;"b",c'])
    assert.equal(looksLikeDataUrl(text), false, text);
});

const pieces = ['"', "'", '`', '\\', '\\"', '\n', ' ', '$', '{', '+', ';', ',', '=', '(', ')', '/', '<', 'x'];
const schemes = ['data:', 'd', 'a', 't', ':', 'data:,', 'data:text/plain,', '"data:,', '\\"data:,'];
const escapes = ['\\x64', '\\u0061', '\\u{74}', '\\u{0', '\\\\', ';base64,', 'sourceMappingURL=', '\ud83d'];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ...schemes, ...escapes), fc.string()))
  .map((parts) => parts.join(''));

test('any text at all: in order, within it, apart from each other, and each a data: URL', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom<TextKind>('script', 'prose'), (text, kind) => {
      let last = 0;
      const urls = urlsOf(text, kind);
      for (const { written, start, end } of urls) {
        assert.ok(last <= start && start < end && end <= text.length);
        assert.ok(looksLikeDataUrl(written), JSON.stringify(written));
        if (kind === 'prose') assert.equal(text.slice(start, end), written);
        last = end;
      }
      if (urls.length > 0) assert.ok(mayQuoteDataUrl(text, kind));
    }),
    runs(3000),
  );
});

test('every spelling that JavaScript reads as a data: URL is found, and read the same', () => {
  const strict = spellingsIn(inScript(false)).map((spelling) => [`'${spelling}`, `text/plain,x'`]);
  const sloppy = spellingsIn(inScript(true)).map((spelling) => [`"${spelling}`, `text/plain,x"`]);
  const template = spellingsIn(inScript(false)).map((spelling) => [`\`${spelling}`, `text/plain,x\``]);
  fc.assert(
    fc.property(
      fc.oneof(strict, sloppy, template),
      fc.constantFrom('f(', 'return', '='),
      (literal, before) => {
        const text = before + literal.join('');
        const value: unknown = new Function(`return ${literal.join('')}`)();
        assert.ok(typeof value === 'string' && isDataUrl(value), text);
        assert.ok(mayQuoteDataUrl(text, 'script'), text);
        assert.deepEqual(quotedIn(text, 'script'), [value]);
        assert.deepEqual(
          [...scriptParts(text)].map(({ written }) => written),
          [value],
        );
      },
    ),
    runs(5000),
  );
});

test('handlers, javascript: URLs and JSON in attributes are searched like scripts', () => {
  const attributes: [name: string, value: string, kind: TextKind][] = [
    ['onclick', 'x()', 'script'],
    ['href', ' JavaScript:x()', 'script'],
    ['data-x', ' {"a":1}', 'script'],
    ['class', '["a"]', 'script'],
    ['href', ' java\tscript\n:x()', 'script'],
    ['href', 'java script:x()', 'prose'],
    ['title', 'x javascript:', 'prose'],
  ];
  for (const [name, value, kind] of attributes)
    assert.equal(kindOfAttribute(name, textOfAttribute(name, value)), kind, value);
});

test('the code of a javascript: URL is percent-decoded, but no other attribute', () => {
  const attributes: [name: string, value: string, text: string][] = [
    ['href', 'javascript:%61%C3%A9%zz%4', 'javascript:aé%zz%4'],
    ['href', 'java\tscript:a\n//%0Ab', 'javascript:a//\nb'],
    ['href', 'javascript:"%EF%BB%BF%25C3%25A9"', 'javascript:"\ufeff%C3%A9"'],
    ['href', 'javascript:%FF%C3%A9%61', 'javascript:%FF%C3%A9a'],
    ['href', 'java%73cript:%61', 'java%73cript:%61'],
    ['onclick', 'javascript:%61\n', 'javascript:%61\n'],
    ['title', '%61', '%61'],
  ];
  for (const [name, value, text] of attributes) assert.equal(textOfAttribute(name, value), text);
});

test('every spelling that JSON has is found, and read the same', () => {
  fc.assert(
    fc.property(spellingsIn(inJson), (spelling) => {
      const text = `{"a":"${spelling}text/plain,x"}`;
      assert.ok(mayHoldUrl(text));
      assert.deepEqual(quotedIn(text, 'script'), [JSON.parse(text).a]);
      assert.ok(maySpellScheme(text));
    }),
    runs(5000),
  );
});

describe('texts of megabytes', () => {
  const megabyte = 1 << 20;
  const pausesOf = (work: Generator<unknown, unknown, void>): number => {
    let pauses = 0;
    while (!work.next().done) pauses++;
    return pauses;
  };

  test('both ways of looking pause at least once a megabyte', () => {
    const text = 'dat '.repeat(4 * megabyte);
    assert.ok(pausesOf(mayQuote(text)) >= 15);
    for (const kind of ['script', 'prose'] as const)
      assert.ok(pausesOf(findQuotedDataUrls(text, kind)) >= 15, kind);
  });

  test('what a URL parser strips before the scheme is read with pauses, and to its beginning', () => {
    for (const stripped of ['\\n', '\\x20', '\\u{0020}', ' ', `\\u{${'0'.repeat(2000)}20}`]) {
      const text = `"${stripped.repeat(10_000)}data:,x"`;
      assert.ok(pausesOf(findQuotedDataUrls(text, 'script')) >= 9, stripped);
      assert.equal(quotedIn(text, 'script').length, 1, stripped);
    }
  });

  test('escapes in a URL are decoded with pauses, in any string', () => {
    for (const [escapes, decoded] of [
      ['\\n', '\n'],
      ['\\\\', '\\'],
      ['\\x41b', 'Ab'],
      [`\\u{${'0'.repeat(20_000)}41}`, 'A'],
    ] as const) {
      const count = Math.ceil(megabyte / escapes.length);
      for (const shift of ['', 'y', 'yy']) {
        const text = `"data:,${shift}${escapes.repeat(count)}"`;
        assert.ok(pausesOf(findQuotedDataUrls(text, 'script')) >= 30, escapes.slice(0, 9));
        assert.ok(
          quotedIn(text, 'script')[0] === `data:,${shift}${decoded.repeat(count)}`,
          escapes.slice(0, 9),
        );
      }
    }
  });

  test('a letter behind an escape of any length is found, and a digit of one is none', () => {
    const quoted = (text: string) => quotedIn(`x="${text}"`, 'script').length;
    for (const before of ['\\0', '\\x00', '\\u0000', '\\u{0}', '\\x0d'])
      assert.equal(quoted(`${before}data:,x`), 1, before);
    for (const before of ['\\x0', '\\u000', '\\u{0', '\\u{00'])
      assert.equal(quoted(`${before}data:,x`), 0, before);
  });

  test('a URL is found once, wherever a pause may come', () => {
    // These positions surround the first boundaries between pieces of text.
    for (const at of [megabyte - 4096, megabyte, 2 * megabyte - 8192, 2 * megabyte - 4096]) {
      for (let shift = -12; shift <= 12; shift++) {
        const text = `${'.'.repeat(at + shift)}"data:,x"${'.'.repeat(megabyte)}`;
        assert.deepEqual(quotedIn(text, 'prose'), ['data:,x'], `${at} ${shift}`);
        const looking = mayQuote(text);
        let step = looking.next();
        while (!step.done) step = looking.next();
        assert.equal(step.value, true);
      }
    }
  });

  test('a URL that is longer than all stretches hides none behind it', () => {
    const long = `data:,${'x'.repeat(3 * megabyte)}`;
    assert.deepEqual(quotedIn(`"${long}" "data:,y"`, 'prose'), [long, 'data:,y']);
  });
});
