/**
 * The core's public API: everything that reads, explains, judges and writes data: URLs. It depends on no browser: all
 * of it runs in Node, in a worker and in a page.
 */

/** Normal forms, and the comparison of references. */
export { type CompareOptions, compare, type Equality } from './compare-references.ts';
/** Content Security Policies as far as they decide on data: URLs. */
export { type CspPolicy, type Directives, decide, leaksOf, parsePolicies, smallestAddition } from './csp.ts';
/** The scheme: the result of `fetch()`, the position of each part, problems and lints, and shorter or repaired URLs. */
export { betterUrl, type Cost } from './data-url/cost.ts';
export { type Decoded, decodeDataUrl } from './data-url/decode.ts';
export { asReadableStream, type DecodedStream, decodeDataUrlStream } from './data-url/decode-stream.ts';
export { type EncodeOptions, encodeDataUrl, type Reencoded, reencode } from './data-url/encode.ts';
export { isDataUrl } from './data-url/is-data-url.ts';
export {
  applyEdits,
  type Edit,
  type Lint,
  type LintCode,
  type LintGroup,
  lintDataUrl,
  lintGroups,
} from './data-url/lints.ts';
export {
  type Dropped,
  type ParsedDataUrl,
  type ParsedParameter,
  parseDataUrl,
  type Span,
} from './data-url/parse.ts';
export { positionOfByte } from './data-url/position-of-byte.ts';
export { type ProblemCode, problemCodes } from './data-url/problems.ts';
export { repairDataUrl } from './data-url/repair.ts';
export { decodedSize } from './data-url/size.ts';
/** Inspects one data: URL. */
export { inspect } from './inspect.ts';
/** The encoding of text, and decoding with the positions of errors. */
export {
  bomEncoding,
  type Charset,
  type DecodedText,
  decodeText,
  encodingOf,
  isText,
  readCharset,
  usedCharset,
} from './mime/charset.ts';
/** MIME types, and the patterns in policies. */
export {
  groupsOf,
  isInGroup,
  type MimeType,
  type MimeTypeGroup,
  minimizeMimeType,
  parseMimeType,
  serializeMimeType,
} from './mime/mime-type.ts';
export { matchesPattern, type Pattern, parsePattern } from './mime/patterns.ts';
/** The type by content. */
export { detectedType } from './payload/detected-type.ts';
/** message/external-body with access-type=URL: reading, writing, and checking a data: URL in it. */
export { type CheckOptions, checkData, type DataCheck } from './payload/external-body-data.ts';
export { escapeUrl, urlParameter, urlWords, writeExternalBody } from './payload/external-body-writer.ts';
export {
  type ExternalBody,
  type ExternalBodyResult,
  readExternalBody,
} from './payload/message-external-body.ts';
/** The policy as a function, for those who clean HTML. */
export { isAllowed } from './policy/is-allowed.ts';
export { sanitizeSrcset } from './policy/sanitize-srcset.ts';
/** The verdict: rules applied to an Inspection, with a policy of disallowed media types. */
export {
  defaultPolicy,
  disallowedBy,
  type OwnPolicy,
  type Policy,
  type PolicyEntry,
  type PolicyPart,
  type RuleSetting,
  settle,
} from './policy.ts';
export type { Problem } from './problem.ts';
/** Searching for data: URLs in a Report. */
export { parseQuery, type Query, type QueryProblem, type Searched } from './report/query.ts';
/** The Report and its exports. */
export {
  type DataUrl,
  type DataUrlRequest,
  type Disallowed,
  type Finding,
  type Inspection,
  isFlagged,
  type Nested,
  type Reading,
  type Report,
  type Totals,
  type Unreachable,
  worstOf,
} from './report/report.ts';
export { totalsOf } from './report/totals.ts';
export { withoutReading } from './report/without-reading.ts';
export { messageIds, type RuleDocs, ruleDocs } from './rules/docs.ts';
export { type Judgement, judge, judgePage, type PageToJudge, rules } from './rules/index.ts';
export type { Rule, Subject, Verdict } from './rules/rule.ts';
/**
 * Resolving references against a base: today's algorithm, that of 1997, their differences, and establishing the base.
 */
export { type BaseContext, type EstablishedBase, establishBase } from './uri/base.ts';
/** Generic syntax: a reference's components, its grammar, and misleading forms. */
export {
  type Authority,
  authority,
  type ComponentName,
  type Components,
  components,
  type HostKind,
  type ParsedReference,
  type PathForm,
  pathForm,
  recompose,
  recomposeAuthority,
} from './uri/components.ts';
/** References in running text, with the text's escapes decoded. */
export { type Delimited, delimit, type Escaping } from './uri/delimit.ts';
export { matches, type Rule as GrammarRule, type ValidateOptions, validate } from './uri/grammar.ts';
export { type IPv4Reading, misleading, readIPv4, withoutPassword } from './uri/misleading.ts';
export { normalizePercent, normalizeScheme, normalizeSyntax } from './uri/normalize.ts';
export { type Resolution, type ResolveOptions, resolve } from './uri/resolve.ts';
export { type Resolution1997, resolve1997 } from './uri/resolve-1997.ts';
export { type ResolutionDifferences, resolutionDifferences } from './uri/resolve-differences.ts';
export {
  type Category,
  categories,
  type Destination,
  destinations,
  type Occurrence,
  type Place,
  places,
  type Severity,
  severities,
} from './vocabulary.ts';
