/** Generates spellings of "data:" in the languages of a page. The browser with the page decides how they are parsed. */
import fc from 'fast-check';

/** The ways in which a language can write a character, and texts that add no character to the URL. */
interface Language {
  /** Ways to write a character of the scheme. */
  character(c: string): fc.Arbitrary<string>;
  /** Ways to write a character that the URL parser deletes, or to write nothing. */
  deleted: fc.Arbitrary<string>;
  /** Ways to write a C0 control or space, which the URL parser strips from the beginning of the URL. */
  stripped: fc.Arbitrary<string>;
}

const some = (each: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(each, { maxLength }).map((all) => all.join(''));

/**
 * Generates spellings of "data:" in a language.
 *
 * @returns the spellings, a third of which consist of plain letters only
 */
export const spellingsIn = ({ character, deleted, stripped }: Language): fc.Arbitrary<string> =>
  fc
    .record({
      stripped: some(stripped, 12),
      letters: fc.tuple(
        ...[...'data:'].map((c) =>
          fc.oneof(fc.constantFrom(c, c.toUpperCase()), character(c), character(c.toUpperCase())),
        ),
      ),
      deleted: fc.tuple(
        ...Array.from({ length: 4 }, () =>
          fc.oneof({ weight: 2, arbitrary: fc.constant('') }, some(deleted, 4)),
        ),
      ),
    })
    .map((all) => all.stripped + all.letters.map((each, n) => each + (all.deleted[n] ?? '')).join(''));

const hexOf = (c: string, length = 0) => c.charCodeAt(0).toString(16).padStart(length, '0');
const upper = (text: string) => fc.constantFrom(text, text.toUpperCase());
const removed = ['\t', '\n', '\r'];
const controls = Array.from({ length: 33 }, (_, unit) => String.fromCharCode(unit));
/** The controls that a line of an HTML file can contain. */
const rawControls = controls.filter((c) => c !== '\0' && c !== '\n' && c !== '\r');

const jsonEscape = (c: string) => upper(hexOf(c, 4)).map((hex) => `\\u${hex}`);

/** RFC 8259, section 7. */
export const inJson: Language = {
  character: jsonEscape,
  deleted: fc.oneof(fc.constantFrom('\\t', '\\n', '\\r'), fc.constantFrom(...removed).chain(jsonEscape)),
  stripped: fc.oneof(fc.constantFrom(' ', '\\b', '\\f'), fc.constantFrom(...controls).chain(jsonEscape)),
};

const scriptEscape = (c: string, isSloppy: boolean) =>
  fc.oneof(
    jsonEscape(c),
    upper(hexOf(c, 2)).map((hex) => `\\x${hex}`),
    fc.tuple(fc.nat(9), upper(hexOf(c))).map(([zeros, hex]) => `\\u{${'0'.repeat(zeros)}${hex}}`),
    // The next character is never a digit.
    ...(isSloppy
      ? [fc.constantFrom(0, 3).map((length) => `\\${c.charCodeAt(0).toString(8).padStart(length, '0')}`)]
      : []),
    // A backslash before one of these characters would produce another character.
    ...(/[bfnrtvux\d\n\r]/.test(c) ? [] : [fc.constant(`\\${c}`)]),
  );
const continued = fc.constantFrom('\\\n', '\\\r\n', '\\\r', '\\\u2028', '\\\u2029');

/**
 * ECMA-262, 12.9.4.
 *
 * @param isSloppy whether octal escapes are allowed (B.1.2), as they are outside of modules and templates
 */
export const inScript = (isSloppy: boolean): Language => ({
  character: (c) => scriptEscape(c, isSloppy),
  deleted: fc.oneof(
    fc.constantFrom('\t', '\\t', '\\n', '\\r'),
    continued,
    fc.constantFrom(...removed).chain((c) => scriptEscape(c, isSloppy)),
  ),
  stripped: fc.oneof(
    fc.constantFrom('\\b', '\\f', '\\v', '\\0', ...rawControls),
    continued,
    fc.constantFrom(...controls).chain((c) => scriptEscape(c, isSloppy)),
  ),
});

const cssEscape = (c: string) =>
  fc.oneof(
    fc
      .tuple(fc.nat(4), upper(hexOf(c)), fc.constantFrom(' ', '\t', '\n', '\r\n', '\f'))
      .map(([zeros, hex, end]) => `\\${'0'.repeat(zeros)}${hex}${end}`),
    ...(/[\da-f\n\r\f]/i.test(c) ? [] : [fc.constant(`\\${c}`)]),
  );

/** CSS Syntax, 4.3.5 and 4.3.7: escapes in a string. */
export const inCss: Language = {
  character: cssEscape,
  deleted: fc.oneof(
    fc.constant('\t'),
    fc.constantFrom('\\\n', '\\\r\n', '\\\f'),
    fc.constantFrom(...removed).chain(cssEscape),
  ),
  stripped: fc.oneof(
    fc.constantFrom(...rawControls.filter((c) => c !== '\f')),
    fc.constantFrom(...controls.filter((c) => c !== '\0')).chain(cssEscape),
  ),
};

const named: Record<string, string> = { '\t': '&Tab;', '\n': '&NewLine;', ':': '&colon;' };
const reference = (c: string) =>
  fc.oneof(
    fc
      .tuple(fc.nat(4), fc.constantFrom('x', 'X'), upper(hexOf(c)))
      .map(([zeros, x, hex]) => `&#${x}${'0'.repeat(zeros)}${hex};`),
    fc.nat(4).map((zeros) => `&#${'0'.repeat(zeros)}${c.charCodeAt(0)};`),
    ...(named[c] ? [fc.constant(named[c])] : []),
  );

/** HTML, 13.2.5.72: character references in an attribute. */
export const inHtml: Language = {
  character: reference,
  deleted: fc.oneof(fc.constantFrom('\t', '\n'), fc.constantFrom('\t', '\n').chain(reference)),
  stripped: fc.oneof(
    fc.constantFrom(...rawControls),
    fc.constantFrom(' ', '\t', '\n', '\x0c').chain(reference),
  ),
};
