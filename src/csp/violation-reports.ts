/**
 * Reads reports of violations of Content Security Policies as browsers send them: to `report-uri` (CSP3 5.3) and by the
 * Reporting API (CSP3 5.1). The reports name a directive, but never the element, and only the scheme of a data: URL.
 */

import { maxCspReports, maxReportTextLength } from '../limits.ts';
import { browsers } from '../mime/documents.ts';
import { withoutFragment } from '../uri/fragment.ts';
import { isWeak, type Occurrence } from '../vocabulary.ts';
import { chainOf, decide, effectiveDirective, parsePolicies } from './csp.ts';

export interface CspReport {
  /** URL of the document. */
  document: string;
  /** Name of the directive, in lower case. */
  directive: string;
  /** The blocked URL; only the scheme for a data: URL. */
  blocked: string;
  /** Whether the URL was blocked, rather than only reported. */
  isEnforced: boolean;
  /** The policy as written in the document; '' if the report lacks it. */
  policy: string;
}

type Values = Record<string, unknown>;
const objectIn = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};
/** The first value that is a string, truncated. */
const textIn = (...values: unknown[]): string =>
  (values.find((value) => typeof value === 'string') as string | undefined)?.slice(0, maxReportTextLength) ??
  '';

/**
 * Reads a report, or a list of reports, in the JSON form that browsers send.
 *
 * @returns the first distinct reports; empty for other text
 */
export function readCspReports(text: string): CspReport[] {
  if (!/^\s*[[{]/.test(text)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const reports = new Map<string, CspReport>();
  for (const each of Array.isArray(value) ? value : [value]) {
    const report = reportIn(each);
    if (report) reports.set(JSON.stringify(report), report);
    if (reports.size >= maxCspReports) break;
  }
  return [...reports.values()];
}

function reportIn(value: unknown): CspReport | null {
  const given = objectIn(value);
  const body = objectIn(given['csp-report'] ?? (given.type === 'csp-violation' ? given.body : null));
  // The older field, `violated-directive`, may also contain the directive's sources.
  const [directive = ''] = textIn(
    body['effective-directive'] || body['violated-directive'],
    body.effectiveDirective,
  )
    .trim()
    .split(/\s/);
  if (directive === '') return null;
  return {
    document: textIn(body['document-uri'], body.documentURL, given.url),
    directive: directive.toLowerCase(),
    blocked: textIn(body['blocked-uri'], body.blockedURL),
    isEnforced: textIn(body.disposition) !== 'report',
    policy: textIn(body['original-policy'], body.originalPolicy),
  };
}

/** Whether the report is about a data: URL. Older browsers report the whole URL. */
export const isOfData = ({ blocked }: CspReport): boolean => /^data(?::|$)/i.test(blocked);

/** An occurrence that a report may be about, with its data: URL. */
export interface Governed<DataUrl> {
  dataUrl: DataUrl;
  occurrence: Occurrence;
}

/** The occurrences on a page to which the directive of a report applies. At least one of them was blocked. */
export function governedBy<DataUrl extends { occurrences: readonly Occurrence[] }>(
  report: CspReport,
  dataUrls: readonly DataUrl[],
): Governed<DataUrl>[] {
  if (!isOfData(report)) return [];
  // The browser that sent the report is unknown, so the policy is parsed as in each of them.
  const policies = browsers.map((browser) => {
    const [directives] = parsePolicies({ source: 'header', text: report.policy, reportOnly: false, browser });
    return directives;
  });
  const isGoverned = ({ destination }: Occurrence): boolean => {
    const chain = chainOf(destination);
    return policies.some((directives) => {
      if (!directives) return chain.includes(report.directive);
      // Browsers report the request's own directive or its fallback.
      const isNamed =
        chain[0] === report.directive || effectiveDirective(directives, chain) === report.directive;
      return isNamed && decide(directives, destination) !== 'allows';
    });
  };
  const address = withoutFragment(report.document);
  return dataUrls.flatMap((dataUrl) =>
    dataUrl.occurrences
      .filter(
        (each) => withoutFragment(each.frame) === address && !each.inert && !isWeak(each) && isGoverned(each),
      )
      .map((occurrence) => ({ dataUrl, occurrence })),
  );
}
