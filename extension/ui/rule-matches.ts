/** Asks the page which elements the rules of style sheets currently match, one occurrence at a time. */
import type { Row } from '../platform/surface-updates.ts';
import type { ReportClient } from './report-client.ts';
import { isFontRule, matchText, shownIn } from './text/shown-text.ts';
import { idleQueue } from './viewers/idle-queue.ts';

/** Maximum number of matched elements that the page checks completely before it answers that none of them is drawn. */
const maxTestedForBoxes = 2000;

/** The reason why no element currently uses a data: URL of a style sheet, with the answers about its rules. */
export interface Unused {
  kind: 'unmatched' | 'undrawn';
  text: string;
}

const last = new WeakMap<ReportClient, Promise<unknown>>();

/** Runs queries about elements one after another, because the content script marks only one element at a time. */
export function inTurn<Result>(client: ReportClient, work: () => Promise<Result>): Promise<Result> {
  const done = (last.get(client) ?? Promise.resolve()).then(work);
  last.set(
    client,
    done.catch(() => {}),
  );
  return done;
}

const inIdleTime = idleQueue(1);
/** The results by row object, because a row that changes is a new object. */
const found = new WeakMap<Row, Unused | null>();

/** Whether all occurrences of a row are known and in style rules, except font rules. */
export const isInRulesAlone = ({ places, occurrenceCount, removedAt }: Row): boolean =>
  removedAt === null &&
  occurrenceCount === places.length &&
  places.every(({ rule, place }) => rule !== undefined && !isFontRule(rule) && place !== 'network');

/**
 * Determines whether the rules of a row currently match nothing, or only elements that are not drawn.
 *
 * @returns null if an element may use the data: URL or the page did not answer
 */
export async function unusedOf(row: Row, client: ReportClient, signal: AbortSignal): Promise<Unused | null> {
  const known = found.get(row);
  if (known !== undefined) return known;
  const texts: string[] = [];
  let kind: Unused['kind'] = 'unmatched';
  for (const [occurrence, place] of row.places.entries()) {
    const ask = () => client.ask({ type: 'show', id: row.sha256, occurrence, outlines: 'none' });
    const shown = shownIn(await inIdleTime(() => inTurn(client, ask), signal));
    // If there is no answer, no result is kept, because another attempt may get an answer.
    if (shown === null) return null;
    if (shown.kind === 'not-drawn' && shown.matched <= maxTestedForBoxes) kind = 'undrawn';
    else if (shown.kind !== 'no-match' && shown.kind !== 'off') {
      found.set(row, null);
      return null;
    }
    texts.push(matchText(shown, place));
  }
  const unused = { kind, text: [...new Set(texts)].join(' ') };
  found.set(row, unused);
  return unused;
}
