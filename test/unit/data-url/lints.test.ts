import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { positionOfByte } from '../../../src/data-url/lints/charset-parameter.ts';
import { applyEdits, type Lint, lintBeginning, lintDataUrl } from '../../../src/data-url/lints/index.ts';
import { lintTexts, noteTexts } from '../../../src/data-url/lints/lint-texts.ts';
import { parseDataUrl } from '../../../src/data-url/parse.ts';
import { problemTexts } from '../../../src/data-url/problem-texts.ts';
import { argumentNames, type MessageId, messageTexts } from '../../../src/rules/docs.ts';
import { repairedUrl } from '../../support/repaired-url.ts';
import { runs } from '../../support/seed.ts';
import { arbitraryDataUrl } from '../../vectors/arbitrary-data-url.ts';
import { ownVectors } from '../../vectors/data-url-vectors.ts';

const lints = (written: string): Lint[] => lintDataUrl(written);

/** Returns the URL after all edits of a lint. */
const repairedBy = (written: string, { edits }: Lint): string | undefined =>
  edits && applyEdits(written, edits);

/** The codes of lints for which a UI text exists. */
const described: ReadonlySet<string> = new Set(Object.keys(messageTexts));

/** A URL, the code of its lint, the text that the lint points at, and the repaired URL if one exists. */
const cases: [string, string, string, string?][] = [
  [
    'data:image/svg+xml,%3Csvg fill="#fff"/>',
    'fragment-cuts-body',
    '#',
    'data:image/svg+xml,%3Csvg fill="%23fff"/>',
  ],
  ['data:text/css,a%7Bcolor:#fff%7D#top', 'fragment-cuts-body', '#', 'data:text/css,a%7Bcolor:%23fff%7D#top'],
  ['data:text/css,a%7Bcolor:#fff%7D', 'fragment-cuts-body', '#', 'data:text/css,a%7Bcolor:%23fff%7D'],
  ['data:a/b;c="d,e",f', 'comma-in-quotes', ',', 'data:a/b;c="d%2Ce",f'],
  ['data:a/b;c="d,f', 'unclosed-quote', 'c="d', 'data:a/b;c="d",f'],
  ['data:text%2Fcss,x', 'escape-in-media-type', '%2F', 'data:text/css,x'],
  ['data:a/b;base64;c=d,YQ==', 'base64-not-last', ';base64'],
  ['data:a/b;base64;base64,YQ==', 'base64-repeated', ';base64', 'data:a/b;base64,YQ=='],
  ['data:a/b;%62ase64,YQ==', 'base64-escaped', ';%62ase64'],
  ['data:a/b%3Bbase64,YQ==', 'base64-escaped', '%3Bbase64'],
  ['data:a/b;base64%20,YQ==', 'base64-escaped', ';base64%20'],
  ['data:base64,YQ==', 'base64-without-semicolon', 'base64'],
  ['data:image/pngbase64,YQ==', 'base64-without-semicolon', 'base64'],
  ['data:image/png,base64,YQ==', 'base64-after-comma', ',base64'],
  ['data:a/b;base64=,YQ==', 'base64-with-value', ';base64='],
  ['data:a/b;bas64,YQ==', 'base64-misspelled', 'bas64'],
  ['data:a/b;=base64;b64=,YQ==', 'base64-misspelled', '=base64'],
  ['data:a/b;base64,Y W JjY', 'base64-plus', ' '],
  ['data:a/b;base64,YW%20J%20j', 'base64-plus', '%20'],
  ['data:a/b;base64,YWJj YWJj  WJj YWJj Y', 'base64-plus', ' '],
  ['data:text,x', 'type-without-subtype', 'text'],
  ['data:te(xt/css;a=b,x', 'invalid-media-type', 'te(xt/css'],
  ['data:text/css;utf8,x', 'charset-without-name', 'utf8', 'data:text/css;charset=utf-8,x'],
  ['data:a/b;c,x', 'parameter-without-value', 'c', 'data:a/b,x'],
  ['data:a/b;c=,x', 'parameter-without-value', 'c=', 'data:a/b,x'],
  ['data:a/b;=c,x', 'parameter-without-name', '=c', 'data:a/b,x'],
  ['data:a/b;a="x;;y";;b=c,z', 'empty-parameter', ';', 'data:a/b;a="x;;y";b=c,z'],
  ['data:a/b;a=="x;;y",z', 'empty-parameter', ';', 'data:a/b;a=="x;y",z'],
  ['data:\t/text/css,x', 'slash', '/', 'data:\ttext/css,x'],
  ['data:/\n/a/b,x', 'double-slash', '/\n/', 'data:a/b,x'],
  ['data:a/b;c =d,x', 'parameter-name', 'c =d', 'data:a/b;c=d,x'],
  ['data:a/b;(=d,x', 'parameter-name', '(=d'],
  ['data:a/b;c=1;C=2,x', 'duplicate-parameter', 'C=2', 'data:a/b;c=1,x'],
  ['data:a/b;c="d",x', 'quoted-parameter', 'c="d"'],
  ['data:a/b;;c=d,x', 'empty-parameter', ';', 'data:a/b;c=d,x'],
  ['data://text/css,x', 'double-slash', '//', 'data:text/css,x'],
  ['data:/text/css,x', 'slash', '/', 'data:text/css,x'],
  ['data:///text/css,x', 'slash', '///', 'data:text/css,x'],
  ['data://?a,b', 'slash', '//', 'data:?a,b'],
  ['data: //,x', 'space-in-media-type', ' '],
  ['data:text/plain,hello+you', 'plus-for-space', '+', 'data:text/plain,hello%20you'],
  ['data:a/b,', 'empty-body', ''],
  ['data:a/b,%fg', 'malformed-escape', '%fg', 'data:a/b,%25fg'],
  ['data:a/b,x%4', 'malformed-escape', '%4', 'data:a/b,x%254'],
  ['data:a/b,x%', 'malformed-escape', '%', 'data:a/b,x%25'],
  ['data:a/b,%2541', 'double-escape', '%2541', 'data:a/b,%41'],
  ['data:a/b,%c3', 'lowercase-escape', '%c3', 'data:a/b,%C3'],
  ['data:a/b,%4%41%42', 'needless-escape', '%42', 'data:a/b,%4%41B'],
  ['data:a/b,%\t4\r%41%25%41', 'needless-escape', '%41', 'data:a/b,%\t4\r%41%25A'],
  ['data:a/b,%41%42', 'needless-escape', '%41%42', 'data:a/b,AB'],
  ['data:a/b,x y', 'space-in-body', ' ', 'data:a/b,x%20y'],
  ['data:a/b,x\n\ty', 'whitespace-removed', '\n\t', 'data:a/b,xy'],
  ['data:a/b,x\u0001y', 'control-in-body', '\u0001', 'data:a/b,x%01y'],
  ['data:a/b,<x>', 'delimiter-in-body', '<', 'data:a/b,%3Cx%3E'],
  ['data:a/b,x{|}', 'unwise-in-body', '{|}', 'data:a/b,x%7B%7C%7D'],
  ['data:a/b,€', 'non-ascii-in-body', '€', 'data:a/b,%E2%82%AC'],
  ['data:a/b,x\ud800y', 'lone-surrogate', '\ud800'],
  ['data:a/b;base64,YW Jj', 'base64-whitespace', ' ', 'data:a/b;base64,YWJj'],
  ['data:a/b;base64,YQ', 'base64-missing-padding', '', 'data:a/b;base64,YQ=='],
  ['data:a/b;base64,-_-_', 'base64-url-safe', '-'],
  ['data:a/b;base64,-/-_', 'base64-mixed-alphabet', '-'],
  ['data:a/b;base64,YR==', 'base64-leftover-bits', 'R', 'data:a/b;base64,YQ=='],
  ['data:a/b;base64,YQ%3D%3D', 'base64-escaped-characters', '%3D', 'data:a/b;base64,YQ=='],
  ['DATA:a/b,x', 'scheme-spelling', 'DATA', 'data:a/b,x'],
  [' data:a/b,x ', 'surrounding-space', ' ', 'data:a/b,x'],
  ['data:a/b;BASE64,YQ==', 'base64-case', ';BASE64', 'data:a/b;base64,YQ=='],
  ['data:a/b; base64 ,YQ==', 'base64-spaces', '; base64 ', 'data:a/b;base64,YQ=='],
  ['data:a/b; c=d,x', 'space-in-media-type', ' ', 'data:a/b;c=d,x'],
  ['data:a/b;c=é,x', 'character-in-media-type', 'é'],
  ['data:a/b;c=http://d/?e,x', 'unescaped-in-media-type', ':'],
  ['data:a/b;c=%4\t1;d=100%,x', 'unescaped-in-media-type', '%'],
  ['data:text/css;charset=utf-7,x', 'charset-unknown', 'charset=utf-7'],
  ['data:text/html,%C3%A9', 'charset-missing', '%C3', 'data:text/html;charset=utf-8,%C3%A9'],
  ['data:;base64,w6k=', 'charset-missing', 'w6', 'data:;charset=utf-8;base64,w6k='],
  ['data:;charset=us-ascii,%C3%A9', 'charset-not-ascii', '%C3', 'data:;charset=utf-8,%C3%A9'],
  ['data:text/html;charset=utf-8,x%FFy', 'charset-mismatch', '%FF'],
  ['data:text/html;charset=utf-8;base64,eP95', 'charset-mismatch', 'P9'],
  [
    'data:text/html;charset=utf-16le,%EF%BB%BFx',
    'charset-bom',
    'charset=utf-16le',
    'data:text/html;charset=utf-8,%EF%BB%BFx',
  ],
  ['data:image/png;charset=utf-8,x', 'charset-on-binary', 'charset=utf-8', 'data:image/png,x'],
];

