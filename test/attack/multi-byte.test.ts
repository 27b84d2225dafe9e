/** The multi-byte encodings: generated bodies as both browsers decode them, whole and in pieces. */
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

/** Runs in the browser: the bodies that our decoder decodes differently from the browser's. */
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
 * Chromium decodes these differently from the standard and Firefox: it drops a byte that is an error of its own after
 * two bytes of an escape sequence of ISO-2022-JP, reads the character after a broken one of three bytes in EUC-JP by
 * the wrong index, and makes a lone surrogate of the four pairs of Big5 that stand for two code points.
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
