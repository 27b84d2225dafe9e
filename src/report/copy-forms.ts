/** The names of the forms in which people take a data: URL away, apart from what makes them: lists need no more. */
export const copyForms = ['written', 'text', 'base64', 'repaired', 'better', 'css', 'html'] as const;
export type CopyForm = (typeof copyForms)[number];
