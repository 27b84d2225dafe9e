/** Milliseconds after which the popup's modules are loaded before it is painted: one that is not shown yet never is. */
export const maxWaitForPaint = 100;
