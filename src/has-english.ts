/**
 * Whether the English texts are at hand: the worker's build sets this to false, which drops every `hasEnglish && …`. The
 * surfaces add the texts (`addEnglish`).
 */
export const hasEnglish = true;
