/** Limits of the settings page. */

/** Bytes of a file with a policy: what is larger was chosen by mistake, and reading it would halt the page. */
export const maxPolicyFile = 2_000_000;

/** Patterns of one destination that are not folded. */
export const maxPatterns = 6;
