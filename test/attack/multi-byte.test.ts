/**
 * Compares how our decoder and both browsers decode generated bodies in multibyte encodings, as a whole and in pieces.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serve } from '../../src/cli/serve.ts';
import { launch } from '../firefox/firefox.ts';
import { bundle, plainBrowser } from '../support/differential.ts';
import { bodies, multiByteEncodings } from '../support/encodings.ts';
import { runs, comparisonSeed as seed } from '../support/seed.ts';

const sample = fc.sample(fc.tuple(fc.constantFrom(...multiByteEncodings), bodies), {
  ...runs(20_000, 2000),
  seed,
});
const all = sample.map(([encoding, bytes]): [string, number[]] => [encoding, [...bytes]]);

declare const multiByte: typeof import('../../src/mime/encodings.ts');

/** Runs in the browser: returns the bodies that our decoder decodes differently. */
const differences = (cases: [string, number[]][]): string[] =>
  cases.flatMap(([encoding, body]) => {
    const bytes = Uint8Array.from(body);
    const theirs = new TextDecoder(encoding).decode(bytes);
    const decoder = multiByte.streamDecoder(encoding);
    const pieces = body.map((byte) => decoder.decode(Uint8Array.of(byte))).join('') + decoder.end();
    const isSame = theirs === multiByte.decode(bytes, encoding) && theirs === pieces;
    const hex = body.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    return isSame ? [] : [`${encoding} ${hex}`];
  });

/**
 * Matches bodies that Chromium decodes differently from the standard and from Firefox. Chromium drops a byte that is
 * itself an error after two bytes of an ISO-2022-JP escape sequence, uses the wrong index for the character after a
 * broken three-byte character in EUC-JP, and produces a lone surrogate for the four Big5 pairs that represent two code
 * points.
 */
const inChromium =
  /^iso-2022-jp .*1b (?:24|28) (?:[89a-f]|0[ef])|^euc-jp .*8f [a-f]|^big5 .*88 (?:62|64|a3|a5)/;

const script = async (): Promise<string> => (await bundle('src/mime/encodings.ts', 'multiByte')).text;

test('Chromium decodes as we do', async (t) => {
  const browser = await plainBrowser(await script());
  t.after(browser.close);
  const found = await browser.page.evaluate(differences, all);
  assert.deepEqual(
    found.filter((each) => !inChromium.test(each)),
    [],
    `seed ${seed}`,
  );
});

test('Firefox decodes as we do', async (t) => {
  const page = '<!doctype html><title>Encodings</title><script src="/script.js"></script>';
  const server = await serve({ routes: { '/': page, '/script.js': await script() } });
  t.after(server.close);
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  assert.deepEqual(await firefox.inPage(differences, all), [], `seed ${seed}`);
});
