/** Limits of what is shown at once. */

/** Maximum code units of a page's text that is shown in one line. */
export const maxTextLength = 300;

/** Bytes of a text, and code points of its first line, that its thumbnail takes. */
export const maxFirstBytes = 2048;
export const maxFirstLine = 48;

/** Code units of a person's own sample text that are drawn. */
export const maxOwnText = 200;

/** Pictures in an HTML report, and code units of all of them. */
export const maxReportPictures = 200;
export const maxReportPicturesLength = 2_000_000;
