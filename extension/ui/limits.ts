/** Limits on the amount of data that is shown. */

/** Maximum code units of a page's text on one line. */
export const maxTextLength = 300;

/**
 * Maximum bytes of a text that are read for its thumbnail, and maximum code points of its first line that are shown.
 */
export const maxFirstBytes = 2048;
export const maxFirstLine = 48;

/** Maximum code units of a person's own sample text that are drawn. */
export const maxOwnText = 200;

/** Maximum pictures in an HTML report, and maximum code units of all of them. */
export const maxReportPictures = 200;
export const maxReportPicturesLength = 2_000_000;
