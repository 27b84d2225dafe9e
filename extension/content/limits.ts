/** Limits of scanning one document. */

/**
 * Kinds of elements, by their attributes: more than pages of people have; browsers remember so many selectors.
 */
export const maxShapes = 500;

/** Attributes of an element that a selector is made for. */
export const maxShapeNames = 32;

/** Milliseconds of a scan after which the worker hears that it goes on. */
export const maxQuietTime = 2000;

/** Code units of an image's URL: context menus tell no longer one. */
export const maxMenuUrlLength = 2_000_000;

/** Values that the parser gets at once. */
export const maxParsedValues = 256;

/** Code units that the parser gets at once. */
export const maxParsedLength = 1 << 16;

/**
 * Custom properties: Firefox takes longer for each of them the more there are; with these, two seconds for all.
 */
export const maxProperties = 10_000;

/** Elements in one another: Blink and Gecko go no deeper; what is nested deeper becomes a sibling. */
export const maxOpenElements = 512;

/** Searches for an id through a document: each takes milliseconds where there are a million elements. */
export const maxSlowSearches = 100;

/** Code units of an id or a name in a selector: longer ones are no help to a person. */
export const maxNameLength = 200;

/** Elements that a selector names. */
export const maxSelectorElements = 100;

/** Milliseconds after which work that nobody waits for goes on in a page that is never idle. */
export const maxBusyTime = 1000;

/** Code units of a path: what stands in more trees than that is found by none. */
export const maxPathLength = 4096;

/** Levels of markup in an attribute of markup: each may be nearly as long as the one around it. */
export const maxMarkupDepth = 8;

/** Code units of a selector, a name or an address in a message: longer ones are no help to a person. */
export const maxTextLength = 4096;
