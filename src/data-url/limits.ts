/** Limits of parsing, judging and rewriting one data: URL. */

/** Maximum length, in code units, of a URL whose lints include a repair; `repairDataUrl` accepts any length. */
export const maxEditedLength = 1 << 16;

/** Maximum length, in code units, of an excerpt from the URL in a problem. */
export const maxExcerptLength = 40;
