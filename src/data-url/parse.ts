/**
 * The parts of a data: URL: the URL Standard's parser as far as it affects data: URLs, then steps 1 to 14 of the Fetch
 * Standard's data: URL processor (https://fetch.spec.whatwg.org/#data-url-processor), on the text as written.
 * `readHead` reads the text before the body; `parseDataUrl` returns the position of each part. The body is neither
 * decoded nor copied. The whole URL is searched only natively, for single characters.
 */

import {
  defaultMimeType,
  isToken,
  locateEssence,
  type MimeType,
  mimeTypeIn,
  type ParameterPosition,
  serialized,
  visitParameters,
} from '../mime/mime-type.ts';
import type { Problem, Span } from '../problem.ts';
import { urlText } from '../url-text.ts';
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { afterScheme, isRemoved } from './is-data-url.ts';
import { commaInFragment, noComma, notDataUrl } from './problems.ts';
import { type Hierarchical, readHierarchical, urlParsed } from './url-parser.ts';

/** Maximum number of code units before the comma of URLs that are rewritten or repaired. */
const maxHeadLength = 1 << 16;

/** The parsed text before the body. Positions are UTF-16 code units of the written text. */
export interface Head {
  problem: Problem | null;
  /** The problem for which fetch() alone rejects the URL: a user name or password. */
  credentials: Problem | null;
  /** The index of the scheme's first letter, and the index after its colon; both 0 if the text is not a data: URL. */
  schemeStart: number;
  schemeEnd: number;
  /** Index of the comma; -1 if none. */
  comma: number;
  /** End of the body: the `#`, or the end of the text without trailing C0 controls and spaces. */
  end: number;
  /** Index of the `#`; -1 if none. */
  hash: number;
  /** End of the text without trailing C0 controls and spaces. */
  trimmedEnd: number;
  /** The text before the comma after URL parsing, including whitespace: `mimeType` of step 3. */
  typeText: string;
  /** Whether `typeText` equals `written.slice(schemeEnd, comma)`. */
  verbatim: boolean;
  base64: boolean;
  /** Index in `typeText` of the `;` before `base64`; the length of `typeText` if there is none. */
  base64At: number;
  /** The input of the MIME type parser, after step 12; '' if the URL contains no media type. */
  mimeTypeInput: string;
  /** The MIME type: the default if the written one is invalid or there is a problem. */
  type: MimeType;
  /** Whether `type` is the default. */
  defaulted: boolean;
  /** `type`, serialized. */
  mimeType: string;
  hierarchical: Hierarchical | null;
}

/** Reads everything before the body. Linear; never throws. */
export const readHead = (written: string): Head => atOnce(headOf(written));

/** Like `readHead`, but a generator that yields now and then. */
export function* headOf(written: string): Generator<void, Head, void> {
  const head: Head = {
    problem: null,
    credentials: null,
    schemeStart: 0,
    schemeEnd: 0,
    comma: -1,
    end: written.length,
    hash: -1,
    trimmedEnd: written.length,
    typeText: '',
    verbatim: true,
    base64: false,
    base64At: 0,
    mimeTypeInput: '',
    type: defaultMimeType,
    defaulted: true,
    mimeType: '',
    hierarchical: null,
  };

  // https://url.spec.whatwg.org/#concept-basic-url-parser, steps 1 to 3 and the scheme states.
  while (written.charCodeAt(head.trimmedEnd - 1) <= 0x20) head.trimmedEnd--;
  const start = afterScheme(written);
  if (start < 0) {
    head.end = head.trimmedEnd;
    head.problem = notDataUrl(0, Math.min(head.trimmedEnd, 5));
    return head;
  }
  while (written.charCodeAt(head.schemeStart) <= 0x20) head.schemeStart++;
  head.schemeEnd = start;

  // The fragment is not part of the input of the data: URL processor (see its step 2).
  head.hash = written.indexOf('#', start);
  head.end = head.hash < 0 ? head.trimmedEnd : head.hash;

  // No check against `end` is needed: the text ends there or contains a "#", a control or a space, but no "/" or comma.
  let first = start;
  while (isRemoved(written.charCodeAt(first))) first++;
  if (written.charCodeAt(first) === 0x2f) {
    const read = yield* readHierarchical(written, first, head.end);
    if ('code' in read) {
      head.problem = read.code === 'no-comma' ? missingComma(written, head) : read;
      return head;
    }
    head.hierarchical = read;
    head.credentials = read.credentials;
    head.comma = read.comma;
    head.typeText = detached(read.type);
    head.verbatim = false;
  } else {
    // https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state: in an opaque path, the first comma separates the
    // type from the body (steps 4 to 7).
    const comma = written.indexOf(',', start);
    if (comma < 0 || comma >= head.end) {
      head.problem = missingComma(written, head);
      return head;
    }
    head.comma = comma;
    head.verbatim = isVerbatim(written, start, comma);
    head.typeText = detached(
      head.verbatim ? written.slice(start, comma) : yield* urlParsed(written.slice(start, comma)),
    );
  }
  readBase64Token(head);
  const { type, mimeType } = head.mimeTypeInput === last?.input ? last : yield* typeIn(head.mimeTypeInput);
  head.defaulted = type === null;
  head.type = type ?? defaultMimeType;
  head.mimeType = mimeType;
  return head;
}

