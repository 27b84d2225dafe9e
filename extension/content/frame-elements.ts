/**
 * The frames that a document contains, so that the worker knows which of them have not answered. A document cannot
 * determine whether a frame has a content script, so it lists all its frames, and the worker compares them with those
 * that connected.
 */

import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import type { ChildFrame, Lineage } from '../platform/frame-messages.ts';
import { maxChildFrames } from '../platform/limits.ts';
import { apiPart } from '../platform/worker-port.ts';
import { attribute, baseOf, isConnected, isFirefox, isHtml, isLazy, rootOf, urlOf } from './dom.ts';
import { mediaName } from './image-files.ts';

export interface ChildFrames {
  /** Adds an element that may contain a frame. @returns whether it is new */
  add(element: Element): boolean;
  /**
   * Lists the current frames, at most one more than `maxChildFrames`, and the elements of the accessible ones, in which
   * another document may load.
   *
   * @yields where the caller may pause
   */
  list(): Generator<void, { frames: ChildFrame[]; waiting: Element[] }, void>;
}

/** Maximum length, in code units, of a frame's URL. */
const addressLength = 2000;

export function createChildFrames(): ChildFrames {
  const elements = new Set<Element>();

  return {
    add(element) {
      return elements.size < elements.add(element).size;
    },
    *list() {
      const frames: ChildFrame[] = [];
      const waiting: Element[] = [];
      const embeds = yield* embeddedFrames(elements);
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
function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const hidden: ChildFrame = { url: '', isAccessible: false, reason: 'no-answer' };

/** The frame of an element; undefined if there is none. If an error hides that, the result is a frame without a URL. */
const entryOf = (element: Element, embeds: ReadonlyMap<Element, ChildFrame>): ChildFrame | undefined =>
  attempt(() => {
    const frame = isHtml(element, 'embed') ? embeds.get(element) : frameOf(element);
    return frame ? { ...frame, url: frame.url.slice(0, addressLength) } : undefined;
  }, hidden);

/** The frame of an element whose document may be accessible; null if there is none. */
function frameOf(element: Element): ChildFrame | null {
  const isObject = isHtml(element, 'object');
  if (!isObject && !isHtml(element, 'iframe') && !isHtml(element, 'frame')) return null;
  const { contentDocument } = element;
  // An object may show an image or nothing.
  if (contentDocument === null && isObject && element.contentWindow === null) return null;
  const url = addressOf(element, isObject ? 'data' : 'src');
  if (contentDocument !== null) return seenFrame(contentDocument, url, element);
  return {
    url,
    isAccessible: false,
    reason: attribute(element, 'sandbox') === null ? 'cross-origin' : 'sandboxed',
  };
}

/** The frame of an element in another window, with its document if that is accessible; null if there is no frame. */
export const frameIn = (element: Element): (ChildFrame & { document: Document | null }) | null =>
  attempt(
    () => {
      const isEmbed = isHtml(element, 'embed');
      const frame = !isEmbed ? frameOf(element) : mayHoldFrame(element) ? unseenEmbed(element) : null;
      return frame && { ...frame, document: (element as HTMLIFrameElement).contentDocument ?? null };
    },
    { ...hidden, document: null },
  );

/** The URL of an element's frame, according to its attribute. */
function addressOf(element: Element, name: 'src' | 'data'): string {
  if (attribute(element, 'srcdoc') !== null && isHtml(element, 'iframe')) return 'about:srcdoc';
  const written = attribute(element, name);
  if (written === null) return 'about:blank';
  // A data: URL may have megabytes. Its beginning is enough.
  const start = written.slice(0, 2 * addressLength);
  return URL.parse(start, baseOf(element))?.href ?? start;
}

/**
 * A frame whose document is accessible. As long as that is an initial empty document, the frame has not been loaded.
 */
function seenFrame(document: Document, wanted: string, element: Element): ChildFrame {
  const url = urlOf(document);
  const isEmpty = url === 'about:blank' && /^(?:https?|data|blob|file|ftp):/.test(wanted);
  // A lazy frame that was never in the viewport remains empty.
  if (isEmpty && !isLazy(element)) return { url: wanted, isAccessible: true, reason: 'not-loaded' };
  return { url, isAccessible: true, reason: 'no-answer' };
}

/**
 * The frames of `embed` elements. An `embed` neither gives access to its document nor shows whether it contains one
 * rather than an image. But a document lists its windows, and those that belong to no other element are the windows of
 * its `embed` elements, in order.
 */
function* embeddedFrames(elements: Iterable<Element>): Generator<void, Map<Element, ChildFrame>, void> {
  const found = new Map<Element, ChildFrame>();
  const embeds: HTMLEmbedElement[] = [];
  for (const element of elements) {
    yield;
    if (isHtml(element, 'embed')) embeds.push(element);
  }
  if (embeds.length === 0) return found;
  const unseen = new Set<Window | null>();
  for (let n = 0; n < window.length; n++) {
    yield;
    const child = window[n];
    if (!child) break;
    const holder = attempt(() => child.frameElement, null);
    if (isHtml(holder, 'embed'))
      found.set(
        holder,
        attempt(() => seenFrame(child.document, addressOf(holder, 'src'), holder), hidden),
      );
    else if (holder === null) unseen.add(child);
  }
  // Only after the windows are listed, because an element may get a window at every pause.
  for (const element of elements) {
    yield;
    if (!isHtml(element, 'embed')) unseen.delete((element as HTMLIFrameElement).contentWindow);
  }
  /** The `embed` elements in the document: first those that don't look like an image, then the others. */
  const [likely, images]: [Element[], Element[]] = [[], []];
  for (const embed of embeds) {
    yield;
    if (found.has(embed) || !isConnected(embed)) continue;
    if (rootOf(embed) === document)
      (attempt(() => looksLikeImage(embed), false) ? images : likely).push(embed);
    // A document does not list the windows in its shadow trees.
    else if (mayHoldFrame(embed)) found.set(embed, unseenEmbed(embed));
  }
  for (const embed of [...likely, ...images].slice(0, unseen.size)) {
    yield;
    found.set(embed, unseenEmbed(embed));
  }
  return found;
}

const unseenEmbed = (embed: Element): ChildFrame => ({
  url: attempt(() => addressOf(embed, 'src'), ''),
  isAccessible: false,
  reason: 'cross-origin',
});

/** Whether an `embed` looks like an image or other media, by its declared type or, if it has none, by its URL. */
const looksLikeImage = (embed: HTMLEmbedElement): boolean => {
  const hint = attribute(embed, 'type') || addressOf(embed, 'src');
  return /^(?:data:)?(?:image\/(?!svg)|audio\/|video\/|application\/pdf)/i.test(hint) || mediaName.test(hint);
};

/**
 * Whether an `embed` whose window is unknown may have one. In Firefox, only the response decides, whatever the declared
 * type and the file name.
 */
const mayHoldFrame = (embed: HTMLEmbedElement): boolean =>
  attempt(() => (isFirefox && !isDataUrl(attribute(embed, 'src') ?? '')) || !looksLikeImage(embed), true);

/**
 * The position of this document and its parent among the documents of the page: in Firefox, the ids of their frames; in
 * Chromium, which has no such ids, their depths and origins.
 */
export function lineageOfDocument(): Lineage {
  const { getFrameId } = apiPart('runtime', 'getFrameId') ?? {};
  if (getFrameId) return { own: `${getFrameId(window)}`, parent: `${getFrameId(window.parent)}` };
  let depth = 0;
  for (let at: Window = window; at !== at.parent; at = at.parent) depth++;
  const ancestorOrigins = isFirefox ? undefined : location.ancestorOrigins;
  const tag = (deep: number, origin: string | undefined) =>
    `${deep} ${(ancestorOrigins && origin) ?? ''}`.slice(0, 2000);
  return { own: tag(depth, origin), parent: tag(depth - 1, ancestorOrigins?.[0]) };
}
