/** The entries for functions that receive other text: MIME, URIs, running text, policies and exports. */
import assert from 'node:assert/strict';
import { needleOf, offsetOf } from '../../../extension/ui/viewers/hex-search.ts';
import { rowText, textRows } from '../../../extension/ui/viewers/text-rows.ts';
import {
  allowedActiveUses,
  decide,
  ignoredDirectives,
  parsePolicies,
  smallestAddition,
} from '../../../src/csp/csp.ts';
import { documentPolicies } from '../../../src/csp/document-policies.ts';
import { readUrl } from '../../../src/data-url/rewrite.ts';
import { inspect } from '../../../src/inspect.ts';
import {
  encodingOf,
  isAsciiLabel,
  isRiskyCharset,
  isSameCharset,
  isText,
} from '../../../src/mime/charset.ts';
import * as encodings from '../../../src/mime/encodings.ts';
import * as mimeHeaders from '../../../src/mime/headers.ts';
import { parseLinkHeader } from '../../../src/mime/link-header.ts';
import * as mime from '../../../src/mime/mime-type.ts';
import { joinParts } from '../../../src/mime/parameter-parts.ts';
import { matchesPattern, parsePattern, patternFor } from '../../../src/mime/patterns.ts';
import {
  bareBase64In,
  beforeCut,
  encodedSchemelessIn,
  percentEncodedIn,
  schemelessIn,
  withPlainComma,
} from '../../../src/pasted/altered.ts';
import { hexDumpsIn, queriesIn, shellArgumentsIn } from '../../../src/pasted/logs.ts';
import { mailEntities } from '../../../src/pasted/mail.ts';
import { findPasted, findPastedIn } from '../../../src/pasted/pasted.ts';
import { checkData, contentMd5 } from '../../../src/payload/external-body/external-body-data.ts';
import { bodyParameters, dateOf } from '../../../src/payload/external-body/external-body-parameters.ts';
import {
  readExternalBody,
  readExternalBodyOf,
} from '../../../src/payload/external-body/message-external-body.ts';
import { formatFamily, isSameType } from '../../../src/payload/formats.ts';
import { isMisspelled } from '../../../src/payload/misspelled-type.ts';
import { findQuotedDataUrls } from '../../../src/payload/quoted-data-urls.ts';
import { readPayload } from '../../../src/payload/read-payload.ts';
import { collectReferences, readable, referenceKind } from '../../../src/payload/references.ts';
import { exceptionsFor } from '../../../src/policy/exceptions.ts';
import { defaultPolicy, emptyPolicy, siteOf, splitSite } from '../../../src/policy/policy.ts';
import { isSite } from '../../../src/policy/read-policy.ts';
import { establishBase } from '../../../src/references/base.ts';
import { baseLayers } from '../../../src/references/base-layers.ts';
import { compare, compareByLevels, prepared } from '../../../src/references/compare-references.ts';
import { externalForm, mailFor, mailForData } from '../../../src/references/external-body-form.ts';
import {
  escapeUrl,
  keptReading,
  urlParameter,
  urlWords,
  writeExternalBody,
} from '../../../src/references/external-body-writer.ts';
import { matches, validate } from '../../../src/references/grammar.ts';
import { parts1997 } from '../../../src/references/grammar-1997.ts';
import * as masked from '../../../src/references/masked-password.ts';
import * as forms from '../../../src/references/normal-forms.ts';
import { parseTree } from '../../../src/references/parse-tree.ts';
import { referenceForm } from '../../../src/references/reference-form.ts';
import * as reference from '../../../src/references/resolve.ts';
import { keptOf, removeDots, resolve1997, stepsOf1997 } from '../../../src/references/resolve-1997.ts';
import { resolutionDifferences } from '../../../src/references/resolve-differences.ts';
import { risks } from '../../../src/references/risks.ts';
import { isSuffixReference, suffixReferences } from '../../../src/references/suffix-references.ts';
import { uriParts } from '../../../src/references/uri-parts.ts';
import { baselineText, parseBaseline } from '../../../src/report/baseline.ts';
import { checkedBudget, parseBudget } from '../../../src/report/budget.ts';
import { whatIf } from '../../../src/report/csp-what-if.ts';
import { csvField, csvOf, occurrenceValues } from '../../../src/report/csv.ts';
import { htmlReport } from '../../../src/report/html-report.ts';
import { markdownOf } from '../../../src/report/markdown.ts';
import { jsonOf, printable } from '../../../src/report/printable.ts';
import { parseQuery } from '../../../src/report/query.ts';
import type { Report } from '../../../src/report/report.ts';
import { jsonTextsOf } from '../../../src/report/report-json.ts';
import { sarifOf } from '../../../src/report/sarif.ts';
import { fileReason } from '../../../src/report/unreachable-reasons.ts';
import { visibleText } from '../../../src/report/visible-text.ts';
import { ruleDocs } from '../../../src/rules/docs.ts';
import { judge } from '../../../src/rules/index.ts';
import { htmlTextsIn } from '../../../src/texts/html-report-text.ts';
import { messagesIn } from '../../../src/texts/locale-file.ts';
import * as characters from '../../../src/uri/characters.ts';
import {
  authority,
  components,
  components1997,
  pathForm,
  recompose,
  recomposeAuthority,
  splitAuthority,
} from '../../../src/uri/components.ts';
import { delimit, delimitData } from '../../../src/uri/delimit.ts';
import { removeDotSegments, withoutDots } from '../../../src/uri/dot-segments.ts';
import * as escapes from '../../../src/uri/escapes.ts';
import * as host from '../../../src/uri/host.ts';
import { misleading, readIPv4, withoutPassword } from '../../../src/uri/misleading.ts';
import * as normal from '../../../src/uri/normalize.ts';
import { readings } from '../../../src/uri/readings.ts';
import { isKnownScheme } from '../../../src/uri/recognize.ts';
import { rejoinScheme } from '../../../src/uri/spelled-scheme.ts';
import { webAuthority, withoutBreaks, withoutPasswords } from '../../../src/uri/web-authority.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { drain, over } from './entry.ts';
import * as language from './grammars.ts';

