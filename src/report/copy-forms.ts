/**
 * The names of the forms in which a data: URL can be copied, separate from the code that creates the forms: lists need
 * only the names.
 */
/** Forms to paste into a style sheet, a page, a script and the like. */
export const embeddedForms = ['css', 'html', 'javascript', 'markdown', 'curl'] as const;
export type EmbeddedForm = (typeof embeddedForms)[number];

export const copyForms = [
  ...(['written', 'text', 'base64', 'repaired', 'better'] as const),
  ...embeddedForms,
] as const;
export type CopyForm = (typeof copyForms)[number];

/** All forms, including the one for mail, which `references/external-body-form.ts` writes. */
export const menuForms = [...copyForms, 'external'] as const;
export type MenuForm = (typeof menuForms)[number];
