/** Predicts the outcome of a data: URL: for each destination, from a type and a body, and for a URL as a whole. */

import { type Browser, browsers } from '../mime/documents.ts';
import { isInGroup, type MimeType, parseMimeType } from '../mime/mime-type.ts';
import type { MarkupFacts } from '../payload/facts.ts';
import { formatFamily, isInFrames, isLoaded, isMedia } from '../payload/formats.ts';
import { scriptKind } from '../payload/script/script-type.ts';
import type { Problem } from '../problem.ts';
import type { EngineReading, Inspection } from '../report/report.ts';
import { tokensIn } from '../token-list.ts';
import { type Destination, frameUse, type Occurrence } from '../vocabulary.ts';
import { stopsCredentials } from './engines.ts';
import {
  elsewhere,
  type Fetched,
  loads,
  loadsAs,
  type Outcome,
  type OutcomeContext,
  refused,
  unknown,
} from './outcome-types.ts';
import { isPlayed, isRaster, isShown } from './shown-types.ts';

const svg = 'image/svg+xml';

/** Whether the root is an SVG element, or may be one because a part was not read. */
export const hasSvgRoot = ({ svg, unfollowed }: MarkupFacts): boolean =>
  svg !== null || unfollowed.length > 0;

/** Whether a browser stops parsing the markup at an error. */
const isMalformedIn = (browser: Browser, { malformed }: MarkupFacts): boolean =>
  malformed !== null && (malformed.browser ?? browser) === browser;

/**
 * Whether a document type leaves open whether a browser shows the image: not all of it was read, or only the other
 * browser is known to stop at it. Browsers differ in how much of a declaration they read.
 */
const isUnsure = ({ malformed, unfollowed, doctype }: MarkupFacts): boolean =>
  unfollowed.includes('DTD') || (malformed?.browser !== undefined && doctype !== null);

/** The detected type of a body; null if the body as a whole is compressed. */
export const detectedIn = ({ payload }: Inspection): string | null =>
  payload?.encodedAs === null ? payload.detectedType : null;

/** Whether a browser shows the bytes as an image, regardless of the declared type. */
const isDecodedImage = ({ inspection, context }: Fetched): boolean =>
  isLoaded(detectedIn(inspection), 'image', context.browser) === true;

/** The facts about the text of a body; null if the body was not read as text. */
export const textIn = ({ payload }: Inspection) =>
  payload?.facts && 'text' in payload.facts ? payload.facts.text : null;

/** The outcome for images. Browsers sniff the bytes (MIME Sniffing 8.1), but load SVG by its declared type only. */
function imageOutcome(fetched: Fetched): Outcome {
  const { type, inspection, context } = fetched;
  const { payload } = inspection;
  if (!payload) return unknown;
  const detected = detectedIn(inspection);
  const isBitmap = isDecodedImage(fetched);
  if (type.essence === svg && !(isBitmap && context.browser === 'Firefox')) {
    const facts = payload.facts?.kind === 'markup' ? payload.facts : null;
    const isMalformed = facts && (isMalformedIn(context.browser, facts) || !hasSvgRoot(facts));
    const isDrawn = detected === svg && !isMalformed;
    // The root may be in the part that was not read.
    if (!isDrawn && !isMalformed && facts && facts.unfollowed.length > 0) return unknown;
    // Without a byte order mark, Chromium decodes SVG images as UTF-8. Firefox ignores some XML declarations.
    if (textIn(inspection)?.differsInUtf8) return unknown;
    // XML 1.0, 4.3.3: invalid bytes are a fatal error. Browsers ignore an incomplete character at the end.
    const isInvalid = payload.lints.some(({ code }) => code === 'charset-mismatch');
    if (isInvalid ? facts?.malformed?.code === 'outside' : isDrawn && facts && isUnsure(facts))
      return unknown;
    return isDrawn && !isInvalid ? loads : refused('not-an-image');
  }
  const { cutOff, invalid } = payload;
  if (isBitmap && invalid) return refused('not-an-image');
  const isChromium = context.browser === 'Chromium';
  if (isBitmap && (cutOff === 'blank' || cutOff === 'bare')) {
    // Firefox shows a WebP that lacks only its last bytes. Chromium loads most GIFs without frames, as empty pictures.
    if (cutOff === 'blank' && detected === 'image/webp' && !isChromium) return unknown;
    return cutOff === 'bare' && detected === 'image/gif' && isChromium ? unknown : refused('not-an-image');
  }
  if (isBitmap) return loadsAs(fetched, detected as string);
  // Support for other formats depends on the browser or the system.
  const isUnknown =
    detected !== null &&
    formatFamily(detected) === 'image' &&
    isLoaded(detected, 'image', context.browser) === null;
  return isUnknown ? unknown : refused('not-an-image');
}

