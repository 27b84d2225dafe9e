/** The results of the walk: sources of data: URLs, trees, and the listener that gets them. */
import type { PartName } from '../platform/content-scripts.ts';
import type { UnreachablePart } from '../platform/frame-messages.ts';
import type { Found } from './finder.ts';

/**
 * The node or object that contains data: URLs: an element, a text or comment, a sheet that no element loads, or an
 * animation.
 */
export type Source = object;

/** A source and its location as shown to a person. */
export interface At {
  source: Source;
  /** The source itself if it is an element; otherwise the element that contains it or is affected by it. */
  element: Element;
  /** See `Occurrence.selector`; computed on demand. @yields where the caller may pause */
  selector: () => Generator<void, string, void>;
  inert: boolean;
}

export interface Listener {
  /**
   * Receives all current data: URLs at a source. Called once per walk for each source that has any or is known.
   *
   * @yields where the caller may pause
   */
  found(at: At, urls: readonly Found[]): Generator<void, void, void>;
  /**
   * Whether URLs at this source were reported before. `found` is then called again, even if the source has none now.
   */
  knows(source: Source): boolean;
  /** @param at the element, or the element that loads a style sheet */
  unreachable(unreachable: UnreachablePart, at?: { element: string; selector: string }): void;
  /**
   * Receives the number of elements that load the sheet at a URL, or of trees that adopt a sheet. Its contents are
   * found at the first one.
   *
   * @param source the first one
   * @param href the URL; undefined for an adopted sheet
   */
  shared(source: Source, href: string | undefined, users: number): void;
  /** Receives an element that may contain a frame, which has its own content script. */
  frame(element: Element): void;
  /** A part of the content script, once it has been injected; `undefined` if the injection fails. */
  load<Part>(name: PartName): Promise<Part | undefined>;
  /** Called before a tree of the page is walked. */
  entered?(tree: Tree): void;
}

/** A tree that is walked, and the listener that receives its findings. */
export interface Tree {
  root: Node;
  /** The element that the tree belongs to; for a document, its root element. */
  host: Element;
  /** The tree that contains the host. */
  outer?: Tree;
  inert: boolean;
  /** The number of trees made from markup that contain this one, including the tree itself. */
  depth: number;
  listener: Listener;
  /** Set for the browser's own viewer, whose running text, and this URL, are not the page's own. */
  viewer?: { url: string };
}
