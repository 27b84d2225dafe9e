/**
 * The order of a Report: documents and style sheets by address, and the occurrences within each in order of discovery.
 * Documents and sheets are scanned concurrently, so two scans of the same page may find them in different orders.
 */
import type { Occurrence } from '../vocabulary.ts';
import type { DataUrl, Unreachable } from './report.ts';
import { partLocation } from './unreachable.ts';

/** Number of items that are sorted or merged between two yields. */
const run = 512;

/** A key by which numbers in a text, as in `li:nth-child(10)`, are sorted by value. */
const natural = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(7, '0'));

export interface Found {
  /** The address of the page. */
  page: string;
  /** The number of an occurrence in order of discovery; 0 if only DevTools reported the occurrence. */
  numberOf(occurrence: Occurrence): number;
}

/**
 * The sort key of an occurrence. The page's own document comes first, then the others by address. Within each, elements
 * come in order of discovery, then style sheets, whose loading times vary, and last the occurrences that only DevTools
 * reported.
 */
function keyOf(page: string, each: Occurrence, number: number): string {
  const isInSheet = each.place === 'stylesheet' || each.sheet !== undefined;
  const sheet = isInSheet ? [each.sheet ?? '', natural(each.selector)] : [];
  const frame = [each.frame === page ? 0 : 1, each.frame];
  const rank = number === 0 ? 2 : isInSheet ? 1 : 0;
  return [...frame, rank, ...sheet, String(number).padStart(9, '0')].join('\0');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * A stable sort with pauses.
 *
 * @yields now and then
 */
function* sorting<T>(items: readonly T[], order: (a: T, b: T) => number): Generator<void, T[], void> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += run) {
    runs.push(items.slice(at, at + run).sort(order));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let n = 0; n < runs.length; n += 2)
      merged.push(yield* merging(runs[n] ?? [], runs[n + 1] ?? [], order));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<T>(a: T[], b: T[], order: (a: T, b: T) => number): Generator<void, T[], void> {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [left, right] = [a[i], b[j]];
    if (j >= b.length || (i < a.length && order(left as T, right as T) <= 0)) {
      merged.push(left as T);
      i++;
    } else {
      merged.push(right as T);
      j++;
    }
    if (merged.length % run === 0) yield;
  }
  return merged;
}

/**
 * Sorts data: URLs by their first occurrence, and the occurrences of each.
 *
 * @returns the same objects, or copies if the order of occurrences changes
 * @yields now and then
 */
export function* stablyOrdering(
  dataUrls: Iterable<DataUrl>,
  { page, numberOf }: Found,
): Generator<void, DataUrl[], void> {
  const keyed: { key: string; dataUrl: DataUrl }[] = [];
  for (const dataUrl of dataUrls) {
    const places = dataUrl.occurrences.map((occurrence) => ({
      key: keyOf(page, occurrence, numberOf(occurrence)),
      occurrence,
    }));
    const ordered = yield* sorting(places, (a, b) => compare(a.key, b.key));
    const isInOrder = ordered.every(({ occurrence }, n) => occurrence === dataUrl.occurrences[n]);
    keyed.push({
      key: `${ordered[0]?.key ?? ''}\0${dataUrl.sha256}`,
      dataUrl: isInOrder ? dataUrl : { ...dataUrl, occurrences: ordered.map(({ occurrence }) => occurrence) },
    });
    yield;
  }
  return (yield* sorting(keyed, (a, b) => compare(a.key, b.key))).map(({ dataUrl }) => dataUrl);
}

/** The parts that were not scanned, sorted by kind, address and reason. */
export const stableParts = (parts: readonly Unreachable[]): Unreachable[] =>
  parts.toSorted((a, b) => compare(keyOfPart(a), keyOfPart(b)));

const keyOfPart = (part: Unreachable): string => `${part.kind}\0${partLocation(part)}\0${part.reason}`;
