/** Limits on the amount of data that is shown. */

/** Maximum length, in code units, of a string from a page that is shown on one line. */
export const maxTextLength = 300;

/**
 * Maximum size, in bytes, of a text that is read for its thumbnail, and maximum number of code points of its first line
 * that are shown.
 */
export const maxFirstBytes = 2048;
export const maxFirstLine = 48;

/** Maximum length, in code units, of a person's own sample text that is drawn. */
export const maxOwnText = 200;

/** Maximum number of pictures in an HTML report, and maximum length, in code units, of all of them. */
export const maxReportPictures = 200;
export const maxReportPicturesLength = 2_000_000;
