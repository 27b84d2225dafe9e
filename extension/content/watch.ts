/**
 * Watching a document: mutation observers tell what changes at once; what no observer tells (`insertRule`,
 * `replaceSync`, adopted sheets, `attachShadow`, animations) is come upon by walking the document again and again in
 * the page's idle time. Missed is only what comes and goes between two such walks.
 */
import type { Carrier } from './carrier.ts';
import { elementsOf, isConnected, localName, parentElement } from './dom.ts';
import { forgetPositions } from './selector.ts';
import { idle, runInSlices, slice } from './slices.ts';
import { type Listener, type Tree, walk, walkElement, walkNode } from './walk.ts';

/** Elements whose text means something as a whole. */
const holdText = new Set(['style', 'script', 'noscript']);

const observed = { subtree: true, childList: true, attributes: true, characterData: true } as const;

/** Milliseconds in which the frames that change together are reported together. */
const frameInterval = 100;

/**
 * Watches a document that has been walked once.
 *
 * @param addFrame called with each element that may hold a frame; returns whether it is new
 * @param framesChanged called when frames came or loaded another document
 * @param signal ends it
 * @param isOver whether it has ended; asked before any work
 */
export function watch(
  document: Document,
  carrier: Carrier,
  addFrame: (element: Element) => boolean,
  framesChanged: () => void,
  signal: AbortSignal,
  isOver: () => boolean,
): void {
  const roots = new WeakSet<Node>();
  /** What changed and was not looked at yet: nodes that came, with all below them, and elements themselves. */
  const changed = new Map<Node, { tree: Tree; isNew: boolean }>();
  const removed = new Set<Node>();
  let isReading = false;

  /** Observes a tree once; what is inert cannot change by itself, and the next walk will do for it. */
  const entered = (tree: Tree) => {
    if (tree.inert || roots.has(tree.root)) return;
    roots.add(tree.root);
    const observer = new MutationObserver((records) => {
      forgetPositions();
      for (const record of records) note(tree, record);
      void read();
    });
    observer.observe(tree.root, observed);
    signal.addEventListener('abort', () => observer.disconnect());
    // Such events do not leave a shadow tree.
    tree.root.addEventListener('load', framesLoaded, { capture: true, signal });
  };

  let frameTimer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(frameTimer));
  const frameChanged = () => {
    frameTimer ??= setTimeout(() => {
      frameTimer = undefined;
      framesChanged();
    }, frameInterval);
  };
  const framesLoaded = ({ target }: Event) => {
    if (target instanceof Element && isFrame(target)) frameChanged();
  };

  const note = (tree: Tree, { type, target, addedNodes, removedNodes }: MutationRecord) => {
    const element = target instanceof Element ? target : parentElement(target);
    if (type === 'attributes' || (element && holdText.has(localName(element)))) {
      changed.set(element ?? target, { tree, isNew: changed.get(element ?? target)?.isNew ?? false });
    } else if (type === 'characterData') {
      changed.set(target, { tree, isNew: true });
    }
    for (const node of removedNodes) removed.add(node);
    for (const node of addedNodes) changed.set(node, { tree, isNew: true });
  };

  const listener: Listener = {
    found: carrier.found,
    knows: carrier.knows,
    unreachable: carrier.unreachable,
    frame(element) {
      // One that never loads fires no event.
      if (addFrame(element)) frameChanged();
    },
    entered,
  };

  function* changes(): Generator<void, void, void> {
    for (const node of removed) {
      removed.delete(node);
      if (isConnected(node)) continue;
      carrier.gone(node);
      const elements = elementsOf(node, '*');
      for (let i = 0; i < elements.length; i++) {
        carrier.gone(elements[i] as Element);
        if (i % 64 === 0) yield;
      }
    }
    for (const [node, { tree, isNew }] of changed) {
      changed.delete(node);
      if (!isConnected(node)) continue;
      if (isNew) yield* walkNode(tree, node, listener);
      else if (node instanceof Element) yield* walkElement(tree, node, listener);
      yield;
    }
    yield* carrier.sendLarge();
  }

  const read = async () => {
    if (isReading) return;
    isReading = true;
    while (!isOver() && (changed.size > 0 || removed.size > 0)) {
      await runInSlices(changes(), slice, carrier.flush, isOver);
    }
    isReading = false;
  };

  /** The same walk once more: it tells only what differs. */
  function* walkAgain(): Generator<void, void, void> {
    carrier.startWalk();
    yield* walk(document, { ...listener, unreachable() {} });
    carrier.endWalk();
    yield* carrier.sendLarge();
  }

  void (async () => {
    // The first of them is to observe all trees soon.
    await runInSlices(walkAgain(), slice, carrier.flush, isOver);
    while (!isOver()) {
      await idle();
      await runInSlices(walkAgain(), slice, carrier.flush, isOver, idle);
    }
  })();
}

const isFrame = (element: Element) => {
  const name = localName(element);
  return name === 'iframe' || name === 'frame' || name === 'object' || name === 'embed';
};
