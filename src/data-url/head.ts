/**
 * The text before the body: the URL Standard's parser as far as it affects data: URLs, then steps 1 to 14 of the Fetch
 * Standard's data: URL processor (https://fetch.spec.whatwg.org/#data-url-processor), on the text as written.
 * Everything that searches the whole URL is a native search for one character.
 */
import { defaultMimeType, type MimeType, mimeTypeIn, serialized } from '../mime/mime-type.ts';

import type { Problem } from '../problem.ts';
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { type Hierarchical, readHierarchical } from './hierarchical.ts';
import { afterScheme, isRemoved } from './is-data-url.ts';
import { pieceEnd } from './pieces.ts';
import { commaInFragment, noComma, notDataUrl } from './problems.ts';

/** Maximum code units before the comma of a URL for which other ways to write it are looked for. */
const maxHeadLength = 1 << 16;

/** Positions are UTF-16 code units of the written text. */
export interface Head {
  problem: Problem | null;
  /** The problem for which fetch() alone rejects it: a user name or password. */
  credentials: Problem | null;
  /** The first letter of the scheme, and the index after its colon; both 0 if the text is not a data: URL. */
  schemeStart: number;
  schemeEnd: number;
  /** Index of the comma, or -1. */
  comma: number;
  /** End of the body: the `#`, or the end of the text without trailing C0 controls and spaces. */
  end: number;
  /** Index of the `#`, or -1. */
  hash: number;
  /** End of the text without trailing C0 controls and spaces. */
  trimmedEnd: number;
  /** The text before the comma after URL parsing, including whitespace: `mimeType` of step 3. */
  typeText: string;
  /** Whether `typeText` is `written.slice(schemeEnd, comma)`. */
  verbatim: boolean;
  base64: boolean;
  /** Index in `typeText` of the `;` before `base64`; the length of `typeText` if there is none. */
  base64At: number;
  /** The input of the MIME type parser, after step 12; '' if there is no media type. */
  mimeTypeInput: string;
  /** The MIME type: the default where the written one is invalid or there is a problem. */
  type: MimeType;
  /** Whether `type` is the default. */
  defaulted: boolean;
  /** `type`, serialized. */
  mimeType: string;
  hierarchical: Hierarchical | null;
}

/** Reads everything before the body. Linear, never throws. */
export const readHead = (written: string): Head => atOnce(headOf(written));

/** The same as `readHead`, as a generator that yields now and then. */
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

  // The fragment is not part of the processor's input (its step 2 serializes without it).
  head.hash = written.indexOf('#', start);
  head.end = head.hash < 0 ? head.trimmedEnd : head.hash;

  // At `end` there is nothing, or a "#", a control or a space: neither "/" nor a comma.
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
    // https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state: an opaque path; the first comma splits (steps 4
    // to 7).
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
  const type = yield* mimeTypeIn(head.mimeTypeInput);
  head.defaulted = type === null;
  head.type = type ?? defaultMimeType;
  head.mimeType = yield* serialized(head.type);
  return head;
}

/** Whether the text before the data is too long to look for another way to write the URL. */
export const hasLongHead = (written: string): boolean =>
  written.length > maxHeadLength && !written.slice(0, maxHeadLength).includes(',');

/** The position of the body that is decoded: in the written text, or in the URL parser's output. */
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

/** Steps 5, 11 and 12: strip whitespace, find `;` spaces `base64` at the end, complete `;…` to text/plain. */
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

/** Whether URL parsing does not change an opaque path from `start` to `end`: printable ASCII without a `?`. */
const isVerbatim = (written: string, start: number, end: number): boolean =>
  !/[^\x20-\x3e\x40-\x7e]/.test(written.slice(start, end));

const hexDigits = '0123456789ABCDEF';

/**
 * The result of https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state and #query-state for the text
 * before the comma: TAB, LF and CR are removed, controls and all above U+007E become UTF-8 escapes, a space
 * directly before the `?` becomes %20, and after the `?` all spaces, `"`, `<` and `>` are escaped.
 */
export const afterUrlParsing = (text: string): string => atOnce(urlParsed(text));

/** The same as `afterUrlParsing`, as a generator that yields now and then. */
export function* urlParsed(text: string): Generator<void, string, void> {
  const mark = text.indexOf('?');
  const query = mark < 0 ? text.length : mark;
  const path = yield* escapedWhere(text, 0, query, mustEscape);
  if (mark < 0) return path;
  const before = path.endsWith(' ') ? `${path.slice(0, -1)}%20` : path;
  return before + (yield* escapedWhere(text, query, text.length, mustEscapeInQuery));
}

const mustEscape = (byte: number): boolean => byte < 0x20 || byte > 0x7e;
const mustEscapeInQuery = (byte: number): boolean =>
  mustEscape(byte) || byte === 0x20 || byte === 0x22 || byte === 0x3c || byte === 0x3e;

/** A part of the text with the required escapes, without TAB, LF and CR. */
function* escapedWhere(
  text: string,
  start: number,
  end: number,
  isEscaped: (byte: number) => boolean,
): Generator<void, string, void> {
  let result = '';
  for (let from = start; from < end; ) {
    if (from > start) yield;
    const to = pieceEnd(text, from, Math.min(from + strideLength, end));
    const bytes = new TextEncoder().encode(text.slice(from, to));
    const out = new Uint8Array(bytes.length * 3);
    let n = 0;
    for (const byte of bytes) {
      if (isRemoved(byte)) continue;
      if (isEscaped(byte)) {
        out[n++] = 0x25;
        out[n++] = hexDigits.charCodeAt(byte >> 4);
        out[n++] = hexDigits.charCodeAt(byte & 15);
      } else {
        out[n++] = byte;
      }
    }
    result += new TextDecoder('latin1').decode(out.subarray(0, n));
    from = to;
  }
  return result;
}

/** A copy of the string: if it is a slice of a longer text, V8 would keep all of that alive. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}
