/** Rewrites a data: URL so that both browsers load it at its occurrences. */

import { plainValue, writtenHead } from '../data-url/intended.ts';
import { players } from '../data-url/media-type-differences.ts';
import { readHead } from '../data-url/parse.ts';
import { isDoubtfulBase64, objectionsTo, readUrl } from '../data-url/rewrite.ts';
import { encodingOf } from '../mime/charset.ts';
import { type Browser, browsers } from '../mime/documents.ts';
import { isInGroup, parseMimeType } from '../mime/mime-type.ts';
import { formatOf, isInFrames, isSameType, isShownEverywhere } from '../payload/formats.ts';
import type { EngineReading, Inspection } from '../report/report.ts';
import type { Destination, Occurrence } from '../vocabulary.ts';
import { detectedIn, outcomeAt, useOf } from './predict-outcome.ts';
import { isPlayed } from './shown-types.ts';

export type Placed = { inspection: Inspection; occurrences: readonly Occurrence[] };

/** Reasons for not loading a URL that concern only its media type. */
const ofType = [
  'charset-not-token',
  'not-a-style-sheet',
  'not-a-module',
  'type-verbatim',
  'not-a-media-type',
] as const;
type TypeReason = (typeof ofType)[number];

/** Destinations for which the declared type decides. */
const byType: ReadonlySet<Destination> = new Set<Destination>([
  ...['style', 'script', 'audio', 'video', 'object', 'embed'],
] as const);

/**
 * The reason why a browser does not load a data: URL at one of its occurrences, if another media type would change
 * that; otherwise null. A style sheet counts if neither browser applies it outside of quirks mode.
 */
export function unloadableFor({ inspection, occurrences }: Placed): TypeReason | null {
  const isRefused = inspection.engines?.some(({ fact }) => fact === 'charset-not-token') === true;
  for (const occurrence of occurrences) {
    if (!isRefused && !byType.has(occurrence.destination)) continue;
    const reasons = browsers.map((browser) => reasonFor(inspection, occurrence, browser));
    const found = ofType.find((each) =>
      each === 'not-a-style-sheet' ? reasons.every((reason) => reason === each) : reasons.includes(each),
    );
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The reason for an occurrence's outcome; `type-verbatim` if the browser refuses the URL only because it reads the type
 * verbatim.
 */
function reasonFor(inspection: Inspection, occurrence: Occurrence, browser: Browser): string | undefined {
  const outcomeIn = (read: Inspection) => outcomeAt(read, occurrence, { browser, isQuirky: false });
  const { kind, reason } = outcomeIn(inspection);
  if (kind !== 'refused' || !inspection.engines?.some(isVerbatim)) return reason;
  const engines = inspection.engines.filter((each) => !isVerbatim(each));
  return outcomeIn({ ...inspection, engines }).kind === 'refused' ? reason : 'type-verbatim';
}

const isVerbatim = ({ fact }: EngineReading): boolean => fact === 'type-verbatim';

/** The essence with which an occurrence loads: the declared one if that works; null if none is known. */
function essenceFor({ destination, ...rest }: Occurrence, inspection: Inspection): string | null {
  const type = parseMimeType(inspection.essence ?? '');
  if (destination === 'style') return 'text/css';
  const isModule = useOf({ destination, ...rest }, 'Chromium').script === 'module';
  if (isModule && !(type && isInGroup(type, 'javascript'))) return 'text/javascript';
  const isPlayer = destination === 'audio' || destination === 'video';
  if (!isPlayer || (type && isPlayed(type, 'Chromium'))) return inspection.essence;
  // MIME Sniffing calls WAVE `audio/wave`, a name that Chromium does not play.
  const names = formatOf(detectedIn(inspection) ?? '')?.names ?? {};
  return Object.keys(names).find((name) => isInFrames(name, 'Chromium', 'media')) ?? null;
}

/**
 * The written URL with the same body and a media type with which both browsers load it. A charset that no browser knows
 * is omitted, which changes nothing in browsers that already load the URL.
 *
 * @returns null if the media type isn't the obstacle at any occurrence, or if no other type that agrees with the bytes
 *   is known to help
 */
export function loadable(written: string, placed: Placed): string | null {
  if (unloadableFor(placed) === null) return null;
  const { inspection, occurrences } = placed;
  const essences = new Set(occurrences.map((occurrence) => essenceFor(occurrence, inspection)));
  // Occurrences that need different types cannot share a URL.
  const [essence = null] = essences.size > 1 ? [] : essences;
  const detected = detectedIn(inspection);
  const isNew = essence !== inspection.essence || readHead(written).defaulted;
  if (essence === null || (isNew && detected !== null && !isSameType(essence, detected))) return null;
  // For some destinations, the first ";" of the whole URL ends the type.
  const isEscaped = occurrences.some(({ destination }) => players.includes(destination));
  return withEssence(written, essence, isEscaped);
}

/** Matches a URL without a type. The body may be text that happens to begin like a picture. */
const untyped = /^\s*data:\s*[;,]/i;

/**
 * The written URL of an image that declares another image type or none, changed so that it declares the detected type.
 * Browsers show images of both types by their bytes, for every destination; without a declared type, only as an image.
 *
 * @returns null if the types agree, or if browsers don't show one of them by its bytes
 */
export function relabeled(written: string, inspection: Inspection): string | null {
  const { essence } = inspection;
  const detected = inspection.detectedType && detectedIn(inspection);
  if (essence === null || detected === null || isSameType(essence, detected)) return null;
  const isOfImage = isShownEverywhere(essence) || (untyped.test(written) && readHead(written).base64);
  return isOfImage && isShownEverywhere(detected) ? withEssence(written, detected, false) : null;
}

/**
 * Replaces the essence of a written URL; null if this is not possible.
 *
 * @param isEscaped whether to escape each ";" of a body that is not base64
 */
function withEssence(written: string, essence: string, isEscaped: boolean): string | null {
  const { comma, type, base64, defaulted, hierarchical } = readHead(written);
  // A host changes how the body is parsed.
  if (comma < 0 || hierarchical !== null) return null;
  if (isDoubtfulBase64(objectionsTo(readUrl(written)))) return null;
  const parameters: { name: string; value: string }[] = [];
  for (const [name, given] of defaulted ? [] : type.parameters) {
    const value = name === 'charset' ? encodingOf(given) : plainValue(given);
    if (value !== null) parameters.push({ name, value });
    else if (name !== 'charset') return null;
  }
  const rest = written.slice(comma);
  return `data:${writtenHead({ essence, parameters, base64 })}${isEscaped && !base64 ? rest.replaceAll(';', '%3B') : rest}`;
}
