/**
 * The package's entry `data-url-inspector/sanitize`: makes DOMPurify (https://github.com/cure53/DOMPurify) remove the
 * data: URLs that a policy does not allow, even if DOMPurify is configured to keep them.
 */

import { isDataUrl } from '../data-url/is-data-url.ts';
import { type ElementView, type UrlUse, urlAttributes, urlUseOf } from '../elements.ts';
import { XLINK } from '../namespaces.ts';
import { destinationOfRole } from '../payload/css/css-types.ts';
import { findCssUrls } from '../payload/css/css-urls.ts';
import { cssPrefix, valueParts } from '../payload/markup/attribute-urls.ts';
import { checkOptions, checkPolicy } from '../policy/check-options.ts';
import { isAllowed } from '../policy/is-allowed.ts';
import { defaultPolicy } from '../policy/policy.ts';
import type { Policy } from '../policy/policy-types.ts';
import { sanitizeSrcset } from '../policy/sanitize-srcset.ts';
import type { Destination } from '../vocabulary.ts';

/** An attribute as DOMPurify passes it to a hook. */
export interface HookedAttribute {
  attrName: string;
  attrValue: string;
  keepAttr: boolean;
  forceKeepAttr: boolean | undefined;
  allowedAttributes: Record<string, boolean>;
}

/** DOMPurify's configuration for attributes. */
export interface HookedConfig {
  FORBID_ATTR?: string[] | undefined;
  ALLOW_SELF_CLOSE_IN_ATTR?: boolean | undefined;
  SAFE_FOR_TEMPLATES?: boolean | undefined;
}

/** The members of DOMPurify that are used. */
export interface Purifier {
  addHook(
    name: 'uponSanitizeAttribute',
    hook: (element: Element, attribute: HookedAttribute, config: HookedConfig) => void,
  ): void;
  addHook(name: 'uponSanitizeElement', hook: (node: Node) => void): void;
}

/** The options of `removeDisallowedDataUrls`. */
export interface SanitizeOptions {
  /** The policy to apply, made with `mergePolicies`. Default: `defaultPolicy` */
  policy?: Policy;
}

/** CSS Values 4, 4.5.4: the URL for an invalid request. */
const invalid = 'about:invalid';

/**
 * The destination by which a URL is judged. A use that browsers don't support today is judged as the most dangerous
 * one.
 */
const strictest = (destination: Destination): Destination =>
  destination === 'none' ? 'iframe' : destination;

const viewOf = (element: Element): ElementView => ({
  namespace: element.namespaceURI ?? undefined,
  name: element.localName,
  get parent() {
    return element.parentElement && viewOf(element.parentElement);
  },
  attribute: (name, namespace) => element.getAttributeNS(namespace ?? null, name),
  isFramed: true,
  // The element is not looked up, because the id may belong to another element in the page.
  byId: () => null,
});

/** Replaces each URL in CSS that the policy does not allow. Returns the same text if all are allowed. */
function sanitizeCss(css: string, isSheet: boolean, policy: Policy): string {
  const disallowed = [...findCssUrls(css, undefined, isSheet)]
    .filter((url) => url !== null)
    .filter(({ written, role }) => !isAllowed(written, strictest(destinationOfRole[role]), policy))
    // The URLs are sorted, because fonts are reported at the end of their block and thus out of order.
    .sort((a, b) => b.start - a.start);
  return disallowed.reduce((text, { start, end }) => text.slice(0, start) + invalid + text.slice(end), css);
}

/** Removes the parts of an attribute's value that the policy does not allow; null if nothing remains. */
function sanitizeValue(value: string, { syntax, destination }: UrlUse, policy: Policy): string | null {
  if (syntax === 'srcset') return sanitizeSrcset(value, policy) || null;
  const prefix = cssPrefix[syntax];
  if (prefix !== undefined) return sanitizeCss(prefix + value, false, policy).slice(prefix.length);
  const all = [...valueParts(value, syntax)];
  return all.every(({ url }) => isAllowed(url, strictest(destination), policy)) ? value : null;
}

/**
 * Adds hooks to DOMPurify that remove the data: URLs that a policy does not allow (see `isAllowed`): attributes,
 * candidates of a `srcset`, and URLs in CSS. Other text, as in `title="data: of the year"`, is kept, and other URLs are
 * left to DOMPurify. In an element without a known use, a URL is judged as a document in an iframe, which is the
 * strictest use.
 *
 * @param purifier DOMPurify, or an instance of it; `removeAllHooks` removes the hooks
 * @throws {TypeError} for anything else
 */
export function removeDisallowedDataUrls(purifier: Purifier, options: SanitizeOptions = {}): void {
  if (typeof purifier?.addHook !== 'function')
    throw new TypeError('removeDisallowedDataUrls needs DOMPurify, with a window: it has no addHook()');
  checkOptions(options, 'removeDisallowedDataUrls', ['policy']);
  const { policy = defaultPolicy } = options;
  checkPolicy(policy, 'removeDisallowedDataUrls');
  const known = urlAttributes();
  purifier.addHook('uponSanitizeElement', (node) => {
    if (node.nodeName.toLowerCase() !== 'style') return;
    const css = node.textContent ?? '';
    const sanitized = sanitizeCss(css, true, policy);
    if (sanitized !== css) node.textContent = sanitized;
  });
  purifier.addHook('uponSanitizeAttribute', (element, attribute, config) => {
    const { attrName, attrValue } = attribute;
    const name = attrName.replace(/^xlink:/, '');
    const use =
      urlUseOf(viewOf(element), name, name === attrName ? null : XLINK) ??
      (known.has(name) ? { syntax: 'url', destination: 'iframe' } : null);
    if (use === null) return;
    const value = sanitizeValue(attrValue, use as UrlUse, policy);
    if (value === null) attribute.keepAttr = false;
    else if (value !== attrValue) attribute.attrValue = value;
    if (use.syntax !== 'srcset' || value === null || !isDataUrl(value)) return;
    // DOMPurify itself would remove a srcset that begins with a data: URL, so the attribute is forced. DOMPurify
    // doesn't apply its other options to a forced attribute, so they are checked here.
    const { FORBID_ATTR, ALLOW_SELF_CLOSE_IN_ATTR = true, SAFE_FOR_TEMPLATES } = config;
    const isForbidden = !attribute.allowedAttributes[attrName] || FORBID_ATTR?.includes(attrName);
    if (isForbidden || !ALLOW_SELF_CLOSE_IN_ATTR || SAFE_FOR_TEMPLATES) return;
    element.setAttribute(attrName, value);
    attribute.forceKeepAttr = true;
  });
}
