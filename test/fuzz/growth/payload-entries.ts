/** How to call the functions that get a body, as bytes or as text. */

import { indexOfBytes } from '../../../extension/ui/viewers/hex-search.ts';
import { layOut } from '../../../extension/ui/viewers/lay-out.ts';
import { highlight } from '../../../extension/ui/viewers/syntax-highlight.ts';
import { decodeReferences } from '../../../src/character-references.ts';
import { crc32 } from '../../../src/crc32.ts';
import { readCspReports } from '../../../src/csp/reports.ts';
import { decodedFragment, type ElementView, urlUseOf } from '../../../src/elements.ts';
import { bomEncoding, decodeText, readCharset, usedCharset } from '../../../src/mime/charset.ts';
import { decode } from '../../../src/mime/encodings.ts';
import { htmlEncoding, xmlEncoding } from '../../../src/mime/prescan.ts';
import { HTML, SVG } from '../../../src/namespaces.ts';
import { centralDirectory, readArchive } from '../../../src/payload/archive.ts';
import { valueParts } from '../../../src/payload/attribute-urls.ts';
import { av1FrameSize } from '../../../src/payload/av1.ts';
import { bidiFileNameIn } from '../../../src/payload/bidi-name.ts';
import { bitReader } from '../../../src/payload/bits.ts';
import { isBlank } from '../../../src/payload/blank.ts';
import { boxesOf } from '../../../src/payload/boxes.ts';
import { indexOfText, lastIndexOfText, latin1 } from '../../../src/payload/bytes.ts';
import { isCharstringBomb } from '../../../src/payload/charstring-cost.ts';
import { constantsIn } from '../../../src/payload/constants.ts';
import { addScriptContacts } from '../../../src/payload/contacts.ts';
import { decodeCssEscapes, faceName, findCssUrls, unquoted } from '../../../src/payload/css-urls.ts';
import { cutUrlAt, headOfCut } from '../../../src/payload/cut-attribute.ts';
import { detect, detectedType } from '../../../src/payload/detected-type.ts';
import { disguiseOf } from '../../../src/payload/disguise.ts';
import { endOfFile, isCutOff, jpegEnd, readGif } from '../../../src/payload/end-of-file.ts';
import { displayedSize } from '../../../src/payload/exif.ts';
import { readFont } from '../../../src/payload/font.ts';
import { charactersOf } from '../../../src/payload/font-characters.ts';
import { sfntTables, tableOf, tablesOf, woffTables } from '../../../src/payload/font-tables.ts';
import { readImage } from '../../../src/payload/image.ts';
import { codingOf, inflate } from '../../../src/payload/inflate.ts';
import { readIsoImage } from '../../../src/payload/iso-image.ts';
import { javascriptTokens } from '../../../src/payload/javascript-tokens.ts';
import { readJpegXl } from '../../../src/payload/jpeg-xl.ts';
import { jsonText, placesOf, positionAt } from '../../../src/payload/json-places.ts';
import { scanJson } from '../../../src/payload/json-scan.ts';
import { likelyType } from '../../../src/payload/likely-type.ts';
import { readMarkup } from '../../../src/payload/markup.ts';
import { attributesAt, endOfName, lowered } from '../../../src/payload/markup-attributes.ts';
import { markupReferences } from '../../../src/payload/markup-references.ts';
import { tokensOf } from '../../../src/payload/markup-tokens.ts';
import { isPdf, readPdf } from '../../../src/payload/pdf.ts';
import { isPlayable } from '../../../src/payload/playable.ts';
import {
  findQuotedDataUrls,
  kindOfAttribute,
  looksLikeDataUrl,
  mayQuoteDataUrl,
} from '../../../src/payload/quoted-data-urls.ts';
import { readJson } from '../../../src/payload/read-json.ts';
import { readPayload } from '../../../src/payload/read-payload.ts';
import {
  addCssReferences,
  addSourceMapReference,
  collectReferences,
  hostOf,
} from '../../../src/payload/references.ts';
import { refreshUrl, shownRefresh } from '../../../src/payload/refresh.ts';
import { brandedType, signedType, zipFlavour } from '../../../src/payload/signatures.ts';
import { parseSrcset } from '../../../src/payload/srcset.ts';
import { drawingCost } from '../../../src/payload/svg/drawing-cost.ts';
import * as paths from '../../../src/payload/svg/path-cost.ts';
import { declarationsOf, readStyleSheet } from '../../../src/payload/svg/style-rules.ts';
import { readPlainText, textOf } from '../../../src/payload/text.ts';
import { secondTypes, trailingBytes } from '../../../src/payload/two-in-one.ts';
import { wholenessOf } from '../../../src/payload/whole-file.ts';
import { isWellFormedContent, readDocumentType } from '../../../src/payload/xml-dtd.ts';
import { endOfDoctype, pseudoAttribute } from '../../../src/payload/xml-tokens.ts';
import { parsePolicy } from '../../../src/policy/read-policy.ts';
import { readReports } from '../../../src/report/read-reports.ts';
import { zipFile } from '../../../src/report/zip-file.ts';
import * as escapes from '../../../src/uri/escapes.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { declaring } from '../../unit/payload/builders.ts';
import { drain, type Entry, over } from './entry.ts';
import * as language from './grammars.ts';

