/** A data: URL in a known place must be found there with the same text, regardless of how its carrier escapes it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FileKind } from '../../../src/files/file-kind.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { positionsIn } from '../../../src/files/line-positions.ts';
import { runs } from '../../support/seed.ts';

/** A way to write a character. `hex` is the character's code point. */
type Escape = (character: string, hex: string, next: string) => string;

const asIs: Escape = (character) => character;
const html: Escape[] = [
  (c) => `&#${c.codePointAt(0)};`,
  (_, hex) => `&#x${hex};`,
  (c) => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;', ':': '&colon;', ',': '&comma;' })[c] ?? c,
];
const js: Escape[] = [
  (_, hex) => `\\u{${hex}}`,
  (c, hex) => (c.length === 1 ? `\\u${hex.padStart(4, '0')}` : c),
  (c, hex) => (hex.length === 2 ? `\\x${hex}` : c),
  (c) => `${c}\\\n`,
];
const json: Escape[] = [(c, hex) => (c.length === 1 ? `\\u${hex.padStart(4, '0')}` : c)];
const css: Escape[] = [
  (_, hex) => `\\${hex} `,
  (_, hex, next) => `\\${hex.padStart(6, '0')}${next === ' ' ? ' ' : ''}`,
];

interface Carrier {
  kind: FileKind;
  before: string;
  after: string;
  escapes: Escape[];
  /** The characters that must be escaped. */
  special: RegExp;
}

