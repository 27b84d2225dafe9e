/**
 * Fetches style sheets that the page itself may not read: only from sites that the user has granted access to, without
 * credentials, and within limits of size, time, and number.
 */
import { isMeantUrl } from '../../../src/data-url/meant-data-url.ts';
import { utf8Length } from '../../../src/data-url/pieces.ts';
import { decodeText, readCharset } from '../../../src/mime/charset.ts';
import { parseMimeType } from '../../../src/mime/mime-type.ts';
import { type CssText, destinationOfRole } from '../../../src/payload/css/css-types.ts';
import { findCssUrls } from '../../../src/payload/css/css-urls.ts';
import { maxPreludeLength, maxRuleDepth } from '../../../src/payload/limits.ts';
import { looksLikeDataUrl } from '../../../src/payload/quoted-data-urls.ts';
import type { UnreachableReason } from '../../../src/report/unreachable-reasons.ts';
import { inTurns } from '../../../src/yield-to-event-loop.ts';
import { maxUnreachable, sheetLimits } from '../../platform/limits.ts';
import { isPrivateHost, sitePattern } from '../../platform/origins.ts';
import { grantsNow } from '../grants.ts';
import type { Scan, SheetContent, SheetUrl } from '../model/model.ts';
import { postSoon } from '../posting.ts';

/**
 * Maximum number of sheets that are fetched at the same time, from one site and in total. Browsers open at most six
 * connections to a site.
 */
const maxConcurrent = { ofOneSite: 4, inAll: 8 } as const;

/** Number of milliseconds that a scan waits for the style sheets that are fetched, and again for the texts of others. */
export const maxSheetTime = 20_000;

type IsGranted = ReturnType<typeof grantsNow>;

interface NamedSheet {
  url: string;
  /** The URL of the root sheet that imports the sheet; for a root sheet, its own URL. */
  root: string;
  /** The conditions of the `@import` rules that import the sheet, outermost first. */
  conditions: readonly string[];
}

/** The result for one sheet. */
export type SheetOutcome = NamedSheet & SheetContent;

/**
 * Fetches sheets and everything that they import. Several are fetched at a time, so that a stalled server does not
 * delay the others.
 *
 * @param urls the absolute URLs of the sheets
 * @param scan the scan of the page that uses them, which names the sheets that are being fetched
 * @param signal when it is aborted, the remaining sheets count as not loaded
 * @yields the result of each sheet when it arrives
 * @throws if the scan is aborted
 */
export async function* readSheets(
  urls: Iterable<string>,
  scan: Scan,
  signal: AbortSignal,
): AsyncGenerator<SheetOutcome, void, void> {
  const sheetAt = (url: string, root = url, conditions: readonly string[] = []) => ({
    url,
    root,
    conditions,
    origin: URL.parse(url)?.origin,
  });
  const named = Array.from(urls, (url) => sheetAt(url));
  const imported: typeof named = [];
  const known = new Set(named.map(({ url }) => url));
  const running = new Map<ReturnType<typeof sheetAt>, Promise<SheetContent>>();
  const isGranted = grantsNow();
  const { fetchedSheets } = scan;
  /** For each root sheet, the number of its known imports, and the number of imports that have been fetched. */
  const counts = new Map<string, number>();
  const turns = new Map<string, number>();
  const mayRun = ({ origin }: { origin: string | undefined }) =>
    [...running.keys()].filter((other) => other.origin === origin).length < maxConcurrent.ofOneSite;
  const isNamed = ({ url, root }: { url: string; root: string }) => url === root;
  /**
   * Whether imports may be fetched: while root sheets are waiting or being fetched, imports may use only half of the
   * limit.
   */
  const mayImport = () =>
    fetchedSheets.size < sheetLimits.sheets / 2 || (named.length === 0 && ![...running.keys()].some(isNamed));
  /**
   * Removes and returns the next waiting sheet that may be fetched: the one whose root has had the fewest imports
   * fetched.
   */
  const take = (waiting: typeof named) => {
    // No more sheets are fetched, so the order doesn't matter.
    if (fetchedSheets.size >= sheetLimits.sheets) return waiting.pop();
    let best: (typeof named)[number] | undefined;
    const count = ({ root }: { root: string }) => turns.get(root) ?? 0;
    for (const each of waiting) if ((!best || count(each) < count(best)) && mayRun(each)) best = each;
    if (!best) return undefined;
    waiting.splice(waiting.indexOf(best), 1);
    if (!isNamed(best)) turns.set(best.root, count(best) + 1);
    return best;
  };
  // Root sheets and imported sheets take turns, so that neither stalled sheets nor endless imports delay the others.
  for (let turn = 0; named.length + imported.length + running.size > 0; turn++) {
    const allowed = mayImport() ? imported : [];
    const [first, second] = turn % 2 ? [allowed, named] : [named, allowed];
    const next = running.size < maxConcurrent.inAll ? (take(first) ?? take(second)) : undefined;
    if (next) {
      running.set(next, contentOf(next.url, scan, signal, isGranted));
      continue;
    }
    const [sheet, content] = await Promise.race(
      Array.from(running, async ([each, promise]) => [each, await promise] as const),
    );
    scan.signal.throwIfAborted();
    running.delete(sheet);
    const { root, conditions } = sheet;
    const brought = 'imports' in content ? content.imports : [];
    for (const [each, condition] of brought) {
      const count = (counts.get(root) ?? 0) + 1;
      // More sheets would be neither fetched nor listed.
      if (known.size >= maxUnreachable && count > sheetLimits.sheets) break;
      if (known.size === known.add(each).size) continue;
      counts.set(root, count);
      imported.push(sheetAt(each, root, [...conditions, condition].slice(-maxRuleDepth)));
    }
    yield { ...sheet, ...content };
  }
}

