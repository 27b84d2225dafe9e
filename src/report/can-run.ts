/** The data: URLs of a page that can run something, or deceive the people who open them: when, and what happens. */
import { severityRank } from '../vocabulary.ts';
import { findingsByUrl } from './effects.ts';
import type { DataUrl, Finding, Report } from './report.ts';
import { type RunTime, runTimeOf, runTimes } from './run-time.ts';

/** The properties on which this depends. */
export interface Runnable extends Pick<DataUrl, 'sha256' | 'findings' | 'disallowed'> {
  /** See `runTimeOf`. */
  runs: RunTime | null;
}

export interface CanRun<Url> {
  dataUrl: Url;
  /** They say what happens; the most severe first. */
  findings: readonly Finding[];
  /** The policy disallows its type, which the findings don't say. */
  isDisallowed: boolean;
}

/** The findings that say what content does, not only what its type could do. */
export function dangersIn(findings: readonly Finding[]): Finding[] {
  const dangers = findings.filter(({ effect }) => effect === 'can-run' || effect === 'deceives');
  const known = dangers.filter(({ rule }) => rule !== 'disallowed-type');
  return known.length > 0 ? known : dangers;
}

type Inner = Pick<DataUrl, 'essence' | 'findings'>;

/** The findings, and the first danger of each nested data: URL, which says more than the finding that there is one. */
export function withNested<Url extends Inner>(
  findings: readonly Finding[],
  nested: readonly Url[],
): { own: readonly Finding[]; inside: { inner: Url; danger: Finding }[] } {
  const inside = nested.flatMap((inner) =>
    dangersIn(inner.findings)
      .slice(0, 1)
      .map((danger) => ({ inner, danger })),
  );
  const own = inside.length > 0 ? findings.filter(({ rule }) => rule !== 'nested-data-url') : findings;
  return { own, inside };
}

const order = ({ runs }: Runnable): number => (runs ? runTimes.indexOf(runs) : runTimes.length);
const rank = ({ findings: [worst] }: CanRun<unknown>): number => (worst ? severityRank[worst.severity] : 0);

/**
 * Those that can run, and those that deceive where something opens them; the earliest first, then the most severe.
 *
 * @param pageFindings those on the page as a whole, which may be about some of them
 */
export function canRunIn<Url extends Runnable>(
  dataUrls: Iterable<Url>,
  pageFindings: readonly Finding[] = [],
): CanRun<Url>[] {
  const about = findingsByUrl(pageFindings);
  const found: CanRun<Url>[] = [];
  for (const dataUrl of dataUrls) {
    const { sha256, disallowed, runs } = dataUrl;
    const findings = dangersIn([...dataUrl.findings, ...(about.get(sha256) ?? [])]);
    if (!findings.some(({ effect }) => runs || effect === 'can-run')) continue;
    const isSaid = findings.some(({ rule }) => rule === 'disallowed-type');
    found.push({ dataUrl, findings, isDisallowed: disallowed !== null && !isSaid });
  }
  return found.sort((a, b) => order(a.dataUrl) - order(b.dataUrl) || rank(b) - rank(a));
}

/** The same of a Report. */
export const canRunInReport = ({ dataUrls, findings }: Pick<Report, 'dataUrls' | 'findings'>) =>
  canRunIn(
    dataUrls.map((dataUrl) => ({ ...dataUrl, runs: runTimeOf(dataUrl.occurrences) })),
    findings,
  );
