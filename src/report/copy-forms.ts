/**
 * The names of the forms in which a data: URL can be copied, apart from the code that makes them: lists need only the
 * names.
 */
export const copyForms = ['written', 'text', 'base64', 'repaired', 'better', 'css', 'html'] as const;
export type CopyForm = (typeof copyForms)[number];
