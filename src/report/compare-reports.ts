/**
 * Compares two Reports of a page, before and after a change: data: URLs that were added, removed or became more
 * expensive, and new findings.
 */

import type { Occurrence } from '../vocabulary.ts';
import type { DataUrl, Finding, Totals } from './report.ts';
import { mostSevereState } from './states.ts';
import { totalsOf } from './totals.ts';
import { bodyKey, weightOf } from './weights.ts';

/** The properties of a data: URL that are compared and reported. */
export type ComparedUrl = Pick<
  DataUrl,
  'sha256' | 'length' | 'head' | 'mimeType' | 'essence' | 'size' | 'bodySha256' | 'occurrences' | 'findings'
>;

/** The properties of a Report that are compared. */
export interface ComparedReport {
  page: { url: string; title: string };
  dataUrls: ComparedUrl[];
  /** The findings about the page as a whole. */
  findings: Finding[];
  /** The savings, which cannot be computed from the other properties. */
  totals: Pick<Totals, 'savings'>;
  /** The number of the page's data: URLs if the Report contains only some of them. */
  partOf?: number;
}

/**
 * How one data: URL changed: `moved`: its elements are at other positions in the page; `places`: its occurrences
 * differ; `writing`: its body is written differently; `body`: the body at the same occurrence differs; `state`: the
 * browser treats it differently.
 */
export type ChangeKind = 'moved' | 'places' | 'writing' | 'body' | 'state';

export interface Change {
  kind: ChangeKind;
  before: ComparedUrl;
  after: ComparedUrl;
  /** Growth of the cost, in bytes, and of the number of occurrences; negative for a decrease. */
  costGrew: number;
  placesGrew: number;
}

/** A finding, and the data: URL that the finding is about; null for the page as a whole. */
export interface FindingOf {
  finding: Finding;
  dataUrl: ComparedUrl | null;
}

export interface ReportComparison {
  before: Totals;
  after: Totals;
  came: ComparedUrl[];
  went: ComparedUrl[];
  /** Sorted by growth of cost, largest first. */
  changed: Change[];
  /** The number of unchanged data: URLs. */
  same: number;
  newFindings: FindingOf[];
  goneFindings: FindingOf[];
}

type Pair = [before: ComparedUrl, after: ComparedUrl];

/**
 * Matches data: URLs by their text, otherwise by body and media type, otherwise by occurrences; each is matched once.
 * Takes nearly linear time.
 */
export function compareReports(before: ComparedReport, after: ComparedReport): ReportComparison {
  const left = new Set(before.dataUrls);
  const right = new Set(after.dataUrls);
  /** Matches the remaining URLs of both sides by their keys; the keys of a URL are tried in order. */
  const match = (keysOf: (url: ComparedUrl, report: ComparedReport) => readonly string[]): Pair[] => {
    const byKey = new Map<string, Set<ComparedUrl>>();
    for (const url of right) {
      for (const key of keysOf(url, after)) byKey.set(key, (byKey.get(key) ?? new Set()).add(url));
    }
    const pairs: Pair[] = [];
    for (const url of left) {
      const key = keysOf(url, before).find((each) => (byKey.get(each)?.size ?? 0) > 0);
      const [found] = (key !== undefined && byKey.get(key)) || [];
      if (!found) continue;
      pairs.push([url, found]);
      left.delete(url);
      right.delete(found);
      for (const each of keysOf(found, after)) byKey.get(each)?.delete(found);
    }
    return pairs;
  };
  const byText = match(({ sha256 }) => [sha256]);
  const byBody = match((url) => [bodyKey(url)].filter((key) => key !== null));
  const byPlace = match((url, report) => url.occurrences.map((each) => placeKey(each, report)));

  /** Whether only the selectors of the elements differ. */
  const isMove = ([a, b]: Pair) =>
    placesOf(a, before, withoutSelector) === placesOf(b, after, withoutSelector);
  const elsewhere = new Set(byText.filter(([a, b]) => placesOf(a, before) !== placesOf(b, after)));
  // The source may contain the same URL with different character escapes.
  const respelled = byText.filter((pair) => !elsewhere.has(pair) && changeOf('writing', pair).costGrew !== 0);
  const stateOnly = byText.filter(
    (pair) => !elsewhere.has(pair) && !respelled.includes(pair) && hasOtherState(pair),
  );
  const changed = [
    ...byPlace.map((pair) => changeOf('body', pair)),
    ...[...byBody, ...respelled].map((pair) => changeOf('writing', pair)),
    ...Array.from(elsewhere, (pair) => changeOf(isMove(pair) ? 'moved' : 'places', pair)),
    ...stateOnly.map((pair) => changeOf('state', pair)),
  ].sort((a, b) => b.costGrew - a.costGrew);
  const pairs = [...byText, ...byBody, ...byPlace];
  return {
    before: totalsIn(before),
    after: totalsIn(after),
    came: [...right],
    went: [...left],
    changed,
    same: byText.length - elsewhere.size - respelled.length - stateOnly.length,
    newFindings: [
      ...onlyIn(after.findings, before.findings, null),
      ...pairs.flatMap(([a, b]) => onlyIn(b.findings, a.findings, b)),
      ...[...right].flatMap((url) => onlyIn(url.findings, [], url)),
    ],
    goneFindings: [
      ...onlyIn(before.findings, after.findings, null),
      ...pairs.flatMap(([a, b]) => onlyIn(a.findings, b.findings, a)),
      ...[...left].flatMap((url) => onlyIn(url.findings, [], url)),
    ],
  };
}

const totalsIn = ({ dataUrls, findings, totals: { savings } }: ComparedReport): Totals => ({
  ...totalsOf(dataUrls, findings),
  savings,
});

/** Whether the state of a data: URL has changed; false if it is unknown in either Report. */
function hasOtherState([before, after]: Pair): boolean {
  const kinds = [before, after].map(({ occurrences }) => mostSevereState(occurrences)?.kind ?? 'unknown');
  return !kinds.includes('unknown') && kinds[0] !== kinds[1];
}

const changeOf = (kind: ChangeKind, [before, after]: Pair): Change => ({
  kind,
  before,
  after,
  costGrew: weightOf(after.occurrences).cost - weightOf(before.occurrences).cost,
  placesGrew: after.occurrences.length - before.occurrences.length,
});

/**
 * A key that identifies the place of an occurrence. The page's own document counts as the same even if its address
 * differs.
 */
const placeKey = ({ frame, place, element, name, selector }: Occurrence, { page }: ComparedReport): string =>
  JSON.stringify([frame === page.url ? '' : frame, place, element, name, selector]);

const withoutSelector = (each: Occurrence): Occurrence => ({ ...each, selector: '' });

const placesOf = (
  { occurrences }: ComparedUrl,
  report: ComparedReport,
  compared = (each: Occurrence): Occurrence => each,
): string =>
  occurrences
    .map((each) => placeKey(compared(each), report))
    .sort()
    .join('\n');

/**
 * The findings for which `others` contains no finding with the same rule, message and severity. The arguments of
 * messages may differ.
 */
function onlyIn(
  findings: readonly Finding[],
  others: readonly Finding[],
  dataUrl: ComparedUrl | null,
): FindingOf[] {
  const keyOf = ({ rule, messageId, severity }: Finding) => `${rule} ${messageId} ${severity}`;
  const there = new Set(others.map(keyOf));
  return findings.filter((finding) => !there.has(keyOf(finding))).map((finding) => ({ finding, dataUrl }));
}
