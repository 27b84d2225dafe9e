/** Images: browsers sniff the bytes (MIME Sniffing 8.1), but load SVG by its declared type only. */
import type { Browser } from '../mime/documents.ts';
import type { Inspection } from '../report/report.ts';
import { type Fetched, loads, loadsAs, type Outcome, refused, unknown } from './outcome.ts';

/** Detected types that both browsers show. */
const shared = [
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/webp',
  'image/bmp',
  'image/x-icon',
  'image/avif',
];
/** Tried in Chromium 156 and Firefox 153 (attack/picture-sizes). */
const shown: Readonly<Record<Browser, ReadonlySet<string>>> = {
  Chromium: new Set([...shared, 'image/jxl']),
  Firefox: new Set(shared),
};
/** Types that one browser does not show; others depend on the system. */
const unshown: Readonly<Record<Browser, ReadonlySet<string>>> = {
  Chromium: new Set(),
  Firefox: new Set(['image/jxl']),
};

const svg = 'image/svg+xml';

/** Bytes of an empty SVG with its namespace, without which browsers show no image. */
const leastSvg = "<svg xmlns='http://www.w3.org/2000/svg'/>".length;

/** The detected type of a body that is not compressed as a whole; else null. */
export const detectedIn = ({ payload }: Inspection): string | null =>
  payload?.encodedAs === null ? payload.detectedType : null;

/** Whether a browser shows an image of this type by its bytes, whatever type is declared. */
export const isBitmapType = (essence: string | null, browser: Browser): boolean =>
  shown[browser].has(essence ?? '');

export const isDecodedImage = ({ inspection, context }: Fetched): boolean =>
  isBitmapType(detectedIn(inspection), context.browser);

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
    detected?.startsWith('image/') && detected !== svg && !unshown[context.browser].has(detected);
  return isUnknown ? unknown : refused('not-an-image');
}
