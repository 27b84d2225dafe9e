/**
 * Saved pages: exactly the occurrences that were counted independently must be found, each at the text of its own URL.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes as Node, parse } from 'parse5';
import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import { identify } from '../../../src/data-url/written.ts';
import { findInFile } from '../../../src/files/find-in-file.ts';
import { isWeak } from '../../../src/vocabulary.ts';
import { type RealPage, scanRealPage } from '../../support/real-pages.ts';
import { some } from '../../support/seed.ts';
import { readJson, sharedFolder } from '../../support/shared.ts';

const folder = sharedFolder('pages');
const all: RealPage[] = folder === null ? [] : readJson(folder, 'expected.json');
const pages = some(all, 4);

const count = (lines: string[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const line of lines.sort()) counted[line] = (counted[line] ?? 0) + 1;
  return counted;
};

/** Yields the attributes in a tree whose whole value is a data: URL, with their end positions. */
function* wholeAttributes(node: Node.Node): Generator<string> {
  if ('attrs' in node)
    for (const { name, value } of node.attrs) {
      const location = node.sourceCodeLocation?.attrs?.[name];
      if (location && ['src', 'href'].includes(name) && isDataUrl(value))
        yield `${location.endOffset} ${value}`;
    }
  if ('content' in node) yield* wholeAttributes(node.content);
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* wholeAttributes(child);
}

for (const { file } of pages)
  test(`${file} has no data: URL that browsers drop for an error in its CSS`, async () => {
    const { dataUrls } = await scanRealPage(file);
    const errors = dataUrls.flatMap(({ findings }) =>
      findings.filter(({ rule, severity }) => rule === 'dropped-css' && severity === 'error'),
    );
    assert.deepEqual(errors, []);
  });

for (const { file, dataUrls } of pages)
  test(file, async () => {
    const text = readFileSync(path.join(folder as string, file), 'utf8').replace(/^\ufeff/, '');
    const { found } = findInFile('html', text);
    const lines: string[] = [];
    for (const one of found) {
      const { place, element, name, inert, written, start, end } = one;
      const { sha256 } = await identify(written);
      lines.push(isWeak(one) ? `${sha256} weak` : `${sha256} ${place} ${element} ${name} ${inert}`);
      assert.match(text.slice(start, end), /^(?:data:|&|\\)/i);
    }
    // None of the pages contains bare base64.
    assert.deepEqual(findInFile('html', text, true).found, found);
    const expected = dataUrls.flatMap(({ sha256, occurrences }) =>
      occurrences.flatMap(({ weak, place, element, name, inert, count: times }) =>
        Array<string>(times).fill(weak ? `${sha256} weak` : `${sha256} ${place} ${element} ${name} ${inert}`),
      ),
    );
    assert.deepEqual(count(lines), count(expected));
    // The end that parse5 reports for an attribute follows the quotation mark after the URL.
    const byParser = new Set(wholeAttributes(parse(text, { sourceCodeLocationInfo: true })));
    const places = new Set(
      found.flatMap(({ end, written }) => [`${end} ${written}`, `${end + 1} ${written}`]),
    );
    assert.deepEqual(
      [...byParser].filter((place) => !places.has(place)),
      [],
    );
  });
