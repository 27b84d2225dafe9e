/**
 * Reads the body of a data: URL: its type and its contents. The body is read as data, never run; whatever it is,
 * nothing here throws, and time and memory are proportional to its size.
 */

import { maxInflated } from '../limits.ts';
import { bomEncoding, isText, usedCharset } from '../mime/charset.ts';
import { withoutComments } from '../mime/headers.ts';
import { isInGroup, type MimeType, parseMimeType, plainText } from '../mime/mime-type.ts';
import { clip } from '../truncate.ts';
import { inTurns, turn } from '../turns.ts';
import { withoutPassword } from '../uri/misleading.ts';
import { readArchive } from './archive.ts';
import { type TurnedName, turnedNameIn } from './bidi-name.ts';
import { isBlank } from './blank.ts';
import { type DetectedBy, detect, detectedType } from './detected-type.ts';
import type { CssFacts, ExternalBodyFacts, Facts, MarkupFacts, PdfFacts } from './facts.ts';
import { readFont } from './font.ts';
import { readImage } from './image.ts';
import { type Coding, codingOf, inflate } from './inflate.ts';
import { maxExternalBodyLength } from './limits.ts';
import { markupSteps } from './markup.ts';
import { readExternalBody, readExternalBodyOf } from './message-external-body.ts';
import { isPdf, readPdf } from './pdf.ts';
import { readJson } from './read-json.ts';
import { addSourceMapReference, collectReferences, cssReferences, type References } from './references.ts';
import { type Sending, sendingIn } from './script-sends.ts';
import { estimating } from './svg/drawing-cost.ts';
import { type BodyText, readPlainText, textOf } from './text.ts';
import { type SecondType, secondTypes, type Trailing, trailingBytes } from './two-in-one.ts';

export interface PayloadInput {
  /** The type that the URL declares. */
  declared: MimeType;
  /** The body, or the beginning of a large one: 1 MiB is nearly always enough. */
  body: Uint8Array;
  /** Bytes of the whole body, where `body` is only its beginning. */
  size?: number;
  /** The last bytes of the whole body: 65,557 include an archive's directory. */
  tail?: Uint8Array;
}

export interface Payload {
  /** An essence, null where the content is inconclusive. */
  detectedType: string | null;
  /** How the type is known; null together with it. */
  detectedBy: DetectedBy | null;
  /** The body is compressed as a whole; facts and references are then those of its content. */
  encodedAs: {
    coding: Coding;
    /** Bytes that were decompressed: all if `complete`. */
    size: number;
    /** If the limit was reached: bytes of the beginning, and their size decompressed, to detect bombs. */
    sample: { packed: number; size: number } | null;
    complete: boolean;
    /** Whether the limit was reached before the end. */
    capped: boolean;
    /** The type of the content. */
    detectedType: string | null;
  } | null;
  trailing: Trailing | null;
  polyglot: SecondType[];
  facts: Facts | null;
  /** Facts for PDF viewers, if the bytes are PDF, but browsers read them as a declared type (see `facts`). */
  pdf: PdfFacts | null;
  references: References | null;
  /** A misleading file name in the text. */
  turnedName: TurnedName | null;
  /** Data that the scripts of markup send away; other text is read as a script. */
  sending: Sending | null;
  /** Parts that were not read and may contain anything. */
  unread: Unread[];
}

export interface Unread {
  /**
   * `body`: the part after the beginning; `inflated`: the part beyond the limit; `damaged`: data that cannot be
   * decompressed.
   */
  what: 'body' | 'inflated' | 'damaged';
  /** Bytes of it that were read. */
  read: number;
  /** Bytes of all of it; null where that is not known. */
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
  const trailing = type === null || isCut ? null : await inNextTurn(() => trailingBytes(type, body));
  const polyglot = await inTurns(secondTypes({ type, isText: outer.isText, body, size, tail }));
  const asPdf = type === pdf && outer.facts?.kind !== 'pdf' ? await readPdf(body) : null;
  const payload: Payload = {
    detectedType: type,
    detectedBy: outer.by,
    trailing,
    polyglot,
    unread,
    pdf: asPdf,
    encodedAs: null,
    facts: outer.facts,
    references: outer.references,
    turnedName: outer.turnedName,
    sending: outer.sending,
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
    turnedName: held.turnedName,
    sending: held.sending,
  };
}

/** Whether there are tags or references in bytes that have another type by their signature. */
const holdsAny = ({ facts, references }: Pick<Read, 'facts' | 'references'>) =>
  (facts?.kind === 'markup' && facts.elements > 0) || (references !== null && references.count > 0);

/** Bytes that are decompressed to measure their expansion. */
const sampleSize = 1 << 14;

