/** The scripts that are injected into a document. */
export const contentScripts = ['content.js'];
