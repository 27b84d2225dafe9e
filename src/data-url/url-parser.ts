/**
 * Reads data: URLs as the URL Standard's parser does: escapes the text before the comma, and resolves `data:/…` and
 * `data://…`. In these, the slash begins a path or an authority, because the scheme isn't special: a host or port can
 * be invalid, and `..` removes segments (https://url.spec.whatwg.org/#path-or-authority-state). Only in these does the
 * parser change the text in a way that percent-decoding does not reverse. The platform's own `URL` reads the authority
 * and escapes the text before the comma; the segments are resolved here, because the position of the remaining comma
 * must be known, and because Node 20's `URL` keeps dot-segments after a segment that begins with a dot.
 */

import type { Problem } from '../problem.ts';
import { pieceEnd } from '../truncate.ts';
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { isRemoved } from './is-data-url.ts';
import { badHost, badPort, commaInDotSegment, credentials, noComma } from './problems.ts';

/** Maximum length, in code units, of a head that the platform's URL parser, which cannot pause, parses in one go. */
const maxParsedHead = 1 << 16;

export interface Hierarchical {
  /** Index of the comma in the written text. */
  comma: number;
  /** The text before the comma, after URL parsing, without `data:`. */
  type: string;
  /** The body after URL parsing if it differs from the text after the comma; otherwise null. */
  resolvedBody: string | null;
  /** The problem of a user name or password, for which only fetch() rejects the URL. */
  credentials: Problem | null;
}

/**
 * Number of code units that are split into segments between two yields. Small, because there may be as many segments as
 * code units.
 */
const segmentsLength = strideLength >> 3;

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
  let named: Problem | null = null;
  let i = slash + 1;
  while (isRemoved(written.charCodeAt(i))) i++;
  if (written.charCodeAt(i) === 0x2f) {
    const start = i + 1;
    pathStart = written.slice(start, end).search(/[/?]/);
    pathStart = pathStart < 0 ? end : start + pathStart;
    const authority = yield* authorityIn(written, start, pathStart);
    const url = parsed(`data://${yield* briefly(authority)}/`);
    if (url === null) return authorityProblem(written, start, pathStart);
    // https://fetch.spec.whatwg.org/#dom-request, step 6.4: fetch() itself rejects credentials; the data: URL processor
    // doesn't.
    if (url.username !== '' || url.password !== '') named = credentials(start, pathStart);
    const comma = written.indexOf(',', start);
    if (comma >= 0 && comma < pathStart) {
      const rest = written.slice(comma, pathStart);
      const changes =
        rest.includes('@') || rest.includes(':') || (yield* scanPath(written, pathStart, end)).anyDots;
      const body = changes ? afterComma(authority) + (yield* resolvedPath(written, pathStart, end)) : null;
      const isInUser = authority.userinfo?.includes(',') === true;
      const type = isInUser ? typeInUser(written, comma) : typeBefore(written, comma);
      return { comma, type, resolvedBody: body, credentials: named };
    }
  }
  const path = yield* scanPath(written, pathStart, end);
  if (path.comma < 0) {
    return path.lost >= 0 ? commaInDotSegment(path.lost) : noComma(end);
  }
  const { comma } = path;
  const resolved = path.dots ? yield* resolvedPath(written, pathStart, end) : null;
  const body = resolved === null ? null : resolved.slice(resolved.indexOf(',') + 1);
  return { comma, type: typeBefore(written, comma), resolvedBody: body, credentials: named };
}

/**
 * The text between the colon and the comma after URL parsing. The text is not a MIME type, because it begins with a
 * slash. Of a long text, only the end is returned, which may be a base64 token.
 */
function typeBefore(written: string, comma: number): string {
  if (comma <= maxParsedHead) {
    const { href } = parsed(written.slice(0, comma + 1)) as URL;
    return href.slice('data:'.length, href.indexOf(','));
  }
  let end = '';
  for (let i = comma - 1; end.length < ';base64'.length; i--) {
    if (!isRemoved(written.charCodeAt(i))) end = (written[i] === ' ' ? '%20' : written[i]) + end;
  }
  return `/${end}`;
}

/**
 * Like `typeBefore`, for a comma in a user name or password: URL parsing escapes `;` and `=` there, so there can be no
 * base64 token.
 */
function typeInUser(written: string, comma: number): string {
  if (comma > maxParsedHead) return '//';
  const { href } = parsed(`${written.slice(0, comma + 1)}@h/`) as URL;
  return href.slice('data:'.length, href.indexOf(','));
}

