/**
 * The package's entry `data-url-inspector`: everything that reads, explains, judges, and writes data: URLs. It does not
 * depend on a browser: all of it runs in Node, in workers, and in pages. The exports of this and the other entries
 * follow Semantic Versioning. docs/reference.md documents the exports; `npm run reference` generates it from the
 * docstrings.
 */

// Decoding and encoding

export { type Decoded, decodeDataUrl, decodedSize } from './data-url/decode.ts';
export {
  DataUrlError,
  type DecodedBody,
  decodeDataUrlOrThrow,
  toBlob,
  toResponse,
} from './data-url/decode-or-throw.ts';
export { asReadableStream, type DecodedStream, decodeDataUrlStream } from './data-url/decode-stream.ts';
export { type EncodeOptions, encodeDataUrl } from './data-url/encode.ts';
export { type EncodeBlobOptions, encodeBlob } from './data-url/encode-blob.ts';
export { isDataUrl } from './data-url/is-data-url.ts';
export { type Reencoded, reencode } from './data-url/rewrite.ts';
export type { Problem, Span } from './problem.ts';

// Inspecting and judging

export { inspect } from './inspect.ts';
export type {
  DataUrl,
  DataUrlRequest,
  Disallowed,
  Finding,
  Inspection,
  Nested,
  Reading,
  Report,
  Totals,
  Unreachable,
} from './report/report.ts';
export { totalsOf } from './report/totals.ts';
export { type RuleDocs, ruleDocs } from './rules/docs.ts';
export { type Judgement, judge, judgePage, type PageToJudge, rules } from './rules/index.ts';
export type { Rule, Subject, Verdict } from './rules/rule.ts';
export {
  type Category,
  type Destination,
  destinations,
  type Occurrence,
  type Place,
  type Severity,
} from './vocabulary.ts';

// Policies and cleaning HTML

export { matchesPattern } from './mime/patterns.ts';
export { isAllowed } from './policy/is-allowed.ts';
export { defaultPolicy, mergePolicies } from './policy/policy.ts';
export type { OwnPolicy, Policy, PolicyEntry, PolicyPart, RuleSetting } from './policy/policy-types.ts';
export { sanitizeSrcset } from './policy/sanitize-srcset.ts';

// Parts, objections and repairs

export { applyEdits, type Edit, type Lint, type LintCode, lintDataUrl } from './data-url/lints/index.ts';
export {
  type Dropped,
  type ParsedDataUrl,
  type ParsedParameter,
  parseDataUrl,
} from './data-url/parse.ts';
export {
  type GrammarNode,
  grammarViolations,
  type Production,
  parseByGrammar,
  type Violation,
} from './data-url/rfc-grammar.ts';
export { type Repair, type RepairReason, repairDataUrl } from './repair/repair.ts';

// MIME types and text

export { type Charset, type DecodedText, decodeText, readCharset } from './mime/charset.ts';
export { type MimeType, minimizeMimeType, parseMimeType, serializeMimeType } from './mime/mime-type.ts';
export { detectedType } from './payload/detect/detected-type.ts';

// URLs in text

export { type Delimited, delimit, type Escaping } from './uri/delimit.ts';
