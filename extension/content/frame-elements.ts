/**
 * Collects the elements that may contain frames, so that the worker knows which frames have not answered. A document
 * cannot determine whether a frame has a content script, so it lists all its frames, and the worker compares them with
 * the frames that have connected.
 */

import type { Lineage } from '../platform/frame-messages.ts';
import { maxChildFrames } from '../platform/limits.ts';
import { apiPart } from '../platform/worker-port.ts';
import { isFirefox } from './dom.ts';
import { hidden, type listFrames } from './list-frames.ts';
import type { Listener } from './listener.ts';
import { loadedPart } from './script-parts.ts';

export interface ChildFrames {
  /** Adds an element that may contain a frame. @returns whether the element is new */
  add(element: Element): boolean;
  /**
   * See `listFrames`. If the part of the script with `listFrames` is missing, each element counts as a frame that has
   * not answered.
   */
  list(): ReturnType<typeof listFrames>;
}

export function createChildFrames(load: Listener['load']): ChildFrames {
  const elements = new Set<Element>();
  return {
    add(element) {
      const isNew = elements.size < elements.add(element).size;
      // The part is loaded while the walk continues.
      if (elements.size === 1) void load('frames');
      return isNew;
    },
    *list() {
      const list = elements.size === 0 ? undefined : yield* loadedPart<typeof listFrames>('frames', { load });
      if (list) return yield* list(elements);
      return { frames: Array.from(elements, () => hidden).slice(0, maxChildFrames + 1), waiting: [] };
    },
  };
}

/**
 * Identifies the position of this document and of its parent among the documents of the page: by the ids of their
 * frames in Firefox; by their depths and origins in Chromium, which provides no such ids.
 */
export function lineageOfDocument(): Lineage {
  const getFrameId = isFirefox ? apiPart('runtime', 'getFrameId')?.getFrameId : undefined;
  if (getFrameId) return { own: `${getFrameId(window)}`, parent: `${getFrameId(window.parent)}` };
  let depth = 0;
  for (let at: Window = window; at !== at.parent; at = at.parent) depth++;
  return { own: `${depth} ${origin}`, parent: `${depth - 1} ${location.ancestorOrigins[0]}` };
}
