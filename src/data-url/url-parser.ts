/**
 * Reads data: URLs as the URL Standard's parser does: escapes the text before the comma, and resolves `data:/…` and
 * `data://…`. In these, the slash begins a path or an authority, because the scheme isn't special: a host or port can
 * be invalid, and `..` removes segments (https://url.spec.whatwg.org/#path-or-authority-state). Only in these does the
 * parser change the text in a way that percent-decoding does not reverse. The platform's own `URL` is used only for
 * IPv6 addresses: it can't pause, doesn't return the position of the remaining comma, and in Node 20 keeps dot-segments
 * after a segment that begins with a dot.
 */

import type { Problem } from '../problem.ts';
import { pieceEnd } from '../truncate.ts';
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { isRemoved } from './is-data-url.ts';
import { badHost, badPort, commaInDotSegment, credentials, noComma } from './problems.ts';

export interface Hierarchical {
  /** Index of the comma in the written text. */
  comma: number;
  /** The text before the comma, after URL parsing, without `data:`. */
  type: string;
  /** The body after URL parsing if it differs from the text after the comma; otherwise null. */
  resolvedBody: string | null;
  /** The problem with a user name or password, for which fetch() alone rejects the URL. */
  credentials: Problem | null;
}

/**
 * Number of code units that are escaped or split into segments between two yields. Small, because there may be as many
 * escapes or segments as code units.
 */
const pieceLength = strideLength >> 3;

/**
 * Reads a data: URL whose text after the scheme, from `slash` to `end`, starts with "/" and contains no "#". At `end`,
 * the text ends or contains a "#", a control or a space. Yields now and then.
 */
export function* readHierarchical(
  written: string,
  slash: number,
  end: number,
): Generator<void, Hierarchical | Problem, void> {
  let pathStart = slash;
  let authority: Authority | null = null;
  let start = slash + 1;
  while (isRemoved(written.charCodeAt(start))) start++;
  if (written.charCodeAt(start++) === 0x2f) {
    pathStart = written.slice(start, end).search(/[/?]/);
    pathStart = pathStart < 0 ? end : start + pathStart;
    const read = yield* authorityIn(written, start, pathStart);
    if ('code' in read) return read;
    authority = read;
  }
  const path = yield* resolvedPath(written, pathStart, end);
  const before = authority === null ? '' : `//${authority.text}`;
  const named = authority?.credentials ?? null;
  const first = authority === null ? -1 : written.slice(start, pathStart).indexOf(',');
  if (first >= 0) {
    const comma = start + first;
    const [type = ''] = before.split(',', 1);
    const isChanged = path.lastDots >= 0 || /[:@]/.test(written.slice(comma, pathStart));
    const resolvedBody = isChanged ? before.slice(type.length + 1) + path.text : null;
    return { comma, type, resolvedBody, credentials: named };
  }
  const { comma, text } = path;
  if (comma < 0) return path.lost >= 0 ? commaInDotSegment(path.lost) : noComma(end);
  const at = text.indexOf(',');
  const type = before + (yield* urlParsed(text.slice(0, at), inPath));
  return {
    comma,
    // Without a host, a path that begins with two slashes would be read as an authority:
    // https://url.spec.whatwg.org/#url-serializing
    type: authority === null && type.startsWith('//') ? `/.${type}` : type,
    resolvedBody: path.lastDots > comma ? text.slice(at + 1) : null,
    credentials: named,
  };
}

interface Authority {
  /** The authority in a serialized URL. */
  text: string;
  credentials: Problem | null;
}

/**
 * Reads the authority from `start` to `end`: https://url.spec.whatwg.org/#authority-state, #host-state, and
 * #port-state.
 */
