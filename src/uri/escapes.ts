/**
 * Decodes the escapes that a format added to a URL: the string escapes of JSON, JavaScript, and CSS, the character
 * references of HTML, and the quoted-printable encoding of mail. Each function accepts any string, never throws, and
 * takes linear time.
 */

/**
 * Decodes a JSON or JavaScript string without its quotes. Two or more hex digits after a backslash are decoded as in
 * CSS, because JSON contains no such escapes.
 */
export function undoJs(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(\d[\dA-Fa-f]{1,5})[ \t\n\f]?|(\r\n|[\n\r\u2028\u2029])|([\s\S]))/g,
    (...match) => {
      const [, braced, , , css] = match;
      const hex = braced ?? css;
      return hex === undefined ? jsCharacter(match) : scalar(Number.parseInt(hex, 16));
    },
  );
}

/**
 * Matches one escape of a JavaScript or JSON string literal (ECMA-262 12.9.4 and B.1.2, RFC 8259, section 7); for
 * `jsCharacter`.
 */
export const JS_ESCAPE =
  /\\(?:u\{0*([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|(\r\n|[\n\r\u2028\u2029])|([\s\S]))/g;

/**
 * The text that a match of `JS_ESCAPE`, or the array of its groups, represents. A code beyond Unicode counts as
 * U+10FFFF.
 */
export function jsCharacter(match: readonly (string | undefined)[]): string {
  const [, braced, four, two, octal, newline, other = ''] = match;
  if (newline !== undefined) return '';
  const hex = braced ?? four ?? two;
  if (hex === undefined && octal === undefined) return JS_ESCAPES[other] ?? other;
  const code = hex === undefined ? Number.parseInt(octal as string, 8) : Number.parseInt(hex, 16);
  // Smaller codes may be halves of a surrogate pair, so they must stay code units.
  return code > 0xffff ? String.fromCodePoint(Math.min(code, 0x10ffff)) : String.fromCharCode(code);
}

/** Number of code units that are decoded without a pause. */
const stride = 1 << 14;

/**
 * Decodes a text of any length whose escapes begin with a backslash.
 *
 * @param undo decodes one piece
 * @yields undefined wherever the caller may pause
 */
export function* undoInPieces(text: string, undo: (piece: string) => string): Generator<null, string, void> {
  if (text.length <= stride) return undo(text);
  const pieces: string[] = [];
  for (let from = 0; from < text.length; yield null) {
    const end = endOfPiece(text, from + stride);
    pieces.push(undo(text.slice(from, end)));
    from = end;
  }
  return pieces.join('');
}

/** The first index from `end` on at which no escape is split; at most about one stride later. */
function endOfPiece(text: string, end: number): number {
  if (text[end] !== '\\') {
    const next = text.indexOf('\\', end);
    return next < 0 ? text.length : next;
  }
  let run = 0;
  while (run < stride && text[end - 1 - run] === '\\') run++;
  return end + (run % 2);
}

/** Decodes a JavaScript or JSON string literal without its quotes, by ECMA-262. */
export const undoJsLiteral = (text: string): string =>
  text.includes('\\') ? text.replace(JS_ESCAPE, (...match) => jsCharacter(match)) : text;

const JS_ESCAPES: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
};

/**
 * Decodes a CSS string without its quotes, or the text in url(): CSS Syntax, "consume an escaped code point".
 */
export function undoCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|([\s\S]))/g,
    (_, hex?: string, newline?: string, other?: string) => {
      if (hex !== undefined) return scalar(Number.parseInt(hex, 16));
      return newline !== undefined ? '' : (other ?? '');
    },
  );
}

/** Decodes the HTML character references that occur in URLs: all numeric ones, and the names in `NAMED`. */
export function undoHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#[xX]([0-9A-Fa-f]{1,8});?|#([0-9]{1,10});?|([A-Za-z]{2,7});)/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return scalar(Number.parseInt(hex, 16));
      if (decimal !== undefined) return scalar(Number.parseInt(decimal, 10));
      return NAMED.get(name ?? '') ?? whole;
    },
  );
}

// This is an array of pairs, which bundlers can drop if it is unused.
const NAMED = new Map([
  ['amp', '&'],
  ['AMP', '&'],
  ['apos', "'"],
  ['bsol', '\\'],
  ['colon', ':'],
  ['comma', ','],
  ['commat', '@'],
  ['equals', '='],
  ['excl', '!'],
  ['grave', '`'],
  ['gt', '>'],
  ['GT', '>'],
  ['Hat', '^'],
  ['lbrace', '{'],
  ['lowbar', '_'],
  ['lpar', '('],
  ['lsqb', '['],
  ['lt', '<'],
  ['LT', '<'],
  ['nbsp', '\u00a0'],
  ['NewLine', '\n'],
  ['num', '#'],
  ['percnt', '%'],
  ['period', '.'],
  ['plus', '+'],
  ['quest', '?'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['rbrace', '}'],
  ['rpar', ')'],
  ['rsqb', ']'],
  ['semi', ';'],
  ['sol', '/'],
  ['Tab', '\t'],
  ['verbar', '|'],
]);

/**
 * Whether every `=` can belong to quoted-printable, because two uppercase hexadecimal digits or a line end follow it.
 */
export function isQuotedPrintable(text: string): boolean {
  return text.includes('=') && !/=(?![0-9A-F]{2}|[ \t]*\r?\n|[ \t]*$)/.test(text);
}

/**
 * Decodes quoted-printable (RFC 2045, section 6.7): removes soft line breaks, and decodes each `=XX` to an octet, and
 * the octets as UTF-8.
 */
export function undoQuotedPrintable(text: string): string {
  return undoSoftBreaks(text).replace(/(?:=[0-9A-Fa-f]{2})+/g, (run) => {
    const octets = new Uint8Array(run.length / 3);
    for (let i = 0; i < octets.length; i++) octets[i] = Number.parseInt(run.slice(i * 3 + 1, i * 3 + 3), 16);
    return new TextDecoder().decode(octets);
  });
}

/** Removes only the soft line breaks of quoted-printable: an `=` at the end of a line, and the line end. */
export function undoSoftBreaks(text: string): string {
  return text.replace(/=[ \t]*\r?\n/g, '');
}

/** The character with a code point; U+FFFD if the code point is invalid. */
export function scalar(codePoint: number): string {
  const none = codePoint === 0 || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff);
  return none ? '\ufffd' : String.fromCodePoint(codePoint);
}

/**
 * The codes of a character, given in lower case, and of its uppercase form, as alternatives in a pattern.
 *
 * @returns a function that expects the number base of the escapes
 */
export function codesOf(character: string): (base: 8 | 10 | 16) => string {
  const codes = [...new Set([character, character.toUpperCase()])].map((c) => c.charCodeAt(0));
  return (base) => codes.map((code) => code.toString(base)).join('|');
}
