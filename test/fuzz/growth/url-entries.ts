/** The entries for functions that receive the raw text of a data: URL. */

import { anatomyOf } from '../../../src/data-url/anatomy.ts';
import { parseBase64, readRfcBase64 } from '../../../src/data-url/base64-by-rfc.ts';
import { blobOf } from '../../../src/data-url/blobs.ts';
import {
  decodeDataUrl,
  decodedSize,
  decoding,
  isPlainBase64,
  padsBefore,
} from '../../../src/data-url/decode.ts';
import { decodeDataUrlStream } from '../../../src/data-url/decode-stream.ts';
import { encodeDataUrl, toBase64 } from '../../../src/data-url/encode.ts';
import { encodeBlob } from '../../../src/data-url/encode-blob.ts';
import {
  commaOf,
  cutEnd,
  cutsBody,
  mayBeWord,
  mayHoldPlus,
  meantBase64,
  plainValue,
  repairedHeader,
  unescaped,
} from '../../../src/data-url/intended.ts';
import { afterScheme, isDataUrl, mayHoldUrl } from '../../../src/data-url/is-data-url.ts';
import { lintBase64, lintCharacters, scan } from '../../../src/data-url/lints/body-characters.ts';
import { lintCharset, meantCharset, positionOfByte } from '../../../src/data-url/lints/charset-parameter.ts';
import { applyEdits, lintBeginning, lintDataUrl } from '../../../src/data-url/lints/index.ts';
import { lintMediaType } from '../../../src/data-url/lints/media-type.ts';
import { isMeantUrl, meantDataUrl } from '../../../src/data-url/meant-data-url.ts';
import { ownMediaOf, ownReadingsOf, writtenOtherwise } from '../../../src/data-url/media-type-differences.ts';
import { bodyText, detached, parseDataUrl, readBase64Token, readHead } from '../../../src/data-url/parse.ts';
import { utf8Length } from '../../../src/data-url/pieces.ts';
import { readByRfc } from '../../../src/data-url/read-by-rfc.ts';
import { requestIdOf } from '../../../src/data-url/request-url.ts';
import {
  costOf,
  costOfLarge,
  gzippedSize,
  meanSame,
  objectionsTo,
  quotable,
  readUrl,
  reencode,
  rewritten,
  shortestEquivalentUrl,
} from '../../../src/data-url/rewrite.ts';
import {
  grammarViolations,
  octetsOf,
  parseByGrammar,
  textOf,
  valueByRfc,
} from '../../../src/data-url/rfc-grammar.ts';
import { afterUrlParsing, readHierarchical } from '../../../src/data-url/url-parser.ts';
import { beginningOf, identify, inMemoryIfSmall, readBody } from '../../../src/data-url/written.ts';
import { countSheetUrls, inspect, nestedText, svgUrls } from '../../../src/inspect.ts';
import { parseMimeType } from '../../../src/mime/mime-type.ts';
import { loadable, relabeled } from '../../../src/outcome/loadable.ts';
import { repairingAt } from '../../../src/outcome/repair-at.ts';
import { isAllowed } from '../../../src/policy/is-allowed.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import { sanitizeSrcset } from '../../../src/policy/sanitize-srcset.ts';
import { behindOf, parseTree } from '../../../src/references/parse-tree.ts';
import { partsByDraft, readByDraft } from '../../../src/references/read-by-draft.ts';
import { causing } from '../../../src/repair/causes.ts';
import { comparing } from '../../../src/repair/compare-urls.ts';
import { repairDataUrl } from '../../../src/repair/repair.ts';
import { copyForms } from '../../../src/report/copy-forms.ts';
import { copyOf } from '../../../src/report/copy-text.ts';
import { bodyFile, extensionOf, fileName, reportName, savedName } from '../../../src/report/file-names.ts';
import { formsOf } from '../../../src/report/forms.ts';
import { judge } from '../../../src/rules/index.ts';
import { sha256, sha256Stream } from '../../../src/sha256.ts';
import { clip } from '../../../src/truncate.ts';
import { fragmentStart, withoutFragment } from '../../../src/uri/fragment.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { drain, drained, over } from './entry.ts';
import * as language from './grammars.ts';