async function contentOf(
  url: string,
  { tab, page, fetchedSheets, fetching }: Scan,
  signal: AbortSignal,
  isGranted: IsGranted,
): Promise<SheetContent> {
  const before = fetchedSheets.get(url);
  if (before) return before;
  const reason = await refusalOf(url, page.url, isGranted);
  if (reason) return { reason };
  if (fetchedSheets.size >= sheetLimits.sheets) return { reason: 'beyond-limit' };
  fetchedSheets.set(url, { reason: 'not-loaded' });
  fetching.add(url);
  postSoon(tab, []);
  const text = await fetchSheet(url, signal);
  const content = typeof text === 'string' ? await inTurns(findInText(text, url)) : text;
  fetchedSheets.set(url, content);
  fetching.delete(url);
  return content;
}

/** Matches the part of an `@import` rule after its URL, with the conditions. */
const afterUrl = /^["']?\s*\)?\s*([^;{}]*)/;

/**
 * Finds the data: URLs in a sheet, and the URLs of the sheets that it imports. Yields now and then, so that other work
 * can run.
 */
export function* findInText(
  text: string,
  url: string,
): Generator<unknown, Extract<SheetContent, { urls: unknown }>, void> {
  const urls: SheetUrl[] = [];
  const imports = new Map<string, string>();
  const counts = new Map<string, number>();
  const add = ({
    start,
    end,
    ...found
  }: Omit<SheetUrl, 'bytes' | 'nth'> & { start: number; end: number }) => {
    const like = `${found.destination} ${found.written}`;
    const nth = (counts.get(like) ?? 0) + 1;
    counts.set(like, nth);
    urls.push({ ...found, bytes: utf8Length(text.slice(start, end)), nth });
  };
  const addString = (string: CssText) => {
    const { kind, text: written, ...found } = string;
    if (kind === 'string' && looksLikeDataUrl(written))
      add({ rules: [], line: 1, column: 1, ...found, written, place: 'text', destination: 'none' });
  };
  for (const found of findCssUrls(text, addString, true)) {
    yield;
    if (!found) continue;
    const { role, value: _, ...located } = found;
    const { written, end } = located;
    if (isMeantUrl(written)) add({ ...located, place: 'stylesheet', destination: destinationOfRole[role] });
    else if (role === 'import' && !found.dropped && imports.size < maxUnreachable) {
      const href = URL.parse(written, url)?.href;
      if (href && !imports.has(href))
        imports.set(href, `@import ${afterUrl.exec(text.slice(end, end + maxPreludeLength))?.[1] ?? ''}`);
    }
  }
  return { urls, imports };
}

/** The reason why a sheet must not be fetched; null if there is none. */
async function refusalOf(url: string, page: string, isGranted: IsGranted): Promise<UnreachableReason | null> {
  if (sitePattern(url) === null || !(await isGranted(url))) return 'cross-origin';
  // A public page must not make the extension fetch from the user's network, because the page's own requests don't have
  // the extension's rights.
  return isPrivateHost(url) && !isPrivateHost(page) ? 'private-address' : null;
}

async function fetchSheet(url: string, signal: AbortSignal): Promise<string | { reason: UnreachableReason }> {
  try {
    const { ok, headers, body } = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'force-cache',
      // Redirects are refused, because their target can't be checked before it is requested.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(sheetLimits.time)]),
    });
    const type = parseMimeType(headers.get('content-type') ?? '');
    if (!ok || !body) return { reason: 'not-loaded' };
    if (type?.essence !== 'text/css') return { reason: 'no-stylesheet' };
    const bytes = await readCapped(body, Number(headers.get('content-length')));
    if (!bytes) return { reason: 'too-large' };
    const { used, isInherited } = readCharset(type, bytes);
    // A sheet without a declared encoding inherits the document's, which is usually UTF-8.
    return decodeText(bytes, (!isInherited && used) || 'utf-8').text;
  } catch {
    return { reason: 'not-loaded' };
  }
}

/**
 * Reads the bytes of a body; null if they exceed the limit, in which case the rest is not read.
 *
 * @param length the number of bytes according to the header, which is too low for a compressed body; 0 if unknown
 */
async function readCapped(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  length: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > sheetLimits.size || length > sheetLimits.size) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
