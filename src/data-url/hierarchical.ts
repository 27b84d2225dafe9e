/**
 * `data:/…` and `data://…`: after a scheme that is not special a slash makes the URL parser read an authority and a
 * path, where a host or port can be wrong and `..` removes segments
 * (https://url.spec.whatwg.org/#path-or-authority-state). Only there does the text of the URL change in a way that
 * percent-decoding does not undo. The platform's own `URL` reads the authority and escapes what stands before the
 * comma; the segments are ours, as we have to know where the comma that survives stands, and as Node 20's `URL` leaves
 * dot-segments behind a segment that begins with a dot.
 */
import type { Problem } from '../problem.ts';
import { badHost, badPort, commaInDotSegment, credentials, noComma } from './problems.ts';

export interface Hierarchical {
  /** Index of the comma in the written text. */
  comma: number;
  /** What stands before the comma, after URL parsing, without `data:`. */
  type: string;
  /** The body after URL parsing where it is not simply what stands after the comma, else null. */
  resolvedBody: string | null;
}

const isRemoved = (unit: number) => unit === 0x09 || unit === 0x0a || unit === 0x0d;

/**
 * `written` is a data: URL; its text after the scheme, from `slash` to `end`, starts with "/" and has no "#". At `end`
 * stands nothing, or a "#", a control or a space.
 */
export function readHierarchical(written: string, slash: number, end: number): Hierarchical | Problem {
  let pathStart = slash;
  let i = slash + 1;
  while (isRemoved(written.charCodeAt(i))) i++;
  if (written.charCodeAt(i) === 0x2f) {
    const start = i + 1;
    pathStart = start;
    while (pathStart < end) {
      const unit = written.charCodeAt(pathStart);
      if (unit === 0x2f || unit === 0x3f) break;
      pathStart++;
    }
    const url = parsed(`${written.slice(0, pathStart)}/`);
    if (url === null) return authorityProblem(written, start, pathStart);
    // https://fetch.spec.whatwg.org/#dom-request, step 6.4: not the processor but fetch() itself refuses these.
    if (url.username !== '' || url.password !== '') return credentials(start, pathStart);
    const { href } = url;
    const comma = written.indexOf(',', start);
    if (comma >= 0 && comma < pathStart) {
      // An empty password or port vanishes, and a port loses leading zeros.
      const authority = written.slice(comma, pathStart);
      const changes =
        authority.includes('@') || authority.includes(':') || scanPath(written, pathStart, end).anyDots;
      const [type, rest] = splitAtComma(href);
      // The href ends with the "/" that was put behind the authority.
      const body = changes ? rest.slice(0, -1) + resolvedPath(written, pathStart, end) : null;
      return { comma, type: type.slice(5), resolvedBody: body };
    }
  }
  const path = scanPath(written, pathStart, end);
  if (path.comma < 0) {
    return path.lost >= 0 ? commaInDotSegment(path.lost) : noComma(end);
  }
  const { comma } = path;
  const [type] = splitAtComma(parsed(written.slice(0, comma + 1))?.href ?? '');
  const [, body] = path.dots ? splitAtComma(resolvedPath(written, pathStart, end)) : [];
  return { comma, type: type.slice(5), resolvedBody: body ?? null };
}

function splitAtComma(text: string): [before: string, after: string] {
  const comma = text.indexOf(',');
  return [text.slice(0, comma), text.slice(comma + 1)];
}

/** With U+FFFD for lone surrogates, before the halves of a pair that something parted can meet. */
const scalarValues = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

function parsed(text: string): URL | null {
  try {
    // Chromium's URL removes TAB, LF and CR from all URLs but these; the standard knows no such exception.
    return new URL(/[\t\n\r]/.test(text) ? scalarValues(text).replace(/[\t\n\r]+/g, '') : text);
  } catch {
    return null;
  }
}

/**
 * The path that starts at `start`, without its dot-segments, and the query. From the last segment to the first, so that
 * it is enough to count how many are still to be popped.
 */
function resolvedPath(written: string, start: number, end: number): string {
  const query = written.indexOf('?', start);
  const pathEnd = query < 0 ? end : Math.min(query, end);
  const parts = [written.slice(pathEnd, end)];
  let pops = 0;
  let keptEnd = pathEnd;
  for (let to = pathEnd; to > start; ) {
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
  return parts.reverse().join('');
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
function scanPath(written: string, start: number, end: number): ScannedPath {
  const result: ScannedPath = { comma: -1, lost: -1, dots: false, anyDots: false };
  let depth = 0;
  let depthOfComma = 0;
  let i = start;
  // A "?" ends the path.
  while (i < end && written.charCodeAt(i) !== 0x3f) {
    i++; // the "/"
    const from = i;
    let significant = 0;
    let mayBeDots = false;
    let comma = -1;
    for (; i < end; i++) {
      const unit = written.charCodeAt(i);
      if (unit === 0x2f || unit === 0x3f) break;
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
