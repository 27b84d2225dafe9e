/**
 * Lists the frames of elements. This is a part of the content script, because many documents contain no frames: see
 * `script-parts.ts`.
 */
import type { ChildFrame } from '../platform/frame-messages.ts';
import { maxChildFrames } from '../platform/limits.ts';
import { apiPart } from '../platform/worker-port.ts';
import { attribute, baseOf, isConnected, isFirefox, isHtml, isLazy, rootOf, urlOf } from './dom.ts';
import { imageName } from './image-files.ts';

/** The frame that is reported for an element about which nothing else is known. */
export const hidden: ChildFrame = { url: '', isAccessible: false, reason: 'no-answer' };

/** Maximum length, in code units, of a frame's URL. */
const addressLength = 2000;

/**
 * Lists the current frames of elements, up to one more than `maxChildFrames`, and those elements whose frames are
 * accessible, in which another document may load later.
 *
 * @param elements elements that may contain frames; those that the page has removed are deleted
 * @yields undefined wherever the caller may pause
 */
export function* listFrames(
  elements: Set<Element>,
): Generator<void, { frames: ChildFrame[]; waiting: Element[] }, void> {
  const frames: ChildFrame[] = [];
  const waiting: Element[] = [];
  const opaque = yield* (isFirefox ? framesById : embeddedFrames)(elements);
  for (const element of elements) {
    yield;
    if (!isConnected(element)) {
      elements.delete(element);
      continue;
    }
    // If an error prevents determining whether there is a frame, a frame without a URL is listed.
    const frame = attempt(() => frameOf(element) ?? opaque.get(element), hidden);
    if (!frame) continue;
    frames.push({ ...frame, url: frame.url.slice(0, addressLength) });
    if (frame.reason === 'not-loaded' || frame.reason === 'no-answer') waiting.push(element);
    if (frames.length > maxChildFrames) break;
  }
  return { frames, waiting };
}

/**
 * The frame of an element in another window, with its document if the document is accessible; null if there is no
 * frame.
 */
export const frameIn = (element: Element): (ChildFrame & { document: Document | null }) | null =>
  attempt(
    () => {
      const frame = frameOf(element) ?? (mayHoldFrame(element) ? unseenFrame(element) : null);
      return frame && { ...frame, document: (element as HTMLIFrameElement).contentDocument ?? null };
    },
    { ...hidden, document: null },
  );

/** The id of the frame of an element or window in Firefox; -1 if there is none. */
const frameIdOf = (target: Element | Window): number =>
  apiPart('runtime', 'getFrameId')?.getFrameId?.(target) ?? -1;

/**
 * The frames of `embed` and `object` elements in Firefox whose documents are not accessible. Elements that show an image
 * have a frame, too, but the document lists no window of it.
 */
function* framesById(elements: Iterable<Element>): Generator<void, Map<Element, ChildFrame>, void> {
  const found = new Map<Element, ChildFrame>();
  const byId = new Map<number, Element>();
  for (const element of elements) {
    yield;
    if (!isHtml(element, 'embed') && !isHtml(element, 'object')) continue;
    if (rootOf(element) === document) byId.set(frameIdOf(element), element);
    // A document does not list the windows of elements in its shadow trees.
    else if (mayHoldFrame(element)) found.set(element, shadowedFrame(element));
  }
  byId.delete(-1);
  // In this order, no window is skipped if others are removed during a pause.
  for (let n = window.length; n-- > 0; ) {
    yield;
    const child = window[n];
    const element = child && byId.get(frameIdOf(child));
    if (element)
      found.set(
        element,
        attempt(() => seenFrame(child.document, element), unseenFrame(element)),
      );
  }
  return found;
}

