/**
 * Reference resolution of 1997 (draft-fielding-url-syntax-05, section 5.2), kept to show how its results differ from
 * today's. Its known quirks are kept: dot-segments in the query are removed, too; ".." may remain; an absolute path
 * keeps its dots; and no slash is inserted between a base without a path and the reference.
 */

import type { Problem } from '../problem.ts';
import { fromUnits } from '../uri/characters.ts';
import { components1997, recompose } from '../uri/components.ts';
import { urlText } from '../url-text.ts';
import { baseNotAbsolute } from './resolve.ts';
import { type NoteStep, type Step, stepsOf } from './resolve-steps.ts';

/** The absolute form of a reference, or the reason why there is none. */
export type Resolution1997 =
  | { ok: true; currentDocument: false; uri: string }
  /** Step 2: the reference is not a URL, but refers to this fragment of the current document. */
  | { ok: true; currentDocument: true; fragment: string | undefined }
  | { ok: false; problem: Problem };

/**
 * The absolute form of a reference by the seven steps of section 5.2. The base needs a scheme only if the reference is
 * incomplete. Takes linear time.
 */
export const resolve1997 = (reference: string | URL, base: string | URL): Resolution1997 =>
  resolving(urlText(reference, 'resolve1997'), urlText(base, "resolve1997's base"));

/** The steps of `resolve1997`. Empty if the reference does not resolve. Takes linear time. */
export const stepsOf1997 = (reference: string, base: string): Step[] =>
  stepsOf((note) => resolving(reference, base, note));

function resolving(reference: string, base: string, note?: NoteStep): Resolution1997 {
  const parsedBase = components1997(base);
  const { scheme, authority, path, query, fragment } = components1997(reference);
  const absolute = (uri: string): Resolution1997 => {
    note?.('7', 'result', uri);
    return { ok: true, currentDocument: false, uri };
  };

  // Step 2
  if (path === '' && scheme === undefined && authority === undefined && query === undefined) {
    note?.('2', 'same_document', fragment === undefined ? '' : `#${fragment}`);
    return { ok: true, currentDocument: true, fragment };
  }
  // Step 3
  if (scheme !== undefined) {
    note?.('3', 'scheme', reference);
    return absolute(reference);
  }
  // Section 5.1.4: an incomplete reference can't inherit anything without a base.
  if (parsedBase.scheme === undefined) return { ok: false, problem: baseNotAbsolute() };
  // Step 4: <site> is today's authority.
  if (authority !== undefined) {
    note?.('4', 'authority', authority);
    return absolute(recompose({ scheme: parsedBase.scheme, authority, path, query, fragment }));
  }
  const inherited = { scheme: parsedBase.scheme, authority: parsedBase.authority };
  // Step 5
  if (path.startsWith('/')) {
    note?.('5', 'absolute_path', path);
    return absolute(recompose({ ...inherited, path, query, fragment }));
  }
  // Step 6a to 6c
  const merged = keptOf(parsedBase.path) + path + (query === undefined ? '' : `?${query}`);
  note?.('6a–c', 'merge', merged);
  // Step 6d to 6g
  const buffer = removeDots(merged);
  if (buffer !== merged) note?.('6d–g', 'dots', buffer);
  // Step 6h, 6i
  const question = buffer.indexOf('?');
  return absolute(
    recompose({
      ...inherited,
      path: question < 0 ? buffer : buffer.slice(0, question),
      query: question < 0 ? undefined : buffer.slice(question + 1),
      fragment,
    }),
  );
}

/** Step 6a: the base's path without its last segment. */
export const keptOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const SLASH = 0x2f;

/**
 * Steps 6d to 6g. Segments are copied one by one. A ".." removes the previous segment, unless no segment is left, or
 * the previous segment is itself a ".." that could not be removed.
 */
export function removeDots(buffer: string): string {
  const output = new Uint16Array(buffer.length);
  // The leading slash of an absolute path comes before the first segment and is never removed.
  const first = buffer.startsWith('/') ? 1 : 0;
  if (first === 1) output[0] = SLASH;
  let written = first;
  for (let i = first; i < buffer.length; ) {
    const slash = buffer.indexOf('/', i);
    const end = slash < 0 ? buffer.length : slash;
    const isDot = end - i === 1 && buffer[i] === '.';
    const isDouble = end - i === 2 && buffer.startsWith('..', i);
    const previous = isDouble ? lastSegment(output, written, first) : -1;
    if (previous >= 0) {
      written = previous;
    } else if (!isDot) {
      for (; i < end; i++) output[written++] = buffer.charCodeAt(i);
      if (slash >= 0) output[written++] = SLASH;
    }
    i = end + 1;
  }
  return fromUnits(output, written);
}

/** The index of the last whole segment that is not ".."; -1 if there is none. */
function lastSegment(output: Uint16Array, written: number, first: number): number {
  if (written <= first) return -1;
  let start = written - 1;
  while (start > first && output[start - 1] !== SLASH) start--;
  const isDouble = written - start === 3 && output[start] === 0x2e && output[start + 1] === 0x2e;
  return isDouble ? -1 : start;
}
