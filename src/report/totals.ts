/** What a page's data: URLs come to. */
import type { DataUrl, Totals } from './report.ts';

/** Sums the distinct data: URLs of a page; page-wide findings are not counted. */
export function totalsOf(
  dataUrls: Iterable<
    Pick<DataUrl, 'length' | 'size' | 'bodySha256' | 'mimeType' | 'findings'> & {
      occurrences: readonly unknown[];
    }
  >,
): Totals {
  const totals: Totals = {
    dataUrls: 0,
    occurrences: 0,
    length: 0,
    size: 0,
    duplicateSize: 0,
    findings: { error: 0, warning: 0, info: 0 },
  };
  const bodies = new Set<string>();
  for (const { length, size, bodySha256, mimeType, occurrences, findings } of dataUrls) {
    totals.dataUrls++;
    totals.occurrences += occurrences.length;
    totals.length += length;
    totals.size += size ?? 0;
    for (const { severity } of findings) totals.findings[severity]++;
    // What stands nowhere costs nothing.
    if (bodySha256 === null || size === null || occurrences.length === 0) continue;
    // The same bytes under another media type are another resource.
    const body = `${bodySha256} ${mimeType}`;
    // Each further place of the same URL, and each further URL of the same body, costs the body again.
    totals.duplicateSize += size * (occurrences.length - (bodies.has(body) ? 0 : 1));
    bodies.add(body);
  }
  return totals;
}
