/**
 * Prints a run as rows for data engines: NDJSON in which each line contains the same columns, with null for absent
 * values and empty text.
 */
import { csvColumns, occurrenceValues } from '../report/csv.ts';
import type { RunHeader } from '../report/ndjson-runs.ts';
import { jsonOf } from '../report/printable.ts';
import type { StreamedReport } from '../report/report.ts';
import { isOfDamagedArchive, partLocation, unreadParts } from '../report/unreachable.ts';

/**
 * The columns that only rows have, as described in docs/scale.md. The columns of an occurrence are the same as in CSV.
 */
const ownColumns = [
  ...['kind', 'run', 'version', 'shard', 'number', 'report', 'requested', 'archive', 'offset', 'record'],
  ...['title', 'pageRules', 'part', 'partUrl', 'reason'],
] as const;

export const rowColumns: readonly string[] = [...ownColumns, ...csvColumns];

/**
 * Creates the printer of a run's rows. A Report becomes a row for each occurrence and for each part that was not
 * scanned, but at least one row.
 */
export function rowLines({ run, version, shard }: RunHeader) {
  const empty = Object.fromEntries(rowColumns.map((name) => [name, null]));
  let number = 0;
  let reports = 0;
  const row = (kind: 'occurrence' | 'page' | 'failure' | 'end', values: object): string => {
    const columns = { ...empty, kind, run, version, shard, number: ++number, ...values };
    return `${jsonOf(Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value === '' ? null : value])))}\n`;
  };
  return {
    header: () => '',
    *reportLines(each: StreamedReport): Generator<string, void, void> {
      const { url, requested = null, archive = null, offset = null, record = null, title } = each.page;
      const pageRules = [...new Set(each.findings.map(({ rule }) => rule))].join(' ');
      const about = { report: ++reports, page: url, requested, archive, offset, record, title, pageRules };
      let isEmpty = true;
      for (const values of occurrenceValues(each)) {
        const own = Object.fromEntries(csvColumns.map((name, at) => [name, values[at] ?? null]));
        isEmpty = false;
        yield row('occurrence', { ...own, ...about });
      }
      for (const part of unreadParts(each.unreachable)) {
        isEmpty = false;
        const kind = isOfDamagedArchive(each) ? 'archive' : part.kind;
        yield row('failure', { ...about, part: kind, partUrl: partLocation(part), reason: part.reason });
      }
      if (isEmpty) yield row('page', about);
    },
    failureLines: (page: string, reason: string): string =>
      row('failure', { page, part: 'page', partUrl: page, reason }),
    end: (): string => row('end', { report: reports }),
  };
}