/** The outcome for fonts. Browsers load them by their bytes, regardless of the declared type (CSS Fonts 4, 4.3.3). */
function fontOutcome(fetched: Fetched): Outcome {
  const { payload, cause } = fetched.inspection;
  if (!payload) return unknown;
  if (payload.invalid || cause?.code === 'bytes-lost') return refused('not-a-font');
  const detected = detectedIn(fetched.inspection);
  // Whether browsers accept the font's tables is not checked.
  return detected !== null && isLoaded(detected, 'font', fetched.context.browser)
    ? loadsAs(fetched, detected)
    : refused('not-a-font');
}

/**
 * The outcome for media. Chromium requires a declared type that it plays, and then sniffs the bytes; Firefox only
 * sniffs.
 */
function mediaOutcome(fetched: Fetched): Outcome {
  const { type, inspection, context } = fetched;
  if (!inspection.payload) return unknown;
  if (context.browser === 'Chromium' && !isPlayed(type, 'Chromium')) return refused('not-a-media-type');
  const detected = detectedIn(inspection);
  if (detected !== null && isLoaded(detected, 'media', context.browser)) return loadsAs(fetched, detected);
  // Support for other codecs depends on the build and the system.
  return isMedia(detected) ? unknown : refused('not-media');
}

/**
 * Maximum size, in bytes, of a body without characters. A UTF-8 byte order mark takes 3 bytes. A UTF-16 one takes 2,
 * and one more byte is not a character.
 */
const maxEmpty = 3;

/**
 * The outcome for text tracks, which must be UTF-8 and begin with WEBVTT (WebVTT 4.1). The type doesn't matter. For
 * Chromium, see `track-in-utf-16`.
 */
function trackOutcome(fetched: Fetched): Outcome {
  const { inspection, context } = fetched;
  const { payload } = inspection;
  if (!payload) return unknown;
  const bom = textIn(inspection)?.bom;
  const isChromium = context.browser === 'Chromium';
  if (isChromium && bom && (inspection.size ?? 0) <= maxEmpty) return loadsAs(fetched, 'text/vtt');
  const isDecoded = !bom || bom === 'utf-8' || isChromium;
  return isDecoded && detectedIn(inspection) === 'text/vtt'
    ? loadsAs(fetched, 'text/vtt')
    : refused('not-a-track');
}

/** The outcome for requests of scripts: fetch(), XMLHttpRequest, EventSource, and beacons. */
function requestOutcome({ type, charset, context: { api, browser } }: Fetched): Outcome {
  // Beacon, 3.1, step 1: beacons are sent only over HTTP.
  if (api === 'beacon') return refused('not-http');
  if (api !== 'eventsource') return loads;
  if (browser === 'Firefox') return refused('event-source');
  if (type.essence !== 'text/event-stream') return refused('not-an-event-stream');
  const label = charset?.toLowerCase() ?? '';
  const isUtf8 = label === '' || label === 'utf-8' || label.startsWith(' ');
  return isUtf8 ? loads : refused('event-stream-charset');
}

const javascript = 'text/javascript';

/**
 * The outcome for scripts. A module needs a JavaScript type (HTML 8.1.4.2). A classic script runs with any type,
 * because neither browser applies Fetch's rule for images and CSV ("should response to request be blocked due to its
 * MIME type?") to data: URLs.
 */
function scriptOutcome(fetched: Fetched): Outcome {
  const { script } = fetched.context;
  const isJavascript = isInGroup(fetched.type, 'javascript');
  if (script !== 'module') return isJavascript || script ? workerOutcome(fetched) : unknown;
  if (!isJavascript) return refused('not-a-module');
  const facts = fetched.inspection.payload?.facts;
  // A module doesn't run if one of its imports can't be fetched.
  return facts?.kind === 'text' && !facts.mayImport ? loads : unknown;
}

