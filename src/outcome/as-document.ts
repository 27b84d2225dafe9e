/** Frames, objects and embeds, and navigation to a document. */
import type { Browser } from '../mime/documents.ts';
import { isMedia } from '../payload/playable.ts';
import type { Destination } from '../vocabulary.ts';
import { detectedIn, isDecodedImage } from './as-image.ts';
import { type Fetched, loads, loadsAs, type Outcome, refused, unknown } from './outcome.ts';
import { isRaster, isShown } from './shown-types.ts';

/** Unknown content, in which Firefox looks for what it is. */
const sniffed: ReadonlySet<string> = new Set(['*/*', 'application/x-unknown-content-type']);

/** A frame saves what it does not show; an object has its fallback (HTML 4.8.7), and an embed nothing. */
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

/** Firefox looks for sound in whatever it loads as a document, and has no page for WAVE. */
function sniffedByFirefox(fetched: Fetched, notShown: Outcome): Outcome | null {
  const { type, inspection } = fetched;
  if (!inspection.payload) return unknown;
  const detected = detectedIn(inspection);
  if (detected === 'audio/wave') return notShown;
  if (detected === 'audio/mpeg') return loadsAs(fetched, detected);
  if (isMedia(detected)) return unknown;
  if (!sniffed.has(type.essence)) return null;
  // Facts about a body that the standards call text may be about bytes that are none.
  const isText = inspection.payload.facts !== null && inspection.essence === type.essence;
  if (detected === null) return isText ? loads : unknown;
  if (detected.startsWith('text/') || detected === 'application/pdf') return loads;
  if (detected.startsWith('image/')) return loadsAs(fetched, detected);
  return detected.startsWith('font/') || detected === 'application/zip' ? notShown : unknown;
}

/** Browsers do not open a data: URL as the whole page, as this was used to imitate other pages. */
export const navigationOutcome = ({ type, context: { browser } }: Fetched): Outcome =>
  isBlockedNavigation(type.essence, browser)
    ? { kind: 'not-requested', reason: 'top-level-navigation' }
    : unknown;

const isBlockedNavigation = (essence: string, _browser: Browser): boolean =>
  essence === 'text/html' || essence === 'text/plain' || essence === 'image/svg+xml';
