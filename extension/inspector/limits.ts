/** Limits of the workbench and the other tools of the inspector tab. */

/** Boxes of the treemap that have a name. */
export const maxTreemapLabels = 150;

/** Rules in the overview, and findings of each; findings of a rule that the findings view shows at first. */
export const maxChangeRules = 12;
export const maxChangeCases = 3;
export const maxCases = 20;

/** data: URLs that are named with one finding. */
export const maxCaseUrls = 6;

/** Code units of a URL that is shown in full. */
export const maxClippedLength = 300;

/** Code units, or bytes of a Blob, up to which the forms are made at once; otherwise on a click. */
export const maxFormsAtOnce = 1 << 18;

/** Code units of a form that are shown. */
export const maxFormLength = 400;

/**
 * Code units, or bytes of a Blob, of a URL that is also parsed by the RFC and the draft: these need all of it
 * in memory.
 */
export const maxReadByRfc = 1 << 23;

/** Bytes of a file with a Report: a larger one was chosen by mistake, and reading it would block the page. */
export const maxReportFile = 200_000_000;

/** Entries of one list of a comparison, or of a CSP report. */
export const maxListed = 200;

/** data: URLs, references or mail entities of one source that are shown. */
export const maxItems = 200;

/** Code units in a field. The workbench's input holds a longer text without showing it; others cut it off. */
export const maxFieldLength = 200_000;

/** Code units of a reference whose parts are shown. */
export const maxJudgedReference = 20_000;
