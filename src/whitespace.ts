/** Code units that standards count as whitespace, which a pattern could only look for in text. */

/** Infra, "ASCII whitespace": of HTML, CSS and base64. */
export const isAsciiWhitespace = (unit: number): boolean =>
  unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);

/** The same without the form feed: Fetch's "HTTP whitespace", and whitespace of XML and JSON. */
export const isHttpWhitespace = (unit: number): boolean => unit !== 0x0c && isAsciiWhitespace(unit);
