/** Inspects one data: URL: the whole pipeline from the written text to the Inspection. */

import { isDataUrl } from './data-url/is-data-url.ts';
import { changesMeaning, type Lint, lintBeginning, lintsOf } from './data-url/lints/index.ts';
import {
  type OwnMedia,
  type OwnReadings,
  ownReadingsOf,
  writtenOtherwise,
} from './data-url/media-type-differences.ts';
import { type Head, partsIn } from './data-url/parse.ts';
import { type Cost, costOf, costOfLarge } from './data-url/rewrite.ts';
import {
  type BodyRead,
  beginningLength,
  beginningOf,
  type Identity,
  identify,
  inMemoryIfSmall,
  readBody,
  type Written,
} from './data-url/written.ts';
import { nestedLimits } from './limits.ts';
import { encodingOf, isText, readCharset } from './mime/charset.ts';
import { documentIn } from './mime/documents.ts';
import type { MimeType } from './mime/mime-type.ts';
import { textOf } from './payload/body-text.ts';
import { indexOfText } from './payload/bytes.ts';
import { type CssUrl, destinationOfRole } from './payload/css/css-types.ts';
import { findCssUrls } from './payload/css/css-urls.ts';
import { hasGrammar } from './payload/detect/whole-file.ts';
import { type Disguise, disguiseOf } from './payload/disguise.ts';
import { isSameType } from './payload/formats.ts';
import { type NestedUrl, nestedUrls, withoutNestedUrls } from './payload/nested-urls.ts';
import { type Payload, readPayload } from './payload/read-payload.ts';
import { type Cause, causing } from './repair/causes.ts';
import { joinedWord } from './repair/undoing.ts';
import type { EngineReading, Inspection, Nested, Otherwise, Reading } from './report/report.ts';
import { urlText } from './url-text.ts';
import type { Destination } from './vocabulary.ts';
import { inTurns } from './yield-to-event-loop.ts';

/**
 * Maximum length, in code units, of a MIME type that is passed on unchanged. A longer one is reduced to its significant
 * parts.
 */
const maxTypeLength = 1 << 14;

/**
 * Maximum size, in bytes, of a body whose contents are cached. A larger one would displace many small ones, and is
 * rarely repeated.
 */
const maxCachedSize = 1 << 15;

/** Maximum number of small bodies whose contents are cached. The same body often occurs in several URLs and places. */
const maxCachedContents = 100;

/** The remaining limits on nested data: URLs. All URLs within the outermost one share the count. */
interface Limits {
  depth: number;
  left: { count: number };
}

/**
 * Inspects one data: URL as a browser would read it.
 *
 * @param input the written URL, a URL object, or a Blob of a URL's UTF-8. Any text is allowed; the Inspection of a text
 *   that browsers reject has a `problem`
 */
export function inspect(input: string | URL | Blob): Promise<Inspection> {
  const isBlob = typeof (input as Blob | undefined)?.stream === 'function';
  return inspectIdentified(isBlob ? (input as Blob) : urlText(input as string | URL, 'inspect'));
}

/** Like `inspect`, for a URL that may have been identified before, so that it is not hashed again. */
export const inspectIdentified = (written: Written, identity?: Identity): Promise<Inspection> =>
  inspectWithin(written, { depth: nestedLimits.depth, left: { count: nestedLimits.count } }, identity);

async function inspectWithin(input: Written, limits: Limits, known?: Identity): Promise<Inspection> {
  const source = await inMemoryIfSmall(input);
  const { bytes: _, ...identity } = known ?? (await identify(source));
  const { head, read } = await readBody(source);
  const encoding = read.base64 ? 'base64' : 'percent';
  const own = await ownReadingsOf(source);
  const engines = own === null ? {} : { engines: own.own.map(engineReading) };
  if (!read.ok) {
    const cause = await causeIn(source, identity.length);
    return { ...identity, encoding, ...nothing, problem: read.problem, ...engines, ...cause };
  }

  const { essence } = read.type;
  const { declared, used, isInherited } = readCharset(read.type, read.head);
  const isLintable = typeof source === 'string' && head !== null && read.comma <= beginningLength;
  const { lints, cost } = await (isLintable ? readText(source, head, read) : readBeginning(source, read));
  const { payload, disguise } = await contentOf(read);
  // No lint reports spaces in the base64 of large URLs.
  const isDamaged =
    typeof source !== 'string' ||
    joinedWord.test(source.slice(-40).trimEnd()) ||
    mayBeDamaged(read, payload, lints);
  const cause = isDamaged ? await causeIn(source, identity.length) : {};
  const { nested, nestedLeft } = await inspectNested(payload, identity.head, limits);
  const otherwise = own === null ? [] : await inspectOtherwise(source, own, essence, limits);
  return {
    ...identity,
    mimeType: read.mimeType,
    essence,
    charset: isInherited ? { declared, used, isInherited } : { declared, used },
    encoding,
    size: read.size,
    bodySha256: read.sha256,
    detectedType: isProven(payload) ? payload.detectedType : null,
    problem: read.credentials,
    payload: { ...withoutNestedUrls(payload), disguise, nested, nestedLeft, lints, cost, otherwise },
    ...engines,
    ...cause,
  };
}

