/** How far processes grow while something runs: Linux counts the peak, and lets it be set back. */
import { readFileSync, writeFileSync } from 'node:fs';

const kilobytes = (pid: number, key: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${key}:\\s*(\\d+)`).exec(status)?.[1] ?? 0);
};

/** The sum of the processes' growth, in bytes, at the peak of each; null where the system does not tell. */
export async function growth(
  pids: () => Promise<number[]>,
  run: () => Promise<unknown>,
): Promise<number | null> {
  const before = new Map<number, number>();
  try {
    for (const pid of await pids()) {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      before.set(pid, kilobytes(pid, 'VmRSS'));
    }
  } catch {
    await run();
    return null;
  }
  await run();
  let sum = 0;
  for (const pid of await pids()) {
    try {
      sum += kilobytes(pid, 'VmHWM') - (before.get(pid) ?? 0);
    } catch {
      // It has ended.
    }
  }
  return sum * 1024;
}
