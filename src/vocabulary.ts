/** What the standards and this project call things; readers of bodies, rules and the Report all speak of them. */

/** Fetch's request destinations as far as a data: URL can have them, and four of our own (see `Occurrence`). */
export const destinations = [
  'image',
  'script',
  'style',
  'font',
  'iframe',
  'frame',
  'object',
  'embed',
  'worker',
  'video',
  'audio',
  'track',
  'manifest',
  'document',
  'empty',
  'download',
  'form',
  'none',
] as const;
export type Destination = (typeof destinations)[number];

export const places = [
  'attribute',
  'srcset',
  'style-attribute',
  'stylesheet',
  'meta-refresh',
  'other-attribute',
  'script',
  'comment',
  'text',
  'location',
  'network',
] as const;
export type Place = (typeof places)[number];

/** One place where a data: URL stands. */
export interface Occurrence {
  /** URL of the document that holds it. */
  frame: string;
  place: Place;
  /** Local name of the element, in lower case for HTML; for style sheets the element that brings the sheet. */
  element: string;
  /** Attribute name, CSS property or at-rule (`@import`). */
  name: string;
  /** CSS selector of the element within its tree; ` >>> ` steps into a shadow root, template or noscript. */
  selector: string;
  /** What the browser would use it as; `download`, `form` (its action) and `none` (never fetched) are ours. */
  destination: Destination;
  /** In a template, noscript, comment or text: the page does not use it now. */
  inert: boolean;
  /**
   * Bytes of UTF-8 that the page carries for it: of a source text that several elements load with the first occurrence
   * alone, with the others 0, as with what has gone and within another data: URL (see `chargeCosts`).
   */
  cost: number;
  /** Address of the style sheet that holds it, where that is a file of its own. */
  sheet?: string;
  /** Of a font what its `@font-face` rule declares it to be: family, weight and style, `Inter 700 italic`. */
  face?: string;
  /** Of a link that saves it, the name that its `download` attribute proposes. */
  fileName?: string;
  /** ISO 8601: when it left a page that was watched. */
  goneAt?: string;
}

/** Places that bear no URL to the browser: what stands there is quoted, unless it has a destination. */
const weakPlaces: ReadonlySet<Place> = new Set(['other-attribute', 'script', 'comment', 'text']);

/** Whether an occurrence only quotes a data: URL, so that the page loads nothing by it. */
export const isWeak = ({ place, destination }: Pick<Occurrence, 'place' | 'destination'>): boolean =>
  weakPlaces.has(place) && destination === 'none';

/** The one place of what was requested without standing in a document where that would follow. */
export const isOfNetwork = ({ place }: Pick<Occurrence, 'place'>): boolean => place === 'network';

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
/** Higher is graver. */
export const severityRank: Record<Severity, number> = { error: 3, warning: 2, info: 1 };
export const categories = ['security', 'correctness', 'performance', 'policy'] as const;
export type Category = (typeof categories)[number];
