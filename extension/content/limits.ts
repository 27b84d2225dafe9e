/** Limits of scanning one document. */

/** Distinct sets of attribute names: more than real pages have, and as many selectors as browsers cache. */
export const maxShapes = 500;

/** Attribute names of an element for which a selector is made. */
export const maxShapeNames = 32;

/** Milliseconds without findings after which the worker is informed that the scan continues. */
export const maxQuietTime = 2000;

/** Code units of an image's URL: context menu events contain no longer ones. */
export const maxMenuUrlLength = 2_000_000;

/** Values that one call of the parser gets. */
export const maxParsedValues = 256;

/** Code units that one call of the parser gets. */
export const maxParsedLength = 1 << 16;

/** Custom properties. In Firefox each takes longer the more there are; this many take two seconds. */
export const maxProperties = 10_000;

/** Depth of nested elements: Blink and Gecko go no deeper; deeper elements become siblings. */
export const maxOpenElements = 512;

/** Searches of a whole document for an id: each takes milliseconds where there are a million elements. */
export const maxSlowSearches = 100;

/** Code units of an id or a name in a selector: longer ones do not help a person. */
export const maxNameLength = 200;

/** Elements that a selector names. */
export const maxSelectorElements = 100;

/** Milliseconds after which work without urgency continues in a page that is never idle. */
export const maxBusyTime = 1000;

/** Code units of a path of selectors; an element deeper in shadow trees gets no path. */
export const maxPathLength = 4096;

/** Depth of markup within attributes of markup: each may be nearly as long as the one around it. */
export const maxMarkupDepth = 8;

/** Nodes of a link that are read for its text. */
export const maxLabelNodes = 64;

/** Elements that are outlined at once: 10,000 block a page for 1.6 s, and each of their frames takes 0.16 s. */
export const maxOutlined = 2000;

/** Elements that are checked for a box to outline. */
export const maxDrawnTests = 20_000;

/** Code units of a selector, a name or an address in a message: longer ones do not help a person. */
export const maxTextLength = 4096;

/** Elements whose computed fonts are compared with that of a rule. */
export const maxFontTests = 50_000;

/** Fonts of a document whose states are listed: Firefox takes 40 ms for them. */
export const maxFonts = 5000;
