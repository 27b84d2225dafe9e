/** The walk's results: sources of data: URLs and trees, with the listener that gets them. */
import type { UnreachablePart } from '../platform/frame-messages.ts';
import type { Found } from './finder.ts';
import type { treeOfMarkup } from './noscript.ts';

/**
 * The node or object that holds data: URLs: an element, a text or comment, a sheet that no element loads, an animation.
 */
export type Source = object;

/** A source and its location for a person. */
export interface At {
  source: Source;
  /** The element itself, or the one that holds the source or is affected by it. */
  element: Element;
  /** See `Occurrence.selector`; made on demand. @yields where the caller may pause */
  selector: () => Generator<void, string, void>;
  inert: boolean;
}

export interface Listener {
  /**
   * Gets all current data: URLs at a source. Called once per walk for each source that has any or is known.
   *
   * @yields where the caller may pause
   */
  found(at: At, urls: readonly Found[]): Generator<void, void, void>;
  /** Whether URLs at this source were reported before: then `found` is called again, even if it has none now. */
  knows(source: Source): boolean;
  /** @param at the element, or the one that loads a style sheet */
  unreachable(unreachable: UnreachablePart, at?: { element: string; selector: string }): void;
  /**
   * How many elements load the sheet at an address, or how many trees adopt a sheet: what it holds was found at the first.
   *
   * @param source the first
   * @param href the address; undefined for an adopted sheet
   */
  shared(source: Source, href: string | undefined, users: number): void;
  /** An element that may hold a frame, which has a content script of its own. */
  frame(element: Element): void;
  /** The reader of markup, once it has been injected; `undefined` if that fails. */
  markupReader(): Promise<typeof treeOfMarkup | undefined>;
  /** A tree of the page is about to be walked. */
  entered?(tree: Tree): void;
}

/** A tree that is walked, and the listener that gets what it holds. */
export interface Tree {
  root: Node;
  /** The element that the tree belongs to, or a document's root element. */
  host: Element;
  /** The tree that contains the host. */
  outer?: Tree;
  inert: boolean;
  /** The number of trees made from markup that this one is in, itself included. */
  depth: number;
  listener: Listener;
  /** Set in the browser's own viewer: its running text and this URL are not the page's own. */
  viewer?: { url: string };
}