async function sampleOf(body: Uint8Array, coding: Coding) {
  const packed = body.subarray(0, sampleSize);
  const { bytes } = await inflate(packed, coding, maxInflated);
  return { packed: packed.length, size: bytes.length };
}

/** Work that cannot pause starts in a turn of its own. */
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
  turnedName: TurnedName | null;
  sending: Sending | null;
}

/** Type, facts and references of bytes that are not compressed. */
async function readBytes(bytes: Bytes): Promise<Read> {
  const { declared, body, tail, isCut } = bytes;
  const signed = detectedType(body);
  const own = signed === null ? null : parseMimeType(signed);
  const isTextual = own === null || isText(own) || announcedText.has(own.essence);
  const readAs = textToRead(own, isTextual, declared, body);
  if (readAs === null) return readBinary(bytes, signed);
  const text = await inTurns(textOf(readAs.charset, body, isCut));
  const detected = (await inTurns(detect(signed, tail, text.text))) ?? nothing;
  const isSheet = isCss(declared) && detected.type === 'text/html' && !beginsWithTag(text.text);
  const { type, by } = isSheet ? nothing : detected;
  const read = await inTurns(readText(readAs, type, text, isCut, declared));
  // HTML is read whatever the bytes look like; other declared text falls back to the detected type if it is invalid.
  if (isTextual || isHtml(declared) || holdsAny(read)) {
    const turnedName = await inTurns(turnedNameIn(text.text));
    return { type, by, isText: isTextual, ...read, turnedName };
  }
  return { ...(await readBinary(bytes, signed)), sending: read.sending };
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

/** Reads bytes by their detected type, not the declared one. */
async function readBinary(
  { declared, body, size, tail, isCut }: Bytes,
  signed: string | null,
): Promise<Read> {
  // Viewers find the header of a PDF file after other bytes, too.
  if (signed === pdf || (declared.essence === pdf && isPdf(body))) {
    const facts = await readPdf(body);
    return {
      type: pdf,
      by: 'signature',
      isText: false,
      facts,
      references: null,
      turnedName: null,
      sending: null,
    };
  }
  const { type, by } = (await inTurns(detect(signed, tail, null))) ?? nothing;
  const read = { type, by, isText: false, references: null, turnedName: null, sending: null };
  if (type === null) return { ...read, facts: null };
  const facts =
    (await inNextTurn(() => readImage(type, body, isCut) ?? readArchive(type, body, size, tail))) ??
    (await readFont(type, body));
  return { ...read, facts };
}
const pdf = 'application/pdf';
const nothing = { type: null, by: null } as const;

/**
 * Whether bytes are read as text, in which encoding, and as which type: the type that browsers read by its label alone,
 * else that of a signature, else the declared one, else plain text if they look like text. Null for other bytes.
 *
 * @param own the type by a signature
 * @param isTextual whether that is text, or unknown
 */
function textToRead(
  own: MimeType | null,
  isTextual: boolean,
  declared: MimeType,
  body: Uint8Array,
): TextReading | null {
  const isDeclared = isMarkup(declared);
  if (!isTextual && !isReadByLabel(declared)) return null;
  if (declared.essence === pdf && isPdf(body)) return null;
  const label = isText(declared) || isExternalBody(declared) ? declared : null;
  if (own === null && label === null && !looksLikeText(body)) return null;
  // A declared parameter applies to the text, whatever its detected type.
  const { parameters } = declared;
  const as = isDeclared || isCss(declared) || !isTextual ? label : (own ?? label);
  // A browser decodes by the declared type if that is a text type.
  const decodedAs = label ?? own;
  const charset =
    decodedAs === null ? (bomEncoding(body) ?? 'utf-8') : usedCharset({ ...decodedAs, parameters }, body);
  return { type: as ?? plainText, charset: charset ?? 'utf-8', isDeclared };
}

interface TextReading {
  /** The type that the bytes are read as; its parameters do not count. */
  type: MimeType;
  charset: string;
  /** Whether it is markup by its label. */
  isDeclared: boolean;
}

const announcedText = new Set([
  ...['application/x-httpd-php', 'application/rtf', 'application/internet-shortcut', 'application/x-bat'],
  ...['application/x-powershell', 'application/x-csh', 'application/postscript'],
]);
const isExternalBody = (type: MimeType) => type.essence === 'message/external-body';

/** https://mimesniff.spec.whatwg.org/#binary-data-byte: none of them in the beginning, except in UTF-16. */
function looksLikeText(body: Uint8Array): boolean {
  if (bomEncoding(body) !== null) return true;
  return body
    .subarray(0, 1445)
    .every((byte) => byte > 0x1f || byte === 0x1b || (byte >= 9 && byte <= 13 && byte !== 11));
}

/**
 * Facts and references of text, by its detected type, or by its declared type if that is inconclusive; yields now and
 * then.
 */
function* readText(
  { type: label, isDeclared }: TextReading,
  detected: string | null,
  body: BodyText,
  isCut: boolean,
  written: MimeType,
): Generator<unknown, Pick<Read, 'facts' | 'references' | 'sending'>, void> {
  const { text, shape } = body;
  const as = detected === null ? label : parseMimeType(detected);
  const isA = (group: 'html' | 'xml' | 'json' | 'javascript') =>
    (as !== null && isInGroup(as, group)) || isInGroup(label, group);
  if (isExternalBody(label))
    return {
      facts: externalBody({ ...body, text: text.slice(0, maxExternalBodyLength) }, written),
      references: null,
      sending: null,
    };
  const language = isCss(label)
    ? null
    : ((isDeclared ? declaredLanguage(label, detected) : null) ?? markupLanguage(as));
  if (language !== null) {
    const read = yield* markupSteps(text, language, shape, { isCut, isDeclared });
    // The cost of a part is not that of the whole.
    if (language === 'svg' && !isCut) read.facts.drawing = yield* estimating(text);
    if (read.facts.elements === 0) read.sending = yield* sendingIn([asScript(text)], pageBase);
    read.facts.blank = language === 'html' && !isCut && isBlank(text, language);
    return read;
  }
  const collector = collectReferences();
  if (isCss(label) || (detected === 'text/css' && !isA('javascript'))) {
    const read = yield* readCss(body, collector);
    return {
      ...read,
      references: yield* collector.result(),
      sending: yield* sendingIn([asScript(text)], pageBase),
    };
  }
  if (isA('json')) return { ...(yield* readJson(body, isCut)), sending: null };
  if (isA('javascript')) addSourceMapReference(collector, text);
  const references = yield* collector.result();
  return {
    facts: readPlainText(body),
    references: references.count > 0 ? references : null,
    sending: yield* sendingIn([asScript(text)], pageBase),
  };
}

/** A script element runs a text whatever its declared type. */
const asScript = (text: string) => ({ text, isHandler: false });
/**
 * For a page that loads it as a script: addresses without a scheme are external, relative ones are on its own server.
 */
const pageBase = '';

/** The language by which a browser reads text of a type: HTML and XML by their label, whatever the text looks like. */
function declaredLanguage(label: MimeType, detected: string | null): MarkupFacts['language'] | null {
  if (isHtml(label)) return 'html';
  return isInGroup(label, 'xml') && detected === 'image/svg+xml' ? 'svg' : markupLanguage(label);
}

/** Chromium reads XSLT style sheets that are opened as documents as HTML. */
const isHtml = ({ essence }: MimeType) => essence === 'text/html' || essence === 'text/xsl';
const isMarkup = (type: MimeType) => isHtml(type) || isInGroup(type, 'xml');
const isCss = ({ essence }: MimeType) => essence === 'text/css';
/** Browsers read these by their declared type, whatever the bytes are. */
const isReadByLabel = (type: MimeType) =>
  isMarkup(type) || isCss(type) || isInGroup(type, 'javascript') || isInGroup(type, 'json');

function markupLanguage(type: MimeType | null): MarkupFacts['language'] | null {
  if (type === null) return null;
  if (type.essence === 'image/svg+xml') return 'svg';
  if (type.essence === 'text/html') return 'html';
  return isInGroup(type, 'xml') ? 'xml' : null;
}

function* readCss(
  { text, shape }: BodyText,
  collector: ReturnType<typeof collectReferences>,
): Generator<unknown, { facts: CssFacts }, void> {
  const place = { start: 0, end: text.length, exact: true };
  const { urls, fonts, imports, importCount } = yield* cssReferences(collector, text, place);
  addSourceMapReference(collector, text);
  return {
    facts: { kind: 'css', text: shape, imports: { count: importCount, first: imports }, urls, fonts },
  };
}

/**
 * RFC 2017. The outer Content-Type is the data: URL's own media type, or, if that names no access, is in the body
 * before the inner one.
 */
function externalBody({ text, shape }: BodyText, written: MimeType): ExternalBodyFacts {
  const within = readExternalBody(text);
  const isNamed = written.parameters.has('access-type') || written.parameters.has('url');
  const isOuter = within.ok || !/^external-body-(?:other-type|type-missing)$/.test(within.problem.code);
  const read = isOuter && !isNamed ? within : readExternalBodyOf(written, text);
  const problems = read.ok ? read.problems : [read.problem];
  const type = read.ok ? read.inner.find(({ name }) => name.toLowerCase() === 'content-type') : undefined;
  return {
    kind: 'external-body',
    text: shape,
    url: read.ok ? clip(withoutPassword(read.url), 2048) : null,
    type: type ? clip(withoutComments(type.value)) : null,
    problems: problems.slice(0, 100).map(({ code, message }) => ({ code, message: clip(message, 500) })),
  };
}