/** Attributes with references, each parsed by rules of its own. */
const attributes = [
  ['img', 'srcset'],
  ['a', 'ping'],
  ['a', 'href'],
  ['div', 'style'],
  ['rect', 'fill'],
  ['link', 'href'],
  ['set', 'to'],
] as const;
const elementWith = (name: string, text: string): ElementView => ({
  namespace: name === 'rect' || name === 'set' ? SVG : HTML,
  name,
  parent: null,
  isFramed: false,
  attribute: (attribute) => (attribute === 'attributeName' ? 'href' : text),
  byId: () => null,
});
/** The formats that have their own parser. */
const types = [
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/webp',
  'image/bmp',
  'image/x-icon',
  'image/avif',
  'image/jxl',
  'video/mp4',
  'font/ttf',
  'font/otf',
  'font/woff',
  'font/woff2',
  'application/zip',
  'application/pdf',
  'application/x-gzip',
  'application/ogg',
];
const whole = (text: string) => ({ start: 0, end: text.length, exact: true });
const shape = readPlainText(atOnce(textOf('utf-8', new Uint8Array(), false))).text;
const asPayload =
  (mimeType: string): Entry['run'] =>
  ({ bytes }) =>
    readPayload({ declared: declaring(mimeType), body: bytes });
const markup = (kind: 'html' | 'xml') =>
  ({
    [`payload/markup-tokens.ts#tokensOf ${kind}`]: ({ text }) => drain(tokensOf(text, kind)),
    [`payload/blank.ts#isBlank ${kind}`]: ({ text }) => isBlank(text, kind),
    [`payload/markup.ts#readMarkup ${kind}`]: ({ text }) => readMarkup(text, kind, shape),
    [`extension/ui/viewers/syntax-highlight.ts#highlight ${kind}`]: ({ text }) => highlight(text, kind),
    [`extension/ui/viewers/lay-out.ts#layOut ${kind}`]: ({ text }) => layOut(text, kind),
    [`payload/bidi-name.ts#bidiFileNameIn ${kind}`]: ({ text }) => [
      atOnce(bidiFileNameIn(text)),
      atOnce(bidiFileNameIn(text.replaceAll('a', '\u202e'))),
    ],
    [`payload/disguise.ts#disguiseOf ${kind}`]: ({ bytes }) => disguiseOf(bytes),
    [`payload/read-payload.ts#readPayload ${kind}`]: asPayload(
      kind === 'html' ? 'text/html' : 'image/svg+xml',
    ),
  }) satisfies Record<string, Entry['run']>;

