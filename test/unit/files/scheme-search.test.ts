/**
 * The search that precedes the parsers must find every spelling that they decode, and must not change their results.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import type { FileKind } from '../../../src/files/file-kind.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { isMeantInFile, mayLackColon } from '../../../src/files/meant-in-file.ts';
import {
  mayHoldInHtml,
  mayQuoteUrl,
  maySpellScheme,
  scheme,
  schemesIn,
} from '../../../src/files/scheme-search.ts';
import {
  isPropertyName,
  listedScheme,
  maySpellDataUrl,
  textParts,
  unclosedEnd,
} from '../../../src/files/text-file.ts';
import { findPasted } from '../../../src/pasted/pasted.ts';
import { SPELLED } from '../../../src/uri/spelled-scheme.ts';
import { runs } from '../../support/seed.ts';

const spellings = [
  'data:',
  'DaTa:',
  'd\na\tt\r\na:',
  '&#100;ata:',
  '&#0000100ata:',
  '&#X44;ata&colon;',
  'da&Tab;t&#10;a&NewLine;:',
  '&amp;#x64;ata:',
  '&amp;amp#100;ata:',
  'da\\\nta:',
  'da\\9 ta:',
  '\\64 ata:',
  '\\000064ata\\3a',
  '\\64\r\n\\61\tta\\:',
  '&bsol;64 ata:',
  '&#92;64 ata:',
  '\\u0064\\x61\\u{74}\\u{000061}:',
  '\\\\x64\\\\\\\\u0061ta:',
  '\\u0026#100;ata:',
  '\\u005c64 ata:',
  'd\\n\\tata:',
];

test('every spelling, and none of other words', () => {
  for (const spelling of spellings) {
    assert.ok(maySpellScheme(`x ${spelling},y`), JSON.stringify(spelling));
    const mayBegin = schemesIn(`x ${spelling},y`);
    assert.deepEqual([mayBegin(0, 2), mayBegin(2, 3), mayBegin(4, 99)], [false, true, false], spelling);
  }
  for (const other of ['data', 'd ata:', 'date:', '\\64 ate:', '&#101;ata:', 'dat&amp;a:', '\\d\\a\\t'])
    assert.equal(maySpellScheme(other), false, other);
});

test('a property of a script is no URL', () => {
  for (const property of [
    '{ data: [1, 2], a: "/" }',
    '{data:e,b:"image/png"}',
    '{data:null,x:1}',
    'data: any;',
    '(data: string): a/b',
    'data: a ? b : c / d',
    'boundingData:null',
    '// data:[<type>];base64,x',
  ])
    assert.equal(mayQuoteUrl(property), false, property);
  for (const quoted of [
    ...[
      '"data:,x"',
      '"data: ;a,"',
      '"data:image\\/png,"',
      "'data:a/b;base64'",
      '"data:undefined"',
      '"data:x;base64 AAAAAAAA"',
      '"data;base64,AAAAAAAA"',
    ],
    ...[
      '"data:\nimage/png,"',
      '`data:data:a,`',
      '"data:\\x69mage/png,"',
      '"\\u0064ata:,"',
      `"data:\${a}base64,AAAAAAAA"`,
    ],
  ])
    assert.equal(mayQuoteUrl(quoted), true, quoted);
});

/** Pieces of URLs and of the languages around them. */
const pieces = [
  ...[
    'd',
    'a',
    't',
    'a',
    ':',
    'da',
    'ta:',
    'data:',
    ',',
    'data:,x',

    'data:image/png;base64,AAAA',
    ...[
      'null',
      'undefined,',
      'image',
      '/',
      'png',
      ' ',
      'base64',
      'AAAAAAAA',
      `\${a}`,
      '{b}',
      '%s',
      '[object Object]',
    ],
    ';base64,',
    ...['data;', 'x', '// '],
  ],
  ...[
    '\\64 ',
    '\\x61',
    '\\u0074',
    '\\u{61}',
    '\\:',
    '\\',
    '\\n',
    '\\\n',
    '&#100;',
    '&#x61;',
    '&#116',
    '&amp;',
  ],
  ...['&colon;', '&Tab;', '&bsol;', 'data%3A', 'data%253a', '=3D', '=\n', '\n', '\t', '\r\n', ' ', '\0'],
  'Content-Type: message/external-body; access-type=URL; URL="da\n ta:,x"\n\n',
  ...['"', "'", '`', '(', ')', '<', '>', '{', '}', '[', ']', '</p>', '<!--', '-->', '/*', '*/', '//'],
  ...[
    '<p title="',
    '<img src=',
    '<style>a{b:url(',
    ')}</style>',
    '<script>',
    '</script>',
    '<iframe srcdoc="',
  ],
  ...['a{b:url(', '@import "', '={"a":"', '"}', '![](', 'x = "', "<a href='", 'href="https://example.com/'],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((all) => all.join(''));

/** Appended to each text so that the parsers run: a "data:" that is not part of a URL. */
const decoys: [FileKind, string][] = [
  ['html', '"\'>--><p>data:'],
  ['xml', '"\'>--><p>data:'],
  ['css', '\n/* data: */'],
  ['script', '\n// data:;'],
  ['json', '\n// data: '],
  ['markdown', '\n\nx data: '],
];
for (const [kind, decoy] of decoys)
  test(`${kind}: with and without the search the same`, () => {
    fc.assert(
      fc.property(text, (each) => {
        if ((kind === 'script' ? mayQuoteUrl : maySpellScheme)(each)) return;
        const { found } = findInFile(kind, each + decoy);
        assert.deepEqual(found, [], JSON.stringify(each));
      }),
      runs(3000),
    );
  });

test('a script: the tokens in which a URL may start are all that have one', () => {
  // This is an unusual spelling, which makes the search look for every "data:".
  const spelled = '"\\u0064ata:,spelled";\n';
  fc.assert(
    fc.property(text, (each) => {
      const { found } = findInFile('script', each);
      const [, ...all] = findInFile('script', spelled + each).found;
      assert.deepEqual(
        found.map(({ start, written }) => [start, written]),
        all.map(({ start, written }) => [start - spelled.length, written]),
        JSON.stringify(each),
      );
    }),
    runs(3000),
  );
});

test('XML: the tokens in which a URL may start are all that have one', () => {
  // A declaration of an entity makes the search look everywhere.
  const declared = '<!--<!ENTITY-->';
  const near = fc.array(
    fc.constantFrom(...pieces, '<svg>', '<a xlink:href="', '<![CDATA[', ']]>', '<?x ', '?>', '/>'),
    {
      maxLength: 24,
    },
  );
  fc.assert(
    fc.property(near, (all) => {
      const [each, marked] = [all.join(''), declared + all.join('')].map((one) =>
        findInFile('xml', one).found.map(({ start, written, selector }) => ({ start, written, selector })),
      );
      assert.deepEqual(
        each,
        marked?.map((found) => ({ ...found, start: found.start - declared.length })),
        JSON.stringify(all.join('')),
      );
    }),
    runs(3000),
  );
});

/** Pieces around the names of properties in a page, each of which makes a URL of "data:" in some other order. */
const around = [
  ...[
    'x',
    'x ',
    'xData: 1',
    '// ',
    '//',
    '\\n',
    '\\x20',
    '\\20',
    '\\00000a',
    '\\0',
    '&#32',
    '&#x9',
    '%s',
    '$x',
    "'a'",
    '"',
  ],
  ...['{ ', ',\n', '\n', '\u0001', 'data: ', 'data: [1, 2]', 'data: "a"', '~ ', '<?= ', '\\'],
  ...`{ , {{ = : ; ( " ' > &#32; &#44; &comma; x data: Data:null data:e a/b base64 %s } ]`.split(' '),
  ...`<!-- --> <style>a{b:url( </style> <script> </script> <noscript> \${ }} ?> <% %> @{ [[ ]] src={ +`.split(
    ' ',
  ),
  ...'<img src=|<p title="|<a b=|<img srcset="|<i x-srcset="|<a ping="|<object archive="|<svg fill="'.split(
    '|',
  ),
  ...'<meta http-equiv=refresh content="0|<iframe srcdoc="|<script type=importmap>|style="|:src="'.split('|'),
  '<meta http-equiv="&#114;efresh" content="0',
];

test('a page: with and without the search for names of properties the same', () => {
  const page = fc
    .array(fc.constantFrom(...around), { minLength: 2, maxLength: 16 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(
      page,
      fc.constantFrom('a.html', 'a.vue', 'a.php', 'a.twig', 'a.cshtml', 'a.svelte'),
      (each, name) => {
        // The text before each page makes the parser run.
        if (!mayHoldInHtml(each))
          assert.deepEqual(findInFile('html', `data:)${each}`, false, name).found, [], JSON.stringify(each));
      },
    ),
    runs(10_000),
  );
  for (const script of [
    ...['x = {data: [1]}', 'f({\n  type: "bar",\n  data: b,\n})', "{a:'b',data:{}}"],
    ...['{ // data: b\n}', '{seriesData: b}', '// The\n data: b'],
  ])
    assert.equal(mayHoldInHtml(`<p>x</p><script>${script}</script>`), false, script);
  for (const held of [
    ...['<img srcset="a 1x, data: x">', '<i data-srcset="data:,x 1x,data:e">', '<object archive="{ data:e">'],
    ...['<a ping="{ data:e">', '<meta http-equiv=refresh content="0,data:e">', '<a href=" data:e">'],
    ...[
      '<meta http-equiv="&#114;efresh" content="0,data:e">',
      '<iframe srcdoc="&lt;img &#115;rcset=\'x, data:e\'&gt;">',
    ],
    ...['<p style="a:url(data:e)">', '<p style="a:url("data:e")">'],
  ]) {
    assert.ok(mayHoldInHtml(held), held);
    assert.notDeepEqual(findInFile('html', held).found, [], held);
  }
  // A space that ends an attribute is no quotation mark.
  assert.deepEqual(findInFile('html', '<img src={ data: x }>').found, []);
});

test('text: with and without the search the same', () => {
  fc.assert(
    fc.property(text, (each) => {
      const pasted = findPasted(each);
      // A quotation mark of another string ends such a URL in pasted text.
      if (pasted.some((url) => unclosedEnd(each, url) !== null)) return;
      // An address or another scheme in front of a URL becomes a part of it.
      const parts = textParts(each);
      const addressed = new Set(
        parts
          .filter(({ written }) => !isDataUrl(written) || isDataUrl(written.replace(/^[^:]*:/, '')))
          .map(({ end }) => end),
      );
      const all = pasted.filter(
        ({ written, assumed, start, end }) =>
          isDataUrl(written) &&
          assumed !== 'type' &&
          !addressed.has(end) &&
          // After a path, text without a type is a name, such as that of a wiki page.
          (!/\w\/$/.test(each.slice(0, start)) || isMeantInFile(`/${written}`)) &&
          // Names in a program and schemes in a list of sources are not URLs.
          !isPropertyName.test(written) &&
          !(each[end] === ':' && listedScheme.test(written)),
      );
      assert.deepEqual(
        parts
          .filter(({ end }) => !addressed.has(end))
          .map(({ start, end, written }) => [start, end, written]),
        all.map(({ start, end, written }) => [start, end, written]),
      );
      if (!maySpellDataUrl(each)) assert.deepEqual(all, []);
    }),
    runs(10_000),
  );
});

test('a quick search finds what one expression finds, in texts with few marks and with many', () => {
  const everySpelling = new RegExp(SPELLED, 'i');
  const everyScheme = new RegExp(scheme, 'i');
  const isFound = (all: string) =>
    everySpelling.test(all) || /data%|external-body/i.test(all) || isDataUrl(all) || mayLackColon(all);
  const check = (each: string, times: number) => {
    const all = each + 'x'.repeat(each.length * times);
    // In a text without "data:", the search looks for ";base64,".
    const isPlain = everyScheme.test(all) || /;base64,/i.test(all);
    assert.equal(maySpellScheme(all), isPlain, JSON.stringify(all));
    assert.ok(schemesIn(all)(0, all.length) || !everyScheme.test(all), JSON.stringify(all));
    assert.equal(maySpellDataUrl(all), isFound(all), JSON.stringify(all));
  };
  fc.assert(fc.property(text, fc.constantFrom(0, 100), check), runs(20_000));
  // All that may come between a line break and the rest of the scheme, and texts that may not.
  const between = [
    '',
    '\n',
    ' ',
    '>',
    '\t',
    '\r\n',
    '\0',
    '=\n',
    '" "',
    "''",
    '``',
    '&Tab;',
    '\\n',
    'x',
    '.',
  ];
  for (const [first, rest] of [...'data'].map((_, at) => ['data:'.slice(0, at + 1), 'data:'.slice(at + 1)]))
    for (const blanks of ['', ' ', '='])
      for (const after of between)
        for (const next of [`${rest}`, `&#${rest?.charCodeAt(0)};${rest?.slice(1)}`, `\\${rest}`])
          for (const times of [0, 100]) check(`x${first}${blanks}\n${after}${next},y`, times);
});
