/** Decodes the escapes of markup and of string literals, and maps positions. */
import { DecodingMode, HtmlEntityDecoder } from 'entities/decode';
import { percentDecode } from '../uri/characters.ts';
import { JS_ESCAPE, jsCharacter } from '../uri/escapes.ts';
import { asIs, decoding, type Mapped } from './mapped-text.ts';

/**
 * Decodes text in markup as an HTML parser does: newlines become LF (13.2.3.5), and character references are decoded
 * (13.2.5.72).
 *
 * @param how `raw` for elements whose text can't contain character references
 */
export function decodeMarkup(
  source: string,
  start: number,
  end: number,
  how: 'attribute' | 'text' | 'raw',
): Mapped {
  const text = source.slice(start, end);
  if (!text.includes('\r') && (how === 'raw' || !text.includes('&'))) return asIs(text, start);
  const decoded = decoding(source);
  const mode = how === 'attribute' ? DecodingMode.Attribute : DecodingMode.Legacy;
  const mark = how === 'raw' ? /\r/g : /[\r&]/g;
  let characters = '';
  let length = 0;
  const decoder = new HtmlEntityDecoder((code, consumed) => {
    characters += String.fromCodePoint(code);
    length = consumed;
  });
  let from = 0;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const { index } = found;
    if (found[0] === '\r') {
      decoded.keep(start + from, start + index);
      decoded.put('\n', start + index);
      from = index + (text[index + 1] === '\n' ? 2 : 1);
      continue;
    }
    characters = '';
    length = 0;
    decoder.startEntity(mode);
    if (decoder.write(text, index + 1) < 0) decoder.end();
    if (characters === '') continue;
    decoded.keep(start + from, start + index);
    decoded.put(characters, start + index);
    from = index + length;
    mark.lastIndex = from;
  }
  decoded.keep(start + from, end);
  return decoded.done(end);
}

/** Decodes the content of a JavaScript or JSON string literal (ECMA-262 12.9.4, RFC 8259 section 7). */
export const decodeJs = (source: string, start: number, end: number): Mapped =>
  source.slice(start, end).includes('\\')
    ? decodeEach(source, start, end, JS_ESCAPE, jsCharacter)
    : asIs(source.slice(start, end), start);

/** Matches what the code of a `javascript:` URL lacks or encodes: each removed character, and the escapes of a text. */
const scriptUrlEscape = /[\t\n\r]|%[0-7][\da-f]|(?:%[89a-f][\da-f])+/gi;

/** Decodes the code of a `javascript:` URL; see `textOfAttribute`. */
export const decodeScriptUrl = (url: string): Mapped =>
  decodeEach(url, 0, url.length, scriptUrlEscape, ([match]) => percentDecode(match.trim()));

/** @param decode returns the text that a match represents */
function decodeEach(
  source: string,
  start: number,
  end: number,
  pattern: RegExp,
  decode: (match: RegExpExecArray) => string,
): Mapped {
  const decoded = decoding(source);
  let from = start;
  for (const found of source.slice(start, end).matchAll(pattern)) {
    const at = start + found.index;
    decoded.keep(from, at);
    decoded.put(decode(found), at);
    from = at + found[0].length;
  }
  decoded.keep(from, end);
  return decoded.done(end);
}
