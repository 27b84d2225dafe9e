/** Answers about a large data: URL or a large page must be computed in several turns, not all at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anatomyIn } from '../../src/data-url/anatomy.ts';
import { decoding } from '../../src/data-url/decode.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { copying } from '../../src/report/copy-text.ts';
import { totaling } from '../../src/report/totals.ts';
import { judgingPage } from '../../src/rules/index.ts';
import { heavyQuestions, largestReport } from './worker.ts';

/**
 * Number of code units that the test uses for a megabyte. All questions are answered in pieces, so shorter URLs take
 * the same path.
 */
const shortMegabyte = 1 << 18;

/** Returns how often other work gets a turn before this work ends. */
function turnsOf(work: Generator<unknown, unknown, void>): number {
  let turns = 0;
  while (!work.next().done) turns++;
  return turns;
}

for (const { was, asked, make } of heavyQuestions) {
  test(`others have their turn during ${was}`, () => {
    const written = make(shortMegabyte);
    const item = { essence: 'text/plain', detectedType: null };
    const work =
      asked === 'anatomy'
        ? anatomyIn(written, [])
        : asked === 'body'
          ? decoding(written)
          : copying(written, asked, item);
    const turns = turnsOf(work);
    // No repair is attempted for a head that is too long.
    const isRefused = asked === 'repaired' && !written.slice(0, 1 << 16).includes(',');
    assert.ok(isRefused ? turns === 0 : turns >= written.length / shortMegabyte - 1, `${turns} turns`);
  });
}

test('a page of many data: URLs is judged and summed up in turns', async () => {
  const report = await largestReport(500, 5000);
  const csp = [
    { frame: 'https://example.com/1', source: 'meta', text: 'img-src x:', reportOnly: false },
  ] as const;
  const { page, dataUrls } = report;
  assert.ok(turnsOf(judgingPage({ page, dataUrls, csp, policy: defaultPolicy })) > dataUrls.length);
  assert.ok(turnsOf(totaling(dataUrls, [])) >= dataUrls.length);
});
