/**
 * The tags of HTML and XML text, for one who wants to know what it holds and never builds it. Each is read by its own
 * rules: HTML by those that decide what is a tag and what an element (HTML 13.2.5 and 13.2.6), XML by XML's.
 */
import { htmlTokens } from './html-tokens.ts';
import type { Attribute } from './markup-attributes.ts';
import { xmlTokens } from './xml-tokens.ts';

export type { Attribute } from './markup-attributes.ts';
export type Language = 'html' | 'xml';

/** What an element's name and attributes mean: those of another namespace, or of none, are names and no more. */
export type ElementNamespace = 'html' | 'svg' | 'math' | 'other';

interface Span {
  /** Code units of `source`. */
  start: number;
  end: number;
  /** What it stands in: the text, or what an entity of the document type stands for. */
  source: string;
  /** Where the reference to that entity stands in the text; null in the text itself. */
  within: { start: number; end: number } | null;
}

export interface StartTag extends Span {
  kind: 'start';
  /** Local name as written, in lower case for HTML. */
  name: string;
  /** Null for a tag that makes no element, as HTML ignores many where they stand. */
  namespace: ElementNamespace | null;
  attributes: Attribute[];
  /** Whether the element has no content: the tag says so, and its language heeds it. */
  selfClosing: boolean;
  /** The text in a script, style, title …, undecoded, where the element can hold only text. */
  content: { start: number; end: number; closed: boolean } | null;
  /** Whether it stands in a template that is not shown. */
  inert: boolean;
}

export type Token =
  | StartTag
  | (Span & { kind: 'end'; name: string })
  | (Span & { kind: 'comment' | 'instruction' | 'doctype' })
  /** Text between tags, with the tag of the element that it is a child of; null where there is none. */
  | (Span & { kind: 'text' | 'cdata'; parent: StartTag | null })
  /** What was not followed, by which more may be there than was seen. */
  | (Span & { kind: 'unfollowed'; what: Unfollowed });

/**
 * What may bring scripts that were not seen: a document type whose declarations lead elsewhere or expand without end; a
 * style sheet that makes another document of this one; a template that Chromium puts elsewhere (`for`); more elements in one another, documents in attributes, or data:
 * URLs that are documents, than are read; the rest of a large body.
 */
export type Unfollowed = 'DTD' | 'XSLT' | 'template' | 'nesting' | 'srcdoc' | 'data:' | 'size';

export interface TokenOptions {
  /** Which attributes to give, by their local name, in lower case for HTML; others are stepped over. Default: all. */
  wanted?: (name: string) => boolean;
  /** HTML's scripting flag, by which `noscript` holds text. Default: true. */
  scripting?: boolean;
  /** XML: what names without a prefix stand for, unless the text says. Default: nothing. */
  namespace?: string;
}

/**
 * @param text any text at all
 * @yields the tokens in order; text only where there is something in it that is not white space
 */
export function* tokensOf(
  text: string,
  language: Language,
  options: TokenOptions = {},
): Generator<Token, void, void> {
  for (const token of tokenSteps(text, language, options)) if (token !== null) yield token;
}

/** The same in turns: null between the tokens, now and then. */
export function tokenSteps(
  text: string,
  language: Language,
  { wanted = () => true, scripting = true, namespace = '' }: TokenOptions = {},
): Generator<Token | null, void, void> {
  return language === 'html' ? htmlTokens(text, wanted, scripting) : xmlTokens(text, wanted, namespace);
}
