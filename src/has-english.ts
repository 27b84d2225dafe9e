/**
 * Whether the English texts are at hand: the worker's build sets this to false, which drops every `hasEnglish && …`. The
 * surfaces add the texts (`addEnglish`).
 */
export const hasEnglish = true;

/** Whether lints have the edits that repair them: not in the worker's build, which passes on none. */
export const hasEdits = true;
