/** Limits on findings. */

/** Maximum number of occurrences in the message of a page finding, which is one sentence. */
export const maxNamedPlaces = 5;

/**
 * Minimum number of bytes that a fix must save for a page finding. Placeholders and small icons may well be repeated or
 * unused.
 */
export const worthSaving = 4096;
