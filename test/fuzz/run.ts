/**
 * Implements `npm run fuzz -- [minutes] [seed] [part of a target's name]`, which feeds the targets, one after the
 * other; `npm run fuzz -- properties [seeds] [first seed] [part of a file's path]`, which runs the property tests of
 * `npm test` with other seeds; and `npm run fuzz -- growth …`, which measures how time grows with length: see
 * growth/run.ts.
 */
import { commandLine, processArguments } from '../../src/cli/command-line.ts';
import { entries } from './growth/entries.ts';
import { fuzzGrowth } from './growth/run.ts';
import { fuzzProperties } from './properties.ts';
import { fuzz } from './target.ts';
import { targets } from './targets.ts';

const fuzzCommandLine = commandLine({
  purpose: 'Feeds the parsers with generated input, and stops at the first that breaks them.',
  usage: [
    '[MINUTES] [SEED] [TARGET]',
    'properties [SEEDS] [FIRST-SEED] [FILE]',
    'growth [NAME] [COUNT] [SEED] [POWER]',
  ],
  operands: {
    MINUTES: 'Minutes for each target (default: 1)',
    SEED: 'Where the generated input begins (default: the time)',
    TARGET: 'Feeds the targets with this in their names',
    properties: 'Runs the property tests from other seeds (default: 20 seeds)',
    growth: 'Measures how time grows with the length of the input',
    NAME: 'The entry points with this in their names',
    POWER: 'The power of two of the largest length (default: 22)',
  },
  options: {},
  exitCodes: { 0: 'Nothing was found', 1: 'An input broke a parser', 2: 'An argument is wrong' },
  examples: [
    ['10', 'Feeds each target for ten minutes.'],
    ['properties 100', 'Runs the property tests from 100 seeds.'],
  ],
});
const { operands } = processArguments(fuzzCommandLine, 'fuzz');
const [minutes = '1', seed = String(Date.now() % 2 ** 31), name = ''] = operands;
if (minutes === 'growth') {
  const [part, ...numbers] = operands.slice(1);
  if (!entries.some((entry) => entry.name.includes(part ?? ''))) {
    process.stderr.write(`fuzz: no entry point has "${part}" in its name.\n`);
    process.exitCode = 2;
  } else await fuzzGrowth(part, ...numbers.map(Number));
} else if (minutes === 'properties') {
  const [seeds = '20', first = String(Date.now() % 2 ** 31), part = ''] = operands.slice(1);
  await fuzzProperties(Number(seeds), Number(first), part);
} else {
  for (const target of targets.filter((each) => each.name.includes(name))) {
    const { cases, slowest } = await fuzz(target, {
      seed: Number(seed),
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: Number(minutes) * 60_000,
      markInterruptAsFailure: false,
    });
    process.stdout.write(
      `${target.name}: ${cases} cases in ${minutes} min from seed ${seed}, the slowest ${slowest.toFixed(0)} ms: nothing found\n`,
    );
  }
}
