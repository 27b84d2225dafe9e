/**
 * Milliseconds after which the popup's modules are loaded even before it is painted: a hidden popup never is.
 */
export const maxWaitForPaint = 100;
