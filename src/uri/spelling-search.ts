/**
 * A quick search for spellings of "data:" other than the plain one. Each contains an escape, a line break or
 * another mark, with only the first letters of "data" before it, so the expression is tried only where a mark
 * is.
 */

/** Blanks that are allowed between a letter and the line break after it. */
const maxBlanks = 9;
/**
 * If a text has more than one mark in so many code units, one expression searches all of it, which is faster
 * there.
 */
const sparse = 24;

/**
 * @param source of a case-insensitive expression, as `RegExp` takes it. Each match contains a mark, with only
 *   the first letters of "data", blanks and "=" before the first one
 * @param marks single characters
 * @returns whether the expression matches anywhere in a text; throws if the text is too much for one
 *   expression
 */
export function spellingSearch(source: string, marks: readonly string[]): (text: string) => boolean {
  const anywhere = new RegExp(source, 'i');
  const here = new RegExp(source, 'iy');
  const beginsAt = (text: string, at: number): boolean => {
    here.lastIndex = at;
    return here.test(text);
  };
  return (text) => {
    let left = text.length / sparse;
    for (const mark of marks)
      for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
        if (left-- < 0) return anywhere.test(text);
        const start = startOfLetters(text, at);
        if (start < at && beginsAt(text, start)) return true;
        if ((mark === '&' || mark === '\\') && beginsAt(text, at)) return true;
      }
    return false;
  };
}

/** The index of the "d", "da", "dat" or "data" before a mark, with blanks between; `at` if there is none. */
function startOfLetters(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end - 1)) && at - end < maxBlanks) end--;
  const last = text.charCodeAt(end - 1) | 0x20;
  // It is nearly always another letter.
  if (last !== 0x64 && last !== 0x61 && last !== 0x74) return at;
  for (let length = 4; length > 0; length--) if (isInFront(text, end, length)) return end - length;
  return at;
}

/** Whether the first `length` letters of "data" are directly before a position. */
function isInFront(text: string, end: number, length: number): boolean {
  for (let back = 1; back <= length; back++)
    if ((text.charCodeAt(end - back) | 0x20) !== letters.charCodeAt(length - back)) return false;
  return true;
}

const letters = 'data';

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0x3d;