const base = 'http://a/b/c/d;p?q';

const policyOf = (text: string) => ({ source: 'header' as const, text, reportOnly: false });

/** Returns a Report with the text in every position in which a page's text can occur. */
async function reportOf(text: string): Promise<Report> {
  const inspection = await inspect('data:text/html,<svg onload=a()>');
  const occurrence = {
    frame: text,
    place: 'attribute' as const,
    element: 'img',
    name: text,
    selector: text,
    destination: 'image' as const,
    inert: false,
    cost: text.length,
  };
  const judgement = judge({ inspection, occurrences: [occurrence], policy: defaultPolicy });
  return {
    version: 2,
    page: { url: text, title: text, frames: 1 },
    unreachable: [{ kind: 'frame', url: text, reason: fileReason(text) }],
    timing: { scanMs: 1, longestTaskMs: 1, totalMs: 1 },
    totals: {
      dataUrls: 1,
      occurrences: 1,
      cost: text.length,
      size: 1,
      copiesCost: 0,
      unusedCost: 0,
      savings: 0,
      findings: { error: 0, warning: 0, info: 0 },
    },
    dataUrls: [{ ...inspection, head: text, mimeType: text, occurrences: [occurrence], ...judgement }],
    findings: [],
  };
}

const htmlOptions = {
  ...{ style: '', styleHash: '', pictures: new Map(), at: 0, version: '1' },
  texts: htmlTextsIn(messagesIn({})),
};

