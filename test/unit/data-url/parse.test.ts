/** Tests the positions of a URL's parts, even if URL parsing removes or escapes characters before them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ParsedDataUrl, parseDataUrl, readHead } from '../../../src/data-url/parse.ts';
import { afterUrlParsing } from '../../../src/data-url/url-parser.ts';
import { parseMimeType } from '../../../src/mime/mime-type.ts';
import type { Span } from '../../../src/problem.ts';

/** Returns the written text of each part; null for a missing part. */
function partsOf(written: string, parsed: ParsedDataUrl) {
  const text = (span: Span | null) => span && written.slice(span.start, span.end);
  return {
    type: text(parsed.type),
    subtype: text(parsed.subtype),
    parameters: parsed.parameters.map((p) => [
      text(p),
      text(p.name),
      text(p.value),
      ...(p.quoted ? ['quoted'] : []),
      ...(p.closed ? [] : ['open']),
      ...(p.dropped ? [p.dropped] : []),
    ]),
    empty: parsed.emptyParameters,
    token: text(parsed.base64Token),
    query: parsed.query && [parsed.query.start, parsed.query.end],
    body: text(parsed.body),
    fragment: text(parsed.fragment),
    mimeType: parsed.mimeType,
  };
}

const table: [string, ReturnType<typeof partsOf>][] = [
  [
    'data:a/b;c=d;base64,x',
    {
      type: 'a',
      subtype: 'b',
      parameters: [['c=d', 'c', 'd']],
      empty: 0,
      token: ';base64',
      query: null,
      body: 'x',
      fragment: null,
      mimeType: 'a/b;c=d',
    },
  ],
  [
    'data:\ta\n/b\r;\tc\n=\td\r;b\tase64\n,x',
    {
      type: 'a',
      subtype: 'b',
      parameters: [['c\n=\td', 'c', 'd']],
      empty: 0,
      token: ';b\tase64',
      query: null,
      body: 'x',
      fragment: null,
      mimeType: 'a/b;c=d',
    },
  ],
  [
    'data: a/b ; c = d ; base64 ,x',
    {
      type: 'a',
      subtype: 'b',
      parameters: [['c = d', 'c ', ' d', 'bad-name']],
      empty: 0,
      token: '; base64',
      query: null,
      body: 'x',
      fragment: null,
      mimeType: 'a/b',
    },
  ],
  [
    'data:\u00e9/b;\u20ac=\ud83d\ude00;c="\u00e9\\"\u00e9";\ud800=1;d,x',
    {
      type: '\u00e9',
      subtype: 'b',
      parameters: [
        ['\u20ac=\ud83d\ude00', '\u20ac', '\ud83d\ude00'],
        ['c="\u00e9\\"\u00e9"', 'c', '\u00e9\\"\u00e9', 'quoted'],
        ['\ud800=1', '\ud800', '1'],
        ['d', 'd', null, 'no-value'],
      ],
      empty: 0,
      token: null,
      query: null,
      body: 'x',
      fragment: null,
      mimeType: '%c3%a9/b;%e2%82%ac=%F0%9F%98%80;c="%C3%A9\\"%C3%A9";%ef%bf%bd=1',
    },
  ],
  [
    'data:\u0001/b;\u007f=1;c,x',
    {
      type: '\u0001',
      subtype: 'b',
      parameters: [
        ['\u007f=1', '\u007f', '1'],
        ['c', 'c', null, 'no-value'],
      ],
      empty: 0,
      token: null,
      query: null,
      body: 'x',
      fragment: null,
      mimeType: '%01/b;%7f=1',
    },
  ],
  [
    'data:a ?/b;c= <>"\u007f\u00e9;d=1;base64,x?y#z',
    {
      type: null,
      subtype: null,
      parameters: [
        ['c= <>"\u007f\u00e9', 'c', ' <>"\u007f\u00e9'],
        ['d=1', 'd', '1'],
      ],
      empty: 0,
      token: ';base64',
      query: [7, 8],
      body: 'x?y',
      fragment: 'z',
      mimeType: 'text/plain;charset=US-ASCII',
    },
  ],
  [
    'data:a \t?b;c=d,x',
    {
      type: null,
      subtype: null,
      parameters: [['c=d', 'c', 'd']],
      empty: 0,
      token: null,
      query: [8, 9],
      body: 'x',
      fragment: null,
      mimeType: 'text/plain;charset=US-ASCII',
    },
  ],
  [
    'data:a/b;c="d;e";f="g,x',
    {
      type: 'a',
      subtype: 'b',
      parameters: [
        ['c="d;e"', 'c', 'd;e', 'quoted'],
        ['f="g', 'f', 'g', 'quoted', 'open'],
      ],
      empty: 0,
      token: null,
      query: null,
      body: 'x',
      fragment: null,
      mimeType: 'a/b;c="d;e";f=g',
    },
  ],
  [
    'data:a/b;=1;c;d=;d=2;D=3;d="";e="\u00e9";f=(;(=1;;  ;g="1"2,x',
    {
      type: 'a',
      subtype: 'b',
      parameters: [
        ['=1', '', '1', 'empty-name'],
        ['c', 'c', null, 'no-value'],
        ['d=', 'd', '', 'empty-value'],
        ['d=2', 'd', '2'],
        ['D=3', 'D', '3', 'duplicate'],
        ['d=""', 'd', '', 'quoted', 'duplicate'],
        ['e="\u00e9"', 'e', '\u00e9', 'quoted'],
        ['f=(', 'f', '('],
        ['(=1', '(', '1', 'bad-name'],
        ['g="1"2', 'g', '1', 'quoted'],
      ],
      empty: 2,
      token: null,
      query: null,
      body: 'x',
      fragment: null,
      mimeType: 'a/b;d=2;e=%C3%A9;f="(";g=1',
    },
  ],
  [
    'data:/a\t/b;b\nase64,x',
    {
      type: null,
      subtype: null,
      parameters: [],
      empty: 0,
      token: ';b\nase64',
      query: null,
      body: 'x',
      fragment: null,
      mimeType: 'text/plain;charset=US-ASCII',
    },
  ],
  [
    'data://h/a;base64,x?',
    {
      type: null,
      subtype: null,
      parameters: [],
      empty: 0,
      token: ';base64',
      query: null,
      body: 'x?',
      fragment: null,
      mimeType: 'text/plain;charset=US-ASCII',
    },
  ],
  [
    'data:;base64,',
    {
      type: null,
      subtype: null,
      parameters: [],
      empty: 0,
      token: ';base64',
      query: null,
      body: '',
      fragment: null,
      mimeType: 'text/plain;charset=US-ASCII',
    },
  ],
  [
    'data:a/b;c="\\"";d="\\\\",x',
    {
      type: 'a',
      subtype: 'b',
      parameters: [
        ['c="\\""', 'c', '\\"', 'quoted'],
        ['d="\\\\"', 'd', '\\\\', 'quoted'],
      ],
      empty: 0,
      token: null,
      query: null,
      body: 'x',
      fragment: null,
      mimeType: 'a/b;c="\\"";d="\\\\"',
    },
  ],
];