const carriers: Record<string, Carrier> = {
  'HTML, double quotes': {
    kind: 'html',
    before: '<img alt=é src="',
    after: '">',
    escapes: html,
    special: /["&\r]/,
  },
  'HTML, single quotes': {
    kind: 'html',
    before: "<img src = '",
    after: "'>",
    escapes: html,
    special: /['&\r]/,
  },
  'HTML, style element': {
    kind: 'html',
    before: '<style>a{b:url("',
    after: '")}</style>',
    escapes: css,
    special: /["\\<\n\r\f\0]/,
  },
  XML: {
    kind: 'xml',
    before: '<svg xmlns="http://www.w3.org/2000/svg"><image href="',
    after: '"/></svg>',
    escapes: html.slice(0, 2),
    special: /["&<\r\n\t]/,
  },
  'CSS, string': { kind: 'css', before: 'a{b:url("', after: '")}', escapes: css, special: /["\\\n\r\f\0]/ },
  'CSS, url token': {
    kind: 'css',
    before: 'a{b:url(',
    after: ')}',
    escapes: css,
    special: /["'()\\\s\0-\x1f\x7f]/,
  },
  JavaScript: { kind: 'script', before: 'a = f("', after: '");', escapes: js, special: /["\\\n\r]/ },
  'JavaScript, template': { kind: 'script', before: 'a = `', after: '`;', escapes: js, special: /[`\\$\r]/ },
  JSON: { kind: 'json', before: '{"a":\n["', after: '"]}', escapes: json, special: /["\\\0-\x1f]/ },
};

/** Generates bodies with characters that the carriers must escape, and with other characters. */
const body = fc.string({
  unit: fc.constantFrom(...'abc019+/=%&<>"\'`\\$();:, {}é𝒳'),
  maxLength: 30,
});
/** Generates text that precedes the URL and has no meaning in any of the languages. */
const front = fc.array(fc.constantFrom(' ', '\t', '\n', '\r\n', '\r', '\n\n'), { maxLength: 12 });

for (const [name, { kind, before, after, escapes, special }] of Object.entries(carriers)) {
  test(`${name}: found at its place, with its text`, () => {
    const choices = fc.infiniteStream(fc.nat(3 * escapes.length));
    fc.assert(
      fc.property(front, body, choices, (blank, text, choose) => {
        const url = `data:text/plain,${text}`;
        const characters = [...url];
        const written = characters
          .map((c, at) => {
            const choice = choose.next().value ?? 0;
            const hex = (c.codePointAt(0) as number).toString(16);
            const always = special.test(c);
            const way = escapes[choice] ?? (always ? (escapes[0] as Escape) : asIs);
            const escaped = way(c, hex, characters[at + 1] ?? '');
            return always && escaped.startsWith(c) ? (escapes[0] as Escape)(c, hex, '') : escaped;
          })
          .join('');
        const head = blank.join('') + before;
        const file = `${head}${written}${after}`;
        const { line, column } = positionsIn(file)(head.length);
        const found = findInFile(kind, file).found;
        const places = found.map((each) => ({ ...positionsIn(file)(each.start), written: each.written }));
        assert.deepEqual(places[0], { line, column, written: url }, file);
        assert.equal(file.slice(found[0]?.start, found[0]?.end), written);
      }),
      runs(300),
    );
  });
}

/** Files of each kind. "·" is a place for line ends. */
const broken: [kind: FileKind, name: string, text: string][] = [
  [
    'html',
    'a.html',
    '·<p>·<img alt="·" src="data:,a·b&amp;·c"·><a style="b:url(data:,·x y·z)·">·<style>·a{b:url(data:,p·q r)}</style>',
  ],
  [
    'html',
    'a.html',
    "<!--·data:,x·-->·<iframe srcdoc=\"·<img src='data:,a·b'>·&lt;p style='b:url(&quot;data:,·x&quot;)'\">",
  ],
  [
    'xml',
    'a.svg',
    '·<svg·xmlns="http://www.w3.org/2000/svg">·<image href="data:,a·b&#38;·c"/><style>·a{b:url(·data:,p·q r)}</style></svg>',
  ],
  [
    'css',
    'a.css',
    '·a{·b:url("data:,a·b");·c:url(·data:,p·q r·);d:url(data:,x·y)}·/* data:,z· */ a{b:url("data:,e·")·}',
  ],
  [
    'script',
    'a.js',
    '·f("data:,a",·`data:,x·y·z`);·// data:,b·a = "url(data:,p q)·";·g(\'<img src="data:,c">\')·',
  ],
  ['json', 'a.json', '{·"a":·"data:,a",·"b":["data:,b c"·,"<img src=\\"data:,d\\">"]}'],
  [
    'mail',
    'a.eml',
    'Subject: a\nContent-Type: text/html\n\n·<p>·<img alt="·" src="data:,a·b&amp;·c"·><a style="b:url(data:,·x y·z)·">',
  ],
  [
    'mail',
    'a.eml',
    'Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n·<p>·<img alt=3D"=\n·" src=3D"data:,a·b&amp;=\nc"·><a style=3D"b:url(data:,·x=\n y·z)·">',
  ],
  [
    'mail',
    'a.eml',
    'A: b\nContent-Type: message/external-body; access-type=URL;\n URL*0="data:,a";\n URL*1="b"\n\nContent-Type: text/plain\n\n',
  ],
  [
    'markdown',
    'a.md',
    '·# a·\n\n![a](data:,a·b)·[c]·\n\n[c]:·data:,c·\n\n```html·\n<img src="data:,·d">·\n```·<p>·<img src="data:,e·f">',
  ],
  ['text', 'a.log', '·a "data:,b·c" ·<data:image/png;base64,AA·AA>·data:,d·(data:,e)·'],
  ['contact', 'a.vcf', 'BEGIN:VCARD\nNOTE:data:,a·\nPHOTO:data:image/png;base64,AAAA\n AAAA·\nEND:VCARD'],
  ['properties', 'a.properties', 'a=data\\:,b·\nb=data:,\\\n  c·\n'],
  ['patch', 'a.diff', '+++ a\n+<img src="data:,·a">·\n-b "data:,c·"\n'],
];

/** The kinds of files in whose syntax a CR alone ends a line. */
const endsAtCr = new Set<FileKind>(['html', 'xml', 'css', 'script', 'json']);

test("positions don't depend on the kind of line ends", () => {
  const ends = fc.array(fc.constantFrom('', '', '\n', '\n\n', ' \n', '\n '), {
    minLength: 20,
    maxLength: 20,
  });
  const places = (kind: FileKind, text: string, name: string) => {
    const positionOf = positionsIn(text);
    return findInFile(kind, text, false, name).found.map(({ start, end, dropped }) => [
      positionOf(start),
      positionOf(end),
      dropped && [dropped.cause, positionOf(dropped.at)],
    ]);
  };
  for (const [kind, name, text] of broken)
    fc.assert(
      fc.property(ends, (choices) => {
        let nth = 0;
        const lines = text.replace(/·/g, () => choices[nth++] ?? '');
        const wanted = places(kind, lines, name);
        assert.ok(wanted.length > 0, lines);
        for (const end of endsAtCr.has(kind) ? ['\r\n', '\r'] : ['\r\n'])
          assert.deepEqual(
            places(kind, lines.replaceAll('\n', end), name),
            wanted,
            JSON.stringify([lines, end]),
          );
      }),
      runs(30),
    );
});
