/**
 * Reads the body of a data: URL: its type and its contents. The body is only read, never run. For any body, nothing
 * here throws, and time and memory are proportional to its size.
 */

import { maxInflated } from '../limits.ts';
import { isText } from '../mime/charset.ts';
import { type MimeType, parseMimeType } from '../mime/mime-type.ts';
import { inTurns, turn } from '../yield-to-event-loop.ts';
import { readArchive } from './archive.ts';
import { type BidiFileName, bidiFileNameIn } from './bidi-name.ts';
import { textOf } from './body-text.ts';
import { detect, detectedAs } from './detect/detected-type.ts';
import { type CutOff, cutOffIn, endOfFile, type InvalidPart, invalidPart } from './detect/end-of-file.ts';
import { type SecondType, secondTypes, type Trailing, trailingBytes } from './detect/two-in-one.ts';
import type { DetectedBy, Facts, PdfFacts } from './facts.ts';
import { readFont } from './font/font.ts';
import { readImage } from './image/image.ts';
import { type Coding, codingOf, inflate } from './inflate.ts';
import { maxExternalBodyLength } from './limits.ts';
import { isPdf, readPdf } from './pdf.ts';
import { announcedText, isCss, isHtml, readText, textToRead } from './read-text.ts';
import type { References } from './references.ts';

export interface PayloadInput {
  /** The type that the URL declares. */
  declared: MimeType;
  /** The body, or the beginning of a large one: 1 MiB is nearly always enough. */
  body: Uint8Array;
  /** Size of the whole body in bytes, if `body` is only its beginning. */
  size?: number;
  /** The last bytes of the whole body: 65,557 include an archive's directory. */
  tail?: Uint8Array;
}

export interface Payload {
  /** The essence by the content; null if that is inconclusive. */
  detectedType: string | null;
  /** The evidence for the type; null if the type is null. */
  detectedBy: DetectedBy | null;
  /** Set if the body is compressed as a whole. Facts and references are then about its decompressed content. */
  encodedAs: {
    coding: Coding;
    /** Decompressed size in bytes; if `complete`, the size of the whole content. */
    size: number;
    /**
     * The number of bytes in a sample of the beginning, compressed and decompressed, to detect decompression bombs.
     * Null unless the limit was reached.
     */
    sample: { packed: number; size: number } | null;
    complete: boolean;
    /** Whether the limit was reached before the end. */
    capped: boolean;
    /** The type of the content. */
    detectedType: string | null;
  } | null;
  trailing: Trailing | null;
  /**
   * The part of a cut-off file that viewers show; null if, according to the file's format, no data is missing at its
   * end.
   */
  cutOff: CutOff | null;
  /** The part because of which Chromium and Firefox reject the file; null if none is known. */
  invalid: InvalidPart | null;
  polyglot: SecondType[];
  facts: Facts | null;
  /** Facts for PDF viewers, if the bytes are a PDF file but browsers read them as the declared type (see `facts`). */
  pdf: PdfFacts | null;
  references: References | null;
  /** A misleading file name in the text. */
  bidiFileName: BidiFileName | null;
  /** Parts that were not read and may contain anything. */
  unread: Unread[];
}

export interface Unread {
  /**
   * `body`: the part after the beginning; `inflated`: the part beyond the limit; `damaged`: data that cannot be
   * decompressed.
   */
  what: 'body' | 'inflated' | 'damaged';
  /** Number of bytes that were read, before the unread part. */
  read: number;
  /** Total size in bytes, including the unread part; null if unknown. */
  size: number | null;
}

/** Reads the body of one data: URL. */
export async function readPayload(input: PayloadInput): Promise<Payload> {
  const { declared, body } = input;
  const size = Math.max(input.size ?? body.length, body.length);
  const isCut = size > body.length;
  const tail = input.tail ?? body;
  const unread: Unread[] = isCut ? [{ what: 'body', read: body.length, size }] : [];

  const outer = await readBytes({ declared, body, size, tail, isCut });
  const { type } = outer;
  const end = type === null ? null : await inNextTurn(() => endOfFile(type, body));
  const whole = isCut ? null : type;
  const polyglot = await inTurns(secondTypes({ type, isText: outer.isText, body, end, size, tail }));
  const asPdf = type === pdf && outer.facts?.kind !== 'pdf' ? await readPdf(body) : null;
  const payload: Payload = {
    detectedType: type,
    detectedBy: outer.by,
    trailing: isCut ? null : trailingBytes(end, body),
    cutOff: whole === null ? null : await cutOffIn(whole, body, end),
    invalid: whole === null ? null : invalidPart(whole, body),
    polyglot,
    unread,
    pdf: asPdf,
    encodedAs: null,
    facts: outer.facts,
    references: outer.references,
    bidiFileName: outer.bidiFileName,
  };
  if (outer.facts?.kind === 'external-body' && !isCut && size > maxExternalBodyLength)
    unread.push({ what: 'body', read: maxExternalBodyLength, size });
  const coding = type === null || type === gzip ? codingOf(body) : null;
  if (coding === null) return payload;

  const inflated = await inflate(body, coding, maxInflated);
  const { bytes, complete, capped } = inflated;
  // Text may begin like a zlib header, and continue for a few bytes like compressed data.
  if (coding === 'deflate' && !complete && !capped && bytes.length < 64) return payload;
  if (capped) unread.push({ what: 'inflated', read: bytes.length, size: null });
  else if (!complete && !isCut) unread.push({ what: 'damaged', read: bytes.length, size: null });
  const inner = await readBytes({
    declared,
    body: bytes,
    size: bytes.length,
    tail: complete ? bytes : new Uint8Array(),
    isCut: !complete,
  });
  const held = holdsAny(outer) ? outer : inner;
  return {
    ...payload,
    detectedType: type ?? 'application/zlib',
    detectedBy: outer.by ?? 'signature',
    encodedAs: {
      coding,
      size: bytes.length,
      sample: capped ? await sampleOf(body, coding) : null,
      complete,
      capped,
      detectedType: inner.type,
    },
    facts: held.facts,
    references: held.references,
    bidiFileName: held.bidiFileName,
  };
}

