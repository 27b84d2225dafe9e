/** Counts predictions and observations, and collects the cases in which they disagree. */
import type { Browser } from '../../src/mime/documents.ts';
import { browsers } from '../../src/mime/documents.ts';
import type { Outcome } from '../../src/outcome/outcome-types.ts';
import { outcomeOf } from '../../src/outcome/predict-outcome.ts';
import type { Inspection } from '../../src/report/report.ts';
import type { Seen } from './outcome-elements.ts';
import { type AskedWay, askedWays } from './outcome-ways.ts';

export interface Tally {
  cases: number;
  byDestination: Record<string, number>;
  /** The number of cases in which the browser refused the URL. */
  refused: number;
  /** The number of cases in which the predictions for the two browsers differ. */
  parting: number;
  /** The number of cases without a prediction, and the number of cases in which nothing could be observed. */
  unknown: number;
  unseen: number;
  /** How often each reason was predicted. */
  reasons: Record<string, number>;
  disagreements: string[];
}

export const emptyTally = (): Tally => ({
  cases: 0,
  byDestination: {},
  refused: 0,
  parting: 0,
  unknown: 0,
  unseen: 0,
  reasons: {},
  disagreements: [],
});

const predict = (inspection: Inspection, { destination, context }: AskedWay, browser: Browser): Outcome =>
  outcomeOf(inspection, destination, { browser, ...context });

/** For each way, the text in those sheets or scripts whose body has an observable effect. */
const shows: Readonly<Record<string, string>> = {
  stylesheet: 'p{color:red}',
  'quirky stylesheet': 'p{color:red}',
  import: 'p{color:red}',
  script: 'self.document?',
};

type Kind = Outcome['kind'];

/** Whether an iframe's address is an invalid URL. Such an iframe shows a blank page, which counts as loaded. */
const isBlank = (way: string, { problem }: Inspection): boolean =>
  way === 'iframe' && (problem?.code === 'bad-host' || problem?.code === 'bad-port');

/** Returns the kinds of outcome that the page's observation allows. Empty if the page cannot know. */
function seenAs(browser: Browser, way: string, { kind }: Seen, body: string | null): readonly Kind[] {
  // In Firefox, a script that throws fires the same event as a missing script.
  const isMute = browser === 'Firefox' && way === 'worker' && kind === 'refused' && body !== null;
  if (isMute && !body.includes('self.document?')) return [];
  if (kind !== 'silent') return [kind];
  if (way === 'iframe') return ['download', 'refused'];
  if (way === 'embed') return ['refused'];
  const mark = shows[way];
  // The body was loaded but had no effect.
  return mark !== undefined && body?.includes(mark) ? ['refused'] : [];
}

/**
 * Counts one case.
 *
 * @param body the URL's body as text by the standards; null if they reject the URL
 */
export function addCase(
  tally: Tally,
  browser: Browser,
  { way, url, inspection, body }: { way: string; url: string; inspection: Inspection; body: string | null },
  seen: Seen,
): void {
  const asked = askedWays[way] as AskedWay;
  const predicted = predict(inspection, asked, browser);
  tally.cases++;
  tally.byDestination[asked.destination] = (tally.byDestination[asked.destination] ?? 0) + 1;
  const kinds = browsers.map((each) => predict(inspection, asked, each).kind);
  if (!kinds.includes('unknown') && new Set(kinds).size > 1) tally.parting++;
  const actual = isBlank(way, inspection) ? [] : seenAs(browser, way, seen, body);
  if (actual.includes('refused')) tally.refused++;
  const { reason } = predicted;
  if (reason !== undefined) tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1;
  if (predicted.kind === 'unknown') tally.unknown++;
  else if (actual.length === 0) tally.unseen++;
  else if (!actual.includes(predicted.kind))
    tally.disagreements.push(
      `${way}: predicted ${predicted.kind} (${reason ?? '-'}), seen ${actual[0]}: ${JSON.stringify(url)}`,
    );
}

const share = (part: number, { cases }: Tally): number => part / cases;
const percent = (part: number, tally: Tally): string => `${(100 * share(part, tally)).toFixed(1)}%`;

export function printTally(name: string, tally: Tally): void {
  console.log(`${name}: ${tally.cases} cases, refused or saved ${percent(tally.refused, tally)}, parting`);
  console.log(
    `  ${percent(tally.parting, tally)}, not predicted ${percent(tally.unknown, tally)}, not to be seen ${percent(tally.unseen, tally)}`,
  );
  for (const list of [tally.byDestination, tally.reasons])
    console.log(
      `  ${Object.entries(list)
        .map(([key, count]) => `${key} ${percent(count, tally)}`)
        .join(', ')}`,
    );
}

/** Names the first share that is too small for a meaningful comparison. Returns null if all are large enough. */
export function tooRare(tally: Tally): string | null {
  for (const [destination, count] of Object.entries(tally.byDestination))
    if (share(count, tally) < 0.03) return `${destination}: only ${percent(count, tally)}`;
  if (share(tally.refused, tally) < 0.25) return `only ${percent(tally.refused, tally)} are refused`;
  if (share(tally.parting, tally) < 0.1) return `only ${percent(tally.parting, tally)} part the browsers`;
  if (share(tally.unknown + tally.unseen, tally) > 0.2) return 'too much is unknown';
  return null;
}
