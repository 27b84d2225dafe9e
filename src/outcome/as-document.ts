/** Frames, objects and embeds, and navigation to a document. */
import type { Browser } from '../mime/documents.ts';
import { isInFrames, isLoaded } from '../payload/formats.ts';
import { isMedia } from '../payload/playable.ts';
import type { Destination } from '../vocabulary.ts';
import { detectedIn, isDecodedImage } from './as-image.ts';
import { type Fetched, loads, loadsAs, type Outcome, refused, unknown } from './outcome.ts';
import { isRaster, isShown } from './shown-types.ts';

/** Types of unknown content, whose bytes Firefox sniffs. */
const sniffed: ReadonlySet<string> = new Set(['*/*', 'application/x-unknown-content-type']);

/** Frames download a type that they cannot show; objects show their fallback (HTML 4.8.7), embeds nothing. */
export const documentOutcome =
  (destination: Destination) =>
  (fetched: Fetched): Outcome => {
    const { type, context } = fetched;
    const notShown: Outcome =
      destination === 'object' || destination === 'embed'
        ? refused('not-shown')
        : { kind: 'download', reason: 'not-shown' };
    if (context.browser === 'Firefox') {
      const outcome = sniffedByFirefox(fetched, notShown);
      if (outcome !== null) return outcome;
    }
    if (!isShown(type, context.browser)) return notShown;
    const isPicture = destination !== 'iframe' && destination !== 'frame' && isRaster(type, context.browser);
    if (!isPicture) return { ...loads, isDocument: true };
    return isDecodedImage(fetched) ? loads : refused('not-an-image');
  };

/** Firefox sniffs every document for audio, and cannot show WAVE. Null where the declared type decides. */
function sniffedByFirefox(fetched: Fetched, notShown: Outcome): Outcome | null {
  const { type, inspection } = fetched;
  if (!inspection.payload) return unknown;
  const detected = detectedIn(inspection);
  if (detected !== null && isLoaded(detected, 'media', 'Firefox'))
    return isInFrames(detected, 'Firefox') ? loadsAs(fetched, detected) : notShown;
  if (isMedia(detected)) return unknown;
  if (!sniffed.has(type.essence)) return null;
  // If the standards read another type, such as text, facts do not prove that the bytes are text.
  const isText = inspection.payload.facts !== null && inspection.essence === type.essence;
  if (detected === null) return isText ? loads : unknown;
  if (detected.startsWith('text/') || detected === 'application/pdf') return loads;
  if (detected.startsWith('image/')) return loadsAs(fetched, detected);
  return detected.startsWith('font/') || detected === 'application/zip' ? notShown : unknown;
}

/** Browsers block top-level navigation to these types, as such URLs were used to imitate other pages. */
export const navigationOutcome = ({ type, context: { browser } }: Fetched): Outcome =>
  isBlockedNavigation(type.essence, browser)
    ? { kind: 'not-requested', reason: 'top-level-navigation' }
    : unknown;

const isBlockedNavigation = (essence: string, _browser: Browser): boolean =>
  essence === 'text/html' || essence === 'text/plain' || essence === 'image/svg+xml';
