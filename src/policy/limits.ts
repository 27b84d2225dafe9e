/** Limits of policies. */

/** Levels of JSON: a policy has fewer; what is deeper is told with the place of its container. */
export const maxDepth = 8;

/** Code units of a key that name a place in a message: longer ones are no help to a person. */
export const maxNameLength = 100;

/** Code units of a value that a message quotes: it stands in a sentence. */
export const maxQuotedLength = 60;
