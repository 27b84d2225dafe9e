/** Limits of what is exported. */

/** Characters of a font's name in a file name. */
export const maxFontNameLength = 40;

/** Code units of a name, or of text in a Markdown table, which has to stay readable. */
export const maxNameLength = 120;

/** Occurrences of one data: URL that Markdown lists. */
export const maxPlaces = 5;

/** data: URLs that Markdown lists. */
export const maxUrls = 500;

/** Marks in one written URL: more would be hard to distinguish. */
export const maxMarks = 100;

/** Locations of one SARIF result, and results of a run: GitHub's code scanning refuses a file that has more. */
export const maxLocations = 1000;
export const maxResults = 25_000;

/** Parts of pages that were not scanned, in SARIF. */
export const maxNotifications = 1000;

/** Compressed bytes of SARIF results: GitHub accepts 10 MB, including the rules and the last results. */
export const maxSarifSize = 8_000_000;

/** Code units of results in SARIF that are measured together. */
export const measuredLength = 1 << 16;

/** Code units of a URI in SARIF: services reject long ones. */
export const maxUriLength = 2000;

/** Bytes of a ZIP file: without ZIP64, the format has 32 bits for a size or an offset. */
export const maxZipSize = 0xffff_ffff;

/** Files in a ZIP file: the format has 16 bits for their count. */
export const maxZipFiles = 0xffff;
