/**
 * The frames that a document holds, for the worker to know which of them have not answered. Nothing tells a document
 * whether a frame has a content script; so it names all, and the worker counts.
 */
import { maxChildFrames } from '../platform/limits.ts';
import type { ChildFrame } from '../platform/messages.ts';
import { attribute, isConnected, rootOf, urlOf } from './dom.ts';

export interface ChildFrames {
  /** Adds an element that may hold a frame. @returns whether it is new */
  add(element: Element): boolean;
  /** The frames as they are now. */
  list(): ChildFrame[];
  /** The elements of those that hold nothing yet, but may do so soon. */
  waiting(): Element[];
}

/** Code units of a frame's address. */
const addressLength = 2000;

export function createChildFrames(): ChildFrames {
  const elements = new Set<Element>();

  /** Each frame with its element. */
  function* frames(): Generator<{ element: Element; frame: ChildFrame }> {
    const embeds = embeddedFrames(elements);
    for (const element of elements) {
      if (!isConnected(element)) {
        elements.delete(element);
        continue;
      }
      const frame = element instanceof HTMLEmbedElement ? embeds.get(element) : frameOf(element);
      if (frame) yield { element, frame: { ...frame, url: frame.url.slice(0, addressLength) } };
    }
  }

  return {
    add(element) {
      return elements.size < elements.add(element).size;
    },
    list() {
      const all: ChildFrame[] = [];
      for (const { frame } of frames()) {
        if (all.push(frame) === maxChildFrames) break;
      }
      return all;
    },
    waiting: () =>
      Array.from(frames()).flatMap(({ element, frame }) =>
        frame.reason === 'not-loaded' || frame.reason === 'no-answer' ? [element] : [],
      ),
  };
}

/** The frame of an element that tells its document where it may be seen; null where there is none. */
function frameOf(element: Element): ChildFrame | null {
  const isObject = element instanceof HTMLObjectElement;
  if (!isObject && !(element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement))
    return null;
  const { contentDocument } = element;
  // An object may show an image, or nothing.
  if (contentDocument === null && isObject && element.contentWindow === null) return null;
  const url = addressOf(element, isObject ? 'data' : 'src');
  if (contentDocument !== null) return seenFrame(contentDocument, url, element);
  return { url, seen: false, reason: attribute(element, 'sandbox') === null ? 'cross-origin' : 'sandboxed' };
}

/** What an element says that its frame holds. */
function addressOf(element: Element, name: 'src' | 'data'): string {
  if (attribute(element, 'srcdoc') !== null && element instanceof HTMLIFrameElement) return 'about:srcdoc';
  const written = attribute(element, name);
  return written === null ? 'about:blank' : (URL.parse(written, element.baseURI)?.href ?? written);
}

/** A frame whose document may be looked into. One that still holds an empty document has not been loaded. */
function seenFrame(document: Document, wanted: string, element: Element): ChildFrame {
  const url = urlOf(document);
  const isEmpty = url === 'about:blank' && /^(?:https?|data|blob|file|ftp):/.test(wanted);
  // A lazy frame that was never in sight holds nothing live.
  if (isEmpty && attribute(element, 'loading')?.toLowerCase() !== 'lazy')
    return { url: wanted, seen: true, reason: 'not-loaded' };
  return { url, seen: true, reason: 'no-answer' };
}

/**
 * Embeds do not tell their document, nor whether they hold one rather than an image. The windows of a document do:
 * those of no other element are the embeds', in their order.
 */
function embeddedFrames(elements: Iterable<Element>): Map<Element, ChildFrame> {
  const found = new Map<Element, ChildFrame>();
  const embeds: HTMLEmbedElement[] = [];
  const known = new Set<Window | null>();
  for (const element of elements) {
    if (element instanceof HTMLEmbedElement) embeds.push(element);
    else known.add((element as HTMLIFrameElement).contentWindow);
  }
  if (embeds.length === 0) return found;
  let unseen = 0;
  for (let n = 0; n < window.length; n++) {
    const child = window[n] as Window;
    const holder = holderOf(child);
    if (holder instanceof HTMLEmbedElement)
      found.set(holder, seenFrame(child.document, addressOf(holder, 'src'), holder));
    else if (holder === null && !known.has(child)) unseen++;
  }
  const rest = embeds.filter((embed) => isConnected(embed) && !found.has(embed));
  const inDocument = rest.filter((embed) => rootOf(embed) === document);
  // Where some of them hold an image, those that do not look like one come first.
  inDocument.sort((a, b) => Number(looksLikeImage(a)) - Number(looksLikeImage(b)));
  // A document does not count the windows of its shadow trees.
  const inShadow = rest.filter((embed) => rootOf(embed) !== document && !looksLikeImage(embed));
  for (const embed of [...inDocument.slice(0, unseen), ...inShadow])
    found.set(embed, { url: addressOf(embed, 'src'), seen: false, reason: 'cross-origin' });
  return found;
}

function holderOf(child: Window): Element | null {
  try {
    return child.frameElement;
  } catch {
    return null;
  }
}

const looksLikeImage = (embed: HTMLEmbedElement): boolean => {
  const type = attribute(embed, 'type') ?? '';
  if (type !== '') return /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf)/i.test(type);
  return /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|pdf|mp[34]|webm|ogg)(?:[?#]|$)|^data:(?:image\/(?!svg)|audio\/|video\/|application\/pdf)/i.test(
    addressOf(embed, 'src'),
  );
};
