/** The scripts that are injected into a document. */
export const contentScripts = ['content.js'];
/**
 * The parts of the content script that are injected when a document needs them. Each name is also the name of the
 * part's file.
 */
export const partNames = ['code', 'frames', 'markup', 'selection', 'viewer', 'watch', 'window'] as const;
export type PartName = (typeof partNames)[number];
/** The scripts that are injected when a user asks to see an element. */
export const showScripts = ['show.js'];
