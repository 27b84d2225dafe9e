/** Types and words that the readers of bodies, the rules, and the Report share. */
import { tokensIn } from './token-list.ts';

/** The browsers whose behavior is known. */
export const browsers = ['Chromium', 'Firefox'] as const;
export type Browser = (typeof browsers)[number];

/**
 * Fetch's request destinations as far as a data: URL can have them, and three of this project's own (see
 * `Occurrence`).
 */
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
/** The use of a data: URL: one of `destinations`. */
export type Destination = (typeof destinations)[number];

/** Destinations whose content is loaded as a document in a frame, where scripts run. */
export const framed: readonly Destination[] = ['iframe', 'frame', 'object', 'embed'];

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
/** The kind of text that contains a data: URL. */
export type Place = (typeof places)[number];

/** The outcome of a data: URL at one occurrence. */
export const stateKinds = [
  'loaded',
  'not-shown',
  'blocked',
  'refused',
  'dropped',
  'download',
  'not-requested',
  'template',
  'unknown',
] as const;
export type StateKind = (typeof stateKinds)[number];

/** The outcome of a data: URL at one occurrence, and the evidence for it. */
export interface State {
  kind: StateKind;
  /** The evidence: seen in the page, reported by DevTools, or predicted from the Inspection. */
  by: 'seen' | 'devtools' | 'predicted';
  /** The directive of a Content Security Policy that blocks the URL. */
  directive?: string;
  /** The reason, as the key of a message. */
  reason?: string;
  /** The prediction, if it differs from the observation. */
  predicted?: StateKind;
  /** For files, which no browser has loaded: the predictions for both engines, if they differ. */
  engines?: { browser: Browser; kind: StateKind; reason?: string }[];
}

/**
 * The reasons why browsers drop the CSS that contains a URL: whitespace, a quote, a parenthesis, a control character
 * or a line break in an unquoted `url()`; a line break in a string, or no quote that ends it; something after the
 * string of a `url()`; a cursor without a keyword; a bracket that isn't closed, or that closes nothing, or a
 * semicolon between rules; a `{` where the declaration should end; no rule around the declaration. In any attribute:
 * a quote before the URL that ends the attribute. In Markdown: whitespace in the URL of a link, which makes it plain
 * text.
 */
export const dropCauses = [
  'blank',
  'quote',
  'parenthesis',
  'control',
  'line-break',
  'unclosed-string',
  'after-string',
  'no-keyword',
  'unclosed',
  'stray',
  'brace',
  'outside',
  'attribute',
  'link',
] as const;
export type DropCause = (typeof dropCauses)[number];

/** The reason why browsers drop one occurrence in CSS or in an attribute, by its syntax alone. */
export interface Drop {
  cause: DropCause;
  /** The position of the cause in the written URL, in code units; the whole URL if the cause is outside of the URL. */
  start: number;
  end: number;
  /** The position of the cause in the text that contains the URL. Line and column are counted from 1. */
  line: number;
  column: number;
  /** Whether the same rule declares the same property again in a form that browsers accept. */
  hasFallback?: true;
  /** Whether a program assigns the text with the cause to a style property, so that it is CSS. */
  isMeant?: true;
}

/** The sources of labels: attributes that name an element, and the text of a link. */
export const labelSources = ['alt', 'aria-label', 'title', 'link', 'class'] as const;

/** The name that a page gives an element. */
export interface Label {
  by: (typeof labelSources)[number];
  text: string;
}

/**
 * A repair as one edit: the replaced part of the written URL, in code units, the new text, and the problems that the
 * edit removes.
 */
export interface Edit {
  start: number;
  end: number;
  text: string;
  /** The codes of the removed problems and lints, which are the `messageId` of their findings. */
  removes: readonly string[];
}