/**
 * The frames of `embed` elements in Chromium. An `embed` neither gives access to its document nor shows whether it
 * contains a document rather than an image. However, a document lists its windows, and the windows that belong to no
 * other element are, in order, the windows of its `embed` elements.
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
        attempt(() => seenFrame(child.document, holder), hidden),
      );
    else if (holder === null) unseen.add(child);
  }
  // The windows must be listed before the first pause, because an element may get a window during a pause.
  for (const element of elements) {
    yield;
    if (!isHtml(element, 'embed')) unseen.delete((element as HTMLIFrameElement).contentWindow);
  }
  /** The `embed` elements in the document. Elements that look like an image are in `images`, and are tried last. */
  const [likely, images]: [Element[], Element[]] = [[], []];
  for (const embed of embeds) {
    yield;
    if (found.has(embed) || !isConnected(embed)) continue;
    if (rootOf(embed) === document)
      (attempt(() => looksLikeImage(embed), false) ? images : likely).push(embed);
    // A document does not list the windows of elements in its shadow trees.
    else if (mayHoldFrame(embed)) found.set(embed, shadowedFrame(embed));
  }
  for (const embed of [...likely, ...images].slice(0, unseen.size)) {
    yield;
    found.set(embed, unseenFrame(embed));
  }
  return found;
}

const unseenFrame = (element: Element): ChildFrame => ({
  url: attempt(() => addressOf(element), ''),
  isAccessible: false,
  reason: 'cross-origin',
});

/** The frame of an element in a shadow tree. Its document counts as accessible if its URL has the same origin. */
function shadowedFrame(element: Element): ChildFrame {
  const frame = unseenFrame(element);
  const isSameOrigin = origin !== 'null' && URL.parse(frame.url)?.origin === origin;
  return isSameOrigin ? { ...frame, isAccessible: true, reason: 'no-answer' } : frame;
}

/**
 * Whether an element looks like an image or other media, according to its declared type or, if it has none, its URL.
 */
const looksLikeImage = (element: Element): boolean => {
  const hint = attribute(element, 'type') || addressOf(element);
  return mediaType.test(hint) || imageName.test(hint) || mediaName.test(hint);
};

/** Matches file name extensions of audio, video, and PDF. */
const mediaName = /\.(?:mp[34]|ogg|pdf|webm)(?:[?#]|$)/i;
const mediaType = /^(?:data:)?(?:image\/(?!svg)|audio\/|video\/|application\/pdf)/i;

/**
 * Whether an element whose window is unknown may contain a frame. In Firefox, the response alone decides, regardless of
 * the declared type and the file name.
 */
const mayHoldFrame = (element: Element): boolean =>
  attempt(
    () =>
      isFirefox
        ? frameIdOf(element) >= 0 && !mediaType.test(addressOf(element))
        : isHtml(element, 'embed') && !looksLikeImage(element),
    true,
  );

/** The result of `read`, or `otherwise` if the browser throws an error. */
function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The frame of an `iframe`, `frame` or `object` element, whose document may be accessible; null if there is none. */
function frameOf(element: Element): ChildFrame | null {
  const isObject = isHtml(element, 'object');
  if (!isObject && !isHtml(element, 'iframe') && !isHtml(element, 'frame')) return null;
  const { contentDocument } = element;
  // An `object` may show an image or nothing.
  if (contentDocument === null && isObject && element.contentWindow === null) return null;
  if (contentDocument !== null) return seenFrame(contentDocument, element);
  return {
    url: addressOf(element),
    isAccessible: false,
    reason: attribute(element, 'sandbox') === null ? 'cross-origin' : 'sandboxed',
  };
}

/** The URL of an element's frame, according to its attribute. */
function addressOf(element: Element): string {
  if (attribute(element, 'srcdoc') !== null && isHtml(element, 'iframe')) return 'about:srcdoc';
  const written = attribute(element, isHtml(element, 'object') ? 'data' : 'src');
  if (written === null) return 'about:blank';
  // A data: URL may be megabytes long, but its beginning is enough.
  const start = written.slice(0, 2 * addressLength);
  return URL.parse(start, baseOf(element))?.href ?? start;
}

/**
 * A frame whose document is accessible. As long as the document is the initial empty one, the frame counts as not
 * loaded.
 */
function seenFrame(document: Document, element: Element): ChildFrame {
  const url = urlOf(document);
  const wanted = addressOf(element);
  const isEmpty = url === 'about:blank' && /^(?:https?|data|blob|file|ftp):/.test(wanted);
  // A lazy frame that has never been near the viewport remains empty.
  if (isEmpty && !isLazy(element)) return { url: wanted, isAccessible: true, reason: 'not-loaded' };
  return { url, isAccessible: true, reason: 'no-answer' };
}
