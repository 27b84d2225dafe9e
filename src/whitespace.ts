/** Whitespace as standards define it, tested by code unit. A regular expression would need a string. */

/** Whether a code unit is Infra's "ASCII whitespace", as in HTML, CSS, and base64. */
export const isAsciiWhitespace = (unit: number): boolean =>
  unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);

/** Whether a code unit is Fetch's "HTTP whitespace", as in XML and JSON: ASCII whitespace except the form feed. */
export const isHttpWhitespace = (unit: number): boolean => unit !== 0x0c && isAsciiWhitespace(unit);
