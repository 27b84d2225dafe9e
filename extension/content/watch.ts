/**
 * Watches a document. Mutation observers report most changes immediately. Other changes (`insertRule`, `replaceSync`,
 * adopted sheets, `attachShadow`, animations) can't be observed, so the document is walked again and again while the
 * page is idle. Only URLs that are both added and removed between two of these walks are missed.
 */

import type { FrameMessage } from '../platform/frame-messages.ts';
import { maxUnreachable } from '../platform/limits.ts';
import { isConnected, isElement, iteratorOf, listen, localName, parentElement } from './dom.ts';
import { stayWatched } from './keep-alive.ts';
import type { Listener, Tree } from './listener.ts';
import type { forgetPositions } from './selector.ts';
import type { TextSender } from './text-sender.ts';
import { idle, type runInSlices, slice } from './time-slices.ts';
import type { walkElement, walkNode, walkPage } from './walk.ts';

/** The elements whose text is read as a whole. */
const holdText = new Set(['style', 'script', 'noscript']);

const observed = { subtree: true, childList: true, attributes: true, characterData: true } as const;

/** Number of nodes after which the reading of changes may pause. */
const stride = 64;

/** The functions of the content script whose state must exist only once in a document. */
export interface Walker extends Pick<Listener, 'load'> {
  walk: typeof walkPage;
  walkNode: typeof walkNode;
  walkElement: typeof walkElement;
  forgetPositions: typeof forgetPositions;
  runInSlices: typeof runInSlices;
  send(message: FrameMessage): void;
}

/** The functions that this part of the content script provides. */
export interface Watching {
  watch: typeof watch;
  /** Starts a stopped worker again. */
  revive(): void;
}

/**
 * Watches a document that has already been walked once.
 *
 * @param addFrame called with each element that may contain a frame; returns whether the element is new
 * @param framesChanged called when frames were added or have loaded another document
 * @param signal ends watching when it is aborted
 * @param isOver whether watching has ended; called before any work
 */