interface ReadType {
  input: string;
  type: MimeType | null;
  mimeType: string;
}

/** The most recent short type, which is likely to be the type of the next URL, too. */
let last: ReadType | null = null;

function* typeIn(input: string): Generator<void, ReadType, void> {
  const type = yield* mimeTypeIn(input);
  const read = { input, type, mimeType: yield* serialized(type ?? defaultMimeType) };
  if (input.length < 100) last = read;
  return read;
}

/** Whether the text before the data is too long to look for an equivalent URL. */
export const hasLongHead = (written: string): boolean =>
  written.length > maxHeadLength && !written.slice(0, maxHeadLength).includes(',');

/** The text that contains the body to decode, and its start and end: the written text, or the URL parser's output. */
export function bodyText(
  written: string,
  { hierarchical, comma, end }: Head,
): { text: string; start: number; end: number } {
  const resolved = hierarchical?.resolvedBody ?? null;
  return resolved === null
    ? { text: written, start: comma + 1, end }
    : { text: resolved, start: 0, end: resolved.length };
}

function missingComma(written: string, head: Head): Problem {
  const comma = head.hash < 0 ? -1 : written.indexOf(',', head.hash);
  return comma < 0 ? noComma(head.end) : commaInFragment(head.hash, comma);
}

/**
 * Steps 5, 11 and 12: strips whitespace, finds a `;`, spaces and `base64` at the end, and puts `text/plain` before a
 * leading `;`.
 */
export function readBase64Token(head: Head): void {
  const text = head.typeText;
  let from = 0;
  let to = text.length;
  while (text.charCodeAt(from) === 0x20) from++;
  while (text.charCodeAt(to - 1) === 0x20) to--;
  head.base64At = text.length;
  if (text.slice(to - 6, to).toLowerCase() === 'base64') {
    let semicolon = to - 7;
    while (text.charCodeAt(semicolon) === 0x20) semicolon--;
    if (text.charCodeAt(semicolon) === 0x3b) {
      head.base64 = true;
      head.base64At = semicolon;
      to = semicolon;
    }
  }
  const mimeType = text.slice(from, to);
  head.mimeTypeInput = mimeType.startsWith(';') ? `text/plain${mimeType}` : mimeType;
}

/**
 * Whether URL parsing leaves an opaque path unchanged from `start` to `end`, because it is printable ASCII without a
 * `?`.
 */
const isVerbatim = (written: string, start: number, end: number): boolean =>
  !/[^\x20-\x3e\x40-\x7e]/.test(written.slice(start, end));

/** Copies a string: for a slice of a longer text, V8 would keep the whole text in memory. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}

/** Maximum number of parameters whose positions are kept; all are counted. */
const maxParsedParameters = 1000;

/** Why the MIME type parser drops a parameter. */
export type Dropped = 'no-value' | 'empty-value' | 'empty-name' | 'bad-name' | 'duplicate';

/** One parameter of the media type, with the positions of its parts. */
export interface ParsedParameter extends Span {
  name: Span;
  /** The span of the value without quotes; null if the parameter contains no `=`. */
  value: Span | null;
  quoted: boolean;
  /** False for a quoted value whose closing quote is missing. */
  closed: boolean;
  /**
   * The reason why the parameter is not part of the MIME type; null if it is. `duplicate`: an earlier parameter has the
   * same name.
   */
  dropped: Dropped | null;
}

