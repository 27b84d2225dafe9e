/**
 * `data:/…` and `data://…`: after a scheme that is not special a slash makes the URL parser read an authority and a
 * path, where a host or port can be wrong and `..` removes segments
 * (https://url.spec.whatwg.org/#path-or-authority-state). Only there does the text of the URL change in a way that
 * percent-decoding does not undo. The platform's own `URL` reads the authority and escapes what stands before the
 * comma; the segments are ours, as we have to know where the comma that survives stands, and as Node 20's `URL` leaves
 * dot-segments behind a segment that begins with a dot.
 */

import type { Problem } from '../problem.ts';
import { strideLength } from '../turns.ts';
import { isRemoved } from './is-data-url.ts';
import { maxParsedHead } from './limits.ts';
import { pieceEnd } from './pieces.ts';
import { badHost, badPort, commaInDotSegment, credentials, noComma } from './problems.ts';

export interface Hierarchical {
  /** Index of the comma in the written text. */
  comma: number;
  /** What stands before the comma, after URL parsing, without `data:`. */
  type: string;
  /** The body after URL parsing where it is not simply what stands after the comma, else null. */
  resolvedBody: string | null;
}

/** Code units of a path that are cut into segments at a time: there may be as many. */
const segmentsLength = strideLength >> 3;

/**
 * `written` is a data: URL; its text after the scheme, from `slash` to `end`, starts with "/" and has no "#". At `end`
 * stands nothing, or a "#", a control or a space. Yields now and then.
 */
export function* readHierarchical(
  written: string,
  slash: number,
  end: number,
): Generator<void, Hierarchical | Problem, void> {
  let pathStart = slash;
  let i = slash + 1;
  while (isRemoved(written.charCodeAt(i))) i++;
  if (written.charCodeAt(i) === 0x2f) {
    const start = i + 1;
    pathStart = written.slice(start, end).search(/[/?]/);
    pathStart = pathStart < 0 ? end : start + pathStart;
    const authority = yield* authorityIn(written, start, pathStart);
    const url = parsed(`data://${yield* briefly(authority)}/`);
    if (url === null) return authorityProblem(written, start, pathStart);
    // https://fetch.spec.whatwg.org/#dom-request, step 6.4: not the processor but fetch() itself refuses these.
    if (url.username !== '' || url.password !== '') return credentials(start, pathStart);
    const comma = written.indexOf(',', start);
    if (comma >= 0 && comma < pathStart) {
      const rest = written.slice(comma, pathStart);
      const changes =
        rest.includes('@') || rest.includes(':') || (yield* scanPath(written, pathStart, end)).anyDots;
      const { host, port } = authority;
      // What follows the comma is all that is left of user information, which cannot hold one, and of the port.
      const hostAndPort = host.slice(host.indexOf(',') + 1) + (port ? `:${Number(port)}` : '');
      const body = changes ? hostAndPort + (yield* resolvedPath(written, pathStart, end)) : null;
      return { comma, type: typeBefore(written, comma), resolvedBody: body };
    }
  }
  const path = yield* scanPath(written, pathStart, end);
  if (path.comma < 0) {
    return path.lost >= 0 ? commaInDotSegment(path.lost) : noComma(end);
  }
  const { comma } = path;
  const resolved = path.dots ? yield* resolvedPath(written, pathStart, end) : null;
  const body = resolved === null ? null : resolved.slice(resolved.indexOf(',') + 1);
  return { comma, type: typeBefore(written, comma), resolvedBody: body };
}

/**
 * What stands between the colon and the comma, as the URL parser has it. It begins with a slash and so is no MIME type;
 * all that counts of a long one is the base64 token at its end.
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

/** https://url.spec.whatwg.org/#authority-state, without TAB, LF and CR. */
interface Authority {
  userinfo: string | null;
  host: string;
  /** Behind a colon, not yet known to be a number; null without one. */
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
  // Colons inside of brackets are those of an IPv6 address.
  const bracket = behind.startsWith('[') ? behind.indexOf(']') : 0;
  const colon = bracket < 0 ? -1 : behind.indexOf(':', bracket);
  return {
    userinfo: at < 0 ? null : text.slice(0, at),
    host: colon < 0 ? behind : behind.slice(0, colon),
    port: colon < 0 ? null : behind.slice(colon + 1),
  };
}