const html = parseMimeType('text/html')!;
const inStyle: Occurrence = {
  ...{ frame: '', place: 'attribute', element: 'link', name: 'href', selector: '' },
  ...{ destination: 'style', inert: false, cost: 0, use: 'stylesheet' },
};
const png = { essence: 'image/png', detectedType: 'image/png' };

export const urlEntries = over(language.url, {
  'data-url/anatomy.ts#anatomyOf': ({ text }) => anatomyOf(text, [{ start: 0, end: text.length }]),
  'data-url/base64-by-rfc.ts#parseBase64': ({ bytes }) => parseBase64(bytes),
  'data-url/base64-by-rfc.ts#readRfcBase64': ({ text }) => readRfcBase64(text, 0, text.length),
  'data-url/blobs.ts#blobOf': ({ text }) => blobOf(text),
  'data-url/decode.ts#padsBefore': ({ text }) => padsBefore(text, 0, text.length),
  'data-url/rewrite.ts#shortestEquivalentUrl': ({ text }) => shortestEquivalentUrl(text),
  'data-url/rewrite.ts#costOf': ({ text, bytes }) =>
    costOf(text, parseDataUrl(`data:text/html,${text}`), bytes),
  'data-url/rewrite.ts#costOfLarge': ({ blob }) => costOfLarge(blob),
  'data-url/decode.ts#decodeDataUrl': ({ text }) => decodeDataUrl(text),
  'data-url/decode.ts#decoding': ({ text }) => atOnce(decoding(text)),
  'data-url/decode-stream.ts#decodeDataUrlStream': async ({ blob }) => {
    const decoded = await decodeDataUrlStream(blob);
    if (decoded.ok) await drained(decoded.chunks);
  },
  'data-url/encode-blob.ts#encodeBlob': ({ blob }) => encodeBlob(blob, 'text/html', { encoding: 'percent' }),
  'data-url/encode.ts#encodeDataUrl': ({ bytes }) => encodeDataUrl(bytes, 'text/html'),
  'data-url/rewrite.ts#gzippedSize': ({ blob }) => gzippedSize(blob),
  'data-url/rewrite.ts#reencode': ({ text }) => reencode(text),
  'data-url/encode.ts#toBase64': ({ bytes }) => toBase64(bytes),
  'data-url/url-parser.ts#afterUrlParsing': ({ text }) => afterUrlParsing(text),
  'data-url/parse.ts#bodyText': ({ text }) => {
    const head = readHead(text);
    readBase64Token(head);
    return bodyText(text, head);
  },
  'data-url/parse.ts#detached': ({ text }) => detached(text),
  'data-url/url-parser.ts#readHierarchical': ({ text }) =>
    drain(readHierarchical(`data://${text}`, 5, text.length + 7)),
  'data-url/written.ts#beginningOf': ({ blob }) => beginningOf(blob),
  'data-url/written.ts#identify Blob': ({ blob }) => identify(blob),
  'data-url/written.ts#inMemoryIfSmall': ({ blob }) => inMemoryIfSmall(blob),
  'data-url/written.ts#identify': ({ text }) => identify(text),
  'truncate.ts#clip': ({ text }) => clip(text),
  'uri/fragment.ts#fragmentStart': ({ text }) => fragmentStart(text),
  'uri/fragment.ts#withoutFragment': ({ text }) => withoutFragment(text),
  'data-url/is-data-url.ts#afterScheme': ({ text }) => afterScheme(text),
  'data-url/is-data-url.ts#isDataUrl': ({ text }) => isDataUrl(text),
  'data-url/is-data-url.ts#mayHoldUrl': ({ text }) => mayHoldUrl(text),
  'data-url/lints/index.ts#applyEdits': ({ text }) =>
    applyEdits(
      text,
      Array.from(text, (_, at) => ({ start: at, end: at, text: 'x' })),
    ),
  'data-url/lints/index.ts#lintBeginning': ({ text, bytes }) => lintBeginning(text, bytes),
  'data-url/lints/index.ts#lintDataUrl': ({ text, bytes }) => lintDataUrl(text, parseDataUrl(text), bytes),
  'data-url/lints/body-characters.ts#lintBase64': ({ text }) =>
    atOnce(lintBase64(text, parseDataUrl(text), false)),
  'data-url/lints/body-characters.ts#lintCharacters': ({ text }) =>
    lintCharacters(text, parseDataUrl(text), atOnce(scan(text, 0, text.length))),
  'data-url/lints/charset-parameter.ts#lintCharset': ({ text, bytes }) =>
    drain(lintCharset(text, parseDataUrl(text), bytes)),
  'data-url/lints/charset-parameter.ts#meantCharset': ({ bytes }) => drain(meantCharset(html, bytes)),
  'data-url/lints/media-type.ts#lintMediaType': ({ text }) => lintMediaType(text, parseDataUrl(text)),
  'data-url/intended.ts#cutsBody': ({ text }) => cutsBody(text, html, 0, 0, text.length),
  'data-url/intended.ts#mayHoldPlus': ({ text }) => atOnce(mayHoldPlus(text)),
  'data-url/intended.ts#meantBase64': ({ text }) => atOnce(meantBase64(text)),
  'data-url/intended.ts#cutEnd': ({ text }) => [cutEnd(text, html), cutEnd(`#(${text}`, html)],
  'data-url/intended.ts#commaOf': ({ text }) => commaOf(text),
  'data-url/intended.ts#mayBeWord': ({ text }) => mayBeWord(text),
  'data-url/intended.ts#repairedHeader': ({ text }) => [
    repairedHeader(text),
    repairedHeader(`text/html;a=${text}`),
  ],
  'data-url/intended.ts#unescaped': ({ text }) => unescaped(text),
  'data-url/intended.ts#plainValue': ({ text }) => plainValue(text),
  'data-url/rewrite.ts#meanSame': ({ bytes }) => {
    const decoded = { ok: true, mimeType: 'text/html', body: bytes } as const;
    return meanSame(decoded, { ...decoded, body: bytes.slice() });
  },
  'data-url/rewrite.ts#objectionsTo': ({ text }) => objectionsTo(readUrl(text)),
  'data-url/media-type-differences.ts#ownReadingsOf': ({ text }) => ownReadingsOf(text),
  'data-url/media-type-differences.ts#writtenOtherwise': async ({ text }) => {
    const own = await ownReadingsOf(text);
    return own === null ? [] : writtenOtherwise(text, own);
  },
  'data-url/media-type-differences.ts#ownMediaOf': ({ text }) => [
    ownMediaOf(text, readHead(text)),
    ownMediaOf(`data:${text},`, readHead(`data:${text},`)),
  ],
  'data-url/parse.ts#parseDataUrl': ({ text }) => parseDataUrl(text),
  'data-url/lints/charset-parameter.ts#positionOfByte': ({ text }) =>
    positionOfByte(text, parseDataUrl(text), text.length / 3),
  'data-url/written.ts#readBody': ({ text }) => readBody(text),
  'data-url/written.ts#readBody Blob': ({ blob }) => readBody(blob),
  'data-url/rewrite.ts#readUrl': ({ text }) => readUrl(text),
  'references/read-by-draft.ts#readByDraft': ({ text }) => readByDraft(text),
  'references/read-by-draft.ts#partsByDraft': ({ text }) => partsByDraft(text),
  'references/parse-tree.ts#parseTree': ({ text }) => [
    parseTree(text, 'rfc2397'),
    parseTree(text, 'draft2013'),
  ],
  'references/parse-tree.ts#behindOf': ({ text }) => behindOf(text, { production: 'value', start: 0 }),
  'data-url/rfc-grammar.ts#parseByGrammar': ({ text }) => parseByGrammar(text),
  'data-url/rfc-grammar.ts#grammarViolations': ({ text }) => [...grammarViolations(text)],
  'data-url/rfc-grammar.ts#textOf': ({ text }) => textOf(text),
  'data-url/rfc-grammar.ts#octetsOf': ({ text }) => octetsOf(text),
  'data-url/read-by-rfc.ts#readByRfc': ({ text }) => readByRfc(text),
  'data-url/rfc-grammar.ts#valueByRfc': ({ text }) => valueByRfc(text),
  'repair/causes.ts#causing': ({ text }) => [drain(causing(text)), drain(causing(text, true))],
  'data-url/meant-data-url.ts#meantDataUrl': ({ text }) => meantDataUrl(text),
  'data-url/meant-data-url.ts#isMeantUrl': ({ text }) => isMeantUrl(text),
  'repair/repair.ts#repairDataUrl': ({ text }) => repairDataUrl(text),
  'repair/compare-urls.ts#comparing': ({ text }) => drain(comparing(text, `${text}x`)),
  'data-url/request-url.ts#requestIdOf': ({ text }) => requestIdOf(text, 'x'),
  'data-url/request-url.ts#requestIdOf (Blob)': ({ blob }) => requestIdOf(blob, 'x'),
  'data-url/rewrite.ts#quotable': ({ text }) => quotable(text),
  'data-url/rewrite.ts#rewritten': ({ text }) =>
    rewritten(readUrl(text), [{ encoding: 'base64' }, { encoding: 'percent' }]),
  'data-url/pieces.ts#utf8Length': ({ text }) => utf8Length(text),
  'data-url/decode.ts#decodedSize': ({ text }) => decodedSize(text),
  'data-url/decode.ts#isPlainBase64': ({ text }) => isPlainBase64(text, 0, text.length),
  'inspect.ts#inspect': ({ text }) => inspect(text),
  'inspect.ts#inspect (Blob)': ({ blob }) => inspect(blob),
  'inspect.ts#nestedText': ({ text }) => nestedText(text, 'x'),
  'inspect.ts#svgUrls': ({ text }) => svgUrls(`<svg><image href="${text}"/></svg>`),
  'inspect.ts#countSheetUrls': ({ text }) => countSheetUrls(text, 'utf-8'),
  'outcome/loadable.ts#loadable': async ({ text }) =>
    loadable(text, { inspection: await inspect(text), occurrences: [inStyle] }),
  'outcome/loadable.ts#relabeled': async ({ text }) => relabeled(text, await inspect(text)),
  'outcome/repair-at.ts#repairingAt': async ({ text }) =>
    drain(repairingAt(text, { inspection: await inspect(text), occurrences: [inStyle] })),
  'policy/is-allowed.ts#isAllowed': ({ text }) => isAllowed(text, 'iframe'),
  'policy/sanitize-srcset.ts#sanitizeSrcset': ({ text }) => sanitizeSrcset(text),
  'report/copy-text.ts#copyOf': ({ text }) => {
    for (const form of copyForms) copyOf(text, form, png);
  },
  'report/forms.ts#formsOf': ({ text }) => formsOf(text, png),
  'report/file-names.ts#savedName': ({ text }) => {
    extensionOf({ essence: text, detectedType: null });
    fileName({ essence: text, detectedType: null, bodySha256: null }, 1);
    bodyFile({ essence: text, detectedType: null, bodySha256: '' });
    savedName({ essence: text, detectedType: null, bodySha256: null, name: { text, by: 'font' } });
  },
  'report/file-names.ts#reportName': ({ text }) => reportName(text, 'json', new Date(0)),
  'rules/index.ts#judge': async ({ text }) =>
    judge({ inspection: await inspect(text), occurrences: [], policy: defaultPolicy }),
  'sha256.ts#sha256': ({ bytes }) => sha256(bytes),
  'sha256.ts#sha256Stream': ({ bytes }) => sha256Stream().update(bytes),
});
