/** Namespace URIs. */

export const HTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';
export const MATHML = 'http://www.w3.org/1998/Math/MathML';
/** The namespaces of elements, by the short names that the markup parsers use. */
export const namespaces = { html: HTML, svg: SVG, math: MATHML, other: '' } as const;

export const XLINK = 'http://www.w3.org/1999/xlink';
export const XML = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS = 'http://www.w3.org/2000/xmlns/';

/**
 * Prefix of the namespaces of elements that are created from markup (extension/content/noscript.ts); the real namespace
 * follows. Prefixed namespaces have no meaning to the browser.
 */
export const markupPrefix = 'data-url-inspector:';
