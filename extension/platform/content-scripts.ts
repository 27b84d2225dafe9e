/** The scripts that are injected into a document, in this order: the second uses the first. */
export const contentScripts = ['observer.js', 'content.js'];
