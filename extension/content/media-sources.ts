/** Finds the URLs that audio and video elements play, even if a script has since removed the attribute. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { streamingThreshold } from '../../src/limits.ts';
import { attribute, elementsOf, isHtml } from './dom.ts';
import { type Emit, fewFound } from './finder.ts';

/** Whether the browser serializes `written` as `url`. */
export const isSame = (written: string | null, url: string): boolean =>
  written !== null &&
  (written === url ||
    (isDataUrl(written) && written.length <= streamingThreshold && URL.parse(written)?.href === url));

/** The URL that a player has loaded or is loading, regardless of its current attributes; '' if there is none. */
const playedBy = ({ networkState, currentSrc }: HTMLMediaElement): string =>
  networkState === HTMLMediaElement.NETWORK_IDLE || networkState === HTMLMediaElement.NETWORK_LOADING
    ? currentSrc
    : '';

/**
 * Emits the URL that a player plays, unless a `src` attribute of the player or of its sources contains that URL.
 *
 * @yields where the caller may pause
 */
export function* findPlayed(
  media: HTMLAudioElement | HTMLVideoElement,
  emit: Emit,
): Generator<void, void, void> {
  const written = playedBy(media);
  if (!isDataUrl(written) || isSame(attribute(media, 'src'), written)) return;
  let count = 0;
  for (const source of elementsOf(media, 'source')) {
    if (isSame(attribute(source, 'src'), written)) return;
    if (count++ % fewFound === 0) yield;
  }
  const destination = isHtml(media, 'audio') ? 'audio' : 'video';
  emit({ written, place: 'attribute', name: 'currentSrc', destination });
}
