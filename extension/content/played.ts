/** What audio and video elements play: that goes on where a script has taken away the attribute that named it. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { streamingThreshold } from '../../src/limits.ts';
import { attribute, elementsOf, isHtml, playedBy } from './dom.ts';
import { type Emit, fewFound } from './finder.ts';

/** Whether a written URL is one that the browser has serialized. */
const isSame = (written: string | null, url: string): boolean =>
  written !== null &&
  (written === url ||
    (isDataUrl(written) && written.length <= streamingThreshold && URL.parse(written)?.href === url));

/** Tells what a player plays if neither it nor a source within it says so. @yields where the caller may pause */
export function* findPlayed(
  media: HTMLAudioElement | HTMLVideoElement,
  emit: Emit,
): Generator<void, void, void> {
  const written = playedBy(media);
  if (!isDataUrl(written) || isSame(attribute(media, 'src'), written)) return;
  const sources = elementsOf(media, 'source');
  for (let n = 0; n < sources.length; n++) {
    if (isSame(attribute(sources[n] as Element, 'src'), written)) return;
    if (n % fewFound === 0) yield;
  }
  const destination = isHtml(media, 'audio') ? 'audio' : 'video';
  emit({ written, place: 'attribute', name: 'currentSrc', destination });
}
