/** Audio, video and their text tracks. */
import { isMedia } from '../payload/playable.ts';
import { detectedIn } from './as-image.ts';
import { type Fetched, loadsAs, type Outcome, refused, unknown } from './outcome.ts';
import { isPlayed } from './shown-types.ts';

/** Types that every build plays; other codecs depend on the build and on the system. */
const sound: ReadonlySet<string> = new Set(['audio/wave', 'audio/mpeg']);

/** Chromium wants one of its media types, and then goes by the bytes; Firefox goes by the bytes. */
export function mediaOutcome(fetched: Fetched): Outcome {
  const { type, inspection, context } = fetched;
  if (!inspection.payload) return unknown;
  if (context.browser === 'Chromium' && !isPlayed(type, 'Chromium')) return refused('not-a-media-type');
  const detected = detectedIn(inspection);
  if (detected !== null && sound.has(detected)) return loadsAs(fetched, detected);
  return isMedia(detected) ? unknown : refused('not-media');
}

/** The longest mark is that of UTF-8; behind one of UTF-16 a single byte makes no character. */
const maxEmpty = 3;

/** WebVTT, 4.1: what begins as it does, whatever type is declared, in UTF-8; see `track-in-utf-16` for Chromium. */
export function trackOutcome(fetched: Fetched): Outcome {
  const { inspection, context } = fetched;
  const { payload } = inspection;
  if (!payload) return unknown;
  const bom = payload.facts !== null && 'text' in payload.facts ? payload.facts.text.bom : null;
  const isChromium = context.browser === 'Chromium';
  if (isChromium && bom !== null && (inspection.size ?? 0) <= maxEmpty) return loadsAs(fetched, 'text/vtt');
  const isDecoded = bom === null || bom === 'utf-8' || isChromium;
  return isDecoded && detectedIn(inspection) === 'text/vtt'
    ? loadsAs(fetched, 'text/vtt')
    : refused('not-a-track');
}
