/** Truncates texts without splitting a surrogate pair. */

/**
 * The end of a piece of `text` that begins at `from`: `to`, or one code unit less if `to` would split a surrogate pair.
 */
export const pieceEnd = (text: string, from: number, to: number): number =>
  to < text.length && to - from > 1 && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to;

/** At most `length` code units of a text. */
export const truncate = (text: string, length: number): string => text.slice(0, pieceEnd(text, 0, length));

/** Truncates a text for display: an ellipsis, which counts toward `length`, replaces the rest. */
export const clip = (text: string, length = 200): string =>
  text.length <= length ? text : `${truncate(text, length - 1)}…`;
