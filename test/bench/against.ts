/**
 * Implements `npm run bench -- PART --against COMMIT`: runs the bench of a commit and that of this checkout
 * alternately.
 */
import { spawn } from 'node:child_process';
import { logToStderr, root } from '../../src/cli/project.ts';
import { randomFrom } from '../fuzz/growth/patterns.ts';
import { own } from '../support/owned.ts';
import type { Worktree } from '../support/worktree.ts';
import { isMoreBetter, type Measured, median, nameOf } from './table.ts';

/** The values of a row, measured for the commit and for this checkout. */
interface Samples {
  row: Measured;
  before: number[];
  now: number[];
}

/** Returns the rows of a part, measured by a checkout's bench in a separate process. */
function measured(checkout: string, part: string): Promise<Measured[]> {
  return new Promise((resolve, reject) => {
    const child = own(
      spawn(process.execPath, ['extension/build/run.mjs', 'bench', part, '--json'], {
        cwd: checkout,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(
            output
              .split('\n')
              .filter((line) => line !== '')
              .map((line) => JSON.parse(line)),
          )
        : reject(new Error(`bench ${part} in ${checkout} ended with ${code}`)),
    );
  });
}

const splits = 1000;

/**
 * Returns the spread of samples: splits the samples randomly into halves, and takes the ratio (at least 1) of the
 * halves' medians. In 97.5% of the splits, the ratio is smaller than the spread.
 */
export function spreadOf(samples: readonly number[]): number {
  const random = randomFrom(1);
  const ratios = Array.from({ length: splits }, () => {
    const shuffled = samples
      .map((value) => ({ value, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
    const half = shuffled.length >> 1;
    const [one, other] = [median(shuffled.slice(0, half)), median(shuffled.slice(half))];
    return Math.max(one / other, other / one);
  }).sort((a, b) => a - b);
  return ratios[Math.floor(splits * 0.975)] as number;
}

/**
 * Compares the medians. This checkout is worse if its median is worse by more than 5%, and by more than the spread of
 * the commit's own samples.
 */
export function compared({ row, before, now }: Samples): {
  change: number;
  spread: number;
  isWorse: boolean;
} {
  const change = median(now) / median(before);
  const spread = spreadOf(before);
  const worsening = isMoreBetter(row) ? 1 / change : change;
  return { change, spread, isWorse: worsening > 1.05 && worsening > spread };
}

/**
 * Prints for each row of a part of the bench: the commit's median, this checkout's median, their ratio, and whether
 * this checkout is worse.
 *
 * @param other a checkout of the commit
 * @param times how often each of the two is measured, alternately
 * @returns this checkout's medians, and the ratios by row name for the rows that the commit also has
 */
export async function against(
  other: Worktree,
  part: string,
  times: number,
): Promise<{ rows: Measured[]; ratios: Map<string, number> }> {
  const samples = new Map<string, Samples>();
  for (let turn = 0; turn < times; turn++) {
    logToStderr(`${part}: ${turn + 1} of ${times}`);
    const [before, now] = [await measured(other.folder, part), await measured(root, part)];
    for (const row of now) {
      const name = nameOf(row);
      const earlier = before.find((each) => nameOf(each) === name);
      const known = samples.get(name) ?? { row, before: [], now: [] };
      if (earlier) known.before.push(earlier.value);
      known.now.push(row.value);
      samples.set(name, known);
    }
  }
  const rows: Measured[] = [];
  const ratios = new Map<string, number>();
  for (const [name, each] of samples) {
    rows.push({ ...each.row, value: median(each.now) });
    if (each.before.length === 0) continue;
    const { change, spread, isWorse } = compared(each);
    ratios.set(name, change);
    const [was, is] = [each.before, each.now].map(
      (values) => `${median(values).toFixed(2)} ${each.row.unit}`,
    );
    const verdict = isWorse ? 'WORSE' : 'not worse';
    process.stdout.write(
      `${part}: ${name}: ${was} before, ${is} now: ${change.toFixed(3)}x (itself ${spread.toFixed(3)}x): ${verdict}\n`,
    );
  }
  return { rows, ratios };
}
