/** Reads a body as text: whether it is text, its encoding and language, and its contents. */
import { bomEncoding, isText, usedCharset } from '../mime/charset.ts';
import { withoutComments } from '../mime/headers.ts';
import { isInGroup, type MimeType, parseMimeType, plainText } from '../mime/mime-type.ts';
import { clip } from '../truncate.ts';
import { withoutPassword } from '../uri/misleading.ts';
import type { BodyText } from './body-text.ts';
import { readExternalBody, readExternalBodyOf } from './external-body/message-external-body.ts';
import type { CssFacts, ExternalBodyFacts, Facts, MarkupFacts, PlainTextFacts } from './facts.ts';
import { readJson } from './json/read-json.ts';
import { maxExternalBodyLength } from './limits.ts';
import { isBlank } from './markup/blank.ts';
import { markupSteps } from './markup/markup.ts';
import { isPdf } from './pdf.ts';
import {
  addSourceMapReference,
  collectReferences,
  cssReferences,
  type References,
  shortened,
} from './references.ts';
import { addImports, mayImport } from './script/imports.ts';
import { addScriptContacts } from './script/script-contacts.ts';
import { estimating } from './svg/drawing-cost.ts';

/**
 * The type and encoding with which bytes are read as text; null if they are not read as text. The type is the declared
 * one if browsers ignore the bytes; otherwise the type of a signature, the declared type, or plain text if the bytes
 * look like text.
 *
 * @param own the type by a signature
 * @param isTextual whether that type is text or unknown
 */
export function textToRead(
  own: MimeType | null,
  isTextual: boolean,
  declared: MimeType,
  body: Uint8Array,
): TextReading | null {
  const isDeclared = isMarkup(declared);
  if (!isTextual && !isReadByLabel(declared)) return null;
  if (declared.essence === 'application/pdf' && isPdf(body)) return null;
  const label = isText(declared) || isExternalBody(declared) ? declared : null;
  if (own === null && label === null && !looksLikeText(body)) return null;
  // A declared parameter applies to the text, regardless of the detected type.
  const { parameters } = declared;
  const as = isDeclared || isCss(declared) || !isTextual ? label : (own ?? label);
  // Browsers decode according to the declared type if that is a text type.
  const decodedAs = label ?? own;
  const charset =
    decodedAs === null ? (bomEncoding(body) ?? 'utf-8') : usedCharset({ ...decodedAs, parameters }, body);
  return { type: as ?? plainText, charset: charset ?? 'utf-8', isDeclared };
}

export interface TextReading {
  /** The type that the bytes are read as, whose parameters are ignored. */
  type: MimeType;
  charset: string;
  /** Whether the text is declared as markup. */
  isDeclared: boolean;
}

/** Types of text that is detected by a signature, although the types themselves are not text types. */
export const announcedText = new Set([
  ...['application/x-httpd-php', 'application/rtf', 'application/internet-shortcut', 'application/x-bat'],
  ...['application/x-powershell', 'application/x-csh', 'application/postscript'],
]);
const isExternalBody = (type: MimeType) => type.essence === 'message/external-body';

/**
 * https://mimesniff.spec.whatwg.org/#binary-data-byte: whether the beginning contains no binary data bytes. UTF-16 with
 * a byte order mark is text, too.
 */
function looksLikeText(body: Uint8Array): boolean {
  if (bomEncoding(body) !== null) return true;
  return body
    .subarray(0, 1445)
    .every((byte) => byte > 0x1f || byte === 0x1b || (byte >= 9 && byte <= 13 && byte !== 11));
}

export interface ReadText {
  facts: Facts;
  references: References | null;
}

/**
 * Reads facts and references of text by its detected type or, if none was detected, by its declared type. Yields now
 * and then.
 */
