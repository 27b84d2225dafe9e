/** Invisible characters. */

/**
 * Matches runs of whitespace and of characters that hide or reorder text. A text that consists only of such characters
 * counts as empty.
 */
export const invisible = /[\s\p{Cc}\p{Cf}\p{Co}\p{DI}\u2800]+/gu;
