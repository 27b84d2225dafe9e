/** The parser for pages must build the same tree as parse5, but in fewer steps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes as Node, parse, parseFragment } from 'parse5';
import { parseDocument, parsePart } from '../../../src/files/quick-parser.ts';
import { confusingHtml } from '../../support/confusing-html.ts';
import { runs, some } from '../../support/seed.ts';
import { readJson, sharedFolder } from '../../support/shared.ts';

const options = { sourceCodeLocationInfo: true, scriptingEnabled: true };

/** Returns a tree as text, without line and column numbers. */
const treeText = (root: Node.Node): string =>
  JSON.stringify(
    root,
    (key, value) => (key === 'parentNode' || /^(?:start|end)(?:Line|Col)$/.test(key) ? undefined : value),
    1,
  );

function assertSame(text: string): void {
  assert.equal(
    treeText(parseDocument(text)),
    treeText(parse(text, options)),
    JSON.stringify(text.slice(0, 500)),
  );
  assert.equal(
    treeText(parsePart(text)),
    treeText(parseFragment(text, options)),
    JSON.stringify(text.slice(0, 500)),
  );
}

/** Generates texts that begin, continue and end a run of characters that the parser consumes at once. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...[
        'word',
        ' ',
        '\n',
        '\r\n',
        '\r',
        '\0',
        '\t',
        '\f',
        '&amp;',
        '&#x41',
        '&notit;',
        '&',
        '\u{1f600}',
        '\ud83d',
      ],
      ...[
        'é',
        '<',
        '>',
        '"',
        "'",
        '=',
        '`',
        '-',
        '--',
        '<!--',
        '-->',
        '<x y="',
        "<x y='",
        '<x y=',
        '">',
        '/>',
      ],
      ...[
        '<style>',
        '</style>',
        '<script>',
        '</script>',
        '<!--<script',
        '<textarea>',
        '</textarea>',
        '<pre>',
      ],
      ...['<table>', '<frameset>', '<svg>', '<![CDATA[', ']]>', '<noscript>', '</noscript>', '<plaintext>'],
    ),
    { maxLength: 24 },
  )
  .map((all) => all.join(''));

test('texts and values, which are read at once', () => {
  fc.assert(fc.property(pieces, assertSame), runs(20_000));
});

test('elements of all kinds', () => {
  fc.assert(
    fc.property(
      confusingHtml((index) => `id=${index}`),
      assertSame,
    ),
    runs(20_000),
  );
});

test('a text longer than the parser keeps', () => {
  const long = 'x\u{1f600}\r\n'.repeat(20_000);
  for (const around of [
    `<p>${long}</p>`,
    `<style>${long}</style>`,
    `<p title="${long}">${long}`,
    `<!--${long}-->`,
  ])
    assertSame(around + around);
});

const folder = sharedFolder('pages');
const pages: { file: string }[] = folder === null ? [] : readJson(folder, 'expected.json');

for (const { file } of some(pages, 4))
  test(file, () => assertSame(readFileSync(path.join(folder as string, file), 'utf8')));
