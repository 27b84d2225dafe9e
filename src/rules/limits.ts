/** Limits on findings. */

/** Maximum occurrences in the message of a page finding, which is one sentence. */
export const maxNamedPlaces = 5;
