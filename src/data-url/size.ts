/** The size of a body, without keeping it. */
import { bodyDecoder, bytesOf, padsBefore } from './body-decoder.ts';
import { bodyText, readHead } from './head.ts';

/**
 * The size in bytes of the body of a data: URL. Base64 without whitespace and escapes is only measured; all
 * else is decoded, piece by piece in constant memory.
 * @returns null where the URL is rejected for the text before the body, or for a body that had to be decoded; base64
 *   that was only measured is assumed to be valid
 */
export function decodedSize(written: string): number | null {
  const head = readHead(written);
  if (head.problem !== null) return null;
  const { text, start, end } = bodyText(written, head);
  if (head.base64 && isPlain(text, start, end)) return bytesOf(end - start - padsBefore(text, start, end));
  let size = 0;
  const pieceLength = 1 << 15;
  const decoder = bodyDecoder(head.base64);
  for (let i = start; i < end; ) {
    let to = Math.min(i + pieceLength, end);
    if (to < end && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--;
    decoder.write(text, i, to, 0, to === end);
    size += decoder.take().length;
    i = to;
  }
  decoder.finish();
  return decoder.problem() === null ? size + decoder.take().length : null;
}

/** Whether base64 contains neither white space nor escapes: a native search for each such character. */
export function isPlain(text: string, start: number, end: number): boolean {
  for (const c of '% \t\n\r\f') {
    const at = text.indexOf(c, start);
    if (at >= 0 && at < end) return false;
  }
  return true;
}
