/** Tests addresses that were meant as data: URLs, in each kind of file, and texts that only resemble them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileKind } from '../../../src/files/file-kind.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';

const digits =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const url = `data:image/png;base64,${digits}`;

/** Returns the URLs that are found, each with the text of the file between its start and end. */
const foundIn = (kind: FileKind, text: string, name = '') =>
  findInFile(kind, text, false, name).found.map(({ written, start, end }) => [
    written,
    text.slice(start, end),
  ]);

const addresses = [
  `unsafe:${url}`,
  `/assets/${url}`,
  `../${url}`,
  `http://localhost:3000/${url}`,
  `https://cdn.example.com/a/b/${url}`,
];
const misspelled = [`data;image/png;base64,${digits}`, `data,image/png;base64,${digits}`];

const files: Record<string, [kind: FileKind, file: (address: string) => string, found: string[]]> = {
  script: ['script', (address) => `image.src = "${address}";`, [...addresses, ...misspelled]],
  JSON: ['json', (address) => `{"a": ["${address}"]}`, [...addresses, ...misspelled]],
  Markdown: ['markdown', (address) => `See ![a](${address} "b").`, [...addresses, ...misspelled]],
  'a definition': ['markdown', (address) => `[a]: <${address}>\n`, [...addresses, ...misspelled]],
  YAML: ['text', (address) => `icon: ${address}\n`, [...addresses, ...misspelled]],
  log: ['text', (address) => `"GET ${address} HTTP/1.1" 404`, [...addresses, ...misspelled]],
  'a comment': ['css', (address) => `/* ${address} */`, [...addresses, ...misspelled]],
  'markup in a script': [
    'script',
    (address) => `a = '<img src="${address}">';`,
    [...addresses, ...misspelled],
  ],
  'CSS in a script': [
    'script',
    (address) => `a = "<style>b { background: url(${address}) }</style>";`,
    [...addresses, ...misspelled],
  ],
  'markup in JSON': ['json', (address) => `["<img src='${address}'>"]`, [...addresses, ...misspelled]],
  CSS: ['css', (address) => `a { background: url(${address}) }`, [...addresses, ...misspelled]],
};
for (const [name, [kind, file, all]] of Object.entries(files))
  test(`${name}: the whole address`, () => {
    for (const address of all) assert.deepEqual(foundIn(kind, file(address)), [[address, address]]);
  });

test('an address without a scheme, in a file that also has another spelling of the scheme', () => {
  const address = `image/png;base64,${digits}`;
  const image = `<image href="${address}"/><text>da&#116;a:,x</text>`;
  for (const [kind, text] of [
    ['xml', `<svg xmlns="http://www.w3.org/2000/svg">${image}</svg>`],
    ['html', `<img src="${address}"><p>da&#116;a:,x</p>`],
  ] as const)
    assert.deepEqual(foundIn(kind, text)[0], [address, address], kind);
});

test('code of templates: strings with a typo in their head', () => {
  const strings = [
    `data:base64,${digits}`,
    `data:image/png;base64:${digits}`,
    `data:image/png;base64${digits}`,
    `data:image/image/png;base64,${digits}`,
    'data:null',
    ...misspelled,
  ];
  const others = ['data:image/', 'data:image/png;base64', 'data:a b', 'data;a', 'data:base64,'];
  for (const [before, after] of [
    ['<?php a(', '); ?>'],
    ['<% a(', ') %>'],
    ['<p>x</p>\n<?= a(', ') ?>'],
  ])
    for (const quote of ['"', "'"]) {
      const found = (text: string) => foundIn('html', `${before}${quote}${text}${quote}${after}`, 'a.php');
      for (const text of strings) assert.deepEqual(found(text), [[text, text]]);
      for (const text of others) assert.deepEqual(found(text), []);
    }
});

test('a contact: what stands behind the first colon is the value', () => {
  const value = url.slice('data:'.length);
  const folded = `PHOTO;data:image/png;base64,${digits.slice(0, 20)}\r\n ${digits.slice(20)}\r\n`;
  assert.deepEqual(foundIn('contact', folded)[0]?.[0], value);
  assert.deepEqual(foundIn('contact', `PHOTO;${url}\r\n`), [[value, value]]);
  for (const name of ['PHOTO:', 'PHOTO;VALUE=uri:', 'item1.LOGO;X="a;b":', 'NOTE:a;'])
    assert.deepEqual(foundIn('contact', `${name}${url}\r\n`), [[url, url]], name);
});

test('a URL after anything else is found alone, and templates and prose are none', () => {
  for (const before of ['src=', 'icon:', 'https://a.example/?u=', '{{ base }}/', '<%= a %>/', 'a|', 'x//'])
    for (const kind of ['text', 'script', 'json'] as const)
      for (const [written] of foundIn(kind, `"${before}${url}"`)) assert.equal(written, url, before);
  for (const text of [
    'data;image/png;base64,',
    'data, image/png;base64,iVBORw0KGgo',
    'data;%s;base64,iVBORw0KGgo',
    `https://hub.example/datasets/data:v1/train,test`,
    '/wiki/Data:Foo/Bar,_baz',
    'image/png;base64,iVBORw0KGgoAAAA',
    `<img alt=x src=metadata;image/png;base64,${digits}>`,
    '<p>data;image/png;base64,… and data,image/png;base64,(digits)</p>',
  ])
    for (const kind of ['text', 'script', 'json'] as const)
      assert.deepEqual(foundIn(kind, `["${text}"]`), [], text);
});

test('one within a data: URL is a part of that, and one in prose is found, whatever else stands there', () => {
  const inside = `data:text/html,<img src='${misspelled[0]}'>`;
  const quoted = {
    text: `"${inside}"`,
    json: JSON.stringify([inside]),
    html: `<!-- "${inside}" -->`,
  } as const;
  for (const [kind, text] of Object.entries(quoted))
    assert.deepEqual(foundIn(kind as FileKind, text), [[inside, inside]], kind);
  for (const before of ['', 'data: '])
    for (const [kind, text] of [
      ['html', `<!-- ${before}"${misspelled[0]}" -->`],
      ['html', `<p>${before}see ${misspelled[0]}</p>`],
      ['xml', `<a><!-- ${before}"${misspelled[0]}" --></a>`],
    ] as const)
      assert.deepEqual(
        foundIn(kind, text).map(([written]) => written),
        [misspelled[0]],
        text,
      );
});