/** The outcome for workers. HTML 10.2.1.3 requires a JavaScript type only over HTTP. */
const workerOutcome = (fetched: Fetched): Outcome =>
  isInGroup(fetched.type, 'javascript') ? loads : loadsAs(fetched, javascript);

/** Types that browsers accept for style sheets besides `text/css`. */
const unknownContent = {
  Chromium: new Set(['*/*', 'application/x-unknown-content-type']),
  Firefox: new Set(['*/*']),
} as const;

/** Matches the head of a written URL whose type has no parameters. */
const isBare = /^data:[^;,]*(?:;base64)?,/i;

/** The outcome for style sheets. Browsers load them by their declared type (HTML 4.2.4.4 and CSSOM 6.3.1). */
function styleOutcome({ type, inspection, context: { browser, isQuirky } }: Fetched): Outcome {
  if (type.essence === 'text/css') return loads;
  // Documents in quirks mode accept any type from their own origin, which includes data: URLs.
  const isTaken = isQuirky === true || unknownContent[browser].has(type.essence);
  // Chromium was observed to refuse unknown content whose type has parameters; this was not measured in detail.
  const isUnmeasured = browser === 'Chromium' && isQuirky !== true && !isBare.test(inspection.head);
  if (isTaken && isUnmeasured) return unknown;
  if (isTaken) return { kind: 'loads', as: 'text/css' };
  return isQuirky === false ? refused('not-a-style-sheet') : unknown;
}

/** Types of unknown content, whose bytes Firefox sniffs. */
const sniffed: ReadonlySet<string> = new Set(['*/*', 'application/x-unknown-content-type']);

/**
 * The outcome for framed documents. If the browser can't show the type, a frame downloads the document, an object shows
 * its fallback (HTML 4.8.7), and an embed shows nothing.
 */
const documentOutcome =
  (isFrame: boolean) =>
  (fetched: Fetched): Outcome => {
    const { type, context } = fetched;
    const notShown: Outcome = isFrame ? { kind: 'download', reason: 'not-shown' } : refused('not-shown');
    if (context.browser === 'Firefox') {
      const outcome = sniffedByFirefox(fetched, notShown);
      if (outcome !== null) return outcome;
    }
    if (!isShown(type, context.browser)) return notShown;
    if (isFrame || !isRaster(type, context.browser)) return { ...loads, isDocument: true };
    return isDecodedImage(fetched) ? loads : refused('not-an-image');
  };
const inFrame = documentOutcome(true);
const inObject = documentOutcome(false);

/**
 * The outcome of a document in Firefox, which sniffs every document for audio, and cannot show WAVE; null if the
 * declared type decides.
 */
function sniffedByFirefox(fetched: Fetched, notShown: Outcome): Outcome | null {
  const { type, inspection } = fetched;
  if (!inspection.payload) return unknown;
  const detected = detectedIn(inspection);
  if (detected !== null && isLoaded(detected, 'media', 'Firefox'))
    return isInFrames(detected, 'Firefox') ? loadsAs(fetched, detected) : notShown;
  if (isMedia(detected)) return unknown;
  if (!sniffed.has(type.essence)) return null;
  // If the standards read another type, such as text, facts don't prove that the bytes are text.
  const isText = inspection.payload.facts !== null && inspection.essence === type.essence;
  if (detected === null) return isText ? loads : unknown;
  if (detected.startsWith('text/') || detected === 'application/pdf') return loads;
  if (detected.startsWith('image/')) return loadsAs(fetched, detected);
  return detected.startsWith('font/') || detected === 'application/zip' ? notShown : unknown;
}

/**
 * The outcome for navigation. Browsers block top-level navigation to data: URLs of some types, because such URLs were
 * used to imitate other pages.
 */
const navigationOutcome = ({ type }: Fetched): Outcome =>
  isBlockedNavigation(type.essence) ? { kind: 'not-requested', reason: 'top-level-navigation' } : unknown;

