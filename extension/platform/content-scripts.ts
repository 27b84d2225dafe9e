/** The scripts that are injected into a document. */
export const contentScripts = ['content.js'];
/** Those that are injected when a person asks to see an element. */
export const showScripts = ['show.js'];
