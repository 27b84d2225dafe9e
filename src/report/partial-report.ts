/** A part of a Report: the data: URLs that a user has selected by a search or a filter. */

import type { Part, Report } from './report.ts';
import { totalsOf } from './totals.ts';

/**
 * The Report of some data: URLs of a page, in the order of the page's Report. Its totals are those of the part; `part`
 * contains those of the page. Page findings are kept if they are about one of these data: URLs.
 *
 * @param ids the `sha256` of the selected data: URLs
 * @param by the search and the filters that select them
 */
export function partOf(
  report: Report,
  ids: ReadonlySet<string>,
  by: Pick<Part, 'query' | 'filters'>,
): Report {
  const dataUrls = report.dataUrls.filter(({ sha256 }) => ids.has(sha256));
  const findings = report.findings.filter((finding) => finding.dataUrls?.some((sha256) => ids.has(sha256)));
  const { query, filters } = by;
  const part = { query, filters, page: report.totals };
  return { ...report, part, totals: totalsOf(dataUrls, findings), dataUrls, findings };
}
