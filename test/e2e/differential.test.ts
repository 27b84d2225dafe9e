/** Compares `decodeDataUrl` with the browser's own `fetch()` for URLs that no person would write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from '../../src/cli/drivers/wait.ts';
import type * as Blobs from '../../src/data-url/blobs.ts';
import * as core from '../../src/index.ts';
import { bundle, employ, plainBrowser } from '../support/differential.ts';
import type { Batch, Order } from '../support/differential-page.ts';
import { cases, comparisonSeed as seed } from '../support/seed.ts';
import { emptyDistribution, tooRare } from '../vectors/arbitrary-data-url.ts';
import { chromiumDeviations } from '../vectors/data-url-chromium.ts';

declare const blobs: typeof Blobs;
declare const gc: (options: { execution: 'async' }) => Promise<void>;

const all = cases(6000, 2500);
const batchLength = 2500;

const texts: Record<string, string> = {
  ...chromiumDeviations,
  'tab-and-newline': 'TAB, LF and CR are not removed from a data: URL as they are from every other URL',
};

test(`against fetch(): ${all} cases, seed ${seed}`, async (t) => {
  const { text } = await bundle('test/support/differential-page.ts');
  const plain = await plainBrowser('');
  t.after(plain.close);
  const total = emptyDistribution();
  const deviations: Record<string, number> = {};
  const disagreements: string[] = [];
  let withRemoved = 0;
  let asWritten = 0;
  let plainTypes = 0;
  const start = performance.now();

  const add = (batch: Batch, from: number) => {
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += batch.distribution[key];
    for (const [name, times] of Object.entries(batch.deviations))
      deviations[name] = (deviations[name] ?? 0) + times;
    withRemoved += batch.withRemoved;
    asWritten += batch.asWritten;
    plainTypes += batch.plain;
    for (const { written, theirs, ours } of batch.disagreements) {
      const line = `${written}: ours ${ours}, fetch() ${theirs} (seed ${from})`;
      if (disagreements.push(line) <= 20) console.log(line);
    }
  };

  let ordered = 0;
  let batches = 0;
  await employ<Order, Batch>(plain, text, 'page', 120_000 + all * 5, (batch) => {
    if (batch !== null) {
      add(batch, seed + batches++);
      if (batches % 40 === 0) {
        const seconds = ((performance.now() - start) / 1000).toFixed(0);
        console.log(`${total.cases} cases, ${seconds} s, ${disagreements.length} disagreements`);
      }
    }
    if (ordered >= all) return null;
    const order = { seed: seed + batches, cases: Math.min(batchLength, all - ordered) };
    ordered += order.cases;
    return order;
  });

  console.log(`Chromium ${plain.browser.version()}, seed ${seed}, distribution:`, total);
  for (const [name, times] of Object.entries(deviations)) {
    const of = name === 'tab-and-newline' ? ` of ${asWritten} looked at` : '';
    console.log(`  ${name}: ${times} times${of}: ${texts[name]}`);
  }
  console.log(
    `  ${withRemoved} hold a TAB, LF or CR; ${plainTypes} have parameters of which none is excused`,
  );
  assert.deepEqual(disagreements.slice(0, 20), [], `${disagreements.length} disagreements`);
  assert.equal(total.cases, all);
  // Every known deviation must still occur.
  assert.deepEqual(Object.keys(deviations).sort(), Object.keys(texts).sort());
  assert.equal(tooRare(total), null);
});

test('the core, bundled, runs in a page and in a worker', async (t) => {
  const { text } = await bundle('src/index.ts', 'core');
  const plain = await plainBrowser('');
  t.after(plain.close);
  /** The script uses nothing from Node or the extension: it consists of the bundle and the code below. */
  const script = `${text};
    (async () => {
      const inspection = await core.inspect('data:text/html;base64,PGI+');
      const stream = await core.decodeDataUrlStream(new Blob(['data:,a%20b']));
      let streamed = '';
      for await (const chunk of stream.chunks) streamed += new TextDecoder().decode(chunk);
      const refused = core.decodeDataUrl('data:;base64,A');
      const answer = {
        mimeType: inspection.mimeType,
        size: inspection.size,
        streamed,
        refused: refused.problem.code,
        type: core.toBlob('data:text/css,').type,
        names: Object.keys(core).length,
      };
      await fetch('/next', { method: 'POST', body: JSON.stringify(answer) });
    })().catch((error) => fetch('/next', { method: 'POST', body: JSON.stringify({ error: String(error) }) }));`;
  for (const kind of ['page', 'worker'] as const) {
    let answer: unknown;
    await employ(plain, script, kind, 120_000, (result) => {
      answer = result;
      return null;
    });
    assert.deepEqual(
      answer,
      {
        mimeType: 'text/html',
        size: 3,
        streamed: 'a b',
        refused: 'base64-length',
        type: 'text/css',
        names: Object.keys(core).length,
      },
      kind,
    );
  }
});

test('a Blob is read to its end, even if garbage is collected during each read', async (t) => {
  const { text } = await bundle('src/data-url/blobs.ts', 'blobs');
  const { page, close } = await plainBrowser(text, { args: ['--js-flags=--expose-gc'] });
  t.after(close);
  const sizes = page.evaluate(async () => {
    const { prototype } = ReadableStreamBYOBReader;
    prototype.read = new Proxy(prototype.read, {
      apply(read, reader, args) {
        void gc({ execution: 'async' });
        return Reflect.apply(read, reader, args);
      },
    });
    const all: number[] = [];
    for (let n = 0; n < 20; n++) {
      let size = 0;
      for await (const slice of blobs.slicesOf(new Blob([new Uint8Array(1_000_000)]))) size += slice.length;
      all.push(size);
    }
    return all;
  });
  assert.deepEqual(await within('20 Blobs', 60_000, sizes), Array(20).fill(1_000_000));
});
