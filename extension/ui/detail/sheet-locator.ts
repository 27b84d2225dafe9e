/** The positions of data: URLs in linked style sheets, whose text the content script does not have. */
import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import { type CssLocation, findCssUrls } from '../../../src/payload/css/css-urls.ts';
import { inTurns } from '../../../src/yield-to-event-loop.ts';
import type { Located, Locator, SheetLocation } from '../parts/devtools-context.ts';

/** Positions of data: URLs in the text of a sheet, by the SHA-256 of their UTF-8. */
export type SheetIndex = ReadonlyMap<string, readonly CssLocation[]>;

/** @param textOf returns the text of an occurrence's sheet, or null; called once for each sheet */
export const createLocator = (
  textOf: (sheet: string, dataUrl: Located, number: number) => Promise<string | null>,
): Locator => {
  const sheets = new Map<string, Promise<SheetIndex>>();
  return async (dataUrl, number) => {
    const sheet = dataUrl.occurrences[number]?.sheet;
    if (sheet === undefined) return null;
    const index = sheets.get(sheet) ?? textOf(sheet, dataUrl, number).then((text) => indexOf(text ?? ''));
    sheets.set(sheet, index);
    return locationIn(await index, dataUrl, number);
  };
};

/** Finds the positions of all data: URLs in the text of a sheet. */
export async function indexOf(text: string): Promise<SheetIndex> {
  const index = new Map<string, CssLocation[]>();
  for (const [written, locations] of await inTurns(locationsOf(text)))
    index.set(await sha256Of(written), locations);
  return index;
}

/** The positions by written URL. */
function* locationsOf(text: string): Generator<unknown, Map<string, CssLocation[]>, void> {
  const found = new Map<string, CssLocation[]>();
  for (const url of findCssUrls(text)) {
    yield;
    if (!url || url.dropped || !isDataUrl(url.written)) continue;
    const { written, rules, line, column } = url;
    const same = found.get(written);
    if (same) same.push({ rules, line, column });
    else found.set(written, [{ rules, line, column }]);
  }
  return found;
}

async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Selectors are serialized by the browser, so they differ from the text in spaces, quotes and case. */
const comparable = (rule = ''): string => rule.toLowerCase().replaceAll(/\/\*.*?\*\/|[\s"']/gs, '');

/** The position of an occurrence; null if unknown. */
export function locationIn(
  index: SheetIndex,
  { sha256, occurrences }: Located,
  number: number,
): SheetLocation | null {
  const all = index.get(sha256) ?? [];
  const own = occurrences[number];
  if (!own) return null;
  const ofRule = all.filter(({ rules }) => comparable(rules.at(-1)) === comparable(own.rule));
  const isBeside = (other: typeof own) =>
    other.sheet === own.sheet && other.selector === own.selector && other.frame === own.frame;
  const before = occurrences.slice(0, number).filter(isBeside);
  // The CSSOM lacks overridden declarations, so the count within the rule is more reliable.
  const [candidates, nth] =
    ofRule.length > 0
      ? [ofRule, before.filter(({ rule }) => comparable(rule) === comparable(own.rule)).length]
      : [all, before.length];
  const found = candidates[Math.min(nth, candidates.length - 1)];
  return found ? { line: found.line, column: found.column } : null;
}
