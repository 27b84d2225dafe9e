/**
 * The only timed test of the project: 16 times the text may take at most 32 times the processor time. Measures
 * everything whose time once grew faster, and the functions that process most of a page's text, with some of the
 * fuzzer's patterns; `npm run fuzz -- growth` runs all functions and patterns. A case that seems to grow too fast is
 * measured again before the test fails.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entries } from '../fuzz/growth/entries.ts';
import type { Entry } from '../fuzz/growth/entry.ts';
import { confirmedGrowth, excessOf, type Growth, maxRatio } from '../fuzz/growth/measure.ts';
import { type Pattern, patternsOf } from '../fuzz/growth/patterns.ts';
import { bundle, plainBrowser } from '../support/differential.ts';
import { isFull } from '../support/seed.ts';
import type * as Finders from './finder-places.ts';
import { growthAttacks, piecesOfPages } from './growth.ts';

declare const finders: typeof Finders;

const sizes = [2 ** 16, 2 ** 20];

const entryOf = (name: string): Entry => {
  const entry = entries.find((each) => each.name === name);
  assert.ok(entry, `there is no entry point ${name}`);
  return entry;
};

async function growsNoFaster(entry: Entry, pattern: Pattern): Promise<void> {
  const growth = await confirmedGrowth(entry, pattern, sizes);
  assert.ok(
    excessOf(growth) <= maxRatio,
    `${entry.name} with ${pattern.name}: ${growth.times.map((time) => `${time.toFixed(0)} ms`).join(', then ')}`,
  );
}

describe('what grew with the square of its length', () => {
  for (const { entry, was, make } of growthAttacks) {
    test(`${entry}: ${was}`, () => growsNoFaster(entryOf(entry), { name: was, make }));
  }
});

describe('what gets most of what a page can write', () => {
  const names = [
    'data-url/decode.ts#decodeDataUrl',
    'data-url/decode-stream.ts#decodeDataUrlStream',
    'data-url/lints/index.ts#lintDataUrl',
    'repair/repair.ts#repairDataUrl',
    'data-url/anatomy.ts#anatomyOf',
    'inspect.ts#inspect',
    'rules/index.ts#judge',
    'mime/mime-type.ts#parseMimeType',
    'payload/external-body/message-external-body.ts#readExternalBody',
    'payload/css/css-urls.ts#findCssUrls',
    'payload/references.ts#addCssReferences',
    'payload/markup/markup-tokens.ts#tokensOf html',
    'payload/read-payload.ts#readPayload html',
    'payload/read-payload.ts#readPayload xml',
    'payload/read-payload.ts#readPayload json',
    'payload/read-payload.ts#readPayload bytes',
    'payload/quoted-data-urls.ts#findQuotedDataUrls script',
    'payload/markup/srcset.ts#parseSrcset',
    'references/compare-references.ts#compare',
    'uri/delimit.ts#delimit',
    'uri/misleading.ts#misleading',
    'uri/misleading.ts#withoutPassword',
    'references/resolve-differences.ts#resolutionDifferences',
    'pasted/pasted.ts#findPasted',
    'csp/csp.ts#parsePolicies',
    'extension/ui/viewers/syntax-highlight.ts#highlight css',
  ];
  const patternCount = isFull ? 3 : 1;
  for (const name of names) {
    test(name, async () => {
      const entry = entryOf(name);
      const patterns = patternsOf(entry.grammar, 400, 7);
      for (const pattern of patterns.slice(-patternCount)) await growsNoFaster(entry, pattern);
    });
  }
});

test('the content script, with each text that a page controls, in Chromium', {
  timeout: 600_000,
}, async (t) => {
  const { page, close } = await plainBrowser((await bundle('test/attack/finder-places.ts', 'finders')).text);
  t.after(close);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Returns the processor time of the calls below in milliseconds, without the page's other work. */
  const processorTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'DevToolsCommandDuration')?.value ?? Number.NaN);
  };
  const timeOf = async (place: string, piece: string, size: number) => {
    const make = { place, piece, count: Math.floor(size / piece.length) };
    await page.evaluate(({ place, piece, count }) => finders.put(place, piece.repeat(count)), make);
    const before = await processorTime();
    await page.evaluate(() => void finders.scan());
    return (await processorTime()) - before;
  };
  const [few, many] = [2 ** 14, 2 ** 18];
  const places = await page.evaluate(() => Object.keys(finders.places));
  for (const [n, place] of places.entries()) {
    await t.test(place, async () => {
      for (const piece of piecesOfPages.filter((_, index) => isFull || (index + n) % 6 === 0)) {
        // In nearly all cases, measuring only the longer text shows that the time is within the limit.
        let growth: Growth = { sizes: [few, many], times: [0, await timeOf(place, piece, many)] };
        for (let sample = 0; sample < 3 && excessOf(growth) > maxRatio; sample++)
          growth = {
            sizes: [few, many],
            times: [await timeOf(place, piece, few), await timeOf(place, piece, many)],
          };
        const times = growth.times.map((time) => `${time.toFixed(1)} ms`).join(', then ');
        assert.ok(excessOf(growth) <= maxRatio, `${JSON.stringify(piece)}: ${times}`);
      }
    });
  }
});
