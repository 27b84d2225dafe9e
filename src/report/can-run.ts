/**
 * The data: URLs of a page that can run something or deceive the people who open them, with their effect and when they
 * run.
 */
import { severityRank } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { findingsByUrl } from './effects.ts';
import type { DataUrl, Finding, Report } from './report.ts';
import { type RunTime, runTimeOf, runTimes } from './run-time.ts';

/** The properties that decide whether a data: URL can run. */
export interface Runnable extends Pick<DataUrl, 'sha256' | 'findings' | 'disallowed'> {
  /** See `runTimeOf`. */
  runs: RunTime | null;
}

const runEffects = ['can-run', 'deceives'] as const;

export interface CanRun<Url> {
  dataUrl: Url;
  /** Whether something can run. If not, the data: URL only deceives. */
  effect: (typeof runEffects)[number];
  /** The findings that state the effect, most severe first. */
  findings: readonly Finding[];
  /** Whether the policy disallows the type of the data: URL, and no finding reports that. */
  isDisallowed: boolean;
}

/**
 * The findings about content that can run or deceive. Those of `disallowed-type`, which concern only the type, are
 * returned only if there are no others.
 */
export function dangersIn(findings: readonly Finding[]): Finding[] {
  const dangers = findings.filter(({ effect }) => effect === 'can-run' || effect === 'deceives');
  const known = dangers.filter(({ rule }) => rule !== 'disallowed-type');
  return known.length > 0 ? known : dangers;
}

type Inner = Pick<DataUrl, 'essence' | 'findings'>;

/**
 * Replaces the findings of `nested-data-url` with the first danger of each nested data: URL, which is more specific. If
 * there are no such dangers, all findings are kept.
 */
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
 * The data: URLs that can run, and those that deceive when they are opened; sorted by time, earliest first, then by
 * severity, most severe first.
 *
 * @param pageFindings the findings about the page as a whole, some of which may be about these data: URLs
 */
export const canRunIn = <Url extends Runnable>(
  dataUrls: Iterable<Url>,
  pageFindings: readonly Finding[] = [],
): CanRun<Url>[] => atOnce(findingRuns(dataUrls, pageFindings, (dataUrl) => dataUrl));

/** Number of data: URLs between two yields. Small, because each may have many occurrences. */
const urlsLength = 200;

/**
 * Like `canRunIn`, but a generator.
 *
 * @param timed adds when a data: URL runs
 * @yields an empty text wherever the caller may pause
 */
function* findingRuns<Url extends Omit<Runnable, 'runs'>, Timed extends Runnable>(
  dataUrls: Iterable<Url>,
  pageFindings: readonly Finding[],
  timed: (dataUrl: Url) => Timed,
): Generator<'', CanRun<Timed>[], void> {
  const about = findingsByUrl(pageFindings);
  const found: CanRun<Timed>[] = [];
  let count = 0;
  for (const url of dataUrls) {
    if (count++ % urlsLength === 0) yield '';
    const of = about.get(url.sha256);
    const all = of ? [...url.findings, ...of] : url.findings;
    const effect = runEffects.find((each) => all.some((finding) => finding.effect === each));
    if (!effect) continue;
    const dataUrl = timed(url);
    if (effect === 'deceives' && !dataUrl.runs) continue;
    const findings = dangersIn(all);
    const isSaid = findings.some(({ rule }) => rule === 'disallowed-type');
    found.push({ dataUrl, effect, findings, isDisallowed: url.disallowed !== null && !isSaid });
  }
  return found.sort((a, b) => order(a.dataUrl) - order(b.dataUrl) || rank(b) - rank(a));
}

/** Groups data: URLs by their effect, for a section each. */
export const runsByEffect = <Run extends CanRun<unknown>>(runs: readonly Run[]) =>
  runEffects
    .map((effect) => ({ effect, runs: runs.filter((run) => run.effect === effect) }))
    .filter((group) => group.runs.length > 0);

/** Like `canRunIn`, for a Report. */
export const canRunInReport = (report: Pick<Report, 'dataUrls' | 'findings'>) =>
  atOnce(findingRunsInReport(report));

/** Like `canRunInReport`, but a generator that yields an empty text wherever the caller may pause. */
export const findingRunsInReport = ({ dataUrls, findings }: Pick<Report, 'dataUrls' | 'findings'>) =>
  findingRuns(dataUrls, findings, (dataUrl) => ({ ...dataUrl, runs: runTimeOf(dataUrl.occurrences) }));
