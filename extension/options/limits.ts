/** Limits of the settings page. */

/** Bytes of a file with a policy: a larger one was chosen by mistake, and reading it would block the page. */
export const maxPolicyFile = 2_000_000;

/** Patterns of one group that are shown without folding. */
export const maxPatterns = 6;
