/** Decodes the escapes of markup and of string literals, and maps positions. */
import { DecodingMode, HtmlEntityDecoder } from 'entities/decode';
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
export function decodeJs(source: string, start: number, end: number): Mapped {
  const text = source.slice(start, end);
  if (!text.includes('\\')) return asIs(text, start);
  const decoded = decoding(source);
  let from = 0;
  for (const found of text.matchAll(JS_ESCAPE)) {
    const { 0: whole, index } = found;
    decoded.keep(start + from, start + index);
    decoded.put(jsCharacter(found), start + index);
    from = index + whole.length;
  }
  decoded.keep(start + from, end);
  return decoded.done(end);
}