export const payloadEntries = [
  ...over(language.css, {
    'payload/css-urls.ts#decodeCssEscapes': ({ text }) => decodeCssEscapes(text),
    'payload/css-urls.ts#faceName': ({ text }) => faceName([text, text]),
    'payload/css-urls.ts#findCssUrls': ({ text }) => drain(findCssUrls(text, (each) => each)),
    'payload/css-urls.ts#unquoted': ({ text }) => unquoted(`"${text}"`),
    'payload/references.ts#addCssReferences': ({ text }) =>
      addCssReferences(collectReferences(), text, whole(text)),
    'payload/references.ts#addSourceMapReference css': ({ text }) =>
      addSourceMapReference(collectReferences(), text),
    'payload/svg/style-rules.ts#readStyleSheet': ({ text }) => drain(readStyleSheet(text)),
    'payload/svg/style-rules.ts#declarationsOf': ({ text }) => declarationsOf(text),
    'extension/ui/viewers/syntax-highlight.ts#highlight css': ({ text }) => highlight(text, 'css'),
    'extension/ui/viewers/lay-out.ts#layOut css': ({ text }) => layOut(text, 'css'),
    'payload/read-payload.ts#readPayload css': asPayload('text/css'),
  }),
  ...over(language.html, {
    ...markup('html'),
    'character-references.ts#decodeReferences': ({ text }) => decodeReferences(text),
    'payload/likely-type.ts#likelyType': ({ text }) => atOnce(likelyType(text)),
    'payload/detected-type.ts#detect': ({ text, bytes }) => atOnce(detect(null, bytes, text)),
    'payload/refresh.ts#refreshUrl': ({ text }) => refreshUrl(text),
    'payload/markup-references.ts#markupReferences': ({ text }) => {
      for (const [element, name] of attributes) {
        const attribute = { name, value: text, start: 0, end: text.length };
        const place = (start: number, end: number, exact: boolean) => ({ start, end, exact });
        const view = elementWith(element, text);
        drain(markupReferences(collectReferences(), view, element, [attribute], place));
      }
    },
    'payload/refresh.ts#shownRefresh': ({ text }) => shownRefresh(text),
    'payload/markup-attributes.ts#attributesAt html': ({ text }) =>
      drain(attributesAt(text, 0, () => true, null)),
    'payload/markup-attributes.ts#endOfName': ({ text }) => endOfName(text, 0),
    'payload/markup-attributes.ts#lowered': ({ text }) => lowered(text),
    'elements.ts#urlUseOf': ({ text }) => {
      for (const [element, name] of attributes) urlUseOf(elementWith(element, text), name);
    },
    'mime/charset.ts#readCharset': ({ bytes }) => readCharset('text/html', bytes),
    'mime/charset.ts#usedCharset': ({ bytes }) => usedCharset('text/html', bytes),
    'mime/charset.ts#decodeText': ({ bytes }) => decodeText(bytes, 'utf-8'),
    'mime/charset.ts#decodeText gb18030': ({ bytes }) => decodeText(bytes, 'gb18030'),
    'mime/charset.ts#decodeText utf-16': ({ bytes }) => decodeText(bytes, 'utf-16le'),
    'mime/charset.ts#decodeText iso-2022-jp': ({ bytes }) => decodeText(bytes, 'iso-2022-jp'),
    'mime/encodings.ts#decode': ({ bytes }) => {
      for (const encoding of ['windows-1252', 'replacement', 'x-user-defined', 'shift_jis'])
        decode(bytes, encoding);
    },
    'mime/prescan.ts#htmlEncoding': ({ bytes }) => htmlEncoding(bytes),
    'mime/prescan.ts#xmlEncoding': ({ bytes }) => xmlEncoding(bytes),
    'payload/text.ts#textOf': ({ bytes }) => atOnce(textOf('utf-8', bytes, false)),
  }),
  ...over(language.xml, {
    ...markup('xml'),
    'payload/xml-tokens.ts#endOfDoctype': ({ text }) => endOfDoctype(text, 0),
    'payload/xml-tokens.ts#pseudoAttribute': ({ text }) => pseudoAttribute(text, 'type'),
    'payload/whole-file.ts#wholenessOf': ({ bytes }) => drain(wholenessOf(null, bytes)),
    'crc32.ts#crc32': ({ bytes }) => crc32(bytes),
    'payload/xml-dtd.ts#readDocumentType': ({ text }) => readDocumentType(text),
    'payload/xml-dtd.ts#isWellFormedContent': ({ text }) =>
      isWellFormedContent('a', new Map([['a', text]]), new Map()),
  }),
  ...over(language.svg, {
    'payload/svg/drawing-cost.ts#drawingCost': ({ text }) => drawingCost(text),
    'payload/svg/path-cost.ts#outlineOfPath': ({ text }) => paths.outlineOfPath(text),
    'payload/svg/path-cost.ts#outlineOfPoints': ({ text }) => paths.outlineOfPoints(text),
    'payload/svg/path-cost.ts#numbersIn': ({ text }) => paths.maxOf(paths.numbersIn(text)),
    'payload/svg/path-cost.ts#scaleOf': ({ text }) => paths.scaleOf(text),
    'elements.ts#decodedFragment': ({ text }) => decodedFragment(text),
    'payload/read-payload.ts#readPayload svg': asPayload('image/svg+xml'),
  }),
  ...over(language.pdf, {
    'payload/pdf.ts#isPdf': ({ bytes }) => isPdf(bytes),
    'payload/pdf.ts#readPdf': ({ bytes }) => readPdf(bytes),
    'payload/read-payload.ts#readPayload pdf': asPayload('application/pdf'),
  }),
  ...over(language.script, {
    'payload/quoted-data-urls.ts#findQuotedDataUrls script': ({ text }) =>
      drain(findQuotedDataUrls(text, 'script')),
    'payload/quoted-data-urls.ts#mayQuoteDataUrl prose': ({ text }) => mayQuoteDataUrl(text, 'prose'),
    'payload/quoted-data-urls.ts#mayQuoteDataUrl script': ({ text }) => mayQuoteDataUrl(text, 'script'),
    'payload/quoted-data-urls.ts#kindOfAttribute': ({ text }) => kindOfAttribute('a', text),
    'payload/quoted-data-urls.ts#looksLikeDataUrl': ({ text }) => looksLikeDataUrl(text),
    'payload/references.ts#addSourceMapReference': ({ text }) =>
      addSourceMapReference(collectReferences(), text),
    'payload/constants.ts#constantsIn': ({ text }) => drain(constantsIn(text)),
    'payload/contacts.ts#addScriptContacts': ({ text }) =>
      atOnce(addScriptContacts(collectReferences(), text)),
    'payload/references.ts#hostOf': ({ text }) => hostOf(text),
    'payload/javascript-tokens.ts#javascriptTokens': ({ text }) => drain(javascriptTokens(text)),
    'extension/ui/viewers/syntax-highlight.ts#highlight javascript': ({ text }) =>
      highlight(text, 'javascript'),
    'extension/ui/viewers/lay-out.ts#layOut javascript': ({ text }) => layOut(text, 'javascript'),
    'payload/read-payload.ts#readPayload script': asPayload('text/javascript'),
    'uri/escapes.ts#undoJs': ({ text }) => escapes.undoJs(text),
    'uri/escapes.ts#undoInPieces': ({ text }) => drain(escapes.undoInPieces(text, escapes.undoJs)),
    'uri/escapes.ts#undoJsLiteral': ({ text }) => escapes.undoJsLiteral(text),
    'uri/escapes.ts#undoCss': ({ text }) => escapes.undoCss(text),
  }),
  ...over(language.json, {
    'payload/json-scan.ts#scanJson': ({ text }) => scanJson(text),
    'payload/read-json.ts#readJson': ({ text }) => atOnce(readJson({ text, shape }, false)),
    'extension/ui/viewers/syntax-highlight.ts#highlight json': ({ text }) => highlight(text, 'json'),
    'extension/ui/viewers/lay-out.ts#layOut json': ({ text }) => layOut(text, 'json'),
    'payload/read-payload.ts#readPayload json': asPayload('application/json'),
    'payload/json-places.ts#jsonText': ({ text }) => jsonText(text),
    'payload/json-places.ts#placesOf': ({ text }) => placesOf(text),
    'payload/json-places.ts#positionAt': ({ text }) => positionAt(text, text.length),
    'policy/read-policy.ts#parsePolicy': ({ text }) => parsePolicy(text),
    'csp/reports.ts#readCspReports': ({ text }) => readCspReports(text),
    'report/read-reports.ts#readReports': ({ text }) => readReports(text),
  }),
  ...over(language.srcset, {
    'payload/srcset.ts#parseSrcset': ({ text }) => drain(parseSrcset(text)),
    'payload/cut-attribute.ts#cutUrlAt': ({ text }) => [cutUrlAt(text, 'data:'), cutUrlAt('', text)],
    'payload/cut-attribute.ts#headOfCut': ({ text }) => headOfCut(`data:${text}`),
    'payload/attribute-urls.ts#valueParts': ({ text }) => {
      for (const syntax of ['spaces', 'semicolons', 'properties', 'srcset', 'refresh'] as const)
        drain(valueParts(text, syntax));
    },
  }),
  ...over(language.binary, {
    'payload/archive.ts#centralDirectory': ({ bytes }) => centralDirectory(bytes, bytes.length),
    'payload/archive.ts#readArchive zip': ({ bytes }) =>
      readArchive('application/zip', bytes, bytes.length, bytes),
    'payload/archive.ts#readArchive tar': ({ bytes }) =>
      readArchive('application/x-tar', bytes, bytes.length, bytes),
    'payload/bytes.ts#indexOfText': ({ bytes }) => indexOfText(bytes, '%PDF-'),
    'payload/bytes.ts#lastIndexOfText': ({ bytes }) => lastIndexOfText(bytes, 'PK\x05\x06'),
    'payload/bytes.ts#latin1': ({ bytes }) => latin1(bytes, 0, bytes.length),
    'payload/detected-type.ts#detectedType': ({ bytes }) => detectedType(bytes),
    'payload/end-of-file.ts#endOfFile': ({ bytes }) => {
      for (const type of types) endOfFile(type, bytes);
    },
    'payload/end-of-file.ts#isCutOff': ({ bytes }) => {
      for (const type of types) isCutOff(type, bytes, null);
    },
    'payload/end-of-file.ts#jpegEnd': ({ bytes }) => jpegEnd(bytes),
    'payload/end-of-file.ts#readGif': ({ bytes }) => readGif(bytes),
    'payload/charstring-cost.ts#isCharstringBomb': ({ bytes }) => isCharstringBomb(bytes),
    'payload/font-characters.ts#charactersOf': ({ bytes }) => {
      const has = charactersOf(bytes);
      for (let code = 0; code < 10_000; code++) has?.(code);
    },
    'payload/font-tables.ts#sfntTables': ({ bytes }) => sfntTables(bytes, 0),
    'payload/font-tables.ts#tableOf': ({ bytes }) => tableOf(bytes, tablesOf(bytes) ?? [], 'CFF ', 1 << 24),
    'payload/font-tables.ts#tablesOf': ({ bytes }) => tablesOf(bytes),
    'payload/font-tables.ts#woffTables': ({ bytes }) => woffTables(bytes),
    'payload/font.ts#readFont': async ({ bytes }) => {
      for (const type of types) await readFont(type, bytes);
    },
    'payload/image.ts#readImage': ({ bytes }) => {
      for (const type of types) readImage(type, bytes, false);
    },
    'payload/av1.ts#av1FrameSize': ({ bytes }) => av1FrameSize(bytes, { remaining: bytes.length }),
    'payload/bits.ts#bitReader': ({ bytes }) => {
      const read = bitReader(bytes, 0, 'lowest');
      for (let at = 0; at < bytes.length; at += 4) read(32);
    },
    'payload/boxes.ts#boxesOf': ({ bytes }) => [...boxesOf(bytes, { meta: 4 })],
    'payload/exif.ts#displayedSize': ({ bytes }) => displayedSize({ width: 1, height: 1 }, bytes, true),
    'payload/iso-image.ts#readIsoImage': ({ bytes }) => readIsoImage(bytes),
    'payload/jpeg-xl.ts#readJpegXl': ({ bytes }) => readJpegXl(bytes),
    'payload/inflate.ts#codingOf': ({ bytes }) => codingOf(bytes),
    'payload/inflate.ts#inflate': ({ bytes }) => inflate(bytes, 'gzip', 1 << 24),
    'payload/playable.ts#isPlayable': ({ bytes }) => isPlayable('video/mp4', bytes),
    'payload/two-in-one.ts#secondTypes': ({ bytes }) => {
      for (const type of [null, ...types])
        atOnce(secondTypes({ type, isText: false, body: bytes, end: null, size: bytes.length, tail: bytes }));
    },
    'payload/two-in-one.ts#trailingBytes': ({ bytes }) => trailingBytes(0, bytes),
    'payload/read-payload.ts#readPayload bytes': asPayload('application/octet-stream'),
    'payload/signatures.ts#brandedType': ({ bytes }) => brandedType(bytes),
    'payload/signatures.ts#signedType': ({ bytes }) => signedType(bytes),
    'payload/signatures.ts#zipFlavour': ({ bytes }) => zipFlavour(bytes),
    'mime/charset.ts#bomEncoding': ({ bytes }) => bomEncoding(bytes),
    'report/zip-file.ts#zipFile': ({ blob }) => zipFile([{ name: 'a', body: blob }]),
    'extension/ui/viewers/hex-search.ts#indexOfBytes': ({ bytes }) => {
      // The first half of the text, with another last byte.
      const needle = new Uint8Array([...bytes.subarray(0, bytes.length / 2), 0x5a]);
      return indexOfBytes(bytes, needle, 0);
    },
  }),
];