function* authorityIn(
  written: string,
  start: number,
  end: number,
): Generator<void, Authority | Problem, void> {
  const authority = written.slice(start, end);
  const hostStart = authority.lastIndexOf('@') + 1;
  const isAddress = /^[\t\n\r]*\[/.test(authority.slice(hostStart));
  // Colons within brackets belong to an IPv6 address.
  const bracket = isAddress ? authority.indexOf(']', hostStart) : hostStart;
  const colon = bracket < 0 ? -1 : authority.indexOf(':', bracket);
  const hostEnd = colon < 0 ? authority.length : colon;
  const [name = ''] = authority.slice(0, Math.max(hostStart - 1, 0)).split(':', 1);
  const user = yield* escaped(name, inUser);
  const password = yield* escaped(authority.slice(name.length + 1, Math.max(hostStart - 1, 0)), inUser);
  const text = yield* escaped(authority.slice(hostStart, hostEnd), inOpaquePath);
  const port = yield* escaped(authority.slice(hostEnd + 1), inOpaquePath);
  if (colon > hostStart && (/\D/.test(port) || Number(port) > 65535)) return badPort(start + colon + 1, end);
  const isValid =
    text === '' ? hostStart === 0 && colon < 0 : !/[\0 <>[\\\]^|]/.test(authority.slice(hostStart, hostEnd));
  const host = isAddress ? addressIn(text) : isValid ? text : null;
  if (host === null) return badHost(start + hostStart, colon > hostStart ? start + colon : end);
  const named = user + (password && `:${password}`);
  return {
    text: (named && `${named}@`) + host + (port && `:${Number(port)}`),
    // https://fetch.spec.whatwg.org/#dom-request, step 6.4: fetch() itself rejects credentials; the data: URL processor
    // doesn't.
    credentials: named === '' ? null : credentials(start, end),
  };
}

/** An IPv6 address in brackets, serialized; null if it is invalid or longer than 100 characters. */
function addressIn(text: string): string | null {
  try {
    // URL would remove spaces at the end.
    return text.length > 100 || /[^!-~]/.test(text) ? null : new URL(`data://${text}`).host;
  } catch {
    return null;
  }
}

interface ResolvedPath {
  /** The path without its dot-segments, and the query. */
  text: string;
  /** The index in the written text of the first comma in `text`; -1 if none. */
  comma: number;
  /** The index of the first comma that a `..` removed; -1 if none. */
  lost: number;
  /** The index of the slash before the last dot-segment; -1 if none. */
  lastDots: number;
}

/**
 * Resolves the path that starts at `start`: https://url.spec.whatwg.org/#path-state. Works from the last segment to the
 * first, so that counting the segments still to be removed is enough.
 */
function* resolvedPath(written: string, start: number, end: number): Generator<void, ResolvedPath, void> {
  const query = written.indexOf('?', start);
  const pathEnd = query < 0 ? end : Math.min(query, end);
  let comma = written.slice(pathEnd, end).indexOf(',');
  if (comma >= 0) comma += pathEnd;
  let lost = -1;
  let lastDots = -1;
  let behind = '';
  let parts = [written.slice(pathEnd, end)];
  let pops = 0;
  let keptEnd = pathEnd;
  let pause = pathEnd - pieceLength;
  for (let to = pathEnd; to > start; ) {
    if (to < pause) {
      pause = to - pieceLength;
      behind = parts.reverse().join('') + behind;
      parts = [];
      yield;
    }
    const slash = written.lastIndexOf('/', to - 1);
    const dots = dotsOf(written, slash + 1, to);
    const commaIn = written.slice(slash, to).indexOf(',');
    if (commaIn >= 0 && pops > 0) lost = slash + commaIn;
    else if (commaIn >= 0) comma = slash + commaIn;
    if (dots > 0 || pops > 0) {
      parts.push(written.slice(to, keptEnd));
      // The last segment becomes empty if it is a dot-segment; no later segment can have removed it.
      if (to === pathEnd) parts.push('/');
      keptEnd = slash;
    }
    if (dots > 0) lastDots = Math.max(lastDots, slash);
    if (dots === 2) pops++;
    else if (dots === 0 && pops > 0) pops--;
    to = slash;
  }
  parts.push(written.slice(start, keptEnd));
  return { text: parts.reverse().join('') + behind, comma, lost, lastDots };
}

/**
 * The number of dots: 1 for https://url.spec.whatwg.org/#single-dot-path-segment, 2 for #double-dot-path-segment, 0 for
 * any other segment.
 */
function dotsOf(written: string, from: number, to: number): 0 | 1 | 2 {
  let text = '';
  for (let i = from; i < to && text.length <= '%2e%2e'.length; i++)
    if (!isRemoved(written.charCodeAt(i))) text += written[i];
  if (text === '') return 0;
  const match = /^(?:\.|%2e)(\.|%2e)?$/i.exec(text);
  return match === null ? 0 : match[1] === undefined ? 1 : 2;
}

/**
 * Parses the text before the comma by https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state and #query-state:
 * TAB, LF and CR are removed, controls and all characters above U+007E become UTF-8 escapes, a space directly before
 * the `?` becomes %20, and after the `?` all spaces, `"`, `<` and `>` are escaped.
 */
export const afterUrlParsing = (text: string): string => atOnce(urlParsed(text));

/**
 * Like `afterUrlParsing`, but a generator that yields now and then.
 *
 * @param inPath matches the characters before the query that are escaped
 */
export function* urlParsed(text: string, inPath = inOpaquePath): Generator<void, string, void> {
  const mark = text.indexOf('?');
  if (mark < 0) return yield* escaped(text, inPath);
  const path = yield* escaped(text.slice(0, mark), inPath);
  return path.replace(/ $/, '%20') + (yield* escaped(text.slice(mark), inQuery));
}

/**
 * Match the characters that are escaped in each part of a URL: the sets from
 * https://url.spec.whatwg.org/#c0-control-percent-encode-set on.
 */
const inOpaquePath = /[^ -~]+/gu;
const inQuery = /[^!#-;=?-~]+/gu;
const inPath = /[^!#-;=?-\]_a-z|~]+/gu;
const inUser = /[^!$-.\w~]+/gu;

/** Escapes characters, and removes TAB, LF and CR. */
function* escaped(text: string, characters: RegExp): Generator<void, string, void> {
  let result = '';
  for (let from = 0; from < text.length; ) {
    if (from > 0) yield;
    const to = pieceEnd(text, from, from + pieceLength);
    // Lone surrogates become U+FFFD first, because removing characters could join two halves into a pair.
    const piece = text
      .slice(from, to)
      .toWellFormed()
      .replace(/[\t\n\r]+/g, '');
    result += piece.replace(characters, encodeURIComponent);
    from = to;
  }
  return result;
}
