/** Limits of findings. */

/** Occurrences that a finding on the page names: a message is one sentence. */
export const maxNamedPlaces = 5;
