/**
 * What a data: URL's bytes are and hold: the whole of reading a body, from the top. It is read as data, never
 * run, and whatever it is, nothing here throws, and time and memory follow its size.
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
  /** What the URL declares. */
  declared: MimeType;
  /** The body, or where it is large its beginning: 1 MiB tells nearly all. */
  body: Uint8Array;
  /** Bytes of the whole body, where `body` is only its beginning. */
  size?: number;
  /** The last bytes of the whole body: 65,557 find an archive's directory. */
  tail?: Uint8Array;
}

export interface Payload {
  /** An essence, null where nothing tells. */
  detectedType: string | null;
  /** How it is known; null with it. */
  detectedBy: DetectedBy | null;
  /** Compressed as a whole; facts and references are then those of what is inside. */
  encodedAs: {
    coding: Coding;
    /** Bytes that were inflated: all if `complete`. */
    size: number;
    /** Where the cap was reached: bytes of the beginning, and what they alone make, to tell bombs by. */
    sample: { packed: number; size: number } | null;
    complete: boolean;
    /** Whether the cap was reached before the end: there is more. */
    capped: boolean;
    /** What is inside. */
    detectedType: string | null;
  } | null;
  trailing: Trailing | null;
  polyglot: SecondType[];
  facts: Facts | null;
  /** What a viewer of PDF finds, where browsers read the same bytes as what they are declared as, and `facts` is that. */
  pdf: PdfFacts | null;
  references: References | null;
  /** In text. */
  turnedName: TurnedName | null;
  /** What the scripts of markup send away; of other text all of it, as if it were a script. */
  sending: Sending | null;
  /** What was not looked into, and so may hold anything. */
  unread: Unread[];
}

export interface Unread {
  /**
   * `body`: what follows the beginning; `inflated`: what follows the cap; `damaged`: what cannot be inflated.
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
  // Text may begin as a zlib header does, and go on for a few bytes as if it were one.
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

/** Whether there are tags or references in bytes that are something else by their signature. */
const holdsAny = ({ facts, references }: Pick<Read, 'facts' | 'references'>) =>
  (facts?.kind === 'markup' && facts.elements > 0) || (references !== null && references.count > 0);

/** Bytes that are inflated to learn how many they make. */
const sampleSize = 1 << 14;

async function sampleOf(body: Uint8Array, coding: Coding) {
  const packed = body.subarray(0, sampleSize);
  const { bytes } = await inflate(packed, coding, maxInflated);
  return { packed: packed.length, size: bytes.length };
}

/** What cannot pause goes on when it is its turn. */
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
  // HTML is read whatever the bytes look like; what is broken as all else is what the bytes are.
  if (isTextual || isHtml(declared) || holdsAny(read)) {
    const turnedName = await inTurns(turnedNameIn(text.text));
    return { type, by, isText: isTextual, ...read, turnedName };
  }
  return { ...(await readBinary(bytes, signed)), sending: read.sending };
}

/** Whether a tag comes first, but for comments: old style sheets begin with one, which is nothing in CSS. */
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

/** By what the bytes are, whatever is declared. */
async function readBinary(
  { declared, body, size, tail, isCut }: Bytes,
  signed: string | null,
): Promise<Read> {
  // Viewers look for its header behind other bytes, too.
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
 * Whether bytes are read as text, in which encoding, and as which type: as what browsers read by its label alone, else
 * what a signature tells, else what they are declared as, else plain text if they look like it at all. Null for what is
 * no text.
 *
 * @param own what a signature tells
 * @param isTextual whether that is text, or nothing
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
  // What a parameter declares holds for the text whatever it turns out to be.
  const { parameters } = declared;
  const as = isDeclared || isCss(declared) || !isTextual ? label : (own ?? label);
  // A browser goes by the type that is declared, where that is one of text.
  const decodedAs = label ?? own;
  const charset =
    decodedAs === null ? (bomEncoding(body) ?? 'utf-8') : usedCharset({ ...decodedAs, parameters }, body);
  return { type: as ?? plainText, charset: charset ?? 'utf-8', isDeclared };
}

interface TextReading {
  /** The type that it is read as; its parameters do not count. */
  type: MimeType;
  charset: string;
  /** Whether that is markup by its label. */
  isDeclared: boolean;
}

const announcedText = new Set([
  ...['application/x-httpd-php', 'application/rtf', 'application/internet-shortcut', 'application/x-bat'],
  ...['application/x-powershell', 'application/x-csh', 'application/postscript'],
]);
const isExternalBody = (type: MimeType) => type.essence === 'message/external-body';

/** https://mimesniff.spec.whatwg.org/#binary-data-byte: none of them in the beginning, but for UTF-16. */
function looksLikeText(body: Uint8Array): boolean {
  if (bomEncoding(body) !== null) return true;
  return body
    .subarray(0, 1445)
    .every((byte) => byte > 0x1f || byte === 0x1b || (byte >= 9 && byte <= 13 && byte !== 11));
}

/** Facts and references of text, by what it is, or where nothing tells by what it is declared as; yields now and then. */
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
    // What a part of it takes says nothing of the whole.
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

/** A script element runs it whatever type it declares. */
const asScript = (text: string) => ({ text, isHandler: false });
/** A page that loads it as a script: addresses without a scheme lead away, relative ones to its own server. */
const pageBase = '';

/** How a browser reads text of a type: HTML and XML by their label, whatever the text looks like. */
function declaredLanguage(label: MimeType, detected: string | null): MarkupFacts['language'] | null {
  if (isHtml(label)) return 'html';
  return isInGroup(label, 'xml') && detected === 'image/svg+xml' ? 'svg' : markupLanguage(label);
}

/** Chromium has no other reader for style sheets of XSLT that are opened as documents. */
const isHtml = ({ essence }: MimeType) => essence === 'text/html' || essence === 'text/xsl';
const isMarkup = (type: MimeType) => isHtml(type) || isInGroup(type, 'xml');
const isCss = ({ essence }: MimeType) => essence === 'text/css';
/** Browsers read these as what they are declared as, whatever the bytes are. */
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
 * RFC 2017, as the core reads it. The outer Content-Type is the data: URL's own media type, or, where that names no
 * access, stands in the body in front of the inner one.
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