/**
 * Finds the cause of damage in a URL; of a large URL, only in its beginning.
 *
 * @param length length of the whole URL, in code units
 */
async function causeIn(written: Written, length: number): Promise<{ cause?: Cause }> {
  const isCut = typeof written !== 'string';
  const text = isCut ? await beginningOf(written) : written;
  const cause = await inTurns(causing(text, isCut));
  // A cause that extends to the end of the part that was read applies to the rest, too.
  if (cause?.end === text.length) cause.end = length;
  return cause ? { cause } : {};
}

/** Whether the body may differ from the intended one. A quick check, because nearly all URLs are undamaged. */
function mayBeDamaged(
  { type, head }: BodyRead,
  { detectedType, facts }: Payload,
  lints: readonly Lint[],
): boolean {
  if (detectedType === null || !isSameType(detectedType, type.essence))
    return hasGrammar(type) || lints.some(({ code }) => changesMeaning(code));
  if (facts?.kind === 'markup') return facts.malformed !== null;
  if (facts?.kind === 'json') return !facts.valid;
  if (lints.some(({ code }) => code === 'base64-plus')) return true;
  return !isText(type) && indexOfText(head.subarray(0, 4096), '\xef\xbf\xbd') >= 0;
}

/** Whether the detected type is certain. Likeness isn't proof, and a comment alone doesn't prove markup. */
const isProven = ({ detectedBy, facts }: Payload): boolean =>
  detectedBy !== 'likeness' && !(facts?.kind === 'markup' && facts.elements === 0);

/** The facts about the body of a URL that browsers reject. */
const nothing = {
  mimeType: null,
  essence: null,
  charset: { declared: null, used: null },
  size: null,
  bodySha256: null,
  detectedType: null,
  payload: null,
} as const;

/** The lints and the cost of the written URL. */
async function readText(
  written: string,
  head: Head,
  read: BodyRead,
): Promise<{ lints: Lint[]; cost: Cost | null }> {
  const parsed = await inTurns(partsIn(written, head));
  const lints = (await inTurns(lintsOf(written, parsed, read.head))).map(asData);
  const body = read.tail === null ? read.head : null;
  return { lints, cost: await costOf(written, parsed, body, lints) };
}

/**
 * Determines less of a large URL, or of a URL with a large head: of the lints, only those of the text before the data;
 * of the cost, only that of the URL as written.
 */
async function readBeginning(
  written: Written,
  read: BodyRead,
): Promise<{ lints: Lint[]; cost: Cost | null }> {
  const beginning = await beginningOf(written);
  return { lints: lintBeginning(beginning, read.head).map(asData), cost: await costOfLarge(written) };
}

/** A lint without its edits. The edits are computed on demand, because there may be one for each code unit. */
const asData = ({ code, group, args, message, start, end }: Lint): Lint => ({
  code,
  group,
  args,
  message,
  start,
  end,
});

/** A browser's reading, with the type and the charset truncated. None that are in use are longer. */
const engineReading = ({ media: _, ...own }: OwnMedia): EngineReading => ({
  ...own,
  essence: own.essence?.slice(0, maxTypeLength) ?? null,
  ...(own.charset !== undefined && { charset: own.charset?.slice(0, maxTypeLength) ?? null }),
});

/** The readings of the URL by browsers that, contrary to the standards, load a different document from it, or none. */
async function inspectOtherwise(
  source: Written,
  own: OwnReadings,
  essence: string,
  limits: Limits,
): Promise<Otherwise[]> {
  const otherwise: Otherwise[] = [];
  for (const { browser, written } of await writtenOtherwise(source, own)) {
    if (written !== null) otherwise.push({ browser, inspection: await inspectWithin(written, limits) });
    else if (documentIn(essence).includes(browser)) otherwise.push({ browser, inspection: null });
  }
  return otherwise;
}

/** Facts about the body itself, independent of its URL's spelling and of other bodies. */
interface Content {
  payload: Payload;
  disguise: Disguise | null;
}

/** The contents of the small bodies that were read last. The same body often occurs in several URLs and places. */
const contents = new Map<string, Promise<Content>>();

function contentOf(read: BodyRead): Promise<Content> {
  if (Math.max(read.size, read.mimeType.length) > maxCachedSize) return readContent(read);
  const key = `${read.sha256} ${read.mimeType}`;
  const content = contents.get(key) ?? readContent(read);
  // The least recently used contents are deleted first.
  contents.delete(key);
  contents.set(key, content);
  if (contents.size > maxCachedContents) contents.delete(contents.keys().next().value as string);
  // Failures are not cached, because a retry may succeed.
  content.catch(() => contents.get(key) === content && contents.delete(key));
  return content;
}

