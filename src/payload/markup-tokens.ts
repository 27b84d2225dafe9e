/**
 * The tags of HTML and XML text, without building a tree. HTML is read by the rules that decide what is a tag and what
 * an element (HTML 13.2.5 and 13.2.6), XML by its own.
 */
import { htmlTokens } from './html-tokens.ts';
import type { Attribute } from './markup-attributes.ts';
import { xmlTokens } from './xml-tokens.ts';

export type { Attribute } from './markup-attributes.ts';
export type Language = 'html' | 'xml';

/** The namespace of an element: names in `other` are not interpreted. */
export type ElementNamespace = 'html' | 'svg' | 'math' | 'other';

interface Span {
  /** Code units of `source`. */
  start: number;
  end: number;
  /** The text that it is in: the document's, or the replacement text of an entity. */
  source: string;
  /** The position of the reference to that entity in the document's text; null in the document's text itself. */
  within: { start: number; end: number } | null;
}

export interface StartTag extends Span {
  kind: 'start';
  /** Local name as written, in lower case for HTML. */
  name: string;
  /** Null for a tag that makes no element: HTML ignores many depending on their position. */
  namespace: ElementNamespace | null;
  attributes: Attribute[];
  /** Whether the element is empty: the tag says so, and its language allows it. */
  selfClosing: boolean;
  /** The text of a script, style, title …, not decoded, if the element can contain only text. */
  content: { start: number; end: number; closed: boolean } | null;
  /** Whether it is in a template that is not rendered, or after an error in XML. */
  inert: boolean;
}

export type Token =
  | StartTag
  | (Span & { kind: 'end'; name: string })
  | (Span & { kind: 'comment' | 'instruction' | 'doctype' })
  /** Text between tags, with the tag of its parent element; null where there is none. */
  | (Span & { kind: 'text' | 'cdata'; parent: StartTag | null })
  /** A part that was not followed and may contain more. */
  | (Span & { kind: 'unfollowed'; what: Unfollowed });

/** Where a text stops being well-formed XML, by XML 1.0 and Namespaces in XML. */
export interface XmlError {
  /**
   * `unclosed`: the text ends in an element, a tag or a comment; `mismatched`: an end tag without its start tag;
   * `attribute`: its name, quotes or a second one of that name; `prefix`: it is not declared; `reference`: to an entity
   * that is not declared, or no reference; `outside`: text or a second element outside of the root; `syntax`: any other.
   */
  code: 'unclosed' | 'mismatched' | 'attribute' | 'prefix' | 'reference' | 'outside' | 'syntax';
  /** Code units of the document's text. */
  at: number;
  /** The element, the prefix or the reference, as written; '' where there is none. */
  name: string;
  /** The innermost open element before it; '' where there is none. */
  open: string;
}

/**
 * Parts that may contain scripts that were not seen: a document type with external or unlimited declarations; a style
 * sheet that transforms the document; a template that Chromium moves elsewhere (`for`); elements, documents in
 * attributes, or data: URLs that are documents, nested beyond the limits; the rest of a large body.
 */
export type Unfollowed = 'DTD' | 'XSLT' | 'template' | 'nesting' | 'srcdoc' | 'data:' | 'size';

export interface TokenOptions {
  /** Which attributes to return, by their local name, in lower case for HTML. Default: all. */
  wanted?: (name: string) => boolean;
  /** HTML's scripting flag: true if the content of `noscript` is text. Default: true. */
  scripting?: boolean;
  /** XML: the namespace of names without a prefix, unless the text declares one. Default: none. */
  namespace?: string;
  /** XML: called at the end with the first error, unless a part that was not followed may explain it. */
  onError?: (error: XmlError) => void;
}

/**
 * @param text any text
 * @yields the tokens in order; text only if it is not just white space
 */
export function* tokensOf(
  text: string,
  language: Language,
  options: TokenOptions = {},
): Generator<Token, void, void> {
  for (const token of tokenSteps(text, language, options)) if (token !== null) yield token;
}

/** The same as `tokensOf`, but yields null now and then, where the caller may pause. */
export function tokenSteps(
  text: string,
  language: Language,
  { wanted = () => true, scripting = true, namespace = '', onError }: TokenOptions = {},
): Generator<Token | null, void, void> {
  return language === 'html'
    ? htmlTokens(text, wanted, scripting)
    : xmlTokens(text, wanted, namespace, onError);
}
