/** Text in pieces that can each be made UTF-8. */

/** The end of a piece that is to end at `to`: not between the halves of a surrogate pair. Code units of `text`. */
export const pieceEnd = (text: string, from: number, to: number): number =>
  to < text.length && to - from > 1 && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to;
