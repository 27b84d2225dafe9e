/** Audio, video and their text tracks. */
import { isLoaded } from '../payload/formats.ts';
import { isMedia } from '../payload/playable.ts';
import { detectedIn } from './as-image.ts';
import { type Fetched, loadsAs, type Outcome, refused, unknown } from './outcome.ts';
import { isPlayed } from './shown-types.ts';

/** Chromium requires a declared type that it plays, then sniffs the bytes; Firefox only sniffs. */
export function mediaOutcome(fetched: Fetched): Outcome {
  const { type, inspection, context } = fetched;
  if (!inspection.payload) return unknown;
  if (context.browser === 'Chromium' && !isPlayed(type, 'Chromium')) return refused('not-a-media-type');
  const detected = detectedIn(inspection);
  if (detected !== null && isLoaded(detected, 'media', context.browser)) return loadsAs(fetched, detected);
  // Other codecs depend on the build and on the system.
  return isMedia(detected) ? unknown : refused('not-media');
}

/** Bytes of a body without characters: a UTF-8 mark has 3, a UTF-16 mark 2, and 1 more is no character. */
const maxEmpty = 3;

/** WebVTT 4.1: a body in UTF-8 that begins with WEBVTT, with any type. For Chromium see `track-in-utf-16`. */
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
