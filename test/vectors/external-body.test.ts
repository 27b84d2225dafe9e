/** Compares our RFC 2017 functions with the shared vectors: 6 headers to parse, and 8 URLs to write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { readExternalBody } from '../../src/payload/external-body/message-external-body.ts';
import { escapeUrl, urlWords, writeExternalBody } from '../../src/references/external-body-writer.ts';
import { sharedVectors } from './uri-shared.ts';

test('rfc2017.json: 6 extractions, 8 encodings', () => {
  const file = sharedVectors<{
    maxWordLength: number;
    extraction: { origin: string; header: string; words: string[]; url: string }[];
    encoding: {
      origin: string;
      url: string;
      escaped: string;
      greedyWords: string[];
      printedWords?: string[];
    }[];
  }>('rfc/rfc2017.json');
  if (file === undefined) return;
  assert.deepEqual([file.maxWordLength, file.extraction.length, file.encoding.length], [40, 6, 8]);
  for (const { origin, header, words, url } of file.extraction) {
    const read = readExternalBody(header);
    assert.ok(read.ok, origin);
    assert.equal(read.url, url, origin);
    assert.deepEqual(header.slice(read.urlStart, read.urlEnd).split(/\s+/), words, origin);
    assert.deepEqual(read.problems, [], origin);
    const names = read.inner.map(({ name }) => name);
    const hasInner = header.includes('NOT REALLY');
    assert.deepEqual(names, hasInner ? ['Content-type', 'Content-Transfer-Encoding'] : [], origin);
  }
  for (const { origin, url, escaped, greedyWords, printedWords } of file.encoding) {
    assert.equal(escapeUrl(url), escaped, origin);
    assert.deepEqual(urlWords(url), greedyWords, origin);
    // The printed header breaks lines after some "/" that fits, which is not always the last one. Therefore the header
    // must be parsed correctly, but need not equal our output.
    if (printedWords !== undefined) {
      const header = `Content-Type: message/external-body; access-type=URL; URL="${printedWords.join('\n ')}"`;
      const printed = readExternalBody(header);
      assert.ok(printed.ok && printed.problems.length === 0, origin);
      assert.equal(printed.url, escaped, origin);
    }
    for (const breakAfterSlash of [false, true]) {
      const words = urlWords(url, { breakAfterSlash });
      assert.ok(
        words.every((word) => word.length > 0 && word.length <= 40),
        origin,
      );
      assert.equal(words.join(''), escaped, origin);
    }
    const written = writeExternalBody(url);
    assert.ok(written.ok, origin);
    const read = readExternalBody(written.text);
    assert.ok(read.ok, origin);
    // For a data: URL, the type and the bytes must be equal, because escapes alone may change both in browsers.
    if (isDataUrl(url)) assert.deepEqual(decodeDataUrl(read.url), decodeDataUrl(url), origin);
    else assert.equal(read.url, escaped, origin);
  }
});
