import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encoded } from '../../src/data-url/encode.ts';
import { lintsOf } from '../../src/data-url/lints/index.ts';
import { parseDataUrl } from '../../src/data-url/parse.ts';
import { plainText } from '../../src/mime/mime-type.ts';
import { textOf } from '../../src/payload/body-text.ts';
import { findCssUrls } from '../../src/payload/css/css-urls.ts';
import { secondTypes } from '../../src/payload/detect/two-in-one.ts';
import { jsonScan } from '../../src/payload/json/json-scan.ts';
import { collectReferences, cssReferences } from '../../src/payload/references.ts';
import { atOnce, inTurns, strideLength, turn } from '../../src/yield-to-event-loop.ts';

/** Simulates work: occupies the thread several times, for a number of milliseconds each time. */
function* work(
  times: number,
  milliseconds: number,
  log: string[],
  name: string,
): Generator<void, string, void> {
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    while (performance.now() - start < milliseconds);
    log.push(name);
    yield;
  }
  return name;
}

test('what a generator returns, in turns or at once', async () => {
  assert.equal(await inTurns(work(3, 0, [], 'a')), 'a');
  assert.equal(atOnce(work(3, 0, [], 'a')), 'a');
  await assert.rejects(
    inTurns(
      (function* () {
        yield;
        throw new Error('its own');
      })(),
    ),
    /its own/,
  );
});

test('what comes meanwhile is done before long work ends', async () => {
  const log: string[] = [];
  const long = inTurns(work(8, 12, log, 'work'));
  setImmediate(() => log.push('other'));
  await long;
  assert.ok(log.indexOf('other') < log.length - 1, log.join(' '));
});

test('works that go on at once have their turns one after the other, and others theirs between each', async () => {
  const log: string[] = [];
  let isOver = false;
  const beat = () => {
    log.push('other');
    if (!isOver) setImmediate(beat);
  };
  const works = Promise.all(['a', 'b', 'c'].map((name) => inTurns(work(5, 12, log, name))));
  setImmediate(beat);
  await works;
  isOver = true;
  const between = log.join(' ').split('other');
  const maxTurns = Math.max(...between.map((each) => each.trim().split(' ').filter(Boolean).length));
  assert.ok(maxTurns <= 2, log.join(' '));
  assert.ok(log.indexOf('b') < log.lastIndexOf('a'), 'none waits for the end of another');
});

test('a loop asks for its turn and goes on at once while it has it', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  await turn();
  assert.equal(turn(), undefined);
});

/** The size of each input. Each input is the one that takes its function longest. */
const size = 1 << 20;
const filled = (piece: string) => piece.repeat(size / piece.length);
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const lintsIn = (url: string) => lintsOf(url, parseDataUrl(url));
const gif = bytes(`GIF89a\x01\0\x01\0\0\0\0${filled('<')}`);
const readers: Record<string, () => Generator<unknown>> = {
  'lints of base64 with white space': () => lintsIn(`data:;base64,${filled('QUJD ')}`),
  'lints of escapes of all kinds': () => lintsIn(`data:text/plain,${filled('%41%e2%zz é"')}`),
  'writing bytes as a URL': () => encoded(bytes(filled('é')), plainText, { encoding: 'percent' }),
  'style sheets: one URL of escapes': () =>
    cssReferences(collectReferences(), `a{b:url(${filled('\\61 ')})}`, { start: 0, end: size, exact: true }),
  'style sheets: one string of escapes': () => findCssUrls(`a{b:"${filled('\\61 ')}`),
  'style sheets: names and nothing else': () => findCssUrls(`url${filled('a ')}`),
  'style sheets: one unquoted URL': () => findCssUrls(`a{b:url(${filled('x')})}`),
  'JSON: numbers': () => jsonScan(`[${filled('1,')}1]`),
  'JSON: nesting': () => jsonScan(filled('[') + filled(']')),
  'text: lines': () => textOf('utf-8', bytes(filled('\n')), false),
  'text: what cannot be decoded': () => textOf('utf-8', bytes(filled('\xff')), false),
  'types: brackets in a picture': () =>
    secondTypes({ type: 'image/gif', isText: false, body: gif, end: null, size: gif.length, tail: gif }),
};
for (const [name, work] of Object.entries(readers)) {
  test(`others may have their turn, often enough: ${name}`, () => {
    let yields = 0;
    for (const _ of work()) yields++;
    assert.ok(yields >= size / strideLength / 2, `${yields} times in ${size} code units`);
  });
}
