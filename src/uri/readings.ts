/**
 * Handles whitespace that was inserted into a reference to break it across lines, and hyphens at line ends that may or
 * may not belong to it (rfc2396bis, Appendix C; 1997, Appendix E). Takes linear time.
 */

const WHITESPACE = /[\t\n\v\f\r ]+/g;
const HYPHEN_BREAK = /-[ \t]*[\n\r][\t\n\v\f\r ]*/g;

/**
 * Maximum number of hyphens at line ends that are kept or removed individually. If there are more, either all are kept
 * or all are removed.
 */
const maxHyphens = 3;

/**
 * All readings of a reference that was broken across lines, without duplicates. The likeliest comes first; it keeps the
 * hyphens. `keepSpaces`: whether to remove only TAB, LF, and CR, as browsers do in a data: URL.
 */
export function readings(written: string, keepSpaces = false): string[] {
  const space = keepSpaces ? /[\t\n\r]+/g : WHITESPACE;
  const results = [written.replace(space, '')];
  const hyphens = countHyphens(written);
  if (hyphens > maxHyphens) {
    results.push(written.replace(HYPHEN_BREAK, '').replace(space, ''));
  } else {
    for (let dropped = 1; dropped < 2 ** hyphens; dropped++) {
      let nth = 0;
      const read = written.replace(HYPHEN_BREAK, () => ((dropped >> nth++) & 1 ? '' : '-'));
      results.push(read.replace(space, ''));
    }
  }
  return [...new Set(results)];
}

/** Counts hyphens at line ends, up to one more than `maxHyphens`. */
function countHyphens(written: string): number {
  let count = 0;
  for (const _ of written.matchAll(HYPHEN_BREAK)) if (++count > maxHyphens) break;
  return count;
}
