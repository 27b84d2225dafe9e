import { repairDataUrl } from '../../src/repair/repair.ts';

/** Returns the repaired URL; null if there is none. */
export function repairedUrl(written: string): string | null {
  const repair = repairDataUrl(written);
  return repair.ok ? repair.url : null;
}
