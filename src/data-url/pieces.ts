/** Text in pieces that can each be made UTF-8. */

/** The end of a piece that is to end at `to`: not between the halves of a surrogate pair. Code units of `text`. */
export const pieceEnd = (text: string, from: number, to: number): number =>
  to < text.length && to - from > 1 && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to;

/** Without the C0 controls and spaces at its end, which are none of a URL (https://url.spec.whatwg.org/#url-parsing). */
export function withoutTrailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(0, end);
}
