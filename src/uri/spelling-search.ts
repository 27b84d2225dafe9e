/**
 * A quick search for spellings of "data:" other than the plain one. Each such spelling contains a mark, such as an
 * escape or a line break, preceded only by the first letters of "data". The regular expression is therefore tried only
 * at marks.
 */

/** Maximum number of spaces and "=" between a letter and the line break after it. */
const maxBlanks = 9;
/**
 * Minimum number of code units per mark for which only marks are examined. In denser text, searching with one
 * expression is faster.
 */
const sparse = 24;

/**
 * @param source the source of a case-insensitive `RegExp`. Each match must contain a mark, with only the first letters
 *   of "data", spaces and "=" before the first one. A match that begins with a mark must begin with an escape of
 *   a code or of a letter of the scheme. After a line break, a match continues with a letter, a colon, whitespace, NUL,
 *   ">", "=", a quotation mark, or an escape
 * @param marks single characters
 * @param front the source of a short expression that matches wherever the other does: few texts contain a match, and
 *   compiling the long one takes as long as searching megabytes
 * @returns a function that finds out whether the expression matches anywhere in a text; throws if the text is too much
 *   for one expression
 */
export function spellingSearch(
  source: string,
  marks: readonly string[],
  front = source,
): (text: string) => boolean {
  const anywhere = new RegExp(front, 'gi');
  const begins = Array.from(new Set([front, source]), (each) => new RegExp(each, 'iy'));
  const beginsAt = (text: string, at: number): boolean =>
    begins.every((each) => {
      each.lastIndex = at;
      return each.test(text);
    });
  const isAnywhere = (text: string): boolean => {
    anywhere.lastIndex = 0;
    for (let found = anywhere.exec(text); found; found = anywhere.exec(text)) {
      if (beginsAt(text, found.index)) return true;
      anywhere.lastIndex = found.index + 1;
    }
    return false;
  };
  return (text) => {
    let left = text.length / sparse;
    for (const mark of marks) {
      const isEscape = mark === '&' || mark === '\\';
      for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
        if (left-- < 0) return isAnywhere(text);
        // After `charCodeAt` was called once with an index outside of a text, it stays slow.
        const isFront = at > 0 && mayEndLetters[text.charCodeAt(at - 1)] === true;
        const start =
          isFront && (mark !== '\n' || mayContinueAfter(text, at)) ? startOfLetters(text, at) : at;
        if (start < at && beginsAt(text, start)) return true;
        if (isEscape && mayContinueEscape[text.charCodeAt(at + 1)] && beginsAt(text, at)) return true;
      }
    }
    return false;
  };
}

/**
 * Whether a code unit may come directly before a mark, because it is one of the letters or a blank. Nearly all code
 * units are neither.
 */
const mayEndLetters = Array.from({ length: 128 }, (_, unit) => /[dat =]/i.test(String.fromCharCode(unit)));

/** Whether a code unit may come directly after a line break. Most marks are line breaks, and most lines begin otherwise. */
const mayFollowBreak = Array.from({ length: 128 }, (_, unit) =>
  /[at:\0\s>=&\\"'`]/i.test(String.fromCharCode(unit)),
);

const mayContinueAfter = (text: string, at: number): boolean =>
  at + 1 < text.length && mayFollowBreak[text.charCodeAt(at + 1)] === true;

/**
 * Whether a code unit may follow the "&" or "\\" of an escape that begins the scheme. In "&&" and most escapes of
 * strings, such as "\n", none does.
 */
const mayContinueEscape = Array.from({ length: 128 }, (_, unit) =>
  /[\\#abdux\d]/i.test(String.fromCharCode(unit)),
);

/** The start of the first letters of "data" before a mark and blanks; the mark's own position if there are none. */
function startOfLetters(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end - 1)) && at - end < maxBlanks) end--;
  const last = text.charCodeAt(end - 1) | 0x20;
  // The fast path: the code unit is nearly always another letter.
  if (last !== 0x64 && last !== 0x61 && last !== 0x74) return at;
  for (let length = Math.min(4, end); length > 0; length--)
    if (isInFront(text, end, length)) return end - length;
  return at;
}

/** Whether the first `length` letters of "data" come directly before a position. */
function isInFront(text: string, end: number, length: number): boolean {
  for (let back = 1; back <= length; back++)
    if ((text.charCodeAt(end - back) | 0x20) !== letters.charCodeAt(length - back)) return false;
  return true;
}

const letters = 'data';

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x3d;
