/**
 * Whether this build contains the English texts. The worker's build sets this constant to false, which drops every
 * `hasEnglish && …`. The surfaces add the texts (`addEnglish`).
 */
export const hasEnglish = true;

/**
 * Whether lints contain the edits that repair them. This is false in the worker's build, which doesn't need the edits.
 */
export const hasEdits = true;
