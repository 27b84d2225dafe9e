/**
 * Implements `npm run fuzz -- growth [part of a name] [patterns] [seed] [largest size, as a power of two]`: measures
 * how the time of every entry point grows for texts that are designed to take long. Prints the patterns for which the
 * time grows more than twice as fast as the text, and the slowest pattern of each entry point.
 */
import { fork } from 'node:child_process';
import { own } from '../../support/owned.ts';
import type { Answer, Order } from './child.ts';
import { entries } from './entries.ts';
import { maxRatio } from './measure.ts';
import { patternsOf } from './patterns.ts';

/** A child that does not respond for this many milliseconds is killed. */
const timeout = 60_000;

/**
 * Measures one entry point, beginning with a pattern.
 *
 * @returns the pattern for which the call did not return; null if all calls returned
 */
function measure(order: Order, onAnswer: (answer: Answer) => void): Promise<number | null> {
  return new Promise((resolve) => {
    const child = own(fork(new URL('child.ts', import.meta.url), { execArgv: process.execArgv }));
    let next = order.from;
    const giveUp = () => {
      child.kill('SIGKILL');
      resolve(next);
    };
    let timer = setTimeout(giveUp, timeout);
    child.on('message', (answer: Answer | null) => {
      clearTimeout(timer);
      if (answer === null) {
        child.kill();
        resolve(null);
        return;
      }
      next = answer.pattern + 1;
      onAnswer(answer);
      timer = setTimeout(giveUp, timeout);
    });
    child.send(order);
  });
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const times = (growth: { sizes: number[]; times: number[] }) =>
  growth.sizes.map((size, n) => `2^${Math.log2(size)} ${growth.times[n]?.toFixed(1)} ms`).join(', ');

/** @param largest the largest size, as a power of two; each size is a 16th of the next larger one */
export async function fuzzGrowth(part = '', count = 200, seed = 1, largest = 22): Promise<void> {
  const sizes = [];
  for (let power = largest; power >= 10; power -= 4) sizes.unshift(2 ** power);
  let found = 0;
  for (const { name, grammar } of entries.filter((each) => each.name.includes(part))) {
    let slowest = { time: 0, name: '' };
    const report = (pattern: string, problem: string) => {
      found++;
      print(`${name}: ${pattern}\n    ${problem}`);
    };
    for (let from: number | null = 0; from !== null && from < count; ) {
      const stuck: number | null = await measure({ entry: name, from, count, seed, sizes }, (answer) => {
        if (answer.error !== undefined) return report(answer.name, answer.error);
        const time = answer.growth.times.at(-1) ?? 0;
        if (time > slowest.time) slowest = { time, name: answer.name };
        if (answer.excess > maxRatio) report(answer.name, times(answer.growth));
      });
      if (stuck !== null) report(patternsOf(grammar, count, seed)[stuck]?.name ?? '', 'did not come back');
      from = stuck === null ? null : stuck + 1;
    }
    print(`${name}: ${count} patterns, the slowest ${slowest.time.toFixed(0)} ms: ${slowest.name}`);
  }
  print(found === 0 ? 'Nothing grows faster than its text.' : `${found} found.`);
}