async function readContent(read: BodyRead): Promise<Content> {
  const payload = await payloadOf(read);
  return { payload, disguise: payload.facts?.kind === 'markup' ? disguiseOf(read.head) : null };
}

const payloadOf = ({ mimeType, type, head, size, tail }: BodyRead): Promise<Payload> =>
  readPayload({
    declared: mimeType.length > maxTypeLength ? inShort(type) : type,
    body: head,
    size,
    ...(tail && { tail }),
  });

/**
 * The parts of a long MIME type that decide how its body is read. Their values are truncated, but more is kept than is
 * ever shown.
 */
function inShort({ parameters, ...type }: MimeType): MimeType {
  const read = [...parameters].filter(([name]) => ['charset', 'access-type', 'url'].includes(name));
  const values = new Map(read.map(([name, value]) => [name, value.slice(0, 4096)]));
  return { ...type, parameters: values };
}

/**
 * The written text of a data: URL that is nested in the body of another. An Inspection contains only its hash.
 *
 * @param sha256 the hash of the nested URL
 * @returns null if there is no such URL
 */
export async function nestedText(input: Written, sha256: string): Promise<string | null> {
  const source = await inMemoryIfSmall(input);
  const { read } = await readBody(source);
  if (!read.ok) return null;
  for (const { written } of nestedUrls(await payloadOf(read))) {
    if ((await identify(written)).sha256 === sha256) return written;
  }
  const own = await ownReadingsOf(source);
  for (const { written } of own === null ? [] : await writtenOtherwise(source, own)) {
    const found = written === null ? null : await nestedText(written, sha256);
    if (found !== null) return found;
  }
  return null;
}

/** The data: URLs in the text of an SVG file, and whether the list is complete. */
export async function svgUrls(text: string): Promise<{ urls: NestedUrl[]; isWhole: boolean }> {
  const payload = await readPayload({ declared: svgType, body: new TextEncoder().encode(text) });
  const { references, unread } = payload;
  return {
    urls: nestedUrls(payload),
    isWhole: unread.length === 0 && references?.count === references?.first.length,
  };
}

const svgType = { type: 'image', subtype: 'svg+xml', essence: 'image/svg+xml', parameters: new Map() };

/**
 * Counts the data: URLs that the body of a style sheet's data: URL contains, as browsers decode the body; of a large
 * body, only the URLs at its beginning.
 *
 * @param input the written URL, or a Blob of its UTF-8
 * @param environment the encoding of the document, for a sheet that declares none (CSS Syntax, "environment
 *   encoding")
 * @returns how often each URL occurs, by `sheetUrlId`; empty for a URL that browsers reject
 */
export async function countSheetUrls(
  input: Written,
  environment: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const { read } = await readBody(await inMemoryIfSmall(input));
  if (!read.ok) return counts;
  const { used, isInherited } = readCharset({ ...read.type, ...sheetType }, read.head);
  const encoding = (isInherited ? encodingOf(environment) : used) ?? 'utf-8';
  const { text } = await inTurns(textOf(encoding, read.head, read.tail !== null));
  const urls: CssUrl[] = [];
  await inTurns(dataUrlsOf(text, urls));
  for (const { written, role } of urls) {
    const { sha256 } = await identify(written);
    const id = sheetUrlId(sha256, destinationOfRole[role]);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Browsers parse a style sheet as CSS even if it declares another type. */
const sheetType = { type: 'text', subtype: 'css', essence: 'text/css' } as const;

/** Identifies the data: URLs with the same text and use in a style sheet. */
export const sheetUrlId = (sha256: string, destination: Destination): string => `${destination} ${sha256}`;

function* dataUrlsOf(css: string, urls: CssUrl[]): Generator<unknown, void, void> {
  for (const url of findCssUrls(css)) {
    if (url && !url.dropped && isDataUrl(url.written)) urls.push(url);
    yield;
  }
}

/**
 * Inspects the data: URLs in a body, up to the limits of depth and number.
 *
 * @param head the beginning of the URL, which names the document that contains the nested URLs
 */
async function inspectNested(
  payload: Payload,
  head: string,
  { depth, left }: Limits,
): Promise<Pick<Reading, 'nested' | 'nestedLeft'>> {
  const nested: Nested[] = [];
  let nestedLeft = 0;
  for (const { written, occurrences } of nestedUrls(payload)) {
    if (depth === 0 || left.count === 0) {
      nestedLeft++;
      continue;
    }
    left.count--;
    nested.push({
      inspection: await inspectWithin(written, { depth: depth - 1, left }),
      occurrences: occurrences.map((each) => ({ frame: head, ...each })),
    });
  }
  return { nested, nestedLeft };
}
