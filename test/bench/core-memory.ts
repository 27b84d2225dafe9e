/** Measures how much processes grow during some work. Linux records the peak, and allows resetting it. */
import { readFileSync, writeFileSync } from 'node:fs';

export const kilobytes = (pid: number, key: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${key}:\\s*(\\d+)`).exec(status)?.[1] ?? 0);
};

/** Returns the peak growth of each process in bytes; for new processes, their whole size. */
export async function growthOf(
  pids: () => Promise<number[]>,
  run: () => Promise<unknown>,
): Promise<Map<number, number>> {
  const before = new Map<number, number>();
  for (const pid of await pids()) {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    before.set(pid, kilobytes(pid, 'VmRSS'));
  }
  await run();
  const grown = new Map<number, number>();
  for (const pid of await pids()) {
    try {
      grown.set(pid, (kilobytes(pid, 'VmHWM') - (before.get(pid) ?? 0)) * 1024);
    } catch {
      // The process has ended.
    }
  }
  return grown;
}

/** Returns the sum of the processes' growth, each at its own peak, in bytes; null if the system does not provide it. */
export async function growth(
  pids: () => Promise<number[]>,
  run: () => Promise<unknown>,
): Promise<number | null> {
  if (process.platform !== 'linux') {
    await run();
    return null;
  }
  let sum = 0;
  for (const bytes of (await growthOf(pids, run)).values()) sum += bytes;
  return sum;
}

/** Whether a Chromium process belongs to the extension, that is, runs its worker and its pages. */
export function isExtensionProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--extension-process');
  } catch {
    return false; // The process has ended.
  }
}
