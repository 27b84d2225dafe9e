/** Characters that show nothing. */

/** Runs of whitespace and of characters that hide or reorder text: a text of these alone counts as empty. */
export const invisible = /[\s\p{Cc}\p{Cf}\p{Co}\p{DI}\u2800]+/gu;
