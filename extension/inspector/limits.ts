/** Limits of the workbench and the other tools of the inspector tab. */

/**
 * Maximum number of rules in the overview, maximum number of each rule's findings there, and maximum number of a rule's
 * findings that the findings view shows at first.
 */
export const maxChangeRules = 12;
export const maxChangeCases = 3;
export const maxCases = 20;

/** Maximum length, in code units, of a displayed form of a URL. */
export const maxFormLength = 400;

/** Maximum number of entries in one list of a comparison or CSP report. */
export const maxListed = 200;

/** Maximum number of data: URLs, references, or mail entities in one source that are shown. */
export const maxItems = 200;

/**
 * Maximum number of code units in a field. The workbench's input keeps a longer text without showing it; other fields
 * truncate it.
 */
export const maxFieldLength = 200_000;