/** The part of an authority after its comma, as in a serialized URL (https://url.spec.whatwg.org/#url-serializing). */
function afterComma({ userinfo, host, port }: Authority): string {
  const hostAndPort = host + (port ? `:${Number(port)}` : '');
  const comma = userinfo?.indexOf(',') ?? -1;
  if (userinfo === null || comma < 0) return hostAndPort.slice(hostAndPort.indexOf(',') + 1);
  // The serializer omits the colon before an empty password.
  const end = userinfo.indexOf(':') === userinfo.length - 1 ? -1 : userinfo.length;
  return `${userinfo.slice(comma + 1, end)}@${hostAndPort}`;
}

/** The parts of an authority (https://url.spec.whatwg.org/#authority-state), without TAB, LF and CR. */
interface Authority {
  userinfo: string | null;
  host: string;
  /** The text after a colon, which need not be a number; null if there is no colon. */
  port: string | null;
}

function* authorityIn(written: string, start: number, end: number): Generator<void, Authority, void> {
  let text = '';
  for (let from = start; from < end; ) {
    if (from > start) yield;
    const to = pieceEnd(written, from, Math.min(from + strideLength, end));
    text += withoutRemoved(written.slice(from, to));
    from = to;
  }
  const at = text.lastIndexOf('@');
  const behind = text.slice(at + 1);
  // Colons within brackets belong to an IPv6 address.
  const bracket = behind.startsWith('[') ? behind.indexOf(']') : 0;
  const colon = bracket < 0 ? -1 : behind.indexOf(':', bracket);
  return {
    userinfo: at < 0 ? null : text.slice(0, at),
    host: colon < 0 ? behind : behind.slice(0, colon),
    port: colon < 0 ? null : behind.slice(colon + 1),
  };
}

/**
 * A shorter authority that a URL parser accepts, or rejects for the same reason as the original. The result contains
 * each character of a long host once, because only the set of characters decides whether an opaque host is valid
 * (https://url.spec.whatwg.org/#concept-opaque-host-parser).
 */
function* briefly({ userinfo, host, port }: Authority): Generator<void, string, void> {
  const [before, behind] = [userinfo === null ? '' : `${userinfo}@`, port === null ? '' : `:${port}`];
  if (before.length + host.length + behind.length <= maxParsedHead) return before + host + behind;
  // The first and last characters show whether there is a user name or password.
  const someUser = userinfo === null ? '' : `${userinfo.slice(0, 1)}${userinfo.slice(1).slice(-1)}@`;
  const somePort = port === null ? '' : /\D/.test(port) ? ':x' : `:${Math.min(Number(port), 1e5)}`;
  // A valid IPv6 address is never that long, so the platform's parser rejects "[" for the same reason.
  if (host.startsWith('[') && host.length > 100) return '[';
  const characters = new Set<string>();
  for (let i = 0; i < host.length; i += strideLength) {
    if (i > 0) yield;
    for (const character of new Set(host.slice(i, i + strideLength))) characters.add(character);
  }
  return someUser + [...characters].join('') + somePort;
}

/**
 * Replaces lone surrogates with U+FFFD. Must come before characters are removed, which could join two halves into a
 * pair.
 */
const scalarValues = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const withoutRemoved = (text: string): string =>
  /[\t\n\r]/.test(text) ? scalarValues(text).replace(/[\t\n\r]+/g, '') : text;

function parsed(text: string): URL | null {
  try {
    // Chromium's URL removes TAB, LF and CR from all URLs except data: URLs; the standard has no such exception.
    return new URL(withoutRemoved(text));
  } catch {
    return null;
  }
}

/**
 * The path that starts at `start`, without its dot-segments, and the query. Works from the last segment to
 * the first, so that counting the segments still to be removed is enough.
 */
function* resolvedPath(written: string, start: number, end: number): Generator<void, string, void> {
  const query = written.indexOf('?', start);
  const pathEnd = query < 0 ? end : Math.min(query, end);
  let behind = '';
  let parts = [written.slice(pathEnd, end)];
  let pops = 0;
  let keptEnd = pathEnd;
  let pause = pathEnd - segmentsLength;
  for (let to = pathEnd; to > start; ) {
    if (to < pause) {
      pause = to - segmentsLength;
      behind = parts.reverse().join('') + behind;
      parts = [];
      yield;
    }
    const slash = written.lastIndexOf('/', to - 1);
    const dots = dotsOf(written, slash + 1, to);
    if (dots > 0 || pops > 0) {
      parts.push(written.slice(to, keptEnd));
      // The last segment becomes empty if it is a dot-segment; no later segment can have removed it.
      if (to === pathEnd) parts.push('/');
      keptEnd = slash;
    }
    if (dots === 2) pops++;
    else if (dots === 0 && pops > 0) pops--;
    to = slash;
  }
  parts.push(written.slice(start, keptEnd));
  return parts.reverse().join('') + behind;
}

