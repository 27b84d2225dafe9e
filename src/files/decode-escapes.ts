/** Decodes the escapes of markup and of string literals, with positions. */
import { DecodingMode, HtmlEntityDecoder } from 'entities/decode';
import { asIs, decoding, type Mapped } from './mapped-text.ts';

/**
 * Text of markup as an HTML parser passes it on: newlines become LF (13.2.3.5), and character references are
 * decoded (13.2.5.72).
 *
 * @param how `raw` for elements whose text has no references
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
      if (text[index + 1] !== '\n') decoded.put('\n', start + index);
      from = index + 1;
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

const simple: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
};

const jsEscape =
  /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\n\r\u2028\u2029])|([\s\S]))/g;

/** The content of a JavaScript or JSON string literal (ECMA-262 12.9.4, RFC 8259 section 7). */
export function decodeJs(source: string, start: number, end: number): Mapped {
  const text = source.slice(start, end);
  if (!text.includes('\\')) return asIs(text, start);
  const decoded = decoding(source);
  let from = 0;
  for (const found of text.matchAll(jsEscape)) {
    const [whole, braced, four, two, newline, other = ''] = found;
    const { index } = found;
    decoded.keep(start + from, start + index);
    const hex = braced ?? four ?? two;
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
    const character =
      hex === undefined
        ? newline === undefined
          ? (simple[other] ?? other)
          : ''
        : // Other codes may be halves of a surrogate pair.
          code > 0xffff
          ? String.fromCodePoint(Math.min(code, 0x10ffff))
          : String.fromCharCode(code);
    decoded.put(character, start + index);
    from = index + whole.length;
  }
  decoded.keep(start + from, end);
  return decoded.done(end);
}