test('the parts of a URL', () => {
  for (const [written, parts] of table) {
    assert.deepEqual(partsOf(written, parseDataUrl(written)), parts, JSON.stringify(written));
  }
});

test('what URL parsing escapes or removes moves nothing behind it', () => {
  const characters = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
  for (const c of [
    ...characters,
    '\x80',
    '\u07ff',
    '\u0800',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
    '\udbff',
  ]) {
    if (c === ',' || c === '#') continue;
    for (const media of [`a${c}/b;x${c}y`, `a?${c}/b;x${c}y`, `a${c}?/b;x${c}y`, `a ${c}?`]) {
      const written = `data:${media};c=d,`;
      const { name, value } = parseDataUrl(written).parameters.at(-1)!;
      const start = written.length - 'c=d,'.length;
      assert.deepEqual(
        [name, value],
        [
          { start, end: start + 1 },
          { start: start + 2, end: start + 3 },
        ],
        written,
      );
    }
  }
});

test('who changes the parameters of a result changes no other result', () => {
  for (const written of ['data:text/html,', 'data:text/html;charset=utf-8,', 'data:,', 'data:nothing,']) {
    const { mimeType, record } = parseDataUrl(written);
    (record!.parameters as Map<string, string>).set('a', 'b');
    assert.equal(parseDataUrl(written).mimeType, mimeType);
    assert.equal(parseDataUrl(written).record?.parameters.has('a'), false, written);
  }
  (parseMimeType('a/b')!.parameters as Map<string, string>).set('a', 'b');
  assert.equal(parseMimeType('a/c')?.parameters.size, 0);
});

