/** Addresses of the namespaces of markup. */

export const HTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';
export const MATHML = 'http://www.w3.org/1998/Math/MathML';
/** The namespaces of elements, by the names that the readers of markup give them. */
export const namespaces = { html: HTML, svg: SVG, math: MATHML, other: '' } as const;

export const XLINK = 'http://www.w3.org/1999/xlink';
export const XML = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS = 'http://www.w3.org/2000/xmlns/';

/**
 * Begins the namespaces of elements made from markup (extension/content/noscript.ts), before the one that each stands
 * for: they have no meaning to the browser.
 */
export const markupPrefix = 'data-url-inspector:';
