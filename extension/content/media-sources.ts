/**
 * Finds the URLs that elements show or play, even if a script has since removed or replaced the attributes with these
 * URLs.
 */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { streamingThreshold } from '../../src/limits.ts';
import { attribute, elementsOf, isFirefox, isHtml, localName, parentElement } from './dom.ts';
import type { Emit } from './finder.ts';

/** Whether the browser serializes `written` as `url`. */
export const isSame = (written: string | null, url: string): boolean =>
  written !== null &&
  (written === url ||
    (isDataUrl(written) &&
      // Parsing a large URL takes long. Chromium keeps the line breaks of a large URL.
      (written.length > streamingThreshold
        ? written.replace(/[\t\n\r]/g, isFirefox ? () => '' : encodeURIComponent)
        : URL.parse(written)?.href) === url));

/**
 * The URL that a player plays or an image shows, regardless of its current attributes; '' if there is none. While the
 * image at a new URL is loading, Firefox shows the old one.
 *
 * @param networkState the state of a player, which is idle (1) or loading (2) if there is such a URL; undefined for an
 *   image
 */
const shownBy = ({ networkState, currentSrc }: Partial<HTMLMediaElement>): string =>
  networkState! % 3 === 0 ? '' : currentSrc!;

/**
 * Emits the URL that a player or an image shows, unless an attribute of the element or of its sources contains that
 * URL.
 *
 * @yields undefined wherever the caller may pause
 */
export function* findPlayed(
  media: HTMLMediaElement | HTMLImageElement,
  emit: Emit,
): Generator<void, void, void> {
  const written = shownBy(media);
  if (!isDataUrl(written) || isSame(attribute(media, 'src'), written)) return;
  const isImage = isHtml(media, 'img');
  // A complete image shows what its attributes say.
  if (isImage && (media.complete || hasCandidates(media))) return;
  for (const source of elementsOf(media, 'source')) {
    if (isSame(attribute(source, 'src'), written)) return;
    yield;
  }
  const destination = isImage ? 'image' : (localName(media) as 'audio' | 'video');
  emit({ written, place: 'attribute', name: 'currentSrc', destination });
}

/** Whether an image may show something other than its `src`. */
export const hasCandidates = (img: HTMLImageElement): boolean =>
  attribute(img, 'srcset') !== null || isHtml(parentElement(img), 'picture');
