/**
 * Whether this build contains the English texts. The worker's build sets this to false, which drops every `hasEnglish
 * && …`; the surfaces add the texts (`addEnglish`).
 */
export const hasEnglish = true;

/** Whether lints have the edits that repair them: not in the worker's build, which doesn't need them. */
export const hasEdits = true;
