/** Removes dot-segments from paths: rfc2396bis, section 5.2.4. */
import { fromUnits } from './characters.ts';

/**
 * The path without dot-segments, in a form that can follow the authority. Without an authority, a path must not begin
 * with "//" (section 3.3). If removing dots would produce such a path ("x:/.//y"), "/." is kept, so that the first
 * segment doesn't become an authority.
 */
export function withoutDots(authority: string | undefined, path: string): string {
  const result = removeDotSegments(path);
  return authority === undefined && result.startsWith('//') ? `/.${result}` : result;
}

const DOT = 0x2e;
const SLASH = 0x2f;

/** Section 5.2.4, Remove Dot Segments. Segments are written to a single output buffer, and removed from it. */
export function removeDotSegments(path: string): string {
  if (!path.startsWith('.') && !path.includes('/.')) return path;
  const { length } = path;
  const output = new Uint16Array(length);
  let written = 0;
  let i = 0;
  // 2A and 2D: dots at the beginning of a path without a leading slash.
  for (;;) {
    const dots = dotsAt(path, i);
    if (dots === 0) break;
    i += dots;
    if (i === length) return '';
    i++;
  }
  while (i < length) {
    // The rest of the input begins with "/", or with the first segment of a path without a leading slash.
    const dots = path.charCodeAt(i) === SLASH ? dotsAt(path, i + 1) : 0;
    if (dots > 0) {
      // 2B, 2C: the segment is skipped, and two dots also remove the last segment that was written.
      if (dots === 2) {
        while (written > 0 && output[--written] !== SLASH);
      }
      i += 1 + dots;
      if (i === length) output[written++] = SLASH;
    } else {
      // 2E: copies one segment with its leading slash.
      do output[written++] = path.charCodeAt(i++);
      while (i < length && path.charCodeAt(i) !== SLASH);
    }
  }
  return fromUnits(output, written);
}

/** The number of dots if "." or ".." is a complete segment at `index`; otherwise 0. Section 3.3. */
function dotsAt(path: string, index: number): 0 | 1 | 2 {
  if (path.charCodeAt(index) !== DOT) return 0;
  const dots = path.charCodeAt(index + 1) === DOT ? 2 : 1;
  const next = index + dots;
  return next === path.length || path.charCodeAt(next) === SLASH ? dots : 0;
}
