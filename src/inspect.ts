/** One data: URL in, one Inspection out: the whole of reading, from the top. */

import { makeBlob } from './data-url/blob-of.ts';
import { type Cost, costOf, costOfLarge } from './data-url/cost.ts';
import { type Head, headOf } from './data-url/head.ts';
import { identifyBlob, identifyText } from './data-url/identify.ts';
import { type Lint, lintBeginning, lintsOf } from './data-url/lints.ts';
import { writtenOtherwise } from './data-url/otherwise.ts';
import { partsIn } from './data-url/parse.ts';
import { type BodyRead, type ReadBody, readBlobBody, readTextBody } from './data-url/read-body.ts';
import {
  maxCachedContents,
  maxCachedSize,
  maxTypeLength,
  nestedLimits,
  streamingThreshold,
} from './limits.ts';
import { readCharset } from './mime/charset.ts';
import { documentIn } from './mime/documents.ts';
import type { MimeType } from './mime/mime-type.ts';
import { type Disguise, disguiseOf } from './payload/disguise.ts';
import { nestedUrls, withoutNestedUrls } from './payload/nested-urls.ts';
import { type Payload, readPayload } from './payload/read-payload.ts';
import type { Inspection, Nested, Otherwise, Reading } from './report/report.ts';
import { inTurns } from './turns.ts';

/** What is left of the limits on nested data: URLs; the count is of all within the outermost one. */
interface Limits {
  depth: number;
  left: { count: number };
}

/**
 * Reads one data: URL as a browser would, and tells what it is.
 *
 * @param input the written URL, or a Blob of its UTF-8; any text at all: what no browser reads has a `problem`
 */
export function inspect(input: string | Blob): Promise<Inspection> {
  return inspectWithin(input, { depth: nestedLimits.depth, left: { count: nestedLimits.count } });
}

