/** Limits on exports. */

/** Maximum length, in code units, of a name, or of text in a Markdown table, which must stay readable. */
export const maxNameLength = 120;

/**
 * Maximum number of locations of one SARIF result, and maximum number of results of a run: GitHub's code scanning
 * rejects a file that exceeds them.
 */
export const maxLocations = 1000;
export const maxResults = 25_000;

/** Maximum number of notifications in SARIF about parts of pages that were not scanned. */
export const maxNotifications = 1000;
