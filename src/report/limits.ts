/** Limits of what is exported. */

/** Code units of a name, or of text in a Markdown table, which has to stay readable. */
export const maxNameLength = 120;

/** Locations of one SARIF result, and results of a run: GitHub's code scanning refuses a file that has more. */
export const maxLocations = 1000;
export const maxResults = 25_000;

/** Parts of pages that were not scanned, in SARIF. */
export const maxNotifications = 1000;