/**
 * An authority that a URL parser takes or refuses for the same reason: of a long one each character of the host once,
 * as an opaque host is valid or not by the characters in it (https://url.spec.whatwg.org/#concept-opaque-host-parser).
 */
function* briefly({ userinfo, host, port }: Authority): Generator<void, string, void> {
  const [before, behind] = [userinfo === null ? '' : `${userinfo}@`, port === null ? '' : `:${port}`];
  if (before.length + host.length + behind.length <= maxParsedHead) return before + host + behind;
  // A user name, a password, or the colon alone.
  const someUser = userinfo === null ? '' : `${userinfo.slice(0, 1)}${userinfo.slice(-1)}@`;
  const somePort = port === null ? '' : /\D/.test(port) ? ':x' : `:${Math.min(Number(port), 1e5)}`;
  // No IPv6 address is that long.
  if (host.startsWith('[') && host.length > 100) return '[';
  const characters = new Set<string>();
  for (let i = 0; i < host.length; i += strideLength) {
    if (i > 0) yield;
    for (const character of new Set(host.slice(i, i + strideLength))) characters.add(character);
  }
  return someUser + [...characters].join('') + somePort;
}

/** With U+FFFD for lone surrogates, before the halves of a pair that something parted can meet. */
const scalarValues = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const withoutRemoved = (text: string): string =>
  /[\t\n\r]/.test(text) ? scalarValues(text).replace(/[\t\n\r]+/g, '') : text;

function parsed(text: string): URL | null {
  try {
    // Chromium's URL removes TAB, LF and CR from all URLs but these; the standard knows no such exception.
    return new URL(withoutRemoved(text));
  } catch {
    return null;
  }
}

/**
 * The path that starts at `start`, without its dot-segments, and the query. From the last segment to the first, so that
 * it is enough to count how many are still to be popped.
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
      // The last segment is left empty where it is one of dots, which nothing behind it can have popped.
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
  /** The first comma that survives, in the path or the query, or -1. */
  comma: number;
  /** A comma that a `..` removed, or -1. */
  lost: number;
  /** Whether there are dot-segments after the comma, and anywhere. */
  dots: boolean;
  anyDots: boolean;
}

/** https://url.spec.whatwg.org/#single-dot-path-segment: 1; #double-dot-path-segment: 2; any other segment: 0. */
function dotsOf(written: string, from: number, to: number): 0 | 1 | 2 {
  const match = /^(?:\.|%2e)(\.|%2e)?$/i.exec(written.slice(from, to).replace(/[\t\n\r]+/g, ''));
  return match === null ? 0 : match[1] === undefined ? 1 : 2;
}

/**
 * The path state (https://url.spec.whatwg.org/#path-state) as far as commas are concerned. Segments that are popped
 * are always the last ones, so how many there are and which of them holds the comma is all that has to be kept.
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
      // One segment can be all of it.
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

/** Which part of the authority made `URL` fail: https://url.spec.whatwg.org/#host-state and #port-state. */
function authorityProblem(written: string, start: number, end: number): Problem {
  const authority = written.slice(start, end);
  const host = authority.lastIndexOf('@') + 1;
  // Colons inside of brackets are those of an IPv6 address.
  const bracket = authority.startsWith('[', host) ? authority.indexOf(']', host) : host;
  const colon = bracket < 0 ? -1 : authority.indexOf(':', bracket);
  if (colon > host) {
    const port = authority.slice(colon + 1).replace(/[\t\n\r]/g, '');
    if (/\D/.test(port) || Number(port) > 65535) return badPort(start + colon + 1, end);
  }
  return badHost(start + host, colon > host ? start + colon : end);
}
