/** Runs the targets of `npm run fuzz`, which feeds them for longer and with other cases. */
import { test } from 'node:test';
import { runs } from '../support/seed.ts';
import { fuzz } from './target.ts';
import { targets } from './targets.ts';

for (const target of targets)
  test(target.name, async (t) => {
    const { cases, slowest } = await fuzz(target, runs(5000));
    t.diagnostic(`${cases} cases, the slowest ${slowest.toFixed(0)} ms`);
  });
