/** Limits on findings. */

/** Maximum number of occurrences in the message of a page finding, which is one sentence. */
export const maxNamedPlaces = 5;