test('each lint: its place and its repair', () => {
  for (const [url, code, text, repaired] of cases) {
    const found = lints(url);
    const lint = found.find((l) => l.code === code);
    assert.ok(lint, `${JSON.stringify(url)}: no ${code} but ${found.map((l) => l.code)}`);
    assert.equal(url.slice(lint.start, lint.end), text, url);
    assert.equal(repairedBy(url, lint), repaired, url);
    if (repaired !== undefined) {
      const again = lints(repaired).filter((l) => l.code === code);
      assert.ok(
        again.length === 0 || code === 'double-escape',
        `${url}: ${code} is still there in ${repaired}`,
      );
    }
    assert.match(lint.code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.match(lint.message, /[.]$/);
  }
});

/** Lints that no edit removes, each with a similar URL that doesn't cause the lint. */
const neighbors: [string, string][] = [
  ['fragment-cuts-body', 'data:image/svg+xml,%3Csvg/%3E#svgView(viewBox(0,0,1,1))'],
  ['base64-not-last', 'data:a/b;c=d;base64,YQ=='],
  ['base64-escaped', 'data:a/b;c=%62ase64,x'],
  ['base64-without-semicolon', 'data:;base64,YQ=='],
  ['base64-after-comma', 'data:image/png;base64,base64=='],
  ['base64-with-value', 'data:a/b;base63=,x'],
  ['base64-misspelled', 'data:a/b;bsae,x'],
  ['base64-plus', 'data:a/b;base64,YWJj ZGVm'],
  ['base64-plus', 'data:a/b;base64,\n  YWJjZ\n  GVmYQ'],
  ['type-without-subtype', 'data:text/x,x'],
  ['invalid-media-type', 'data:te(xt,x'],
  ['quoted-parameter', 'data:a/b;c=d,x'],
  ['empty-body', 'data:a/b,%20'],
  ['lone-surrogate', 'data:a/b,x\ud83d\ude00y'],
  ['base64-url-safe', 'data:a/b;base64,+/+/'],
  ['base64-mixed-alphabet', 'data:a/b;base64,-_-_'],
  ['character-in-media-type', 'data:a/b;c=e,x'],
  ['unescaped-in-media-type', 'data:a/b;c=http%3A%2F%2Fd%2F%3Fe,x'],
  ['unescaped-in-media-type', 'data:a/b;c="%4\t1/",x'],
  ['needless-escape', 'data:a/b,%4%41'],
  ['needless-escape', 'data:a/b,%%41'],
  ['charset-unknown', 'data:text/css;charset=utf-8,x'],
  ['charset-mismatch', 'data:text/html;charset=utf-8,x%C3%BFy'],
];

test('each lint has a neighbor of which it is not said', () => {
  const repaired = cases.flatMap(([, code, , url]) => (url === undefined ? [] : [[code, url] as const]));
  const all = [...neighbors, ...repaired];
  for (const [code, url] of all) assert.ok(!lints(url).some((each) => each.code === code), `${code}: ${url}`);
  const codes = new Set([...all.map(([code]) => code), 'length-attribute', 'length-tag']);
  assert.deepEqual([...codes].sort(), Object.keys(lintTexts).sort());
});

test('all that is said of a URL, word by word', () => {
  const table = ownVectors('lints.json') as { url: string; repaired: string | null; lints: string[] }[];
  const shown = (text: string) => (text.length > 400 ? `${text.length} code units` : text);
  for (const { url, repaired: whole, lints: said } of table) {
    const repaired = repairedUrl(url);
    assert.equal(repaired && shown(repaired), whole, url);
    const found = lints(url).map((lint) => {
      const { group, code, start, end, args, message } = lint;
      const repaired = repairedBy(url, lint);
      const mended = repaired === undefined ? '' : ` => ${shown(repaired)}`;
      return `${group} ${code} ${start}-${end} ${JSON.stringify(args)}: ${message}${mended}`;
    });
    assert.deepEqual(found, said, JSON.stringify(url));
  }
  const urls = new Set(table.map(({ url }) => url));
  assert.deepEqual(
    cases.filter(([url]) => !urls.has(url)),
    [],
  );
});

test('only a URL of up to 64 Ki code units carries its repair', () => {
  for (const start of [
    'data:a/b,<',
    'data:a/b;c,',
    'data:text%2Fcss,',
    'data:,a+b',
    'data:text/css,a#b;',
    'data:a/b;base64;base64,',
  ]) {
    const repairs = (length: number) =>
      lints(start.padEnd(length, 'x')).filter(({ edits }) => edits !== undefined).length;
    assert.ok(repairs(1 << 16) > 0, start);
    assert.equal(repairs((1 << 16) + 1), 0, start);
  }
});

test('each lint is reported by a rule or as a note, and each note is a lint', () => {
  const codes = cases.flatMap(([url]) => lints(url).map(({ code }) => code));
  assert.deepEqual(
    codes.filter((code) => !described.has(code)),
    [],
  );
  const found = new Set([...codes, 'length-attribute', 'length-tag']);
  assert.deepEqual(
    Object.keys(noteTexts).filter((code) => !found.has(code)),
    [],
  );
});

test('each lint has the arguments of its text, which translations number', () => {
  for (const { code, args } of cases.flatMap(([url]) => lints(url)))
    assert.deepEqual(Object.keys(args).sort(), argumentNames(code as MessageId), code);
});

test('length', () => {
  const codes = (n: number) => lints(`data:a/b,${'x'.repeat(n)}`).map(({ code }) => code);
  assert.deepEqual(codes(1024 - 9), []);
  assert.deepEqual(codes(1025 - 9), ['length-attribute']);
  assert.deepEqual(codes(2101 - 9), ['length-tag']);
  // A URL this long gets no lint, because its author surely knows that it is long.
  for (const n of [4097, 1_000_000]) assert.deepEqual(codes(n - 9), []);
});

test('what is refused is not also said to lack its padding', () => {
  for (const body of ['AA!', 'A=A', 'AA\u00e9', '-_A']) {
    const codes = lints(`data:a/b;base64,${body}`).map(({ code }) => code);
    assert.ok(!codes.includes('base64-missing-padding'), `${body}: ${codes}`);
  }
});

/**
 * Returns the lints of a group. For each: the code, the text of the URL that the lint points at, the arguments, and the
 * repaired URL.
 */
const ofGroup = (url: string, group: string) =>
  lints(url)
    .filter((each) => each.group === group)
    .map((lint) => {
      const { code, start, end, args } = lint;
      return [code, url.slice(start, end), args, repairedBy(url, lint) ?? null];
    });

test('white space in base64 is what forgiving-base64 decode skips', () => {
  for (let code = 1; code < 0x80; code++) {
    const c = String.fromCharCode(code);
    if (/[A-Za-z\d+/=%#_-]/.test(c)) continue;
    const found = ofGroup(`data:;base64,YW${c}Jj`, 'base64');
    const isSpace = '\t\n\f\r '.includes(c);
    assert.deepEqual(
      found,
      isSpace ? [['base64-whitespace', c, { count: 1 }, 'data:;base64,YWJj']] : [],
      `${code}`,
    );
  }
  assert.deepEqual(ofGroup('data:;base64,Y\t\nW\fJj', 'base64'), [
    ['base64-whitespace', '\t\n', { count: 3 }, 'data:;base64,YWJj'],
  ]);
  assert.deepEqual(ofGroup('data:;base64,YWJj \n YWJj', 'base64'), [
    ['base64-whitespace', ' \n ', { count: 3 }, 'data:;base64,YWJjYWJj'],
  ]);
});

test('needless in base64 are escapes of its alphabet, its padding and its white space', () => {
  for (let byte = 0; byte < 0x100; byte++) {
    const c = String.fromCharCode(byte);
    const upper = `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    for (const escaped of new Set([upper, upper.toLowerCase()])) {
      const found = ofGroup(`data:;base64,YW${escaped}Jj#%41`, 'base64').filter(
        ([code]) => code === 'base64-escaped-characters',
      );
      const repaired = `data:;base64,YW${c <= ' ' ? '' : c}Jj#%41`;
      const isNeedless = /[A-Za-z\d+/=\t\n\f\r ]/.test(c);
      assert.deepEqual(
        found,
        isNeedless ? [['base64-escaped-characters', escaped, {}, repaired]] : [],
        escaped,
      );
    }
  }
});

test('bits that no byte takes, behind escapes and whitespace', () => {
  for (const [body, repaired] of [
    ['YR%20==', 'YQ%20=='],
    ['YR%3D%3D', 'YQ%3D%3D'],
    ['Y%52==', 'YQ=='],
    ['YR\n==', 'YQ\n=='],
  ] as const) {
    const found = ofGroup(`data:;base64,${body}`, 'base64').find(([code]) => code === 'base64-leftover-bits');
    assert.equal(found?.[3], `data:;base64,${repaired}`, body);
  }
  for (const body of ['YQ%20==', 'YQ%3D%3D', 'Y%51==', 'YWI%3D', '%2D%5F'])
    assert.ok(!lints(`data:;base64,${body}`).some(({ code }) => code === 'base64-leftover-bits'), body);
});

test('without its only parameter, a URL would get the default charset', () => {
  for (const [url, code] of [
    ['data:;x,y', 'parameter-without-value'],
    ['data:;,x', 'empty-parameter'],
    ['data:;=b,y', 'parameter-without-name'],
  ] as const)
    assert.equal(lints(url).find((each) => each.code === code)?.edits, undefined, url);
});

test('only a type that is written is declared', () => {
  for (const url of ['data:,', 'data:;base64,', 'data:;charset=utf-8,'])
    assert.ok(!lints(url).some(({ code }) => code === 'empty-body'), url);
  assert.ok(lints('data:text/plain,').some(({ code }) => code === 'empty-body'));
});

test('a closing quote after "?"', () => {
  const codes = (url: string) => lints(url).map(({ code }) => code);
  assert.deepEqual(codes('data:text/plain;x="?a",c'), ['quoted-parameter']);
  assert.deepEqual(codes('data:text/plain;x="?a,c'), ['unclosed-quote']);
});

test('which alphabet base64 is in', () => {
  for (const [body, code, text, count] of [
    ['YW-_', 'base64-url-safe', '-', 2],
    ['Y_W-', 'base64-url-safe', '_', 2],
    ['+W-j', 'base64-mixed-alphabet', '-', 1],
    ['Y_W/', 'base64-mixed-alphabet', '_', 1],
  ] as const) {
    const found = ofGroup(`data:;base64,${body}#-_`, 'base64');
    assert.deepEqual(found, [[code, text, { count }, null]], body);
  }
});

test('the end of base64: its padding, and bits that no byte takes', () => {
  for (const [body, found] of [
    ['', []],
    ['=', []],
    ['A', []],
    ['AA', [['base64-missing-padding', '', { missing: 2 }, 'AA==']]],
    ['AAA', [['base64-missing-padding', '', { missing: 1 }, 'AAA=']]],
    ['AAAA', []],
    ['AAA=', []],
    ['AA= = ', [['base64-whitespace', ' ', { count: 1 }, 'AA==']]],
    [
      'A%41',
      [
        ['base64-escaped-characters', '%41', {}, 'AA'],
        ['base64-missing-padding', '', { missing: 2 }, 'A%41=='],
      ],
    ],
    ['A%zz', []],
    [
      'A\nA',
      [
        ['base64-whitespace', '\n', { count: 1 }, 'AA'],
        ['base64-missing-padding', '', { missing: 2 }, 'A\nA=='],
      ],
    ],
    [
      'AA\n#x',
      [
        ['base64-whitespace', '\n', { count: 1 }, 'AA#x'],
        ['base64-missing-padding', '', { missing: 2 }, 'AA==\n#x'],
      ],
    ],
    ['A\vA', []],
    ['A=A', []],
  ] as const) {
    const expected = found.map(([code, text, args, repaired]) => [
      code,
      text,
      args,
      `data:;base64,${repaired}`,
    ]);
    const actual = ofGroup(`data:;base64,${body}`, 'base64').map(([code, text, args, repaired]) => [
      code,
      text,
      args,
      // The whitespace around the URL is the subject of another lint.
      `${repaired}`.trimEnd(),
    ]);
    assert.deepEqual(actual, expected, JSON.stringify(body));
  }
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (const [start, end, used] of [
    ['A', '==', 0b110000],
    ['AA', '=', 0b111100],
    ['AAA', '', 0b111111],
    ['A A', '=', 0b111100],
    ['AAAA\nA', '=\n=', 0b110000],
  ] as const) {
    for (const [i, character] of [...alphabet].entries()) {
      const url = `data:;base64,${start}${character}${end}`;
      const canonical = alphabet.charAt(i & used);
      const found = ofGroup(url, 'base64').filter(([code]) => code !== 'base64-whitespace');
      const repaired = `data:;base64,${start}${canonical}${end}`;
      const lint = ['base64-leftover-bits', character, { character, canonical }, repaired];
      assert.deepEqual(found, character === canonical ? [] : [lint], url);
    }
  }
});

test('what dot-segments take out of base64 is not its end', () => {
  for (const body of ['YWJ/./', 'YQ/.', 'YWI/b/../']) {
    const found = ofGroup(`data:/;base64,${body}`, 'base64');
    assert.deepEqual(found, [], body);
  }
});

test('charsets that are declared, and bytes that are none of theirs', () => {
  for (const [url, ...found] of [
    ['data:text/plain,%7F'],
    ['data:text/plain,%80', ['charset-missing', '%80', { used: 'windows-1252' }, null]],
    ['data:,%C2%80', ['charset-missing', '%C2', { used: 'windows-1252' }, 'data:;charset=utf-8,%C2%80']],
    // An invalid media type declares nothing, and adding a charset would not repair it.
    [
      'data:text;charset=us-ascii,%C2%80',
      ['charset-missing', '%C2', { used: 'windows-1252' }, 'data:;charset=utf-8,%C2%80'],
    ],
    [
      'data:text/html ;x=y ;base64,w6k=',
      ['charset-missing', 'w6', { used: 'windows-1252' }, 'data:text/html ;x=y;charset=utf-8 ;base64,w6k='],
    ],
    ['data:/text/html,%C2%80', ['charset-missing', '%C2', { used: 'windows-1252' }, null]],
    // A byte order mark, a declaration in the text, or the type is sufficient by itself.
    ['data:,%EF%BB%BF%C2%80'],
    ['data:text/html,<meta charset=utf-8>%C2%80'],
    ['data:application/json,%C2%80'],
    ['data:text/css,%FF', ['charset-mismatch', '%FF', { encoding: 'utf-8', count: 1, byte: 0 }, null]],
    [
      'data:text/plain;charset=ascii,%C2%80',
      ['charset-not-ascii', '%C2', { used: 'windows-1252' }, 'data:text/plain;charset=utf-8,%C2%80'],
    ],
    [
      'data:text/plain;charset=ISO646-US,%80',
      ['charset-unknown', 'charset=ISO646-US', { label: 'ISO646-US', used: 'windows-1252' }, null],
      ['charset-not-ascii', '%80', { used: 'windows-1252' }, null],
    ],
    [
      'data:text/plain;charset="ANSI_X3.4-1968",%C2%80',
      ['charset-not-ascii', '%C2', { used: 'windows-1252' }, 'data:text/plain;charset="utf-8",%C2%80'],
    ],
    // JSON is always decoded as UTF-8, whatever is declared.
    [
      'data:application/json;charset=us-ascii,%C2%80',
      ['charset-not-ascii', '%C2', { used: 'utf-8' }, 'data:application/json;charset=utf-8,%C2%80'],
    ],
    ['data:text/plain;charset=latin1,%C2%80'],
    [
      'data:text/plain;charset=not-ascii,%41',
      ['charset-unknown', 'charset=not-ascii', { label: 'not-ascii', used: 'windows-1252' }, null],
    ],
    [
      'data:text/plain;charset=x-ascii,%80',
      ['charset-unknown', 'charset=x-ascii', { label: 'x-ascii', used: 'windows-1252' }, null],
    ],
    [
      'data:text/plain;charset=us-ascii,%EF%BB%BF',
      [
        'charset-bom',
        'charset=us-ascii',
        { bom: 'utf-8', declared: 'us-ascii' },
        'data:text/plain;charset=utf-8,%EF%BB%BF',
      ],
    ],
    ['data:text/plain;charset=utf-8,%EF%BB%BF'],
    [
      'data:image/png;x=y;CHARSET=utf-8,%FF',
      ['charset-on-binary', 'CHARSET=utf-8', { type: 'image/png' }, 'data:image/png;x=y,%FF'],
    ],
    ['data:image/png,%FF'],
    [
      `data:image/${'x'.repeat(100)};charset=a,`,
      [
        'charset-on-binary',
        'charset=a',
        { type: `image/${'x'.repeat(94)}` },
        `data:image/${'x'.repeat(100)},`,
      ],
    ],
  ] as const) {
    assert.deepEqual(ofGroup(url, 'charset'), found, url);
  }
});

/**
 * Returns the index of the byte at which a body is reported as invalid UTF-8. The body consists of `length` letters,
 * these bytes, and `more` letters.
 */
function mismatchAt(length: number, bytes: number[], more = 0) {
  const body = new Uint8Array(length + bytes.length + more).fill(0x61);
  body.set(bytes, length);
  const url = 'data:text/plain;charset=utf-8,';
  const found = lintDataUrl(url, parseDataUrl(url), body);
  return found.find(({ code }) => code === 'charset-mismatch')?.args.byte;
}
const megabyte = 1 << 20;

test('a megabyte of the body is looked at', () => {
  assert.equal(mismatchAt(0, [0xff]), 0);
  assert.equal(mismatchAt(megabyte - 1, [0xff]), megabyte - 1);
  assert.equal(mismatchAt(megabyte, [0xff]), undefined);
});

test('what the end of the megabyte cuts in two is not blamed', () => {
  assert.equal(mismatchAt(megabyte - 3, [0xf0, 0x90, 0x80, 0x80]), undefined);
  assert.equal(mismatchAt(megabyte - 5, [0xff], 5), megabyte - 5);
});

test('a long text of which a repair is shown has all of it in UTF-8', () => {
  const url = `data:text/plain,${'€'.repeat(22_000)}`;
  const missing = lints(url).find(({ code }) => code === 'charset-missing');
  assert.equal(missing && repairedBy(url, missing), url.replace(',', ';charset=utf-8,'));
});

test('a "+" of formulas and of names stands for itself', () => {
  for (const text of ['a+b=+c', 'a+b', 'C++', '1+x', 'x=+y+zz', 'a+b+c=d']) {
    assert.deepEqual(lints(`data:,${text}`), [], text);
  }
});

test('a "+" of UTF-7 stands for no space', () => {
  const body = '+ADw-b+AD4-a+ADw-/b+AD4-and+AD4-b';
  const codes = (charset: string) =>
    lints(`data:text/plain;charset=${charset},${body}`).map(({ code }) => code);
  assert.deepEqual(codes('utf-7'), ['charset-unknown']);
  assert.deepEqual(codes('utf-8'), ['plus-for-space']);
});

test('what RFC 2397 allows has no lint', () => {
  for (const url of [
    'data:,A%20brief%20note',
    'data:text/plain;charset=iso-8859-7,%BE%D3%BE',
    'data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml,%3Csvg/%3E#icon',
    'data:;charset=utf-8,%C3%A9',
    'data:text/css;charset=utf-8,a%7Bb:c%7D',
    'data:text/plain,1+1=2',
  ]) {
    assert.deepEqual(
      lints(url).map(({ code }) => code),
      [],
      url,
    );
  }
});

test('repeats of a lint are one, with a count', () => {
  const found = lints('data:a/b,<<x<y>>');
  assert.deepEqual(
    found.map(({ code, args, start, end }) => ({ code, args, start, end })),
    [{ code: 'delimiter-in-body', args: { count: 5 }, start: 9, end: 11 }],
  );
});

test('any URL: lints stand inside of it and in order, repairs are data: URLs', () => {
  fc.assert(
    fc.property(arbitraryDataUrl, (written) => {
      let last = 0;
      for (const lint of lints(written)) {
        const { code, start, end, message, group, edits } = lint;
        assert.ok(described.has(code), code);
        assert.ok(last <= start && start <= end && end <= written.length);
        assert.ok(message.length > 0 && group.length > 0);
        let edited = 0;
        for (const edit of edits ?? []) {
          assert.ok(edited <= edit.start && edit.start <= edit.end && edit.end <= written.length, code);
          assert.notEqual(written.slice(edit.start, edit.end), edit.text, code);
          edited = edit.end;
        }
        const repaired = repairedBy(written, lint);
        if (repaired !== undefined) assert.notEqual(parseDataUrl(repaired).problem?.code, 'not-data-url');
        last = start;
      }
    }),
    runs(5000),
  );
});

test('an escape is cut off by the end of the body, whatever stands behind it', () => {
  for (const behind of ['', '#41', '\n', ' ', '\x01\t']) {
    for (const [body, code, start, end] of [
      ['x%', 'malformed-escape', 10, 11],
      ['x%4', 'malformed-escape', 10, 12],
      ['x%g', 'malformed-escape', 10, 12],
      ['%%41', 'malformed-escape', 9, 10],
      ['%4%41', 'malformed-escape', 9, 11],
      ['%&41', 'malformed-escape', 9, 12],
      ['%4&1', 'malformed-escape', 9, 12],
      ['%é1', 'malformed-escape', 9, 12],
      ['%\u01411', 'malformed-escape', 9, 12],
      ['%0041%254', 'double-escape', -1, -1],
      ['%25', 'double-escape', -1, -1],
      ['%254g', 'double-escape', -1, -1],
      ['%25g4', 'double-escape', -1, -1],
      ['x%2541', 'double-escape', 10, 15],
      ['%4\t1', 'malformed-escape', -1, -1],
      ['%\r41', 'malformed-escape', -1, -1],
      ['%\n41', 'malformed-escape', -1, -1],
      ['%4\n1', 'malformed-escape', -1, -1],
      ['%\v41', 'malformed-escape', 9, 12],
    ] as const) {
      const url = `data:a/b,${body}${behind}`;
      const lint = lints(url).find((each) => each.code === code);
      assert.deepEqual([lint?.start ?? -1, lint?.end ?? -1], [start, end], JSON.stringify(url));
    }
  }
});

test('both halves of a pair are one character, each alone is none', () => {
  const found = (body: string) => lints(`data:a/b,${body}`).map(({ code, args }) => [code, args.count]);
  for (const pair of ['😀', '😁', '\ud801\udc00', '\udbff\udfff', '\ud800\udc01']) {
    assert.deepEqual(found(pair), [['non-ascii-in-body', 1]], pair);
    for (const half of pair.split('')) assert.deepEqual(found(`${half}x`), [['lone-surrogate', 1]], half);
  }
  assert.deepEqual(found('\ud800\ue000'), [
    ['lone-surrogate', 1],
    ['non-ascii-in-body', 1],
  ]);
});

test('of a beginning, what stands before the data is judged', () => {
  const found = lintBeginning('data:text/css;utf8,x<y', new Uint8Array(0));
  assert.deepEqual(
    found.map(({ code, edits }) => [code, edits]),
    [['charset-without-name', [{ start: 14, end: 18, text: 'charset=utf-8' }]]],
  );
  assert.deepEqual(lintBeginning('data:text/css', new Uint8Array(0)), []);
});

test('every lint is of one of the groups', () => {
  const groups = new Set(cases.flatMap(([url]) => lints(url).map(({ group }) => group)));
  for (const { group } of lints(`data:a/b,${'x'.repeat(3000)}`)) groups.add(group);
  const all = ['base64', 'characters', 'charset', 'escapes', 'interoperability', 'length', 'meaning'];
  assert.deepEqual([...groups].sort(), all);
});

test('an escape in the fragment is none of the body', () => {
  const found = lints('data:;base64,YQ#%20').map(({ code, edits }) => [code, edits]);
  assert.deepEqual(found, [['base64-missing-padding', [{ start: 15, end: 15, text: '==' }]]]);
});

test('a charset is not put into a value whose quote nothing closes', () => {
  const url = 'data:text/plain;x=",%C3%A9';
  const missing = lints(url).find(({ code }) => code === 'charset-missing');
  assert.equal(missing && repairedBy(url, missing), 'data:text/plain;charset=utf-8;x=",%C3%A9');
});

test('positionOfByte finds what each byte was written as', () => {
  for (const [url, parts] of [
    ['data:,a%4\t1é', ['a', '%4\t1', 'é', 'é']],
    ['data:,😀b%', ['😀', '😀', '😀', '😀', 'b', '%']],
    ['data:;base64,Y%57\nJj', ['Y%57', '%57\nJ', 'Jj']],
  ] as const) {
    const parsed = parseDataUrl(url);
    for (const [i, part] of parts.entries()) {
      const span = positionOfByte(url, parsed, i);
      assert.equal(span && url.slice(span.start, span.end), part, `${url} ${i}`);
    }
    assert.equal(positionOfByte(url, parsed, parts.length), null);
  }
});

test('codes of problems are unique and kebab-case', () => {
  for (const code of Object.keys(problemTexts)) assert.match(code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('an escape after a stray "%" and the digit 0 is not needless', () => {
  const needless = (written: string) => lintDataUrl(written).some(({ code }) => code === 'needless-escape');
  assert.deepEqual(['data:,%0%41', 'data:,%4%41', 'data:,0%41'].map(needless), [false, false, true]);
});

test('space after a URL that ends with its scheme', () => {
  const [found] = lintDataUrl('data: ');
  assert.deepEqual([found?.code, found?.start, found?.end], ['surrounding-space', 5, 6]);
});

test('applyEdits names a wrong list', () =>
  assert.throws(() => applyEdits('data:,', 5 as never), {
    name: 'TypeError',
    message: /applyEdits's edits/,
  }));
