/**
 * Pictures drawn once, into pixels: an animation stands still, and nothing draws them again. Raster images are decoded
 * off the main thread; SVG is drawn on it, which our pages share with the worker, so one after the other, with a pause
 * for input between.
 */

import { drawingLimits } from '../../../src/limits.ts';
import { decode } from '../../../src/mime/encodings.ts';
import type { Picture } from '../../../src/picture.ts';
import { maxEdgeRatio, maxThumbnails } from '../limits.ts';

const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/**
 * An SVG as a source for `<img>`: as data:, since a blob: of our own origin would be a document of ours if ever it were
 * opened; and as the text that was read, for another encoding would make another picture of the same bytes.
 */
export async function svgSource(blob: Blob, charset: string): Promise<string> {
  const text = decode(new Uint8Array(await blob.arrayBuffer()), charset);
  // A byte order mark comes before whatever the XML declaration says (Encoding Standard, "decode").
  return readAsDataUrl(new Blob(['\ufeff', text], { type: 'image/svg+xml;charset=utf-8' }));
}

type SvgPicture = Extract<Picture, { kind: 'svg' }>;

let last: Promise<unknown> = Promise.resolve();

/** Runs a task when all before it have ended, and something else could run in between. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  const result = last.then(task);
  last = result.then(pause, pause);
  return result;
}

/**
 * An SVG, as large as fits into so many pixels; null where a browser draws nothing.
 *
 * @param edge pixels that neither its width nor its height exceeds
 */
export function drawSvg(
  blob: Blob,
  { charset, pixels }: SvgPicture,
  edge: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement | null> {
  return inTurn(async () => {
    if (signal.aborted) return null;
    const image = new Image();
    image.src = await svgSource(blob, charset);
    if (signal.aborted || !(await isDecoded(image))) return null;
    // Without a size of its own it is drawn as a square.
    const [width, height] = [image.naturalWidth || edge, image.naturalHeight || edge];
    const scale = Math.min(edge / Math.max(width, height), Math.sqrt(pixels / (width * height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    // Pixels that are read back are drawn at once, here and now, and not by whoever shows the canvas.
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context && canvas;
  });
}

const isDecoded = (image: HTMLImageElement): Promise<boolean> =>
  image.decode().then(
    () => true,
    () => false,
  );

/** A raster image, its first frame, as large as a thumbnail; null where it cannot be decoded. */
async function decodeRaster(
  blob: Blob,
  { width, height }: Extract<Picture, { kind: 'raster' }>,
): Promise<ImageBitmap | null> {
  // Of a size that its header does not tell, it may be a giant.
  if (width === null || height === null) return null;
  const scale = Math.min(1, drawingLimits.edge / Math.max(width, height));
  const [resizeWidth, resizeHeight] = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)));
  // One edge is enough, and right also where the file says that it is to be turned.
  const isPlain = Math.max(width, height) <= maxEdgeRatio * Math.min(width, height);
  const size = isPlain ? { resizeHeight } : { resizeWidth, resizeHeight };
  return createImageBitmap(blob, { ...size, resizeQuality: 'medium' } as ImageBitmapOptions).catch(
    () => null,
  );
}

const thumbnails = new Map<string, ImageBitmap>();

/** The thumbnail that was drawn of a data: URL before. */
export const drawnThumbnail = (id: string): ImageBitmap | undefined => thumbnails.get(id);

/** Draws the thumbnail of a data: URL; null where there is nothing to see, or where it is not wanted any more. */
export async function drawThumbnail(
  id: string,
  blob: Blob,
  picture: Picture,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  let bitmap: ImageBitmap | null;
  if (picture.kind === 'raster') bitmap = await decodeRaster(blob, picture);
  else {
    const canvas = await drawSvg(blob, picture, drawingLimits.edge, signal);
    bitmap = canvas && (await createImageBitmap(canvas));
  }
  if (bitmap === null) return null;
  thumbnails.set(id, bitmap);
  if (thumbnails.size > maxThumbnails) thumbnails.delete(thumbnails.keys().next().value as string);
  return bitmap;
}
