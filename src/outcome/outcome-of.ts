/** Predicts the outcome of a data: URL at one destination. */
import { type MimeType, parseMimeType } from '../mime/mime-type.ts';
import type { Problem } from '../problem.ts';
import type { EngineReading, Inspection } from '../report/report.ts';
import type { Destination } from '../vocabulary.ts';
import { documentOutcome, navigationOutcome } from './as-document.ts';
import { fontOutcome } from './as-font.ts';
import { imageOutcome } from './as-image.ts';
import { mediaOutcome, trackOutcome } from './as-media.ts';
import { requestOutcome } from './as-request.ts';
import { scriptOutcome, workerOutcome } from './as-script.ts';
import { styleOutcome } from './as-style.ts';
import { stopsCredentials } from './engines.ts';
import { type Fetched, type Outcome, type OutcomeContext, unknown } from './outcome.ts';

const byDestination: Readonly<Record<Destination, (fetched: Fetched) => Outcome>> = {
  image: imageOutcome,
  script: scriptOutcome,
  style: styleOutcome,
  font: fontOutcome,
  iframe: documentOutcome('iframe'),
  frame: documentOutcome('frame'),
  object: documentOutcome('object'),
  embed: documentOutcome('embed'),
  worker: workerOutcome,
  video: mediaOutcome,
  audio: mediaOutcome,
  track: trackOutcome,
  manifest: () => unknown,
  document: navigationOutcome,
  empty: requestOutcome,
  download: () => ({ kind: 'download' }),
  form: navigationOutcome,
  none: () => ({ kind: 'not-requested' }),
};

const noType: MimeType = { type: '', subtype: '', essence: '', parameters: new Map() };

/** Whether a problem stops this destination. User names and passwords stop only some, and none in Firefox. */
function stops(
  { scope }: Problem,
  destination: Destination,
  { api = 'fetch', browser }: OutcomeContext,
): boolean {
  if (scope === undefined) return true;
  if (destination === 'empty') return browser === 'Chromium' && api !== 'xhr';
  return stopsCredentials(destination, browser);
}

/** The browser's own reading: preferably one with another body or no type, or for this destination only. */
function readingOf(
  { engines = [] }: Inspection,
  destination: Destination,
  { browser }: OutcomeContext,
): EngineReading | undefined {
  const own = engines.filter(
    (each) => each.browser === browser && (each.only === undefined || each.only.includes(destination)),
  );
  return (
    own.find(({ isOther, essence }) => isOther || essence === null) ??
    own.find(({ only }) => only !== undefined) ??
    own[0]
  );
}

/**
 * The outcome of a data: URL at one destination in one browser.
 *
 * @param inspection of the written URL; without a payload, everything that depends on the body is unknown
 * @returns the prediction, with positions in code units of the written URL
 */
export function outcomeOf(
  inspection: Inspection,
  destination: Destination,
  context: OutcomeContext,
): Outcome {
  if (destination === 'none') return { kind: 'not-requested' };
  if (context.script === 'data-block') return { kind: 'not-requested', reason: 'data-block' };
  const { problem } = inspection;
  const own = readingOf(inspection, destination, context);
  // Not predicted: a reading with another body, relative URLs and other schemes.
  if (own?.isOther || problem?.code === 'not-data-url') return unknown;
  if (problem !== null && stops(problem, destination, context))
    return { kind: 'refused', reason: problem.code, start: problem.start, end: problem.end };
  if (own?.essence === null) return { kind: 'refused', reason: own.fact, start: own.start, end: own.end };
  const essence = own?.essence ?? inspection.essence;
  if (essence === null) return unknown;
  if (context.isUnmeasured === true) return unknown;
  // Chromium's own reading for objects and media may be no valid type, which nothing shows.
  const type = parseMimeType(essence) ?? noType;
  const charset = own?.charset === undefined ? inspection.charset.declared : own.charset;
  const outcome = byDestination[destination]({ type, charset, inspection, context });
  if (!own || outcome.kind !== 'loads') return outcome;
  // A reading for some destinations only decides whether they load, not as which type.
  const as = own.only === undefined ? { as: outcome.as ?? own.essence } : {};
  return { ...outcome, reason: own.fact, start: own.start, end: own.end, ...as };
}