export function* readText(
  { type: label, isDeclared }: TextReading,
  detected: string | null,
  body: BodyText,
  isCut: boolean,
  written: MimeType,
): Generator<unknown, ReadText, void> {
  const { text, shape } = body;
  const as = detected === null ? label : parseMimeType(detected);
  const isA = (group: 'html' | 'xml' | 'json' | 'javascript') =>
    (as !== null && isInGroup(as, group)) || isInGroup(label, group);
  if (isExternalBody(label))
    return {
      facts: externalBody({ ...body, text: text.slice(0, maxExternalBodyLength) }, written),
      references: null,
    };
  const language = isCss(label)
    ? null
    : ((isDeclared ? declaredLanguage(label, detected) : null) ?? markupLanguage(as));
  if (language !== null) {
    const read = yield* markupSteps(text, language, shape, { isCut, isDeclared });
    // Only for the whole text: the cost of a part would be misleading.
    if (language === 'svg' && !isCut) read.facts.drawing = yield* estimating(text);
    read.facts.blank = language === 'html' && !isCut && isBlank(text, language);
    return read;
  }
  const collector = collectReferences();
  if (isCss(label) || (detected === 'text/css' && !isA('javascript'))) {
    const read = yield* readCss(body, collector);
    return { ...read, references: yield* collector.result() };
  }
  if (isA('json')) return yield* readJson(body, isCut);
  if (detected === 'text/vtt')
    for (const { 0: block, index } of text.matchAll(trackStyles)) {
      const place = { start: index, end: index + block.length, exact: true };
      // Of the URLs in these styles, Chromium loads only data: URLs; Firefox loads none.
      yield* cssReferences(collector, block, place, '', true);
    }
  if (isA('javascript')) {
    // Texts of other types are mostly shown, and load nothing.
    if (isInGroup(written, 'javascript')) yield* addImports(collector, text);
    addSourceMapReference(collector, text);
  }
  // A script element runs a text regardless of its declared type.
  yield* addScriptContacts(collector, text);
  const references = yield* collector.result();
  return {
    facts: readPlainText(body, isCut),
    references: references.count + references.contacts.count > 0 ? references : null,
  };
}

const readPlainText = ({ text, shape }: BodyText, isCut: boolean): PlainTextFacts => ({
  ...{ kind: 'text', text: shape, sample: clip(text.slice(0, 1000), 500) },
  // A module is decoded as UTF-8.
  ...((isCut || shape.differsInUtf8 || mayImport.test(text)) && { mayImport: true }),
});

/** WebVTT 4.1, "style block": matches a block up to an empty line. CSS parses its first line as part of a selector. */
const trackStyles = /^STYLE\b.*?(?=\n\r?\n|(?!.))/gms;

/**
 * The language by whose rules a browser parses text of a type. HTML and XML are parsed by their declared type,
 * regardless of the text.
 */
function declaredLanguage(label: MimeType, detected: string | null): MarkupFacts['language'] | null {
  if (isHtml(label)) return 'html';
  return isInGroup(label, 'xml') && detected === 'image/svg+xml' ? 'svg' : markupLanguage(label);
}

/**
 * Whether a type is HTML, or that of XSLT style sheets, which Chromium parses as HTML if they are opened as documents.
 */
export const isHtml = ({ essence }: MimeType) => essence === 'text/html' || essence === 'text/xsl';
const isMarkup = (type: MimeType) => isHtml(type) || isInGroup(type, 'xml');
export const isCss = ({ essence }: MimeType) => essence === 'text/css';
/** Whether browsers follow the declared type regardless of the bytes. */
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
 * Reads a message/external-body (RFC 2017). The outer Content-Type is the data: URL's media type. If that contains no
 * access-type, the body contains the outer Content-Type before the inner one.
 */
function externalBody({ text, shape }: BodyText, written: MimeType): ExternalBodyFacts {
  const within = readExternalBody(text);
  const isNamed = [...written.parameters.keys()].some((name) => /^(?:access-type|url)(?:\*|$)/.test(name));
  const isOuter = within.ok || !/^external-body-(?:other-type|type-missing)$/.test(within.problem.code);
  const read = isOuter && !isNamed ? within : readExternalBodyOf(written, text);
  const { access = '', resource = '' } = read.ok ? { access: 'URL', resource: read.url } : read.problem.args;
  const problems = read.ok ? read.problems : resource === '' ? [read.problem] : [];
  const type = read.ok ? read.inner.find(({ name }) => name.toLowerCase() === 'content-type') : undefined;
  return {
    kind: 'external-body',
    text: shape,
    access: clip(`${access}`),
    url: resource === '' ? null : clip(withoutPassword(`${resource}`), 2048),
    type: type ? clip(withoutComments(type.value)) : null,
    problems: problems.slice(0, 100).map(shortened),
  };
}
