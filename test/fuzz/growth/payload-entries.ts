/** The entries for functions that receive a body, as bytes or as text. */

import { indexOfBytes } from '../../../extension/ui/viewers/hex-search.ts';
import { highlight } from '../../../extension/ui/viewers/syntax-highlight.ts';
import { decodeReferences } from '../../../src/character-references.ts';
import { crc32 } from '../../../src/crc32.ts';
import { readCspReports } from '../../../src/csp/violation-reports.ts';
import { decodedFragment, type ElementView, urlUseOf } from '../../../src/elements.ts';
import { bomEncoding, decodeText, readCharset, usedCharset } from '../../../src/mime/charset.ts';
import { decode } from '../../../src/mime/encodings.ts';
import { htmlEncoding, xmlEncoding } from '../../../src/mime/prescan.ts';
import { HTML, SVG } from '../../../src/namespaces.ts';
import { centralDirectory, readArchive } from '../../../src/payload/archive.ts';
import { bidiFileNameIn } from '../../../src/payload/bidi-name.ts';
import { textOf } from '../../../src/payload/body-text.ts';
import { indexOfText, lastIndexOfText, latin1 } from '../../../src/payload/bytes.ts';
import { decodeCssEscapes } from '../../../src/payload/css/css-tokens.ts';
import { findCssUrls } from '../../../src/payload/css/css-urls.ts';
import { faceName, unquoted } from '../../../src/payload/css/font-face.ts';
import { detect, detectedAs, detectedType } from '../../../src/payload/detect/detected-type.ts';
import {
  cutOffIn,
  endOfFile,
  invalidPart,
  jpegEnd,
  readGif,
} from '../../../src/payload/detect/end-of-file.ts';
import { likelyType } from '../../../src/payload/detect/likely-type.ts';
import {
  brandedType,
  hasFrames,
  mp3FrameLength,
  signedType,
  zipFlavour,
} from '../../../src/payload/detect/signatures.ts';
import { sniffedType } from '../../../src/payload/detect/sniffed-type.ts';
import { secondTypes, trailingBytes } from '../../../src/payload/detect/two-in-one.ts';
import { wholenessOf } from '../../../src/payload/detect/whole-file.ts';
import { disguiseOf } from '../../../src/payload/disguise.ts';
import { isCharstringBomb } from '../../../src/payload/font/charstring-cost.ts';
import { readFont } from '../../../src/payload/font/font.ts';
import { charactersOf } from '../../../src/payload/font/font-characters.ts';
import { sfntTables, tableOf, tablesOf, woffTables } from '../../../src/payload/font/font-tables.ts';
import { cutUrlAt, headOfCut } from '../../../src/payload/html/cut-attribute.ts';
import { refreshUrl, shownRefresh } from '../../../src/payload/html/refresh.ts';
import { av1FrameSize } from '../../../src/payload/image/av1.ts';
import { bitReader } from '../../../src/payload/image/bits.ts';
import { boxesOf } from '../../../src/payload/image/boxes.ts';
import { displayedSize } from '../../../src/payload/image/exif.ts';
import { readImage } from '../../../src/payload/image/image.ts';
import { readIsoImage } from '../../../src/payload/image/iso-image.ts';
import { readJpegXl } from '../../../src/payload/image/jpeg-xl.ts';
import { codingOf, inflate } from '../../../src/payload/inflate.ts';
import { jsonText, placesOf, positionAt } from '../../../src/payload/json/json-places.ts';
import { scanJson } from '../../../src/payload/json/json-scan.ts';
import { readJson } from '../../../src/payload/json/read-json.ts';
import { valueParts } from '../../../src/payload/markup/attribute-urls.ts';
import { isBlank } from '../../../src/payload/markup/blank.ts';
import { readMarkup } from '../../../src/payload/markup/markup.ts';
import { attributesAt, endOfName, lowered } from '../../../src/payload/markup/markup-attributes.ts';
import { markupReferences } from '../../../src/payload/markup/markup-references.ts';
import { tokensOf } from '../../../src/payload/markup/markup-tokens.ts';
import { parseSrcset } from '../../../src/payload/markup/srcset.ts';
import { isPdf, readPdf } from '../../../src/payload/pdf.ts';
import { isPlayable } from '../../../src/payload/playable.ts';
import {
  findQuotedDataUrls,
  kindOfAttribute,
  looksLikeDataUrl,
  mayQuoteDataUrl,
  textOfAttribute,
} from '../../../src/payload/quoted-data-urls.ts';
import { readPayload } from '../../../src/payload/read-payload.ts';
import {
  addCssReferences,
  addSourceMapReference,
  collectReferences,
  hostOf,
} from '../../../src/payload/references.ts';
import { constantsIn } from '../../../src/payload/script/constants.ts';
import { addImports, isImported } from '../../../src/payload/script/imports.ts';
import { javascriptTokens } from '../../../src/payload/script/javascript-tokens.ts';
import { addScriptContacts } from '../../../src/payload/script/script-contacts.ts';
import { useOfLiteral } from '../../../src/payload/script/script-use.ts';
import { drawingCost } from '../../../src/payload/svg/drawing-cost.ts';
import * as paths from '../../../src/payload/svg/path-cost.ts';
import { declarationsOf, readStyleSheet } from '../../../src/payload/svg/style-rules.ts';
import { errorInContent, readDocumentType } from '../../../src/payload/xml/xml-dtd.ts';
import { endOfDoctype, pseudoAttribute } from '../../../src/payload/xml/xml-tokens.ts';
import { parsePolicy } from '../../../src/policy/read-policy.ts';
import { readReports } from '../../../src/report/read-reports.ts';
import { zipFile } from '../../../src/report/zip-file.ts';
import { tokensIn } from '../../../src/token-list.ts';
import * as escapes from '../../../src/uri/escapes.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { declaring } from '../../unit/payload/builders.ts';
import { drain, type Entry, over } from './entry.ts';
import * as language from './grammars.ts';

