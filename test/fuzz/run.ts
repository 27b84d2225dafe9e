/**
 * `npm run fuzz -- [minutes] [seed] [part of a target's name]` feeds the targets, one after the other;
 * `npm run fuzz -- growth …` measures how time grows with length: see growth/run.ts.
 */
import { fuzzGrowth } from './growth/run.ts';
import { fuzz } from './target.ts';
import { targets } from './targets.ts';

const [minutes = '1', seed = String(Date.now() % 2 ** 31), name = ''] = process.argv.slice(2);
if (minutes === 'growth') {
  const [part, ...numbers] = process.argv.slice(3);
  await fuzzGrowth(part, ...numbers.map(Number));
} else {
  for (const target of targets.filter((each) => each.name.includes(name))) {
    const { cases, slowest } = await fuzz(target, Number(minutes) * 60_000, Number(seed));
    process.stdout.write(
      `${target.name}: ${cases} cases in ${minutes} min from seed ${seed}, the slowest ${slowest.toFixed(0)} ms: nothing found\n`,
    );
  }
}
