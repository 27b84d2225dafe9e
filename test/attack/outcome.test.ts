/**
 * Compares the predictions of `outcomeOf` for generated data: URLs at each destination with the behavior of real
 * elements in both browsers. All classes of URLs are tried at each destination, followed by random URLs, a quarter of
 * which also go to Firefox.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { readBody } from '../../src/data-url/written.ts';
import { inspect } from '../../src/inspect.ts';
import type { Browser } from '../../src/mime/documents.ts';
import { chromiumSees, firefoxSees, type OutcomeBrowser } from '../support/outcome-browsers.ts';
import { addCase, emptyTally, printTally, tooRare } from '../support/outcome-tally.ts';
import { askedWays } from '../support/outcome-ways.ts';
import { cases, isFull, comparisonSeed as seed } from '../support/seed.ts';
import { arbitraryAt, classesAt } from '../vectors/arbitrary-outcome.ts';

const random = cases(3000);
const frames = ['iframe', 'object', 'embed'];
const ways = Object.keys(askedWays);
/**
 * Number of concurrent URLs per way. Documents take ten times as long as the other ways, so each way with documents
 * gets a little over 3% of the URLs.
 */
const perWay = (way: string): number => (frames.includes(way) ? 40 : 64);

const latin1 = new TextDecoder('latin1');

interface Case {
  way: string;
  url: string;
}

/** Returns the cases that a seed generates for each way: all of them, or a share that makes about the wanted total. */
function casesOf(seed: number, wanted: number): Case[] {
  const share = Math.min(1, wanted / ways.reduce((sum, way) => sum + perWay(way), 0));
  return ways.flatMap((way, index) =>
    fc
      .sample(arbitraryAt(way), {
        seed: seed * ways.length + index,
        numRuns: Math.ceil(share * perWay(way)),
      })
      .map((url) => ({ way, url })),
  );
}

/**
 * Returns one case of each class for each way, in batches. A batch contains at most as many cases per way as the number
 * of documents that load at a time.
 */
function* classes(): Generator<Case[]> {
  const all = ways.map((way, n) =>
    classesAt(way)
      .filter((_, index) => isFull || (index + n) % 5 === 0)
      .map((url) => ({ way, url })),
  );
  const maxCases = Math.max(...all.map(({ length }) => length));
  for (let from = 0; from < maxCases; from += 40) yield all.flatMap((each) => each.slice(from, from + 40));
}

/**
 * Omits modules that are in `known`: a page loads a module only once, and a module for which two loads are waiting may
 * fail.
 */
function withoutCopies(cases: readonly Case[], known: Set<string>): Case[] {
  return cases.filter(({ way, url }) => {
    if (!way.startsWith('module')) return true;
    // A browser may treat URLs that differ only in whitespace as equal.
    const key = url.replaceAll(/\s|#.*/g, '');
    const isCopy = known.has(key);
    known.add(key);
    return !isCopy;
  });
}

async function compare(
  test: TestContext,
  browser: Browser,
  cases: number,
  open: (test: TestContext) => Promise<OutcomeBrowser>,
): Promise<void> {
  const start = performance.now();
  const { version, see } = await open(test);
  const tally = emptyTally();
  const modules = new Set<string>();
  const add = async (all: readonly Case[], name: string) => {
    const batch = withoutCopies(all, modules);
    const [seen, inspections] = await Promise.all([
      see(batch).catch((error) => Promise.reject(new Error(name, { cause: error }))),
      Promise.all(batch.map(({ url }) => inspect(url))),
    ]);
    for (const [index, { way, url }] of batch.entries()) {
      const { read } = await readBody(url);
      const body = read.ok ? latin1.decode(read.head) : null;
      const inspection = inspections[index];
      const what = seen[index];
      if (inspection && what) addCase(tally, browser, { way, url, inspection, body }, what);
    }
  };
  for (const batch of classes()) await add(batch, 'the classes');
  const end = tally.cases + cases;
  for (let from = seed; tally.cases < end; from++)
    await add(casesOf(from, end - tally.cases), `seed ${from}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  printTally(`${browser} ${version}, seed ${seed}, ${seconds} s`, tally);
  for (const line of tally.disagreements.slice(0, 40)) console.log(`  ${line}`);
  assert.deepEqual(tally.disagreements.slice(0, 5), [], `${tally.disagreements.length} disagreements`);
  assert.equal(tooRare(tally), null);
}

test(`Chromium does what is predicted: ${random} cases, seed ${seed}`, { timeout: 3_600_000 }, (t) =>
  compare(t, 'Chromium', random, chromiumSees),
);

test(`Firefox does what is predicted: ${random / 4} cases`, { timeout: 3_600_000 }, (t) =>
  compare(t, 'Firefox', random / 4, firefoxSees),
);