const isBlockedNavigation = (essence: string): boolean =>
  essence === 'text/html' || essence === 'text/plain' || essence === 'image/svg+xml';

const byDestination: Readonly<Record<Destination, (fetched: Fetched) => Outcome>> = {
  image: imageOutcome,
  script: scriptOutcome,
  style: styleOutcome,
  font: fontOutcome,
  iframe: inFrame,
  frame: inFrame,
  object: inObject,
  embed: inObject,
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

/**
 * Whether a problem stops a load for this destination. User names and passwords stop only some loads, and none in
 * Firefox.
 */
function stops(
  { scope }: Problem,
  destination: Destination,
  { api = 'fetch', browser }: OutcomeContext,
): boolean {
  if (scope === undefined) return true;
  if (destination === 'empty') return browser === 'Chromium' && api !== 'xhr';
  return stopsCredentials(destination, browser);
}

/**
 * The browser's own reading of the URL. A reading with another body, without a type, or for this destination only takes
 * precedence over other readings.
 */
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
 * @param inspection the Inspection of the written URL; without a payload, everything that depends on the body is
 *   unknown
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
  // Nothing is predicted for relative URLs, other schemes, and a reading with another body.
  if (problem?.code === 'not-data-url') return elsewhere;
  if (own?.isOther) return unknown;
  if (problem !== null && stops(problem, destination, context))
    return { kind: 'refused', reason: problem.code, start: problem.start, end: problem.end };
  if (own?.essence === null) return { kind: 'refused', reason: own.fact, start: own.start, end: own.end };
  const essence = own?.essence ?? inspection.essence;
  if (essence === null) return unknown;
  if (context.isUnmeasured === true) return unknown;
  // Chromium's own reading for objects and media may be an invalid type, which nothing can display.
  const type = parseMimeType(essence) ?? noType;
  const charset = own?.charset === undefined ? inspection.charset.declared : own.charset;
  const outcome = byDestination[destination]({ type, charset, inspection, context });
  if (!own || outcome.kind !== 'loads') return outcome;
  // A reading for only some destinations decides whether they load, but not as which type.
  const as = own.only === undefined ? { as: outcome.as ?? own.essence } : {};
  return { ...outcome, reason: own.fact, start: own.start, end: own.end, ...as };
}

type Use = Pick<OutcomeContext, 'script' | 'isUnmeasured'>;

/**
 * The facts about an occurrence's element that a prediction needs in addition to the destination.
 *
 * @param browser the browser whose rules for the `type` of scripts apply
 */
export function useOf({ element, place, destination, use = '' }: Occurrence, browser: Browser): Use {
  // The import decides whether the URL of an import map must be a script, JSON, CSS or text.
  if (place === 'script' && use === 'module') return { script: 'module' };
  if (place !== 'attribute') return {};
  if (element === 'script') return { script: scriptKind(use, browser) };
  return element === 'link' ? linkUse(destination, use) : { isUnmeasured: use === frameUse };
}

/** The use of a link by its `rel`. Only style sheets, modules, and preloaded images were measured. */
function linkUse(destination: Occurrence['destination'], rel: string): Use {
  const tokens = tokensIn(rel);
  if (tokens.includes('stylesheet')) return {};
  if (tokens.includes('modulepreload')) return { script: 'module' };
  return { isUnmeasured: !tokens.includes('preload') || destination !== 'image' };
}

/**
 * The outcome of a data: URL at one of its occurrences.
 *
 * @param document facts about its document; undefined ones are unknown
 */
export const outcomeAt = (
  inspection: Inspection,
  occurrence: Occurrence,
  { browser, isQuirky }: { browser: Browser; isQuirky: boolean | undefined },
): Outcome =>
  outcomeOf(inspection, occurrence.destination, {
    browser,
    ...(isQuirky !== undefined && { isQuirky }),
    ...useOf(occurrence, browser),
  });

/** Whether both browsers refuse a data: URL at an occurrence, in any document: it is certain not to be shown there. */
export const isRefusedAt = (inspection: Inspection, occurrence: Occurrence): boolean =>
  browsers.every(
    (browser) => outcomeAt(inspection, occurrence, { browser, isQuirky: true }).kind === 'refused',
  );
