/** Small pictures for a saved Report: drawn by us as the list draws them, never the page's own bytes. */

import type { Row } from '../../platform/messages.ts';
import { mayBeDrawn } from '../hooks/use-body.ts';
import {
  maxMegapixels,
  maxReportPictureSize,
  maxReportPictures,
  maxReportPicturesLength,
} from '../limits.ts';
import type { ReportClient } from '../report-client.ts';
import { drawnThumbnail, drawThumbnail, readAsDataUrl } from '../viewers/drawing.ts';

export interface ReportPicture {
  /** A data: URL of a WebP or PNG image. */
  source: string;
  /** Its size in pixels. */
  width: number;
  height: number;
  /** The backdrop on which a picture with transparent parts can be seen; null for others. */
  backdrop: 'light' | 'dark' | null;
}

/**
 * Draws the pictures of the rows that cost most, one after the other. A page that does not answer any more is not asked
 * again.
 *
 * @returns them by the rows' `sha256`
 */
export async function reportPictures(
  rows: readonly Row[],
  client: Pick<ReportClient, 'ask'>,
): Promise<Map<string, ReportPicture>> {
  const pictures = new Map<string, ReportPicture>();
  const wanted = rows
    .filter((row) => mayBeDrawn(row, maxReportPictureSize) && !isHuge(row))
    .sort((a, b) => b.weight.cost - a.weight.cost)
    .slice(0, maxReportPictures);
  let length = 0;
  for (const { sha256: id, picture } of wanted) {
    if (picture === null || length >= maxReportPicturesLength) break;
    const body = drawnThumbnail(id) ?? (await client.ask({ type: 'body', id }));
    if (body === null) break;
    const bitmap = body instanceof Blob ? await drawThumbnail(id, body, picture, neverAborted) : body;
    const drawn = bitmap instanceof ImageBitmap ? await encoded(bitmap) : null;
    if (drawn === null) continue;
    pictures.set(id, drawn);
    length += drawn.source.length;
  }
  return pictures;
}

/** Beyond what the detail decodes without asking. */
const isHuge = ({ picture }: Row): boolean =>
  picture?.kind === 'raster' && (picture.width ?? 0) * (picture.height ?? 0) > maxMegapixels * 1e6;

const neverAborted = new AbortController().signal;

async function encoded(bitmap: ImageBitmap): Promise<ReportPicture | null> {
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(bitmap, 0, 0);
  const backdrop = backdropFor(context.getImageData(0, 0, width, height).data);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.85));
  return blob && { source: await readAsDataUrl(blob), width, height, backdrop };
}

/** The share of transparent pixels from which a picture needs a backdrop. */
const transparentShare = 0.02;

/** @param pixels four bytes each: red, green, blue, alpha */
function backdropFor(pixels: Uint8ClampedArray): ReportPicture['backdrop'] {
  let [luminance, opaque] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    luminance += ((0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255) * alpha;
    opaque += alpha;
  }
  if (1 - opaque / (pixels.length / 4) < transparentShare) return null;
  return luminance / opaque > 0.6 ? 'dark' : 'light';
}
