/**
 * Finds the frames of `embed` elements, which few documents contain, and frames in another window. This is a part of
 * the content script: see `script-parts.ts`.
 */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import type { ChildFrame } from '../platform/frame-messages.ts';
import { attribute, isConnected, isFirefox, isHtml, rootOf } from './dom.ts';
import { addressOf, attempt, frameOf, hidden, seenFrame } from './frame-elements.ts';
import { mediaName } from './image-files.ts';

/**
 * The frame of an element in another window, with its document if the document is accessible; null if there is no
 * frame.
 */
export const frameIn = (element: Element): (ChildFrame & { document: Document | null }) | null =>
  attempt(
    () => {
      const isEmbed = isHtml(element, 'embed');
      const frame = !isEmbed ? frameOf(element) : mayHoldFrame(element) ? unseenEmbed(element) : null;
      return frame && { ...frame, document: (element as HTMLIFrameElement).contentDocument ?? null };
    },
    { ...hidden, document: null },
  );

/**
 * The frames of `embed` elements. An `embed` neither gives access to its document nor shows whether it contains a
 * document rather than an image. But a document lists its windows, and those that belong to no other element are, in
 * order, the windows of its `embed` elements.
 */
export function* embeddedFrames(
  elements: Iterable<Element>,
): Generator<void, Map<Element, ChildFrame>, void> {
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
  // The windows must be listed before the first pause, because an element may get a window during a pause.
  for (const element of elements) {
    yield;
    if (!isHtml(element, 'embed')) unseen.delete((element as HTMLIFrameElement).contentWindow);
  }
  /** The `embed` elements in the document: those that look like an image are in `images`, and are tried last. */
  const [likely, images]: [Element[], Element[]] = [[], []];
  for (const embed of embeds) {
    yield;
    if (found.has(embed) || !isConnected(embed)) continue;
    if (rootOf(embed) === document)
      (attempt(() => looksLikeImage(embed), false) ? images : likely).push(embed);
    // A document does not list the windows of elements in its shadow trees.
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

/**
 * Whether an `embed` looks like an image or other media, according to its declared type or, if it has none, its URL.
 */
const looksLikeImage = (embed: HTMLEmbedElement): boolean => {
  const hint = attribute(embed, 'type') || addressOf(embed, 'src');
  return /^(?:data:)?(?:image\/(?!svg)|audio\/|video\/|application\/pdf)/i.test(hint) || mediaName.test(hint);
};

/**
 * Whether an `embed` whose window is unknown may contain a frame. In Firefox, the response alone decides, regardless of
 * the declared type and the file name.
 */
const mayHoldFrame = (embed: HTMLEmbedElement): boolean =>
  attempt(() => (isFirefox && !isDataUrl(attribute(embed, 'src') ?? '')) || !looksLikeImage(embed), true);