/** The positions of all parts of a data: URL, and its MIME type. */
export interface ParsedDataUrl {
  /**
   * The problem for which browsers, or fetch() alone, reject the URL before they read the body, which may be invalid as
   * well.
   */
  problem: Problem | null;
  /** The span without the colon. */
  scheme: Span | null;
  /** Everything between the colon and the comma. */
  mediaType: Span | null;
  /** The span of the type; null if the media type does not begin with a valid type. */
  type: Span | null;
  subtype: Span | null;
  /** The parameters before the base64 token: at most the first thousand, without empty ones (`;;`). */
  parameters: ParsedParameter[];
  /** The number of all parameters, without empty ones. */
  parameterCount: number;
  /** The number of empty parameters (`;;`). */
  emptyParameters: number;
  /** The span from the `;` to the end of `base64`. */
  base64Token: Span | null;
  base64: boolean;
  comma: Span | null;
  body: Span | null;
  /** The `?` that begins the query, if it comes before the comma. */
  query: Span | null;
  /** The span without the `#`. */
  fragment: Span | null;
  /** Whether a `/` follows the colon: the URL then contains an authority or path, and its type is the default. */
  hierarchical: boolean;
  /** The body after URL parsing if dot-segments or an authority change it (`data:/,a/../b`); otherwise null. */
  resolvedBody: string | null;
  /** The input of the MIME type parser: without the base64 token, with `text/plain` before a leading `;`. */
  mimeTypeInput: string;
  /** The MIME type, serialized; null if there is a problem other than credentials. */
  mimeType: string | null;
  /** The MIME type as a record; null if `mimeType` is. */
  record: MimeType | null;
  /** Whether the MIME type is the default because the written one is missing or invalid. */
  defaulted: boolean;
}

/**
 * Parses a data: URL into its parts, without decoding its body.
 *
 * @param url any string, or a URL object, whose `href` is parsed; takes linear time
 * @returns positions in the unchanged text, regardless of what URL parsing trims, removes or escapes
 */
export const parseDataUrl = (url: string | URL): ParsedDataUrl =>
  atOnce(dataUrlIn(urlText(url, 'parseDataUrl')));

/** Like `parseDataUrl`, but a generator that yields now and then. */
export function* dataUrlIn(written: string): Generator<void, ParsedDataUrl, void> {
  return yield* partsIn(written, yield* headOf(written));
}

/**
 * Like `dataUrlIn`, for a URL whose head is already parsed.
 *
 * @param head `readHead(written)`
 */
export function* partsIn(written: string, head: Head): Generator<void, ParsedDataUrl, void> {
  const parsed: ParsedDataUrl = {
    problem: head.problem ?? head.credentials,
    scheme: head.schemeEnd > 0 ? { start: head.schemeStart, end: head.schemeEnd - 1 } : null,
    mediaType: null,
    type: null,
    subtype: null,
    parameters: [],
    parameterCount: 0,
    emptyParameters: 0,
    base64Token: null,
    base64: head.base64,
    comma: null,
    body: null,
    query: null,
    fragment: head.hash < 0 ? null : { start: head.hash + 1, end: head.trimmedEnd },
    hierarchical: head.hierarchical !== null,
    resolvedBody: head.hierarchical?.resolvedBody ?? null,
    mimeTypeInput: head.mimeTypeInput,
    mimeType: null,
    record: null,
    defaulted: false,
  };
  if (head.problem !== null) return parsed;
  parsed.mediaType = { start: head.schemeEnd, end: head.comma };
  parsed.comma = { start: head.comma, end: head.comma + 1 };
  parsed.body = { start: head.comma + 1, end: head.end };
  const query = written.slice(0, head.comma).indexOf('?', head.schemeEnd);
  if (query !== -1) parsed.query = { start: query, end: query + 1 };
  parsed.mimeType = head.mimeType;
  // A copy, because the type is also cached for other URLs, and callers may change the record.
  parsed.record = { ...head.type, parameters: new Map(head.type.parameters) };
  parsed.defaulted = head.defaulted;
  if (head.hierarchical === null) yield* locateParts(written, head, parsed);
  else if (head.base64) parsed.base64Token = { start: tokenStart(written, head.comma), end: head.comma };
  return parsed;
}