export function watch(
  document: Document,
  sender: TextSender,
  { walk, walkNode, walkElement, forgetPositions, runInSlices, load, send }: Walker,
  addFrame: (element: Element) => boolean,
  framesChanged: () => void,
  signal: AbortSignal,
  isOver: () => boolean,
): void {
  const roots = new WeakSet<Node>();
  /** The observers' records that have not been read yet; there may be a hundred thousand. */
  let unread: { tree: Tree; records: MutationRecord[] }[] = [];
  /**
   * The changed nodes that have not been walked yet: new nodes, which are walked with all their descendants, and single
   * elements.
   */
  const changed = new Map<Node, { tree: Tree; isNew: boolean }>();
  const removed = new Set<Node>();
  let isReading = false;

  /** Begins to observe a tree, once. Inert trees are not observed: the next walk finds their changes. */
  const entered = (walked: Tree) => {
    if (walked.inert || roots.has(walked.root)) return;
    // The listener of a repeated walk reports less, because an earlier walk has reported the rest.
    const tree = { ...walked, listener };
    roots.add(tree.root);
    const observer = new MutationObserver((records) => {
      forgetPositions();
      unread.push({ tree, records });
      void read();
    });
    observer.observe(tree.root, observed);
    signal.addEventListener('abort', () => observer.disconnect());
    const loaded = ({ target }: Event) => {
      if (!isElement(target as Node)) return;
      if (isFrame(target as Element)) return framesChanged();
      // Of all other elements, only links matter, because their sheets have now loaded.
      if (localName(target as Element) !== 'link') return;
      changed.set(target as Element, { tree, isNew: false });
      void read();
    };
    // Load events do not leave a shadow tree, so each tree needs its own listener.
    listen(tree.root, 'load', loaded as EventListener, { capture: true, signal });
  };

  function* note(tree: Tree, { type, target, addedNodes, removedNodes }: MutationRecord) {
    const element = isElement(target) ? target : parentElement(target);
    if (type === 'attributes' || (element && holdText.has(localName(element)))) {
      changed.set(element ?? target, { tree, isNew: changed.get(element ?? target)?.isNew ?? false });
    } else if (type === 'characterData') {
      changed.set(target, { tree, isNew: true });
    }
    yield* inTurns(removedNodes, (node) => removed.add(node));
    yield* inTurns(addedNodes, (node) => changed.set(node, { tree, isNew: true }));
  }

  const reported = new Set<string>();
  /** Whether a part that can't be scanned is known, or too many are. From now on, it is known. */
  const isReported = (...known: Parameters<Listener['unreachable']>): boolean =>
    reported.size >= maxUnreachable || reported.size === reported.add(JSON.stringify(known)).size;

  const listener: Listener = {
    found: sender.found,
    knows: sender.knows,
    shared: sender.shared,
    load,
    // A sheet that is still loading is read when it has loaded.
    unreachable(part, at) {
      if (part.reason !== 'not-loaded' && !isReported(part, at)) sender.unreachable(part, at);
    },
    frame(element) {
      // A frame that never finishes loading fires no event.
      if (addFrame(element)) framesChanged();
    },
    entered,
  };

  function* changes(): Generator<void, void, void> {
    const all = unread;
    unread = [];
    let count = 0;
    for (const { tree, records } of all) {
      for (const record of records) {
        yield* note(tree, record);
        if (++count % stride === 0) yield;
      }
    }
    for (const node of removed) {
      removed.delete(node);
      if (!isConnected(node)) yield* goneWith(node);
      yield;
    }
    for (const [node, { tree, isNew }] of changed) {
      changed.delete(node);
      if (!isConnected(node)) continue;
      if (isNew) yield* walkNode(tree, node);
      else if (isElement(node)) yield* walkElement(tree, node);
      yield;
    }
    yield* sender.sendLarge();
  }

  /** Reports that a node was removed with all its descendants. */
  function* goneWith(root: Node): Generator<void, void, void> {
    const nodes = iteratorOf(document, root, NodeFilter.SHOW_ALL);
    let count = 0;
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (!isConnected(node)) yield* sender.gone(node);
      if (++count % stride === 0) yield;
    }
  }

  const read = async () => {
    if (isReading) return;
    isReading = true;
    while (!isOver() && (unread.length > 0 || changed.size > 0 || removed.size > 0)) {
      await runInSlices(changes(), slice, sender.flush, isOver);
    }
    isReading = false;
  };

  let isRepeated = false;
  /** Walks the whole document again, and reports only the differences. */
  function* walkAgain(): Generator<void, void, void> {
    sender.startWalk();
    yield* walk(document, {
      ...listener,
      unreachable(part, at) {
        // The first repeated walk finds what the scan has reported, except for files, and sheets that are not read
        // completely; each of these is reported only once in any case.
        if (isRepeated || part.kind === 'image-file' || /^unread-[tv]/.test(part.reason))
          listener.unreachable(part, at);
        else isReported(part, at);
      },
    });
    isRepeated = true;
    yield* sender.endWalk();
    yield* sender.sendLarge();
  }

  if (window === window.top) stayWatched(send, signal);
  void (async () => {
    // The first repeated walk starts immediately, because it begins to observe all trees.
    await runInSlices(walkAgain(), slice, sender.flush, isOver);
    while (!isOver()) {
      await idle();
      await runInSlices(walkAgain(), slice, sender.flush, isOver, idle);
    }
  })();
}

function* inTurns(nodes: NodeList, use: (node: Node) => void): Generator<void, void, void> {
  for (let n = 0; n < nodes.length; n++) {
    use(nodes[n] as Node);
    if (n % stride === stride - 1) yield;
  }
}

const isFrame = (element: Element) => {
  const name = localName(element);
  return name === 'iframe' || name === 'frame' || name === 'object' || name === 'embed';
};
