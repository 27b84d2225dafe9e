/** The tokens of HTML and XML text. */
import type { Span } from '../../problem.ts';
import type { Unfollowed, XmlError } from '../facts.ts';
import type { Attribute } from './markup-attributes.ts';

export type Language = 'html' | 'xml';

/** The namespace of an element: names in `other` have no meaning here. */
export type ElementNamespace = 'html' | 'svg' | 'math' | 'other';

/** `start` and `end` are positions in `source`, in code units. */
interface Stretch extends Span {
  /** The text that contains the token: the document's, or the replacement text of an entity. */
  source: string;
  /** The position of the reference to that entity in the document's text; null in the document's text itself. */
  within: Span | null;
}

export interface StartTag extends Stretch {
  kind: 'start';
  /** Local name as written, in lower case for HTML. */
  name: string;
  /** Null for a tag that creates no element: HTML ignores many, depending on their position. */
  namespace: ElementNamespace | null;
  attributes: Attribute[];
  /** The tag of the nearest enclosing element that was created by a tag; null if none. */
  parent: StartTag | null;
  /** Whether the tag closes itself, and its language allows that, so that the element is empty. */
  selfClosing: boolean;
  /** The text, not decoded, of an element that can contain only text (script, style, title …). */
  content: { start: number; end: number; closed: boolean } | null;
  /** Whether the element is in a template that is not rendered, or after an error in XML. */
  inert: boolean;
}

export type Token =
  | StartTag
  | (Stretch & { kind: 'end'; name: string })
  | (Stretch & { kind: 'instruction' | 'doctype' })
  /** Between tags; `parent` as in a tag. */
  | (Stretch & { kind: 'text' | 'cdata' | 'comment'; parent: StartTag | null })
  /** A part that was not parsed and may contain more. */
  | (Stretch & { kind: 'unfollowed'; what: Unfollowed });

export interface TokenOptions {
  /** Decides by local name, in lower case for HTML, which attributes to return. Default: all. */
  wanted?: (name: string) => boolean;
  /** HTML's scripting flag: true if the content of `noscript` is text. Default: true. */
  scripting?: boolean;
  /** Whether HTML is part of a body, not a document. Default: false. */
  isFragment?: boolean;
  /** XML: the namespace of names without a prefix, unless the text declares one. Default: none. */
  namespace?: string;
  /** XML: called at the end with the first error, unless a part that was not parsed may explain it. */
  onError?: (error: XmlError) => void;
}
