/** Finds the data: URLs that can be repaired. This requires the text of each URL, which is requested in idle time. */
import type { MenuForm } from '../../src/report/copy-forms.ts';
import { none } from '../platform/limits.ts';
import type { Address } from '../platform/surface-messages.ts';
import type { Detail, None, Row } from '../platform/surface-updates.ts';
import type { Copy } from './detail/noted-copy.ts';
import type { ReportClient } from './report-client.ts';
import { idleQueue } from './viewers/idle-queue.ts';

/** Maximum number of rows for which a repair is looked for. */
const maxRepairsSought = 1000;

/** Maximum length, in code units, of a URL for which a repair is looked for without a request of the user. */
const maxRepaired = 4_000_000;

/** Matches the rules that report faults of the written URL itself or of its use in an occurrence. */
const repairableRules = /^(?:damaged-url|syntax|unloadable|wrong-type)$/;

/** Whether there is something to repair. */
export const needsRepair = ({ problem, findings }: Pick<Row, 'problem' | 'findings'>): boolean =>
  problem !== null || findings.some(({ rule }) => repairableRules.test(rule));

/** Whether a repair is looked for before the user asks for it. */
export const mayBeRepaired = (row: Row): boolean => row.length <= maxRepaired && needsRepair(row);

/** Gets a form of the URL. The result is `none` if the URL has no such form, and null if the page no longer answers. */
export async function copyFor(
  form: MenuForm,
  address: Address,
  client: Pick<ReportClient, 'ask'>,
): Promise<Copy | None | null> {
  const written = await client.ask({ type: 'written', ...address });
  if (!(written instanceof Blob)) return null;
  if (form === 'written') return { text: written, notes: [] };
  const detail = (await client.ask({ type: 'detail', ...address })) as Detail | null;
  const { notedCopy } = await import('./detail/noted-copy.ts');
  return detail ? notedCopy(written, form, detail, needsRepair(detail)) : null;
}

const inIdleTime = idleQueue(1);
/** The results by row object, because a row that changes is a new object. */
const found = new WeakMap<Row, boolean>();

/**
 * Finds the repairable rows among the first `maxRepairsSought` candidates.
 *
 * @returns the ids of the rows; null if the signal was aborted
 */
export async function repairableIn(
  rows: readonly Row[],
  client: Pick<ReportClient, 'ask'>,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const odd = rows.filter(mayBeRepaired).slice(0, maxRepairsSought);
  for (const row of odd) {
    if (found.has(row)) continue;
    const repaired = await inIdleTime(() => copyFor('repaired', { id: row.sha256 }, client), signal);
    if (signal.aborted) return null;
    if (repaired !== null) found.set(row, repaired !== none);
  }
  return new Set(odd.filter((row) => found.get(row)).map(({ sha256 }) => sha256));
}