/** One occurrence of a data: URL. */
export interface Occurrence {
  /** URL of the document that contains the occurrence. */
  frame: string;
  place: Place;
  /** Local name of the element, in lower case for HTML; in a style sheet, the element that loads the sheet. */
  element: string;
  /** Attribute name, CSS property, or at-rule (`@import`). */
  name: string;
  /** A selector for the element and no other: see "Selectors" in docs/export.md. '' if there is none. */
  selector: string;
  /**
   * The request destination. `download`, `form` (the form's action), and `none` (never fetched) are this project's own.
   */
  destination: Destination;
  /** Whether the occurrence is in a template, noscript, comment, or text, so that the page doesn't use it now. */
  inert: boolean;
  /**
   * Number of bytes of UTF-8 that the occurrence adds to the page (see `chargeCosts`). If several elements load a
   * source text, only the first occurrence counts. The others, removed occurrences, and occurrences within another
   * data: URL cost 0.
   */
  cost: number;
  /** In CSS, the raw selector of the rule that contains the URL, or the start of an at-rule (`@font-face`). */
  rule?: string;
  /** The rules around that rule, outermost first, such as `@media print` or a style rule. */
  conditions?: readonly string[];
  /** URL of the style sheet that contains the occurrence, if the sheet is a separate file. */
  sheet?: string;
  /**
   * The number of elements that load that style sheet, or of documents and shadow roots that adopt it, if it is more
   * than one.
   */
  users?: number;
  /** Path of the scanned file, to which `line` and `column` refer. */
  file?: string;
  /**
   * The position of the URL's first code unit in the text that contains it (a style sheet, a `style` attribute, a
   * file). Line and column are counted from 1. Absent if that text is not available.
   */
  line?: number;
  column?: number;
  /** Whether that text is the source of the document `frame`, and not an element's text. */
  inSource?: true;
  /**
   * In a scanned file, the column after the first 100 code units of the URL or after its first line, whichever comes
   * first.
   */
  endColumn?: number;
  /** The repair of the URL, if any, in a scanned file that contains the URL without escapes and on one line. */
  repair?: Edit;
  /** For a font, the family, weight, and style that its `@font-face` rule declares: `Inter 700 italic`. */
  face?: string;
  /** The page's name for the element; absent in style sheets. */
  label?: Label;
  /** For a link that saves the URL, the file name in the link's `download` attribute. */
  fileName?: string;
  /**
   * More about how the element uses the URL: a script's `type` or a link's `rel`, unchanged; `frame` for a link or form
   * that may open in a frame; in a file, for a frame with a `sandbox` attribute, the word "sandbox", a space, and the
   * attribute's value.
   */
  use?: string;
  /** Present if the text contains only base64, without "data:" and a type. The first bytes prove the type. */
  assumed?: 'type';
  /**
   * In a file, the parts of the written URL that a template engine or a program fills in, in code units. An empty part
   * at the end means that a program appends something.
   */
  placeholders?: readonly { start: number; end: number }[];
  /**
   * Present for a malformed URL in code or data that was meant as a data: URL, and for one that is loaded according
   * to its file format.
   */
  meant?: true;
  /** The size in bytes that the containing format declares for the decoded data, such as glTF's `byteLength`. */
  expectedSize?: number;
  /** Present if browsers drop the URL because of the syntax around it. */
  dropped?: Drop;
  /** The time when the occurrence was removed from a watched page, in ISO 8601 format. */
  removedAt?: string;
  /** Present if the outcome is known or can be predicted. */
  state?: State;
}

/** The value of `Occurrence.use` for a link or form that may open in a frame. */
export const frameUse = 'frame';

/** Places that browsers don't read as URLs. The data: URLs in them are only quoted, unless they have a destination. */
const weakPlaces: ReadonlySet<Place> = new Set(['other-attribute', 'script', 'comment', 'text']);

/** Whether an occurrence only quotes a data: URL, so that the page does not load it. */
export const isWeak = ({ place, destination }: Pick<Occurrence, 'place' | 'destination'>): boolean =>
  weakPlaces.has(place) && destination === 'none';

/** HTML 4.8.5: whether scripts run in a frame with this `sandbox` attribute. */
export const runsScripts = (sandbox: string): boolean => tokensIn(sandbox).includes('allow-scripts');

/** Whether the content at an occurrence is loaded as a document in a frame where scripts run. */
export const runsInFrame = ({
  destination,
  use = 'allow-scripts',
}: Pick<Occurrence, 'destination' | 'use'>): boolean => framed.includes(destination) && runsScripts(use);

/** Whether an occurrence represents a request that no occurrence in a document explains. */
export const isOfNetwork = ({ place }: Pick<Occurrence, 'place'>): boolean => place === 'network';

/** Whether an occurrence is in CSS. */
export const isInCss = ({ place }: Pick<Occurrence, 'place'>): boolean =>
  place === 'stylesheet' || place === 'style-attribute';

export const severities = ['error', 'warning', 'info'] as const;
/** The severity of a finding. */
export type Severity = (typeof severities)[number];
/** The rank of each severity. A higher rank is more severe. */
export const severityRank: Record<Severity, number> = { error: 3, warning: 2, info: 1 };
/** The names of severities in English outputs. SARIF 3.27.10 calls an info a note. */
export const severityNames = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Severity,
  string
>;
export const effects = ['not-shown', 'can-run', 'deceives', 'not-allowed', 'costs', 'advice'] as const;
/** The consequence of a finding's cause for the page or its visitors. */
export type Effect = (typeof effects)[number];
export const categories = ['security', 'correctness', 'performance', 'policy'] as const;
/** The subject of a rule. */
export type Category = (typeof categories)[number];
