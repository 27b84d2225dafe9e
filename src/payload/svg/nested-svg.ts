/** Adds the costs of data: URLs in an SVG: nested pictures, and fonts. */

import { decodeDataUrl } from '../../data-url/decode.ts';
import { usedCharset } from '../../mime/charset.ts';
import { decode } from '../../mime/encodings.ts';
import { parseMimeType } from '../../mime/mime-type.ts';
import { u32be } from '../bytes.ts';
import { detectedType } from '../detect/detected-type.ts';
import { readImage } from '../image/image.ts';
import * as costs from './drawing-weights.ts';
import type { Element, SvgReader } from './element.ts';

/**
 * Maximum length, in code units, of the data: URL of an SVG in an SVG. The cost of a longer one is not estimated,
 * because it would be decoded in one step.
 */
const maxDrawnUrlLength = 1 << 18;

/** Adds the cost of a nested picture; only data: URLs are loaded. */
export function addPicture(reader: SvgReader, element: Element, url: string): void {
  if (!/^\s*data:/i.test(url)) return;
  const { document, depth, nestedCost } = reader;
  // The cost of an SVG of this length can't be computed quickly. Of a raster image, only the header is needed.
  if (url.length > maxDrawnUrlLength && /^\s*data:image\/svg/i.test(url)) {
    document.unbounded ??= 'length';
    return;
  }
  const decoded = decodeDataUrl(url);
  if (!decoded.ok) return;
  const { body, mimeType } = decoded;
  const type = parseMimeType(mimeType);
  if (type?.essence !== 'image/svg+xml') {
    const detected = detectedType(body);
    const image = detected === null ? null : readImage(detected, body, false);
    element.fixed += costs.picture + (image?.megapixels ?? 0) * costs.megapixel;
    return;
  }
  if (depth === 0) {
    document.unbounded ??= 'depth';
    return;
  }
  const charset = usedCharset(type, body.subarray(0, 1024)) ?? 'utf-8';
  const cost = nestedCost(decode(body, charset));
  document.unbounded ??= cost.unbounded;
  document.isAnimated ||= cost.isAnimated;
  element.fixed += costs.picture + cost.fixed;
  element.area += cost.perMegapixel;
}

/** CSS Fonts 4: adds the cost of an embedded font, which is loaded before anything is drawn. */
export function addFont(reader: SvgReader, root: Element, declarations: string): void {
  for (const [, url = ''] of declarations.matchAll(/url\(\s*["']?\s*([^"')]*)/gi)) {
    if (!/^data:/i.test(url)) continue;
    const decoded = decodeDataUrl(url);
    if (!decoded.ok) continue;
    reader.hasFont = true;
    const { body } = decoded;
    // WOFF 1 and 2: both headers contain the decompressed size at the same position.
    const isPacked = u32be(body, 0) >>> 8 === 0x774f46;
    const size = isPacked ? Math.max(body.length, u32be(body, 16)) : body.length;
    root.fixed += costs.pattern + size * costs.fontByte;
  }
}
