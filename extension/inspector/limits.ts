/** Limits of the workbench and the other tools of the inspector tab. */

/** Rules in the overview, findings of each there, and findings of a rule that the findings view shows at first. */
export const maxChangeRules = 12;
export const maxChangeCases = 3;
export const maxCases = 20;

/** Code units of a form that are shown. */
export const maxFormLength = 400;

/** Entries of one list of a comparison, or of a CSP report. */
export const maxListed = 200;

/** data: URLs, references or mail entities of one source that are shown. */
export const maxItems = 200;

/** Code units in a field. The workbench's input holds a longer text without showing it; others cut it off. */
export const maxFieldLength = 200_000;