/** Attributes that contain URLs, each parsed by its own rules. */
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
/** The formats for which a parser exists. */
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
const { shape } = atOnce(textOf('utf-8', new Uint8Array(), false));
const asPayload =
  (mimeType: string): Entry['run'] =>
  ({ bytes }) =>
    readPayload({ declared: declaring(mimeType), body: bytes });
const markup = (kind: 'html' | 'xml') =>
  ({
    [`payload/markup/markup-tokens.ts#tokensOf ${kind}`]: ({ text }) => drain(tokensOf(text, kind)),
    [`payload/markup/blank.ts#isBlank ${kind}`]: ({ text }) => isBlank(text, kind),
    [`payload/markup/markup.ts#readMarkup ${kind}`]: ({ text }) => readMarkup(text, kind, shape),
    [`extension/ui/viewers/syntax-highlight.ts#highlight ${kind}`]: ({ text }) => highlight(text, kind),
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
    'payload/css/css-tokens.ts#decodeCssEscapes': ({ text }) => decodeCssEscapes(text),
    'payload/css/font-face.ts#faceName': ({ text }) => faceName([text, text]),
    'payload/css/css-urls.ts#findCssUrls': ({ text }) => drain(findCssUrls(text, (each) => each)),
    'payload/css/font-face.ts#unquoted': ({ text }) => unquoted(`"${text}"`),
    'payload/references.ts#addCssReferences': ({ text }) =>
      addCssReferences(collectReferences(), text, whole(text)),
    'payload/references.ts#addSourceMapReference css': ({ text }) =>
      addSourceMapReference(collectReferences(), text),
    'payload/svg/style-rules.ts#readStyleSheet': ({ text }) => drain(readStyleSheet(text)),
    'payload/svg/style-rules.ts#declarationsOf': ({ text }) => declarationsOf(text),
    'extension/ui/viewers/syntax-highlight.ts#highlight css': ({ text }) => highlight(text, 'css'),
    'payload/read-payload.ts#readPayload css': asPayload('text/css'),
  }),
  ...over(language.html, {
    ...markup('html'),
    'character-references.ts#decodeReferences': ({ text }) => decodeReferences(text),
    'payload/detect/likely-type.ts#likelyType': ({ text }) => atOnce(likelyType(text)),
    'payload/detect/detected-type.ts#detect': ({ text, bytes }) => atOnce(detect(null, bytes, text)),
    'payload/html/refresh.ts#refreshUrl': ({ text }) => refreshUrl(text),
    'payload/markup/markup-references.ts#markupReferences': ({ text }) => {
      for (const [element, name] of attributes) {
        const attribute = { name, value: text, start: 0, end: text.length };
        const place = (start: number, end: number, exact: boolean) => ({ start, end, exact });
        const view = elementWith(element, text);
        drain(markupReferences(collectReferences(), view, element, [attribute], place));
      }
    },
    'payload/html/refresh.ts#shownRefresh': ({ text }) => shownRefresh(text),
    'payload/markup/markup-attributes.ts#attributesAt html': ({ text }) =>
      drain(attributesAt(text, 0, () => true, null)),
    'payload/markup/markup-attributes.ts#endOfName': ({ text }) => endOfName(text, 0),
    'payload/markup/markup-attributes.ts#lowered': ({ text }) => lowered(text),
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
    'payload/body-text.ts#textOf': ({ bytes }) => atOnce(textOf('utf-8', bytes, false)),
  }),
  ...over(language.xml, {
    ...markup('xml'),
    'payload/xml/xml-tokens.ts#endOfDoctype': ({ text }) => endOfDoctype(text, 0),
    'payload/xml/xml-tokens.ts#pseudoAttribute': ({ text }) => pseudoAttribute(text, 'type'),
    'payload/detect/whole-file.ts#wholenessOf': ({ bytes }) => drain(wholenessOf(null, bytes)),
    'crc32.ts#crc32': ({ bytes }) => crc32(bytes),
    'payload/xml/xml-dtd.ts#readDocumentType': ({ text }) => readDocumentType(text),
    'payload/xml/xml-dtd.ts#errorInContent': ({ text }) =>
      errorInContent('a', new Map([['a', text]]), new Map()),
  }),
  ...over(language.svg, {
    'payload/svg/drawing-cost.ts#drawingCost': ({ text }) => drawingCost(text),
    'payload/svg/path-cost.ts#outlineOfPath': ({ text }) => paths.outlineOfPath(text),
    'payload/svg/path-cost.ts#outlineOfPoints': ({ text }) => paths.outlineOfPoints(text),
    'payload/svg/path-cost.ts#numbersIn': ({ text }) => paths.maxOf(paths.numbersIn(text)),
    'payload/svg/path-cost.ts#scaleOf': ({ text }) => paths.scaleOf(text),
    'elements.ts#decodedFragment': ({ text }) => decodedFragment(text),
    'token-list.ts#tokensIn': ({ text }) => tokensIn(text),
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
    'payload/quoted-data-urls.ts#textOfAttribute': ({ text }) => textOfAttribute('a', `javascript:${text}`),
    'payload/quoted-data-urls.ts#looksLikeDataUrl': ({ text }) => looksLikeDataUrl(text),
    'payload/references.ts#addSourceMapReference': ({ text }) =>
      addSourceMapReference(collectReferences(), text),
    'payload/script/constants.ts#constantsIn': ({ text }) => drain(constantsIn(text)),
    'payload/script/script-contacts.ts#addScriptContacts': ({ text }) =>
      atOnce(addScriptContacts(collectReferences(), text)),
    'payload/script/imports.ts#addImports': ({ text }) =>
      atOnce(addImports(collectReferences(), `import './a';${text}`)),
    'payload/script/imports.ts#isImported': ({ text }) => isImported([text, 'from']),
    'payload/script/script-use.ts#useOfLiteral': ({ text }) => {
      const code = `import ${JSON.stringify(text)} with { type: "json" }`;
      const [before, literal] = javascriptTokens(code);
      return useOfLiteral(code, [before!], literal!);
    },
    'payload/references.ts#hostOf': ({ text }) => hostOf(text),
    'payload/script/javascript-tokens.ts#javascriptTokens': ({ text }) => drain(javascriptTokens(text)),
    'extension/ui/viewers/syntax-highlight.ts#highlight javascript': ({ text }) =>
      highlight(text, 'javascript'),
    'payload/read-payload.ts#readPayload script': asPayload('text/javascript'),
    'uri/escapes.ts#undoJs': ({ text }) => escapes.undoJs(text),
    'uri/escapes.ts#undoInPieces': ({ text }) => drain(escapes.undoInPieces(text, escapes.undoJs)),
    'uri/escapes.ts#undoJsLiteral': ({ text }) => escapes.undoJsLiteral(text),
    'uri/escapes.ts#undoCss': ({ text }) => escapes.undoCss(text),
  }),
  ...over(language.json, {
    'payload/json/json-scan.ts#scanJson': ({ text }) => scanJson(text),
    'payload/json/read-json.ts#readJson': ({ text }) => atOnce(readJson({ text, shape }, false)),
    'extension/ui/viewers/syntax-highlight.ts#highlight json': ({ text }) => highlight(text, 'json'),
    'payload/read-payload.ts#readPayload json': asPayload('application/json'),
    'payload/json/json-places.ts#jsonText': ({ text }) => jsonText(text),
    'payload/json/json-places.ts#placesOf': ({ text }) => placesOf(text),
    'payload/json/json-places.ts#positionAt': ({ text }) => positionAt(text, text.length),
    'policy/read-policy.ts#parsePolicy': ({ text }) => parsePolicy(text),
    'csp/violation-reports.ts#readCspReports': ({ text }) => readCspReports(text),
    'report/read-reports.ts#readReports': ({ text }) => readReports(text),
  }),
  ...over(language.srcset, {
    'payload/markup/srcset.ts#parseSrcset': ({ text }) => drain(parseSrcset(text)),
    'payload/html/cut-attribute.ts#cutUrlAt': ({ text }) => [cutUrlAt(text, 'data:'), cutUrlAt('', text)],
    'payload/html/cut-attribute.ts#headOfCut': ({ text }) => headOfCut(`data:${text}`),
    'payload/markup/attribute-urls.ts#valueParts': ({ text }) => {
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
    'payload/detect/detected-type.ts#detectedAs': ({ bytes }) =>
      detectedAs(bytes, declaring('image/svg+xml')),
    'payload/detect/detected-type.ts#detectedType': ({ bytes }) => detectedType(bytes),
    'payload/detect/end-of-file.ts#endOfFile': ({ bytes }) => {
      for (const type of types) endOfFile(type, bytes);
    },
    'payload/detect/end-of-file.ts#cutOffIn': async ({ bytes }) => {
      for (const type of types) await cutOffIn(type, bytes, null);
    },
    'payload/detect/end-of-file.ts#invalidPart': ({ bytes }) => {
      for (const type of types) invalidPart(type, bytes);
    },
    'payload/detect/end-of-file.ts#jpegEnd': ({ bytes }) => jpegEnd(bytes),
    'payload/detect/end-of-file.ts#readGif': ({ bytes }) => readGif(bytes),
    'payload/font/charstring-cost.ts#isCharstringBomb': ({ bytes }) => isCharstringBomb(bytes),
    'payload/font/font-characters.ts#charactersOf': ({ bytes }) => {
      const has = charactersOf(bytes);
      for (let code = 0; code < 10_000; code++) has?.(code);
    },
    'payload/font/font-tables.ts#sfntTables': ({ bytes }) => sfntTables(bytes, 0),
    'payload/font/font-tables.ts#tableOf': ({ bytes }) =>
      tableOf(bytes, tablesOf(bytes) ?? [], 'CFF ', 1 << 24),
    'payload/font/font-tables.ts#tablesOf': ({ bytes }) => tablesOf(bytes),
    'payload/font/font-tables.ts#woffTables': ({ bytes }) => woffTables(bytes),
    'payload/font/font.ts#readFont': async ({ bytes }) => {
      for (const type of types) await readFont(type, bytes);
    },
    'payload/image/image.ts#readImage': ({ bytes }) => {
      for (const type of types) readImage(type, bytes, false);
    },
    'payload/image/av1.ts#av1FrameSize': ({ bytes }) => av1FrameSize(bytes, { remaining: bytes.length }),
    'payload/image/bits.ts#bitReader': ({ bytes }) => {
      const read = bitReader(bytes, 0, 'lowest');
      for (let at = 0; at < bytes.length; at += 4) read(32);
    },
    'payload/image/boxes.ts#boxesOf': ({ bytes }) => [...boxesOf(bytes, { meta: 4 })],
    'payload/image/exif.ts#displayedSize': ({ bytes }) => displayedSize({ width: 1, height: 1 }, bytes, true),
    'payload/image/iso-image.ts#readIsoImage': ({ bytes }) => readIsoImage(bytes),
    'payload/image/jpeg-xl.ts#readJpegXl': ({ bytes }) => readJpegXl(bytes),
    'payload/inflate.ts#codingOf': ({ bytes }) => codingOf(bytes),
    'payload/inflate.ts#inflate': ({ bytes }) => inflate(bytes, 'gzip', 1 << 24),
    'payload/playable.ts#isPlayable': ({ bytes }) => isPlayable('video/mp4', bytes),
    'payload/detect/two-in-one.ts#secondTypes': ({ bytes }) => {
      for (const type of [null, ...types])
        atOnce(secondTypes({ type, isText: false, body: bytes, end: null, size: bytes.length, tail: bytes }));
    },
    'payload/detect/two-in-one.ts#trailingBytes': ({ bytes }) => trailingBytes(0, bytes),
    'payload/read-payload.ts#readPayload bytes': asPayload('application/octet-stream'),
    'payload/detect/signatures.ts#brandedType': ({ bytes }) => brandedType(bytes),
    'payload/detect/signatures.ts#hasFrames': ({ bytes }) => hasFrames(bytes, mp3FrameLength),
    'payload/detect/signatures.ts#mp3FrameLength': ({ bytes }) => mp3FrameLength(bytes, 0),
    'payload/detect/signatures.ts#signedType': ({ bytes }) => signedType(bytes),
    'payload/detect/signatures.ts#zipFlavour': ({ bytes }) => zipFlavour(bytes),
    'payload/detect/sniffed-type.ts#sniffedType': ({ bytes }) => sniffedType(bytes),
    'mime/charset.ts#bomEncoding': ({ bytes }) => bomEncoding(bytes),
    'report/zip-file.ts#zipFile': ({ blob }) => zipFile([{ name: 'a', body: blob }]),
    'extension/ui/viewers/hex-search.ts#indexOfBytes': ({ bytes }) => {
      // The needle is the first half of the text, followed by a different last byte.
      const needle = new Uint8Array([...bytes.subarray(0, bytes.length / 2), 0x5a]);
      return indexOfBytes(bytes, needle, 0);
    },
  }),
];
