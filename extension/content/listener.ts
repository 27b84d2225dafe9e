/**
 * The types that describe the results of a walk: sources of data: URLs, trees, and the listener that receives the
 * results.
 */
import type { PartName } from '../platform/content-scripts.ts';
import type { UnreachablePart } from '../platform/frame-messages.ts';
import type { Found } from './finder.ts';

/**
 * The node or object that contains data: URLs: an element, text, comment, sheet that no element loads, or animation.
 */
export type Source = object;

/** A source, and its location as shown to a person. */
export interface At {
  source: Source;
  /**
   * The source itself if it is an element; otherwise, the element that contains the source or that the source affects.
   */
  element: Element;
  /** See `Occurrence.selector`; computed on demand. @yields undefined wherever the caller may pause */
  selector: () => Generator<void, string, void>;
  inert: boolean;
}

export interface Listener {
  /**
   * Receives all current data: URLs at a source. Called once per walk for each source that contains any or is known.
   *
   * @yields undefined wherever the caller may pause
   */
  found(at: At, urls: readonly Found[]): Generator<void, void, void>;
  /**
   * Whether URLs at this source were reported before. `found` is then called again, even if the source no longer
   * contains any.
   */
  knows(source: Source): boolean;
  /** @param at the element that could not be read, or the element that loads the style sheet */
  unreachable(unreachable: UnreachablePart, at?: { element: string; selector: string }): void;
  /**
   * Receives the number of elements that load the sheet at a URL, or of trees that adopt a sheet.
   *
   * @param source the first of these elements or trees, at which the sheet's contents are reported
   * @param href the URL; undefined for an adopted sheet
   */
  shared(source: Source, href: string | undefined, users: number): void;
  /** Receives an element that may contain a frame. The frame has its own content script. */
  frame(element: Element): void;
  /**
   * Loads a part of the content script. Resolves when the part has been injected, or with `undefined` if the injection
   * fails.
   */
  load<Part>(name: PartName): Promise<Part | undefined>;
  /** Called before a tree of the page is walked. */
  entered?(tree: Tree): void;
}

/** A tree that is walked, and the listener that receives its findings. */
export interface Tree {
  root: Node;
  /** The element that the tree belongs to. For a document, its root element. */
  host: Element;
  /** The tree that contains the host. */
  outer?: Tree;
  inert: boolean;
  /** Number of trees made from markup that contain this tree, including itself. */
  depth: number;
  listener: Listener;
  /**
   * Set if the browser may show the document in a viewer, which adds data: URLs that are not the page's own, or repeats
   * its own as running text.
   */
  viewer?: { adds(found: Found, source: Source): boolean } | undefined;
}
