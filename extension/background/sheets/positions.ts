/**
 * Finds the positions of data: URLs in linked style sheets. The browser's CSS rules have no positions, so the URLs are
 * located in the texts of the sheets.
 */
import { identify } from '../../../src/data-url/written.ts';
import type { CssLocation } from '../../../src/payload/css/css-types.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import type { Scan, SheetUrl } from '../model/model.ts';
import { during } from '../model/scan.ts';

/**
 * Sets the positions of the occurrences in a sheet, according to its text.
 *
 * @param urls the data: URLs in the text, in order
 * @returns the ids of these data: URLs
 * @throws if the scan is aborted in the meantime
 */
export async function addPositions(scan: Scan, sheet: string, urls: readonly SheetUrl[]): Promise<string[]> {
  const ids: string[] = [];
  const used = urls.filter(({ dropped, place }) => !dropped && place === 'stylesheet');
  for (const [written, found] of Map.groupBy(used, (url) => url.written)) {
    const { sha256 } = await during(scan, identify(written));
    const all = scan.entries.byId.get(sha256)?.dataUrl.occurrences ?? [];
    const own = all.filter((each) => each.sheet === sheet && !each.dropped);
    setPositions(own, found);
    if (own.length > 0) ids.push(sha256);
  }
  return ids;
}

type Placed = Pick<Occurrence, 'frame' | 'selector' | 'rule' | 'line' | 'column'>;

/**
 * Matches the occurrences of one data: URL in one sheet with the URL's locations in the sheet's text: by rule and then
 * by order or, if the text contains no such rule, by order alone. The order within a rule is more reliable, because the
 * CSSOM lacks overridden declarations.
 */
export function setPositions(occurrences: readonly Placed[], found: readonly CssLocation[]): void {
  const known = new Set(occurrences.map(({ rule }) => comparable(rule)));
  const groups = Map.groupBy(found, ({ rules }) => {
    const rule = comparable(rules.at(-1));
    return known.has(rule) ? rule : null;
  });
  const counts = new Map<string, number>();
  for (const each of occurrences) {
    const own = comparable(each.rule);
    const group = groups.get(own) ? own : null;
    const key = `${group} ${each.frame} ${each.selector}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    const location = groups.get(group)?.[nth];
    if (each.line === undefined && location) ({ line: each.line, column: each.column } = location);
  }
}

/**
 * Normalizes a selector for comparison: the form that browsers serialize differs from the text in spaces, quotes, and
 * case.
 */
const comparable = (rule = ''): string => rule.toLowerCase().replaceAll(/\/\*.*?\*\/|[\s"']/gs, '');
