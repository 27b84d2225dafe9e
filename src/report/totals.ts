/** What a page's data: URLs come to. */
import type { DataUrl, Totals } from './report.ts';

/** What is the same resource: the same bytes under the same media type; null where there are none. */
export const bodyKey = ({ bodySha256, mimeType }: Pick<DataUrl, 'bodySha256' | 'mimeType'>): string | null =>
  bodySha256 === null ? null : `${bodySha256} ${mimeType}`;

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
  for (const dataUrl of dataUrls) {
    const { length, size, occurrences, findings } = dataUrl;
    totals.dataUrls++;
    totals.occurrences += occurrences.length;
    totals.length += length;
    totals.size += size ?? 0;
    for (const { severity } of findings) totals.findings[severity]++;
    // What stands nowhere costs nothing.
    const body = bodyKey(dataUrl);
    if (body === null || size === null || occurrences.length === 0) continue;
    // Each further place of the same URL, and each further URL of the same body, costs the body again.
    totals.duplicateSize += size * (occurrences.length - (bodies.has(body) ? 0 : 1));
    bodies.add(body);
  }
  return totals;
}
