/** Invisible characters. */

/** Runs of whitespace and of characters that hide or reorder text: a text of only these counts as empty. */
export const invisible = /[\s\p{Cc}\p{Cf}\p{Co}\p{DI}\u2800]+/gu;
