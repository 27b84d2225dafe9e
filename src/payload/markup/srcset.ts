import { isAsciiWhitespace } from '../../whitespace.ts';

/** One image candidate of a `srcset` attribute. */
export interface SrcsetCandidate {
  /** The URL as the parser extracts it, without decoding. */
  url: string;
  /** The span of the URL in the attribute's value, in code units. */
  start: number;
  end: number;
}

const COMMA = 0x2c;

/**
 * Splits a `srcset` or `imagesrcset` value into its URLs: HTML, "parse a srcset attribute". A URL may contain commas,
 * as every data: URL does, but not whitespace or a trailing comma. Candidates whose descriptors the standard rejects
 * are included: the page contains them, although browsers don't load them.
 *
 * @param value the attribute's value
 */
export function* parseSrcset(value: string): Generator<SrcsetCandidate, void, void> {
  const length = value.length;
  let at = 0;
  while (at < length) {
    // Step 4: whitespace and commas between candidates.
    while (at < length && (isAsciiWhitespace(value.charCodeAt(at)) || value.charCodeAt(at) === COMMA)) at++;
    if (at >= length) return;
    const start = at;
    while (at < length && !isAsciiWhitespace(value.charCodeAt(at))) at++;
    let end = at;
    if (value.charCodeAt(end - 1) === COMMA) {
      // Step 8: trailing commas end the candidate; it has no descriptors.
      while (end > start && value.charCodeAt(end - 1) === COMMA) end--;
    } else {
      at = descriptorsEnd(value, at);
    }
    yield { url: value.slice(start, end), start, end };
  }
}

/** The descriptor tokenizer: a comma outside of parentheses ends the candidate. */
function descriptorsEnd(value: string, from: number): number {
  let inParens = false;
  let at = from;
  for (; at < value.length; at++) {
    const c = value.charCodeAt(at);
    if (inParens) inParens = c !== 0x29;
    else if (c === COMMA) break;
    else if (c === 0x28) inParens = true;
  }
  return at;
}