test('spaces in front of the comma and of the base64 token are no part of a parameter', () => {
  for (const [written, name, value] of [
    ['data:a/b;c ,x', 'c', null],
    ['data:a/b;c="d  ,x', 'c', 'd'],
    ['data:a/b;c="d ;base64,x', 'c', 'd'],
    ['data:a/b;c ; base64 ,x', 'c', null],
  ] as const) {
    const { parameters } = partsOf(written, parseDataUrl(written));
    assert.deepEqual(parameters[0]?.slice(1, 3), [name, value], written);
  }
});

test('behind a slash stands a path: its parts are none of a media type', () => {
  for (const [written, token] of [
    ['data:/a/b;c=d,x', null],
    ['data:/a/b;c=d;base64,x', ';base64'],
    ['data:/a/b;c=d;\nbase\r64,x', ';\nbase\r64'],
  ] as const) {
    const parts = partsOf(written, parseDataUrl(written));
    assert.deepEqual(
      [parts.type, parts.subtype, parts.parameters, parts.token],
      [null, null, [], token],
      written,
    );
    assert.equal(parts.mimeType, 'text/plain;charset=US-ASCII', written);
  }
});

test('the first thousand parameters are listed, all are counted', () => {
  for (const [count, listed] of [
    [999, 999],
    [1000, 1000],
    [1001, 1000],
  ] as const) {
    const parsed = parseDataUrl(`data:a/b${';c'.repeat(count)};;,`);
    assert.equal(parsed.parameters.length, listed);
    assert.equal(parsed.parameterCount, count);
  }
});

test('what is no data: URL has no parts', () => {
  for (const written of ['', 'http://x', 'dat']) {
    const { scheme, mediaType, body, comma, fragment, mimeType, defaulted } = parseDataUrl(written);
    assert.deepEqual(
      [scheme, mediaType, body, comma, fragment, mimeType, defaulted],
      [null, null, null, null, null, null, false],
    );
  }
  const { scheme, fragment } = parseDataUrl(' data:x#y ');
  assert.deepEqual(
    [scheme, fragment],
    [
      { start: 1, end: 5 },
      { start: 8, end: 9 },
    ],
  );
});

const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
const removed = ['\t', '\n', '\r'];
const controlsAndSpace = ascii.slice(0, 0x21);

test('only C0 controls and spaces are trimmed', () => {
  for (const c of ascii) {
    const { trimmedEnd, end, problem, schemeStart } = readHead(`data:,x${c}`);
    assert.equal(problem, null);
    assert.equal(trimmedEnd, controlsAndSpace.includes(c) ? 7 : 8, JSON.stringify(c));
    assert.equal(end, controlsAndSpace.includes(c) || c === '#' ? 7 : 8, JSON.stringify(c));
    assert.equal(schemeStart, 0);
    const leading = readHead(`${c}data:,x`);
    if (controlsAndSpace.includes(c)) assert.deepEqual([leading.schemeStart, leading.schemeEnd], [1, 6]);
    else assert.deepEqual([leading.problem?.code, leading.end], ['not-data-url', 8], JSON.stringify(c));
  }
  const nothing = readHead(' \n ');
  assert.deepEqual([nothing.problem?.start, nothing.problem?.end, nothing.trimmedEnd], [0, 0, 0]);
});

