/**
 * Lists the frames that a document contains, so that the worker knows which of them have not answered. A document
 * cannot determine whether a frame has a content script, so it lists all its frames, and the worker compares them with
 * the frames that have connected.
 */

import type { ChildFrame, Lineage } from '../platform/frame-messages.ts';
import { maxChildFrames } from '../platform/limits.ts';
import { apiPart } from '../platform/worker-port.ts';
import { attribute, baseOf, isConnected, isHtml, isLazy, urlOf } from './dom.ts';
import type { Listener } from './listener.ts';
import { until } from './time-slices.ts';

export interface ChildFrames {
  /** Adds an element that may contain a frame. @returns whether the element is new */
  add(element: Element): boolean;
  /**
   * Lists the current frames, up to one more than `maxChildFrames`, and the elements of accessible frames, in which
   * another document may load later.
   *
   * @yields where the caller may pause
   */
  list(): Generator<void, { frames: ChildFrame[]; waiting: Element[] }, void>;
}

/** Finds the frames of `embed` elements: see `embeds.ts`. */
type EmbeddedFrames = (elements: Iterable<Element>) => Generator<void, Map<Element, ChildFrame>, void>;

/** Maximum length, in code units, of a frame's URL. */
const addressLength = 2000;

export function createChildFrames(load: Listener['load']): ChildFrames {
  const elements = new Set<Element>();

  return {
    add(element) {
      return elements.size < elements.add(element).size;
    },
    *list() {
      const frames: ChildFrame[] = [];
      const waiting: Element[] = [];
      const isNeeded = [...elements].some((element) => isHtml(element, 'embed'));
      const embedded = isNeeded ? yield* until(load<EmbeddedFrames>('embeds')) : undefined;
      const embeds = embedded ? yield* embedded(elements) : undefined;
      for (const element of elements) {
        yield;
        if (!isConnected(element)) {
          elements.delete(element);
          continue;
        }
        const frame = entryOf(element, embeds);
        if (!frame) continue;
        frames.push(frame);
        if (frame.reason === 'not-loaded' || frame.reason === 'no-answer') waiting.push(element);
        if (frames.length > maxChildFrames) break;
      }
      return { frames, waiting };
    },
  };
}

/** The result of `read`, or `otherwise` if the browser throws an error. */
export function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

export const hidden: ChildFrame = { url: '', isAccessible: false, reason: 'no-answer' };

/**
 * The frame of an element; undefined if there is none. If an error hides whether there is one, the result is a frame
 * without a URL.
 */
const entryOf = (
  element: Element,
  embeds: ReadonlyMap<Element, ChildFrame> | undefined,
): ChildFrame | undefined =>
  attempt(() => {
    const frame = isHtml(element, 'embed') ? (embeds ? embeds.get(element) : hidden) : frameOf(element);
    return frame ? { ...frame, url: frame.url.slice(0, addressLength) } : undefined;
  }, hidden);

/** The frame of an element of a kind whose document may be accessible; null if there is none. */
export function frameOf(element: Element): ChildFrame | null {
  const isObject = isHtml(element, 'object');
  if (!isObject && !isHtml(element, 'iframe') && !isHtml(element, 'frame')) return null;
  const { contentDocument } = element;
  // An `object` may show an image or nothing.
  if (contentDocument === null && isObject && element.contentWindow === null) return null;
  const url = addressOf(element, isObject ? 'data' : 'src');
  if (contentDocument !== null) return seenFrame(contentDocument, url, element);
  return {
    url,
    isAccessible: false,
    reason: attribute(element, 'sandbox') === null ? 'cross-origin' : 'sandboxed',
  };
}

/** The URL of an element's frame, according to its attribute. */
export function addressOf(element: Element, name: 'src' | 'data'): string {
  if (attribute(element, 'srcdoc') !== null && isHtml(element, 'iframe')) return 'about:srcdoc';
  const written = attribute(element, name);
  if (written === null) return 'about:blank';
  // A data: URL may be megabytes long, but its beginning is enough.
  const start = written.slice(0, 2 * addressLength);
  return URL.parse(start, baseOf(element))?.href ?? start;
}

/**
 * A frame whose document is accessible. As long as the document is the initial empty one, the frame counts as not
 * loaded.
 */
export function seenFrame(document: Document, wanted: string, element: Element): ChildFrame {
  const url = urlOf(document);
  const isEmpty = url === 'about:blank' && /^(?:https?|data|blob|file|ftp):/.test(wanted);
  // A lazy frame that has never been near the viewport remains empty.
  if (isEmpty && !isLazy(element)) return { url: wanted, isAccessible: true, reason: 'not-loaded' };
  return { url, isAccessible: true, reason: 'no-answer' };
}

/**
 * Identifies the position of this document and of its parent among the documents of the page: by the ids of their
 * frames in Firefox; by their depths and origins in Chromium, which provides no such ids.
 */
export function lineageOfDocument(): Lineage {
  const { getFrameId } = apiPart('runtime', 'getFrameId') ?? {};
  if (getFrameId) return { own: `${getFrameId(window)}`, parent: `${getFrameId(window.parent)}` };
  let depth = 0;
  for (let at: Window = window; at !== at.parent; at = at.parent) depth++;
  return { own: `${depth} ${origin}`, parent: `${depth - 1} ${location.ancestorOrigins[0]}` };
}
