/** How long the heaviest URLs keep the worker from everything else, one after the other. */
import { requestIdOf } from '../../src/data-url/request-url.ts';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy.ts';
import { judge } from '../../src/rules/index.ts';
import { heavyUrls } from '../attack/worker.ts';
import { longestHold } from './hold.ts';
import type { Measured } from './table.ts';

/** The least of several: what else the machine does only adds to it. */
const samples = 3;

export async function workerHold(): Promise<Measured[]> {
  const holds: { was: string; hold: number }[] = [];
  for (const { was, make } of heavyUrls) {
    const url = make();
    let hold = Number.POSITIVE_INFINITY;
    for (let sample = 0; sample < samples; sample++) {
      const held = await longestHold(async () => {
        const inspection = await inspect(url);
        judge({ inspection, occurrences: [], policy: defaultPolicy });
        await requestIdOf(url, inspection.sha256);
      });
      hold = Math.min(hold, held);
    }
    holds.push({ was, hold });
  }
  holds.sort((a, b) => b.hold - a.hold);
  const [worst] = holds;
  return [
    {
      what: 'the worker held by any one URL, processor time',
      value: worst?.hold ?? 0,
      unit: 'ms',
      budget: 50,
      goal: 16,
      note: holds.map(({ was, hold }) => `${was} → ${hold.toFixed(0)}`).join('; '),
    },
  ];
}