interface ScannedPath {
  /** The first comma that remains in the path or the query; -1 if none. */
  comma: number;
  /** The index of a comma that a `..` removed; -1 if none. */
  lost: number;
  /** Whether there are dot-segments after the comma, and whether there are any at all. */
  dots: boolean;
  anyDots: boolean;
}

/**
 * The number of dots: 1 for https://url.spec.whatwg.org/#single-dot-path-segment, 2 for #double-dot-path-segment, 0 for
 * any other segment.
 */
function dotsOf(written: string, from: number, to: number): 0 | 1 | 2 {
  const match = /^(?:\.|%2e)(\.|%2e)?$/i.exec(written.slice(from, to).replace(/[\t\n\r]+/g, ''));
  return match === null ? 0 : match[1] === undefined ? 1 : 2;
}

/**
 * The path state (https://url.spec.whatwg.org/#path-state) as far as commas are concerned. `..` always removes the
 * last segment, so it suffices to track the number of segments and the one with the comma.
 */
function* scanPath(written: string, start: number, end: number): Generator<void, ScannedPath, void> {
  const result: ScannedPath = { comma: -1, lost: -1, dots: false, anyDots: false };
  let depth = 0;
  let depthOfComma = 0;
  let i = start;
  let pause = start + segmentsLength;
  // A "?" ends the path.
  while (i < end && written.charCodeAt(i) !== 0x3f) {
    if (i > pause) {
      pause = i + segmentsLength;
      yield;
    }
    i++; // the "/"
    const from = i;
    let significant = 0;
    let mayBeDots = false;
    let comma = -1;
    for (; i < end; i++) {
      const unit = written.charCodeAt(i);
      if (unit === 0x2f || unit === 0x3f) break;
      // A single segment may be as long as the whole text.
      if (i - pause > strideLength) {
        pause = i;
        yield;
      }
      if (isRemoved(unit)) continue;
      if (significant++ === 0) mayBeDots = unit === 0x2e || unit === 0x25;
      if (unit === 0x2c && comma < 0) comma = i;
    }
    const dots = mayBeDots && significant <= 6 ? dotsOf(written, from, i) : 0;
    if (dots > 0) result.dots = result.anyDots = true;
    if (dots === 2 && depth > 0) {
      if (result.comma >= 0 && depthOfComma === depth) {
        result.lost = result.comma;
        result.comma = -1;
      }
      depth--;
    }
    if (dots === 0) depth++;
    if (dots === 0 && comma >= 0 && result.comma < 0) {
      result.comma = comma;
      depthOfComma = depth;
      result.dots = false;
    }
  }
  if (result.comma < 0) {
    const comma = written.indexOf(',', i);
    if (comma >= 0 && comma < end) return { ...result, comma, dots: false };
  }
  return result;
}

/**
 * The problem of an authority that `URL` rejects, at its host or port: https://url.spec.whatwg.org/#host-state and
 * #port-state.
 */
function authorityProblem(written: string, start: number, end: number): Problem {
  const authority = written.slice(start, end);
  const host = authority.lastIndexOf('@') + 1;
  // Colons within brackets belong to an IPv6 address.
  const bracket = authority.startsWith('[', host) ? authority.indexOf(']', host) : host;
  const colon = bracket < 0 ? -1 : authority.indexOf(':', bracket);
  if (colon > host) {
    const port = authority.slice(colon + 1).replace(/[\t\n\r]/g, '');
    if (/\D/.test(port) || Number(port) > 65535) return badPort(start + colon + 1, end);
  }
  return badHost(start + host, colon > host ? start + colon : end);
}

const hexDigits = '0123456789ABCDEF';

/**
 * Parses the text before the comma by https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state and #query-state:
 * TAB, LF and CR are removed, controls and all characters above U+007E become UTF-8 escapes, a space directly before
 * the `?` becomes %20, and after the `?` all spaces, `"`, `<` and `>` are escaped.
 */
export const afterUrlParsing = (text: string): string => atOnce(urlParsed(text));

/** Like `afterUrlParsing`, but a generator that yields now and then. */
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

/** Escapes the required characters in a part of the text, and removes TAB, LF and CR. */
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
