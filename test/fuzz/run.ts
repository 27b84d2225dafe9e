/**
 * `npm run fuzz -- [minutes] [seed] [part of a target's name]` feeds the targets, one after the other;
 * `npm run fuzz -- properties [seeds] [first seed] [part of a file's path]` runs the property tests of `npm test`, which
 * has one seed for them, from others; `npm run fuzz -- growth …` measures how time grows with length: see growth/run.ts.
 */
import { fuzzGrowth } from './growth/run.ts';
import { fuzzProperties } from './properties.ts';
import { fuzz } from './target.ts';
import { targets } from './targets.ts';

const [minutes = '1', seed = String(Date.now() % 2 ** 31), name = ''] = process.argv.slice(2);
if (minutes === 'growth') {
  const [part, ...numbers] = process.argv.slice(3);
  await fuzzGrowth(part, ...numbers.map(Number));
} else if (minutes === 'properties') {
  const [seeds = '20', first = String(Date.now() % 2 ** 31), part = ''] = process.argv.slice(3);
  await fuzzProperties(Number(seeds), Number(first), part);
} else {
  for (const target of targets.filter((each) => each.name.includes(name))) {
    const { cases, slowest } = await fuzz(target, Number(minutes) * 60_000, Number(seed));
    process.stdout.write(
      `${target.name}: ${cases} cases in ${minutes} min from seed ${seed}, the slowest ${slowest.toFixed(0)} ms: nothing found\n`,
    );
  }
}