/** Whether tags or references were found. Used for bytes that have another type by their signature. */
const holdsAny = ({ facts, references }: Pick<Read, 'facts' | 'references'>) =>
  (facts?.kind === 'markup' && facts.elements > 0) || (references !== null && references.count > 0);

/** Number of compressed bytes that are decompressed to measure the expansion. */
const sampleSize = 1 << 14;

async function sampleOf(body: Uint8Array, coding: Coding) {
  const packed = body.subarray(0, sampleSize);
  const { bytes } = await inflate(packed, coding, maxInflated);
  return { packed: packed.length, size: bytes.length };
}

/** Runs work that can't pause in a new turn of the event loop. */
async function inNextTurn<T>(work: () => T): Promise<T> {
  await turn();
  return work();
}

const gzip = 'application/x-gzip';

interface Bytes {
  declared: MimeType;
  body: Uint8Array;
  size: number;
  tail: Uint8Array;
  isCut: boolean;
}
interface Read {
  type: string | null;
  by: DetectedBy | null;
  isText: boolean;
  facts: Facts | null;
  references: References | null;
  bidiFileName: BidiFileName | null;
}

/** Reads the type, facts and references of bytes that are not compressed. */
async function readBytes(bytes: Bytes): Promise<Read> {
  const { declared, body, tail, isCut } = bytes;
  const signed = detectedAs(body, declared);
  const own = signed === null ? null : parseMimeType(signed);
  const isTextual = own === null || isText(own) || announcedText.has(own.essence);
  const readAs = textToRead(own, isTextual, declared, body);
  if (readAs === null) return readBinary(bytes, signed);
  const text = await inTurns(textOf(readAs.charset, body, isCut));
  const detected = (await inTurns(detect(signed, tail, text.text, declared))) ?? nothing;
  const isSheet = isCss(declared) && detected.type === 'text/html' && !beginsWithTag(text.text);
  const found = isSheet ? nothing : detected;
  const read = await inTurns(readText(readAs, found.type, text, isCut, declared));
  // Only the first part of a text is searched for the root element.
  const { facts } = read;
  const isSvg = facts.kind === 'markup' && facts.language === 'svg' && facts.svg && !facts.malformed;
  const isLate = isSvg && (found.by !== 'signature' || found.type === 'text/xml');
  const { type, by } = isLate ? ({ type: 'image/svg+xml', by: 'signature' } as const) : found;
  /*
   * HTML is always read as declared. Other declared text is read by its signature if the signature is that of a binary
   * type, and the text contains neither tags nor references.
   */
  if (isTextual || isHtml(declared) || holdsAny(read)) {
    const bidiFileName = await inTurns(bidiFileNameIn(text.text));
    return { type, by, isText: isTextual, ...read, bidiFileName };
  }
  return readBinary(bytes, signed);
}

/** Whether a tag comes first, apart from comments: old style sheets begin with `<!--`, which CSS ignores. */
function beginsWithTag(text: string): boolean {
  const start = /(?!\s)|$/g;
  for (let at = 0; ; ) {
    start.lastIndex = at;
    at = start.exec(text)?.index ?? text.length;
    if (!text.startsWith('<!--', at)) return /^<[a-z!/?]/i.test(text.slice(at, at + 2));
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return false;
    at = end + 3;
  }
}

/** Reads bytes according to their detected type, not the declared one. */
async function readBinary(
  { declared, body, size, tail, isCut }: Bytes,
  signed: string | null,
): Promise<Read> {
  // Viewers accept other bytes before the header of a PDF file.
  if (signed === pdf || (declared.essence === pdf && isPdf(body))) {
    const facts = await readPdf(body);
    return {
      type: pdf,
      by: 'signature',
      isText: false,
      facts,
      references: null,
      bidiFileName: null,
    };
  }
  const { type, by } = (await inTurns(detect(signed, tail, null))) ?? nothing;
  const read = { type, by, isText: false, references: null, bidiFileName: null };
  if (type === null) return { ...read, facts: null };
  const facts =
    (await inNextTurn(() => readImage(type, body, isCut) ?? readArchive(type, body, size, tail))) ??
    (await readFont(type, body));
  return { ...read, facts };
}
const pdf = 'application/pdf';
const nothing = { type: null, by: null } as const;
