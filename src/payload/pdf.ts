/**
 * Facts about PDF files (ISO 32000-1), found by PDF names: the actions when a file is opened or used. Objects and
 * cross-references are not followed, because viewers repair both: a name counts anywhere, even in compressed object
 * streams.
 */

import { maxInflated } from '../limits.ts';
import { inTurns, strideLength, turn } from '../yield-to-event-loop.ts';
import { indexOfText } from './bytes.ts';
import type { PdfAction, PdfFacts } from './facts.ts';
import { inflate } from './inflate.ts';

/** Maximum number of bytes between the type of an object stream and its data. */
const maxDictionaryLength = 4096;

/** Maximum number of object streams of a PDF that are decompressed: each needs its own decompressor. */
const maxObjectStreams = 100;

/**
 * Number of bytes at the beginning within which viewers accept a header (Adobe's implementation note 13 of PDF 1.7).
 */
const headerReach = 1024;

/** Whether a viewer would accept a body as a PDF file. */
export const isPdf = (body: Uint8Array): boolean =>
  indexOfText(body.subarray(0, headerReach + 5), '%PDF-') >= 0;

/**
 * The names of actions, and of objects that contain actions (12.6.4, 12.7.8, 7.11.4, 13.6 and
 * Adobe's extension level 3).
 */
const actionNames: ReadonlySet<string> = new Set<PdfAction>([
  'JavaScript',
  'Rendition',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'URI',
  'XFA',
  'RichMedia',
  'EmbeddedFile',
  'OpenAction',
  'AA',
]);
const isAction = (name: string): name is PdfAction => actionNames.has(name);

/** 7.3.5: matches a name, in which any character may be escaped. The names above contain at most 12 characters. */
const names = /\/([#A-Za-z][^\0\t\n\f\r ()<>[\]{}/%]{0,35})(?=[\0\t\n\f\r ()<>[\]{}/%]|$)/g;
const unescaped = (name: string): string =>
  name.includes('#')
    ? name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name;

const latin1 = new TextDecoder('latin1');

/**
 * Reads the facts about a PDF file.
 *
 * @param body the bytes, or their beginning
 */
export async function readPdf(body: Uint8Array): Promise<PdfFacts> {
  const text = latin1.decode(body);
  const facts: PdfFacts = {
    kind: 'pdf',
    version: /%PDF-(\d\.\d)/.exec(text.slice(0, headerReach + 8))?.[1] ?? null,
    pages: 0,
    encrypted: false,
    actions: {},
    objectStreams: 0,
    unreadStreams: 0,
  };
  const streams = await inTurns(addNames(facts, text));
  let remaining = maxInflated;
  /**
   * Maximum number of compressed bytes that may still be processed. The limit is necessary because each stream without
   * an end would include the rest of the file.
   */
  let packed = 2 * body.length;
  for (const at of streams) {
    await turn();
    facts.objectStreams++;
    const isWithin = remaining > 0 && packed > 0 && facts.objectStreams <= maxObjectStreams;
    const inflated = isWithin ? await inflatedStream(body, text, at, remaining) : null;
    remaining -= inflated?.size ?? 0;
    packed -= inflated?.packed ?? 0;
    if (inflated?.objects) await inTurns(addNames(facts, latin1.decode(inflated.objects)));
    else facts.unreadStreams++;
  }
  return facts;
}

/** Number of code units between two yields: small, because names may be as short as two code units. */
const namesLength = strideLength >> 4;

/**
 * Counts the names in a text. Yields now and then.
 *
 * @returns the positions of object streams, in code units
 */
function* addNames(facts: PdfFacts, text: string): Generator<void, number[], void> {
  const streams: number[] = [];
  let isPage = false;
  let pause = namesLength;
  for (const { 0: whole, 1: written, index } of text.matchAll(names)) {
    if (index >= pause) {
      pause = index + namesLength;
      yield;
    }
    const name = unescaped(written!);
    // 7.7.3.3: `/Type /Page` marks an object as a page.
    if (name === 'Page' && isPage) facts.pages++;
    isPage = name === 'Type';
    if (name === 'Encrypt') facts.encrypted = true;
    else if (name === 'ObjStm') streams.push(index + whole.length);
    else if (isAction(name)) facts.actions[name] = (facts.actions[name] ?? 0) + 1;
  }
  return streams;
}

/**
 * 7.5.7, 7.4.4: decompresses the objects of a stream.
 *
 * @param at a position in the stream's dictionary, in code units of `text` and in bytes of `body`
 * @returns the objects (null if they are encrypted, compressed in another way, damaged or too large) and the number of
 *   bytes before and after decompression; null if it is not a stream
 */
async function inflatedStream(
  body: Uint8Array,
  text: string,
  at: number,
  cap: number,
): Promise<{ objects: Uint8Array | null; packed: number; size: number } | null> {
  const start = /stream(?:\r\n?|\n)/.exec(text.slice(at, at + maxDictionaryLength));
  if (start === null) return null;
  const from = at + start.index + start[0].length;
  const found = text.indexOf('endstream', from);
  // 7.3.8.1: a line break before "endstream" is not part of the data.
  const end = found < 0 ? body.length : found - /\r?\n?$/.exec(text.slice(found - 2, found))![0].length;
  const dictionary = unescaped(text.slice(Math.max(0, at - maxDictionaryLength), at + start.index));
  const own = dictionary.slice(dictionary.lastIndexOf('obj') + 1);
  // Uncompressed objects are searched with the rest of the file.
  if (!/\/Filter\b/.test(own)) return { objects: new Uint8Array(), packed: 0, size: 0 };
  const { bytes, capped } = await inflate(body.subarray(from, end), 'deflate', cap);
  const objects = bytes.length === 0 || capped ? null : bytes;
  return { objects, packed: end - from, size: bytes.length };
}