test('a slash is the first character, but for those that URL parsing removes', () => {
  for (const c of ascii) {
    if (c === ',' || c === '#') continue;
    const { hierarchical, base64 } = readHead(`data:${c}/x,y`);
    assert.equal(hierarchical !== null, c === '/' || removed.includes(c), JSON.stringify(c));
    assert.equal(base64, false);
  }
});

test('the text before the comma is what the URL parser makes of it', () => {
  for (let code = 0; code < 0x180; code++) {
    const c = String.fromCharCode(code);
    if (c === '#') continue;
    for (const text of [`a${c}b`, `a?${c}b`, `a??b${c}c`, `${c}a`]) {
      if (text.startsWith('/')) continue;
      assert.equal(`data:${afterUrlParsing(text)},`, new URL(`data:${text},`).href, JSON.stringify(text));
      const { typeText, verbatim, comma } = readHead(`data:${text},`);
      if (c === ',') continue;
      assert.equal(typeText, afterUrlParsing(text));
      assert.equal(comma, 5 + text.length);
      // Text with a question mark is rewritten, though the result may be the same.
      if (!text.includes('?')) assert.equal(verbatim, typeText === text, JSON.stringify(text));
    }
  }
  // Only the last space before the query is escaped.
  assert.equal(afterUrlParsing('a  ?b c'), 'a %20?b%20c');
  assert.equal(afterUrlParsing(' ?'), '%20?');
  assert.equal(afterUrlParsing('a ?b ?'), 'a%20?b%20?');
  assert.equal(afterUrlParsing('€😀'), '%E2%82%AC%F0%9F%98%80');
});

test('fields of what is refused, and of what is resolved', () => {
  const other = readHead('x ');
  assert.deepEqual([other.end, other.trimmedEnd, other.problem?.end], [1, 1, 1]);
  assert.deepEqual([other.base64At, other.typeText, other.base64], [0, '', false]);
  assert.equal(readHead('nothing').problem?.end, 5);
  assert.equal(readHead('data://a,b/c').typeText, '//a');
  const resolved = readHead('data:/text/css,x');
  assert.deepEqual([resolved.verbatim, resolved.typeText, resolved.comma], [false, '/text/css', 14]);
});

test('the base64 token', () => {
  for (const [text, base64At, mimeTypeInput] of [
    [';base64', 0, ''],
    ['a/b;base64', 3, 'a/b'],
    ['a/b ;  BASE64  ', 4, 'a/b '],
    [' ;base64', 1, ''],
    ['  a/b;c=d;base64 ', 9, 'a/b;c=d'],
    [';c=d;base64', 4, 'text/plain;c=d'],
  ] as const) {
    const head = readHead(`data:${text},`);
    assert.deepEqual([head.base64, head.base64At, head.mimeTypeInput], [true, base64At, mimeTypeInput], text);
  }
  for (const text of ['base64', ' base64', 'xbase64', ';base65', ';\tbase64x', '; base 64', 'a/b', ';', '']) {
    const head = readHead(`data:${text},`);
    assert.deepEqual([head.base64, head.base64At], [false, head.typeText.length], text);
    const type = head.typeText.trim();
    assert.equal(head.mimeTypeInput, type.startsWith(';') ? `text/plain${type}` : type);
  }
});

test('where the comma is missing', () => {
  for (const [written, code, start, end] of [
    ['data:', 'no-comma', 5, 5],
    ['data:x  ', 'no-comma', 6, 6],
    ['data:#', 'no-comma', 5, 5],
    ['data:x#y,', 'comma-in-fragment', 8, 9],
    ['data:/x#y,', 'comma-in-fragment', 9, 10],
    ['data:/x', 'no-comma', 7, 7],
  ] as const) {
    const { problem } = readHead(written);
    assert.equal(problem?.code, code, written);
    assert.equal(problem?.start, start, written);
    assert.equal(problem?.end, end, written);
  }
});
