/** Truncates texts without splitting a surrogate pair. */

/** At most `length` code units of a text, and whether it was truncated. */
export function truncate(text: string, length: number): { text: string; isCut: boolean } {
  if (text.length <= length) return { text, isCut: false };
  const isLead = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return { text: text.slice(0, isLead ? length - 1 : length), isCut: true };
}

/** Truncates a text for display: an ellipsis, which counts toward `length`, replaces the rest. */
export const clip = (text: string, length = 200): string =>
  text.length <= length ? text : `${truncate(text, length - 1).text}…`;
