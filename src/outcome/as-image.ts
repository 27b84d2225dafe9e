/** Images: browsers sniff the bytes (MIME Sniffing 8.1), but load SVG by its declared type only. */
import { formatFamily, isLoaded } from '../payload/formats.ts';
import type { Inspection } from '../report/report.ts';
import { type Fetched, loads, loadsAs, type Outcome, refused, unknown } from './outcome.ts';

const svg = 'image/svg+xml';

/** Bytes of an empty SVG with its namespace, without which browsers show no image. */
const leastSvg = "<svg xmlns='http://www.w3.org/2000/svg'/>".length;

/** The detected type of a body that is not compressed as a whole; else null. */
export const detectedIn = ({ payload }: Inspection): string | null =>
  payload?.encodedAs === null ? payload.detectedType : null;

/** Whether a browser shows its bytes as an image, whatever type is declared. */
export const isDecodedImage = ({ inspection, context }: Fetched): boolean =>
  isLoaded(detectedIn(inspection), 'image', context.browser) === true;

export function imageOutcome(fetched: Fetched): Outcome {
  const { type, inspection, context } = fetched;
  const { payload } = inspection;
  if (!payload) return unknown;
  const detected = detectedIn(inspection);
  const isBitmap = isDecodedImage(fetched);
  if (type.essence === svg && !(isBitmap && context.browser === 'Firefox'))
    return detected === svg && (inspection.size ?? 0) >= leastSvg ? loads : refused('not-an-image');
  if (isBitmap) return loadsAs(fetched, detected as string);
  // Other formats depend on the browser or the system.
  const isUnknown =
    detected !== null &&
    formatFamily(detected) === 'image' &&
    isLoaded(detected, 'image', context.browser) === null;
  return isUnknown ? unknown : refused('not-an-image');
}
