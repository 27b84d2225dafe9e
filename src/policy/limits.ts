/** Limits of policies. */

/** Depth of the JSON: a policy has fewer levels; a deeper value is reported at the position of its container. */
export const maxDepth = 8;

/** Code units of a key that names a position in a message: longer ones do not help a person. */
export const maxNameLength = 100;

/** Code units of a value that a message quotes: it stands in a sentence. */
export const maxQuotedLength = 60;
