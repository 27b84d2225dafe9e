/** Limits of policies. */

/**
 * Levels of the JSON with known positions. A policy has fewer; a deeper value is reported at the position of
 * its container.
 */
export const maxDepth = 8;

/** Code units of a key in the path that a message shows: longer keys do not help a person. */
export const maxNameLength = 100;

/** Code units of a value that a message quotes: the value is part of a sentence. */
export const maxQuotedLength = 60;

/** The greatest port of the URL Standard: 16 bits. */
export const maxPort = 65_535;