async function inspectWithin(input: string | Blob, limits: Limits): Promise<Inspection> {
  const source = await sourceOf(input);
  const identity = typeof source === 'string' ? await identifyText(source) : await identifyBlob(source);
  const parsed = await readBody(source);
  const { read } = parsed;
  const encoding = read.base64 ? 'base64' : 'percent';
  if (!read.ok) return { ...identity, encoding, ...nothing, problem: read.problem };

  const { essence } = read.type;
  const { declared, used, isInherited } = readCharset(read.type, read.head);
  const isLintable = parsed.head !== null && read.comma <= beginningLength;
  const { lints, cost } = await (isLintable
    ? readText(parsed.source, parsed.head, read)
    : readBeginning(source, read));
  const { payload, disguise } = await contentOf(read);
  const { nested, nestedLeft } = await inspectNested(payload, identity.head, limits);
  const otherwise = await inspectOtherwise(source, essence, limits);
  return {
    sha256: identity.sha256,
    length: identity.length,
    head: identity.head,
    mimeType: read.mimeType,
    essence,
    charset: isInherited ? { declared, used, isInherited } : { declared, used },
    encoding,
    size: read.size,
    bodySha256: read.sha256,
    detectedType: isProven(payload) ? payload.detectedType : null,
    problem: null,
    payload: { ...withoutNestedUrls(payload), disguise, nested, nestedLeft, lints, cost, otherwise },
  };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Small URLs are read whole, which is quicker; large ones as a stream, which takes no memory to speak of. */
async function sourceOf(input: string | Blob): Promise<string | Blob> {
  if (typeof input === 'string') return input.length > streamingThreshold ? inTurns(makeBlob(input)) : input;
  // Not text(), which takes a byte order mark away: it is part of what was written.
  return input.size > streamingThreshold ? input : utf8.decode(await input.arrayBuffer());
}

/** Its body, and of a URL at hand what stands in front of that, parsed. */
async function readBody(
  source: string | Blob,
): Promise<{ source: string; head: Head; read: ReadBody } | { source: Blob; head: null; read: ReadBody }> {
  if (typeof source !== 'string') return { source, head: null, read: await readBlobBody(source) };
  const head = await inTurns(headOf(source));
  return { source, head, read: await readTextBody(source, head) };
}

/** What something looks like is no proof, and a comment in front of a style sheet makes no page of it. */
const isProven = ({ detectedBy, facts }: Payload): boolean =>
  detectedBy !== 'likeness' && !(facts?.kind === 'markup' && facts.elements === 0);

/** What is known of the body of a URL that browsers reject. */
const nothing = {
  mimeType: null,
  essence: null,
  charset: { declared: null, used: null },
  size: null,
  bodySha256: null,
  detectedType: null,
  payload: null,
} as const;

/** How it is written: what can be said against it, and what it costs. */
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

/** Code units, or bytes of a large URL, in which the part in front of its data is looked for. */
const beginningLength = 1 << 16;

/** Of a large URL, or one with a large head, only what stands in front of the data, and what it costs as it is. */
async function readBeginning(
  written: string | Blob,
  read: BodyRead,
): Promise<{ lints: Lint[]; cost: Cost | null }> {
  const start = written.slice(0, beginningLength);
  const beginning = typeof start === 'string' ? start : utf8.decode(await start.arrayBuffer());
  return { lints: lintBeginning(beginning, read.head).map(asData), cost: await costOfLarge(written) };
}

/** A lint without its edits, which may be as many as code units and are made when they are asked for. */
const asData = ({ code, group, args, message, start, end }: Lint): Lint => ({
  code,
  group,
  args,
  message,
  start,
  end,
});

/** What browsers make of it that read it otherwise, and as a document, or make none of what is one by the standards. */
async function inspectOtherwise(
  source: string | Blob,
  essence: string,
  limits: Limits,
): Promise<Otherwise[]> {
  const otherwise: Otherwise[] = [];
  for (const { browser, written } of await writtenOtherwise(source)) {
    if (written !== null) otherwise.push({ browser, inspection: await inspectWithin(written, limits) });
    else if (documentIn(essence).includes(browser)) otherwise.push({ browser, inspection: null });
  }
  return otherwise;
}

/** What the body is and holds, by itself: of how its URL is written, and of what stands in other bodies, nothing. */
interface Content {
  payload: Payload;
  disguise: Disguise | null;
}

/** The contents of the small bodies read last: one body is often written in several ways and places. */
const contents = new Map<string, Promise<Content>>();

function contentOf(read: BodyRead): Promise<Content> {
  if (Math.max(read.size, read.mimeType.length) > maxCachedSize) return readContent(read);
  const key = `${read.sha256} ${read.mimeType}`;
  const content = contents.get(key) ?? readContent(read);
  // Those that were used last go last.
  contents.delete(key);
  contents.set(key, content);
  if (contents.size > maxCachedContents) contents.delete(contents.keys().next().value as string);
  // What could not be read once may be read another time.
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

/** As much of a long MIME type as decides how its body is read: of each value more than is ever shown. */
function inShort({ parameters, ...type }: MimeType): MimeType {
  const read = [...parameters].filter(([name]) => ['charset', 'access-type', 'url'].includes(name));
  const values = new Map(read.map(([name, value]) => [name, value.slice(0, 4096)]));
  return { ...type, parameters: values };
}

/**
 * The written text of a data: URL within another's body, which an Inspection names but does not hold.
 *
 * @param sha256 its identity
 * @returns null where there is none such
 */
export async function nestedText(input: string | Blob, sha256: string): Promise<string | null> {
  const source = await sourceOf(input);
  const { read } = await readBody(source);
  if (!read.ok) return null;
  for (const { written } of nestedUrls(await payloadOf(read), '')) {
    if ((await identifyText(written)).sha256 === sha256) return written;
  }
  for (const { written } of await writtenOtherwise(source)) {
    const found = written === null ? null : await nestedText(written, sha256);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Inspects the data: URLs in a body, as deep and as many as the limits allow.
 *
 * @param head the beginning of the URL, which names the document that nested ones stand in
 */
async function inspectNested(
  payload: Payload,
  head: string,
  { depth, left }: Limits,
): Promise<Pick<Reading, 'nested' | 'nestedLeft'>> {
  const nested: Nested[] = [];
  let nestedLeft = 0;
  for (const { written, occurrences } of nestedUrls(payload, head)) {
    if (depth === 0 || left.count === 0) {
      nestedLeft++;
      continue;
    }
    left.count--;
    nested.push({ inspection: await inspectWithin(written, { depth: depth - 1, left }), occurrences });
  }
  return { nested, nestedLeft };
}
