/** Limits of the workbench and its neighbours. */

/** Code units of a text that a page wrote, where one line is enough. */
export const maxClippedLength = 300;

/** Code units, or bytes of a Blob, up to which the forms are made at once; else on a click. */
export const maxFormsAtOnce = 1 << 18;

/** Code units of a form that are shown. */
export const maxFormLength = 400;

/**
 * Code units, or bytes of a Blob, up to which a URL is read by the RFC as well: it takes all of it in memory.
 */
export const maxReadByRfc = 1 << 23;

/** Bytes of a file with a Report: what is larger was chosen by mistake, and reading it would halt the page. */
export const maxReportFile = 200_000_000;

/** Entries of one list of a comparison that are shown. */
export const maxListed = 200;

/** data: URLs that are read of one source. */
export const maxItems = 200;

/** Code units of text that a field shows; what is longer is held and searched, but not shown. */
export const maxFieldLength = 200_000;
