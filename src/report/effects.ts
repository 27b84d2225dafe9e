/**
 * The effects of a page's data: URLs on the people who visit it. Only this module counts them, for all surfaces and
 * exports.
 */
import { type Effect, effects, isWeak, type Severity, type State } from '../vocabulary.ts';
import type { DataUrl, Finding, Report } from './report.ts';
import { failedKinds, mostSevereState } from './states.ts';

/** The properties of a data: URL that determine its effects. */
export interface Affecting extends Pick<DataUrl, 'sha256' | 'findings' | 'disallowed'> {
  /** The most severe state of the occurrences that the page uses. */
  state: State | null;
  isWeak: boolean;
  removedAt: string | null;
}

/** The effects whose counts are displayed: all except advice. */
export const countedEffects = effects.filter((effect) => effect !== 'advice');

/** The severity that decides the color of an effect's count: the usual severity of its findings. */
export const effectTone: Record<Effect, Severity> = {
  'not-shown': 'error',
  'can-run': 'error',
  deceives: 'warning',
  'not-allowed': 'error',
  costs: 'warning',
  advice: 'info',
};

/** Whether the page uses a data: URL and it was blocked, refused, or not shown. */
export const hasFailed = ({ state, isWeak, removedAt }: Affecting): boolean =>
  !isWeak && removedAt === null && state !== null && failedKinds.has(state.kind);

/**
 * The effects of one data: URL, including that of its state.
 *
 * @param about the page findings that are about this data: URL
 */
export function effectsOf(item: Affecting, about: readonly Finding[] = []): ReadonlySet<Effect> {
  const found = new Set([...item.findings, ...about].map(({ effect }) => effect));
  if (hasFailed(item)) found.add('not-shown');
  if (item.disallowed && !item.isWeak) found.add('not-allowed');
  return found;
}

/** The effects that endanger the people who visit a page. */
export const dangers: ReadonlySet<Effect> = new Set<Effect>(['can-run', 'deceives']);

/**
 * Whether a finding represents an effect of its data: URL that is not the effect of any finding. A disallowed type is
 * represented by the dangers that explain it; any other effect, by the most severe finding.
 */
export function standsFor(
  effect: Effect,
  finding: Finding,
  item: Affecting,
  about: readonly Finding[] = [],
): boolean {
  const { findings } = item;
  if (!effectsOf(item, about).has(effect)) return false;
  if ([...findings, ...about].some((each) => each.effect === effect)) return false;
  const explaining = effect === 'not-allowed' ? findings.filter((each) => dangers.has(each.effect)) : [];
  return explaining.length > 0 ? explaining.includes(finding) : findings[0] === finding;
}

/** The index of the most severe effect in `effects`; the length of `effects` if there is none. */
export const effectRank = (found: ReadonlySet<Effect>): number => {
  const rank = effects.findIndex((effect) => found.has(effect));
  return rank < 0 ? effects.length : rank;
};

/** The severity that a list shows for a data: URL, if any. `findings` must begin with the most severe finding. */
export const shownSeverity = (item: Affecting): Severity | undefined =>
  hasFailed(item) ? 'error' : item.findings[0]?.severity;

/** The page findings, grouped by the `sha256` of the data: URLs that they are about. */
export function findingsByUrl(pageFindings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const byUrl = new Map<string, Finding[]>();
  for (const finding of pageFindings)
    for (const sha256 of finding.dataUrls ?? []) {
      const known = byUrl.get(sha256);
      if (known) known.push(finding);
      else byUrl.set(sha256, [finding]);
    }
  return byUrl;
}

/**
 * Counts each effect: the number of data: URLs with the effect, plus the number of page findings with it that are not
 * about data: URLs.
 */
export function countEffects(
  found: Iterable<ReadonlySet<Effect>>,
  pageFindings: readonly Finding[],
): ReadonlyMap<Effect, number> {
  const counts = new Map<Effect, number>();
  const countUp = (effect: Effect) => counts.set(effect, (counts.get(effect) ?? 0) + 1);
  for (const each of found) for (const effect of each) countUp(effect);
  for (const finding of pageFindings) if (!finding.dataUrls) countUp(finding.effect);
  return counts;
}

/** Like `effectsOf`, by the occurrences of a data: URL. */
export function effectsIn(dataUrl: DataUrl, about?: readonly Finding[]): ReadonlySet<Effect> {
  const { occurrences } = dataUrl;
  const isGone = occurrences.every(({ removedAt }) => removedAt !== undefined);
  const used = { state: mostSevereState(occurrences), isWeak: occurrences.every(isWeak) };
  return effectsOf({ ...dataUrl, ...used, removedAt: isGone ? '' : null }, about);
}

/** Like `countEffects`, for a Report. */
export function effectCountsOf({ dataUrls, findings: pageFindings }: Pick<Report, 'dataUrls' | 'findings'>) {
  const about = findingsByUrl(pageFindings);
  const found = dataUrls.map((dataUrl) => effectsIn(dataUrl, about.get(dataUrl.sha256)));
  return countEffects(found, pageFindings);
}

/** The effects that the badge counts: those that people must know about. The others cost or advise. */
const flagged: ReadonlySet<Effect> = new Set<Effect>(['not-shown', 'not-allowed', ...dangers]);

/** The number of data: URLs with such effects, plus that of page findings that are not about data: URLs. */
export function* countingFlagged(
  dataUrls: Iterable<DataUrl>,
  pageFindings: readonly Finding[],
): Generator<void, number, void> {
  const about = findingsByUrl(pageFindings);
  let count = pageFindings.filter(({ dataUrls: of, effect }) => !of && flagged.has(effect)).length;
  for (const dataUrl of dataUrls) {
    yield;
    if ([...effectsIn(dataUrl, about.get(dataUrl.sha256))].some((effect) => flagged.has(effect))) count++;
  }
  return count;
}
