/** Limits of MIME types, headers and character encodings. */

/** Positions of decoding errors that are kept; all are counted. */
export const maxDecodingErrors = 1000;

/** Fields or parameters of one entity: no real entity has as many. A problem reports that there are more. */
export const maxHeaderItems = 10_000;

/**
 * Distinct parameters that are kept. The charset is always kept, since text is decoded by it. A million
 * parameters take seconds, and a Map of V8 throws at 2^24. No real MIME type has ten.
 */
export const maxParameters = 1 << 14;

/** Bytes of a head that are searched for an encoding. */
export const maxPrescanHead = 1 << 19;

/** Tags, attributes, comments and the like in that head: they take most of the time. */
export const maxPrescanMarks = 1 << 14;

/**
 * Distinct unknown labels before the search ends: looking each up is slow, and no page has more by mistake.
 */
export const maxUnknownLabels = 1000;