/** Locates the type, the parameters and the base64 token in an opaque path. */
function* locateParts(written: string, head: Head, parsed: ParsedDataUrl): Generator<void, void, void> {
  const text = head.typeText;
  const at = head.verbatim
    ? { start: (i: number) => head.schemeEnd + i, end: (i: number) => head.schemeEnd + i }
    : positions(written, head.schemeEnd, parsed.query?.start ?? Number.POSITIVE_INFINITY);
  let end = head.base64At;
  while (text.charCodeAt(end - 1) === 0x20) end--;

  const media = text.slice(0, end);
  const essence = locateEssence(media);
  if (essence !== null) {
    parsed.type = { start: at.start(essence.typeStart), end: at.end(essence.typeEnd) };
    parsed.subtype = { start: at.start(essence.subtypeStart), end: at.end(essence.subtypeEnd) };
  }
  const semicolon = media.indexOf(';');
  const names = new Set<string>();
  if (semicolon >= 0) {
    const locate = (p: Readonly<ParameterPosition>) => {
      if (p.nameStart === p.end) {
        parsed.emptyParameters++;
        return;
      }
      if (++parsed.parameterCount > maxParsedParameters) return;
      let dropped: Dropped | null = null;
      const name = media.slice(p.nameStart, p.nameEnd).toLowerCase();
      if (p.equals < 0) dropped = 'no-value';
      else if (name === '') dropped = 'empty-name';
      else if (!p.quoted && p.valueStart === p.valueEnd) dropped = 'empty-value';
      else if (!isToken(name)) dropped = 'bad-name';
      else if (names.has(name)) dropped = 'duplicate';
      // After URL parsing, no value contains a code point that the MIME type parser rejects.
      if (dropped === null) names.add(name);
      // `positions` requires indices in ascending order.
      const start = at.start(p.nameStart);
      parsed.parameters.push({
        start,
        name: { start, end: at.end(p.nameEnd) },
        value: p.equals < 0 ? null : { start: at.start(p.valueStart), end: at.end(p.valueEnd) },
        end: at.end(p.end),
        quoted: p.quoted,
        closed: p.closed,
        dropped,
      });
    };
    for (let from = semicolon; from < end; ) {
      if (from > semicolon) yield;
      from = visitParameters(media, from, end, locate, from + strideLength);
    }
  }
  if (head.base64) {
    let last = text.length;
    while (text.charCodeAt(last - 1) === 0x20) last--;
    parsed.base64Token = { start: at.start(head.base64At), end: at.end(last) };
  }
}

/**
 * Maps indices in the URL parser's output for `written.slice(from)` (see `afterUrlParsing`) to indices in `written`,
 * whose query begins at `query`. The indices must be passed in ascending order, and none after the comma: the two texts
 * are walked in parallel, once.
 */
function positions(written: string, from: number, query: number) {
  let i = from;
  let parsed = 0;
  /** Index of the space directly before the query, which becomes %20. */
  let lastSpace = query - 1;
  while (isRemoved(written.charCodeAt(lastSpace))) lastSpace--;
  const walk = (target: number) => {
    while (parsed < target) {
      const c = written.codePointAt(i)!;
      const isEscaped =
        c < 0x20 ||
        c === 0x7f ||
        (c === 0x20 && i === lastSpace) ||
        (i > query && (c === 0x20 || c === 0x22 || c === 0x3c || c === 0x3e));
      if (!isRemoved(c)) parsed += c < 0x80 ? (isEscaped ? 3 : 1) : c < 0x800 ? 6 : c < 0x10000 ? 9 : 12;
      i += c < 0x10000 ? 1 : 2;
    }
    return i;
  };
  return {
    start(index: number) {
      walk(index);
      while (isRemoved(written.charCodeAt(i))) i++;
      return i;
    },
    end: walk,
  };
}

/** The beginning of the `;base64` that ends at `to`; it may contain characters that URL parsing removes. */
function tokenStart(written: string, to: number): number {
  let i = to;
  for (let left = ';base64'.length; left > 0; ) if (!isRemoved(written.charCodeAt(--i))) left--;
  return i;
}
