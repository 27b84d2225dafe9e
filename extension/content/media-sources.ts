/**
 * Finds the URLs that elements show or play, even if a script has since removed or replaced the attributes with these
 * URLs.
 */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { streamingThreshold } from '../../src/limits.ts';
import { parseSrcset } from '../../src/payload/markup/srcset.ts';
import {
  attribute,
  elementsOf,
  isFirefox,
  isHtml,
  localName,
  parentElement,
  previousElement,
} from './dom.ts';
import type { Emit } from './finder.ts';

/** Whether the browser serializes `written` as `url`. */
export function isSame(written: string | null, url: string): boolean {
  if (written === url || written === null) return written === url;
  if (!isDataUrl(written)) return false;
  const isLarge = written.length > streamingThreshold;
  // Chromium keeps the line breaks of a large URL.
  if (isLarge && written.replace(/[\t\n\r]/g, isFirefox ? () => '' : encodeURIComponent) === url) return true;
  // Parsing a large URL takes long.
  return (!isLarge || url.length > streamingThreshold) && URL.parse(written)?.href === url;
}

/** Whether an element is an image. In Chromium, an image never shows a URL that its attributes no longer contain. */
const isImage = (media: Element): media is HTMLImageElement => isFirefox && isHtml(media, 'img');

/** Maximum number of an element's sources that are compared. The images of a picture share its sources. */
const maxSources = 200;

/** The URLs that the sources of an element contain now, as in the attributes; null for a sibling that is no source. */
function* sourcesOf(media: HTMLMediaElement | HTMLImageElement): Generator<string | null, void, void> {
  yield attribute(media, 'src');
  if (isImage(media)) {
    const isInPicture = isHtml(parentElement(media), 'picture');
    for (let one: Element | null = media; one; one = isInPicture ? previousElement(one) : null) {
      yield null;
      if (one !== media && !isHtml(one, 'source')) continue;
      for (const { url } of parseSrcset(attribute(one, 'srcset') ?? '')) yield url;
    }
  } else for (const source of elementsOf(media, 'source')) yield attribute(source, 'src');
}

/**
 * Emits the URL that a player plays, or in Firefox an image shows, unless an attribute of the element or of its sources
 * contains that URL. If there are more sources than are compared, a URL of the others is emitted for the element, too.
 *
 * @yields undefined wherever the caller may pause
 */
export function* findPlayed(
  media: HTMLMediaElement | HTMLImageElement,
  emit: Emit,
): Generator<void, void, void> {
  // Firefox takes long to serialize a large URL. A complete image in view shows its only URL.
  if (
    isImage(media) &&
    (attribute(media, 'src')?.length ?? 0) > streamingThreshold &&
    media.complete &&
    !hasCandidates(media)
  )
    return;
  const { networkState, currentSrc: written }: Partial<HTMLMediaElement> = media;
  // A player plays only while it is idle (1) or loading (2). Firefox's images show `currentSrc`, even if `complete`,
  // until another image has loaded.
  if (networkState! % 3 === 0 || !isDataUrl(written!)) return;
  let count = 0;
  for (const source of sourcesOf(media)) {
    if (isSame(source, written)) return;
    if (++count === maxSources) break;
    yield;
  }
  const destination = isImage(media) ? 'image' : (localName(media) as 'audio' | 'video');
  emit({ written, place: 'attribute', name: 'currentSrc', destination });
}

/** Whether an image may show something other than its `src`. */
export const hasCandidates = (img: HTMLImageElement): boolean =>
  attribute(img, 'srcset') !== null || isHtml(parentElement(img), 'picture');
