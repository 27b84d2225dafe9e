/** Limits of parsing, judging and rewriting one data: URL. */

/** Code units up to which lints include a repair: `repairDataUrl` accepts any length. */
export const maxEditedLength = 1 << 16;

/** Code units of a part of the URL that a problem quotes. */
export const maxExcerptLength = 40;