export const textEntries = [
  ...over(language.mimeType, {
    'payload/formats.ts#formatFamily': ({ text }) => formatFamily(`application/${text}`),
    'payload/formats.ts#isSameType': ({ text }) => isSameType(text, `${text}x`),
    'payload/misspelled-type.ts#isMisspelled': ({ text }) => isMisspelled(`a/${text}`, `b/${text}`),
    'mime/charset.ts#encodingOf': ({ text }) => encodingOf(text),
    'mime/charset.ts#isAsciiLabel': ({ text }) => isAsciiLabel(text),
    'mime/charset.ts#isSameCharset': ({ text }) => isSameCharset(text, `${text}x`),
    'mime/encodings.ts#encodingOf': ({ text }) => encodings.encodingOf(text),
    'mime/charset.ts#isText': ({ text }) => {
      const type = mime.parseMimeType(text);
      return (
        type && [
          isText(type),
          mime.groupsOf(type),
          mime.isInGroup(type, 'xml'),
          mime.minimizeMimeType(type, () => true),
        ]
      );
    },
    'mime/mime-type.ts#isToken': ({ text }) => mime.isToken(text),
    'mime/mime-type.ts#locateEssence': ({ text }) => mime.locateEssence(text),
    'mime/mime-type.ts#visitParameters': ({ text }) =>
      mime.visitParameters(text, 0, text.length, () => undefined),
    'mime/link-header.ts#parseLinkHeader': ({ text }) => parseLinkHeader(`<a>;b="${text}`),
    'mime/mime-type.ts#parseMimeType': ({ text }) => mime.parseMimeType(text),
    'mime/mime-type.ts#serializeMimeType': ({ text }) => {
      const type = mime.parseMimeType(text);
      return type && mime.serializeMimeType(type);
    },
    'mime/patterns.ts#matchesPattern': ({ text }) => matchesPattern(text, 'image/*'),
    'mime/patterns.ts#parsePattern': ({ text }) => parsePattern(text),
    'mime/patterns.ts#patternFor': ({ text }) => patternFor(text),
    'mime/charset.ts#isRiskyCharset': ({ text }) => isRiskyCharset(text),
  }),
  ...over(language.headers, {
    'payload/external-body/message-external-body.ts#readExternalBody': ({ text }) => readExternalBody(text),
    'payload/external-body/external-body-data.ts#checkData': ({ text }) => {
      const read = readExternalBody(text);
      return read.ok && checkData(read);
    },
    'payload/external-body/external-body-data.ts#contentMd5': ({ bytes }) =>
      contentMd5({ body: bytes, mimeType: 'text/plain' }),
    'payload/external-body/external-body-parameters.ts#bodyParameters': ({ text }) => {
      const read = readExternalBody(text);
      return read.ok && bodyParameters(read);
    },
    'payload/external-body/external-body-parameters.ts#dateOf': ({ text }) => dateOf(text),
    'pasted/mail.ts#mailEntities': ({ text }) => mailEntities(text),
    'references/external-body-form.ts#externalForm': ({ text }) => externalForm(`data:,${text}`),
    'references/external-body-form.ts#mailFor': ({ text }) => [mailFor(text), mailFor(`data:,${text}`)],
    'references/external-body-form.ts#mailForData': ({ text }) => mailForData(readUrl(`data:,${text}`)),
    'mime/headers.ts#indentAt': ({ text }) => mimeHeaders.indentAt(text, 0),
    'references/external-body-writer.ts#escapeUrl': ({ text }) => escapeUrl(text),
    'references/external-body-writer.ts#keptReading': ({ text }) =>
      keptReading(` data:,${text}`, `data:,${text}`),
    'references/external-body-writer.ts#urlParameter': ({ text }) => urlParameter(text),
    'references/external-body-writer.ts#urlWords': ({ text }) => urlWords(text),
    'references/external-body-writer.ts#writeExternalBody': ({ text }) => [
      writeExternalBody(text),
      writeExternalBody(`a:${text}`, [], { urlForm: 'continuations' }),
      writeExternalBody(`a:${text}`, [], { urlForm: 'charset' }),
      writeExternalBody(`data:${text}`),
      writeExternalBody(`data:text/html;a="%20,${text}`),
    ],
    'payload/external-body/message-external-body.ts#readExternalBodyOf': ({ text }) => {
      const type = mime.parseMimeType(
        `message/external-body;access-type=URL;URL="${text.slice(0, 1 << 16)}"`,
      );
      return type && readExternalBodyOf(type, text);
    },
    'mime/parameter-parts.ts#joinParts': ({ text }) =>
      joinParts(
        [...text.slice(0, 10_000)].map((unit, i) => ({
          name: `a*${i}*`,
          value: `%${unit}`,
          quoted: false,
          start: i,
          end: i,
        })),
      ),
    'mime/headers.ts#isToken': ({ text }) => mimeHeaders.isToken(text),
    'mime/headers.ts#readContentType': ({ text }) => mimeHeaders.readContentType(text),
    'mime/headers.ts#readHeaders': ({ text }) => mimeHeaders.readHeaders(text),
    'mime/headers.ts#field': ({ text }) => mimeHeaders.field(mimeHeaders.readHeaders(text).fields, 'z'),
    'mime/headers.ts#skipBlankLines': ({ text }) => mimeHeaders.skipBlankLines(text),
    'mime/headers.ts#withoutComments': ({ text }) => mimeHeaders.withoutComments(text),
    'mime/headers.ts#unfold': ({ text }) => mimeHeaders.unfold(text),
  }),
  ...over(language.prose, {
    'pasted/logs.ts#hexDumpsIn': ({ text }) => hexDumpsIn(text),
    'pasted/logs.ts#queriesIn': ({ text }) => queriesIn(text),
    'pasted/logs.ts#shellArgumentsIn': ({ text }) => shellArgumentsIn(`curl ${text}`),
    'pasted/altered.ts#bareBase64In': ({ text }) => bareBase64In(text),
    'pasted/altered.ts#beforeCut': ({ text }) => beforeCut(text, text),
    'pasted/altered.ts#encodedSchemelessIn': ({ text }) => encodedSchemelessIn(text),
    'pasted/altered.ts#withPlainComma': ({ text }) => withPlainComma(`data:${text}`),
    'pasted/altered.ts#percentEncodedIn': ({ text }) => percentEncodedIn(text),
    'pasted/altered.ts#schemelessIn': ({ text }) => schemelessIn(text),
    'pasted/pasted.ts#findPasted': ({ text }) => findPasted(text),
    'pasted/pasted.ts#findPastedIn': ({ blob }) =>
      findPastedIn(blob, { onProgress: () => undefined, maxCount: 1000 }),
    'payload/quoted-data-urls.ts#findQuotedDataUrls prose': ({ text }) =>
      drain(findQuotedDataUrls(text, 'prose')),
    'uri/delimit.ts#delimit': ({ text }) => delimit(text),
    'uri/delimit.ts#delimitData': ({ text }) => delimitData(text),
    'uri/escapes.ts#isQuotedPrintable': ({ text }) => escapes.isQuotedPrintable(text),
    'uri/escapes.ts#undoHtml': ({ text }) => escapes.undoHtml(text),
    'uri/escapes.ts#undoQuotedPrintable': ({ text }) => escapes.undoQuotedPrintable(text),
    'uri/escapes.ts#undoSoftBreaks': ({ text }) => escapes.undoSoftBreaks(text),
    'uri/readings.ts#readings': ({ text }) => [readings(text), readings(text, true)],
    'references/masked-password.ts#maskedPassword': ({ text }) => masked.maskedPassword(text),
    'references/masked-password.ts#bulletedPassword': ({ text }) => masked.bulletedPassword(text),
    'references/masked-password.ts#maskedUserinfo': ({ text }) => masked.maskedUserinfo(text),
    'references/masked-password.ts#maskedAuthority': ({ text }) => masked.maskedAuthority(text),
    'references/reference-form.ts#referenceForm': ({ text }) => referenceForm(text),
    'uri/spelled-scheme.ts#rejoinScheme': ({ text }) => rejoinScheme(text),
    'references/suffix-references.ts#isSuffixReference': ({ text }) => isSuffixReference(text),
    'references/suffix-references.ts#suffixReferences': ({ text }) => suffixReferences(text),
    'uri/recognize.ts#isKnownScheme': ({ text }) => isKnownScheme(text),
    'payload/read-payload.ts#readPayload prose': ({ bytes }) =>
      readPayload({ declared: mime.plainText, body: bytes }),
    'extension/ui/viewers/text-rows.ts#textRows': ({ text }) => textRows(text, 80),
    'extension/ui/viewers/text-rows.ts#rowText': ({ text }) => {
      const rows = textRows(text, 80);
      for (let row = 0; row < Math.min(100, rows.starts.length); row++) rowText(text, rows, row);
    },
  }),
  ...over(language.uri, {
    'references/base-layers.ts#baseLayers': ({ text }) => baseLayers({ document: text, message: text }),
    'references/grammar-1997.ts#parts1997': ({ text }) => parts1997(text),
    'references/parse-tree.ts#parseTree uri': ({ text }) => [
      parseTree(text, 'rfc3986'),
      parseTree(text, 'draft1997'),
    ],
    'references/uri-parts.ts#uriParts': ({ text }) => [uriParts(text, '2004'), uriParts(text, '1997')],
    'references/risks.ts#risks': ({ text }) => risks(text),
    'references/normal-forms.ts#normalForms': ({ text }) => forms.normalForms(text),
    'references/normal-forms.ts#hostOf': ({ text }) => forms.hostOf(text),
    'references/normal-forms.ts#partsByRfc': ({ text }) => forms.partsByRfc(text),
    'references/normal-forms.ts#partsByUrlStandard': ({ text }) => forms.partsByUrlStandard(text),
    'references/normal-forms.ts#differingParts': ({ text }) =>
      forms.differingParts(forms.partsByRfc(text), forms.partsByRfc(`a${text}`)),
    'references/normal-forms.ts#hrefOf': ({ text }) => forms.hrefOf(text),
    'references/normal-forms.ts#isSameDocument': ({ text }) => forms.isSameDocument(text, 'http://a/b'),
    'payload/references.ts#collectReferences': ({ text }) => {
      const collector = collectReferences();
      const place = { start: 0, end: 1, element: 'a', name: 'href', destination: 'document' as const };
      collector.add({ ...place, written: text });
      return atOnce(collector.result('http://a/'));
    },
    'payload/references.ts#referenceKind': ({ text }) => referenceKind(text),
    'payload/references.ts#readable': ({ text }) => readable(text),
    'policy/policy.ts#siteOf': ({ text }) => siteOf(text),
    'policy/policy.ts#splitSite': ({ text }) => splitSite(text),
    'policy/exceptions.ts#exceptionsFor': ({ text }) =>
      exceptionsFor({ user: emptyPolicy, administrator: emptyPolicy }, text, text, 'iframe'),
    'policy/read-policy.ts#isSite': ({ text }) => isSite(text),
    'references/base.ts#establishBase': ({ text }) => establishBase({ embedded: text, retrieval: base }),
    'uri/characters.ts#asciiLowercase': ({ text }) => characters.asciiLowercase(text),
    'uri/characters.ts#encodeUnits': ({ text }) => characters.encodeUnits(text, () => true),
    'uri/characters.ts#percentDecode': ({ text }) => characters.percentDecode(text),
    'uri/characters.ts#percentEncode': ({ text }) => characters.percentEncode(text),
    'references/compare-references.ts#compare': ({ text }) => compare(text, `${text}x`),
    'uri/components.ts#authority': ({ text }) => authority(text),
    'uri/components.ts#components': ({ text }) => {
      const parts = components(text);
      return [recompose(parts), pathForm(parts)];
    },
    'uri/components.ts#components1997': ({ text }) => components1997(text),
    'uri/components.ts#splitAuthority': ({ text }) => recomposeAuthority(splitAuthority(text)),
    'references/grammar.ts#matches': ({ text }) => matches(text),
    'references/grammar.ts#validate': ({ text }) => validate(text),
    'uri/host.ts#ipv6Mistake': ({ text }) => host.ipv6Mistake(text),
    'uri/host.ts#isIPv4Address': ({ text }) => host.isIPv4Address(text),
    'uri/host.ts#isIPv6Address': ({ text }) => host.isIPv6Address(text),
    'uri/host.ts#isIPvFuture': ({ text }) => host.isIPvFuture(text),
    'uri/host.ts#isRegName': ({ text }) => host.isRegName(text),
    'references/compare-references.ts#prepared': ({ text }) => prepared(text, { base: 'http://a/' }),
    'references/compare-references.ts#compareByLevels': ({ text }) => compareByLevels(text, `${text}x`),
    'uri/misleading.ts#misleading': ({ text }) => misleading(text),
    'uri/misleading.ts#readIPv4': ({ text }) => readIPv4(text),
    'uri/misleading.ts#withoutPassword': ({ text }) => withoutPassword(text),
    'uri/web-authority.ts#withoutPasswords': ({ text }) => withoutPasswords(text),
    'uri/normalize.ts#normalizeCase': ({ text }) => normal.normalizeCase(text),
    'uri/normalize.ts#normalizePercent': ({ text }) => normal.normalizePercent(text),
    'uri/normalize.ts#normalizeScheme': ({ text }) => normal.normalizeScheme(text),
    'uri/normalize.ts#normalizeSyntax': ({ text }) => normal.normalizeSyntax(text),
    'references/resolve-1997.ts#resolve1997': ({ text }) => [
      resolve1997(text, base),
      resolve1997('../x', text),
    ],
    'references/resolve-1997.ts#keptOf': ({ text }) => keptOf(text),
    'references/resolve-1997.ts#removeDots': ({ text }) => removeDots(text),
    'references/resolve-differences.ts#resolutionDifferences': ({ text }) => [
      resolutionDifferences(text, base),
      resolutionDifferences('../x', text),
    ],
    'references/resolve-1997.ts#stepsOf1997': ({ text }) => stepsOf1997(text, base),
    'references/resolve.ts#stepsOf2004': ({ text }) => reference.stepsOf2004(text, base),
    'references/resolve.ts#merge': ({ text }) => reference.merge({ authority: 'a', path: text }, text),
    'uri/dot-segments.ts#removeDotSegments': ({ text }) => removeDotSegments(text),
    'references/resolve.ts#resolve': ({ text }) => [
      reference.resolve(text, base),
      reference.resolve('../x', text),
    ],
    'uri/dot-segments.ts#withoutDots': ({ text }) => withoutDots('a', text),
    'uri/web-authority.ts#webAuthority': ({ text }) => [
      webAuthority(text),
      webAuthority(text, 'http', true),
      webAuthority(`http://${text}`),
    ],
    'uri/web-authority.ts#withoutBreaks': ({ text }) => withoutBreaks(text),
  }),
  ...over(language.csp, {
    'csp/csp.ts#parsePolicies': ({ text }) => parsePolicies(policyOf(text)),
    'csp/document-policies.ts#documentPolicies': ({ text }) =>
      documentPolicies({ sent: [text], observed: [text], meta: [text] }, 'Chromium'),
    'csp/csp.ts#ignoredDirectives': ({ text }) => ignoredDirectives(policyOf(text)),
    'csp/csp.ts#allowedActiveUses': ({ text }) => allowedActiveUses(parsePolicies(policyOf(text))),
    'csp/csp.ts#decide': ({ text }) => {
      for (const policy of parsePolicies(policyOf(text)).slice(0, 100)) {
        decide(policy, 'image');
        smallestAddition(policy, new Set(['image', 'script'] as const));
      }
    },
    'report/csp-what-if.ts#whatIf': ({ text }) => whatIf(text, [], 'Chromium'),
  }),
  ...over(language.query, {
    'report/query.ts#parseQuery': ({ text }) => parseQuery(text, () => text),
    'extension/ui/viewers/hex-search.ts#needleOf': ({ text }) => [
      needleOf(text, 'hex'),
      needleOf(text, 'text'),
    ],
    'extension/ui/viewers/hex-search.ts#offsetOf': ({ text }) => offsetOf(text, 1),
  }),
  ...over(language.field, {
    'report/baseline.ts#parseBaseline': ({ text }) =>
      parseBaseline(baselineText([{ file: text, rule: text, count: 1 }])),
    'report/budget.ts#checkedBudget': ({ text }) =>
      assert.throws(() =>
        checkedBudget({ [`${text}!`]: 1 }, (_, says) => {
          throw new Error(says);
        }),
      ),
    'report/budget.ts#parseBudget': ({ text }) =>
      assert.throws(() => parseBudget(JSON.stringify({ [`${text}!`]: 1 }))),
    'report/printable.ts#jsonOf': ({ text }) => jsonOf(text),
    'report/csv.ts#csvField': ({ text }) => csvField(text),
    'report/csv.ts#csvOf': async ({ text }) => drain(csvOf([await reportOf(text)])),
    'report/csv.ts#occurrenceValues': async ({ text }) => drain(occurrenceValues(await reportOf(text))),
    'report/report-json.ts#jsonTextsOf': async ({ text }) => drain(jsonTextsOf(await reportOf(text))),
    'report/markdown.ts#markdownOf': async ({ text }) => drain(markdownOf([await reportOf(text)])),
    'report/sarif.ts#sarifOf': async ({ text }) =>
      drain(sarifOf([await reportOf(text)], { version: '1', rules: ruleDocs })),
    'report/html-report.ts#htmlReport': async ({ text }) =>
      drain(htmlReport(await reportOf(text), htmlOptions)),
    'report/printable.ts#printable': ({ text }) => printable(text),
    'report/visible-text.ts#visibleText': ({ text }) => visibleText(text),
  }),
];
