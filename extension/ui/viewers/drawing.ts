/**
 * Pictures drawn once, into pixels: animations stand still, and nothing is drawn again. Raster images are decoded off
 * the main thread; SVG is drawn on the main thread, which our pages share with the worker. So SVGs are drawn one after
 * the other, with a pause for input between.
 */

import { drawingLimits } from '../../../src/limits.ts';
import { decode } from '../../../src/mime/encodings.ts';
import type { Picture } from '../../../src/picture.ts';
import { maxEdgeRatio, maxThumbnails } from '../limits.ts';

export const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/**
 * An SVG as a source for `<img>`: as data:, since a blob: of our own origin would be a document of ours if it were ever
 * opened; and as decoded text, since another encoding of the same bytes would make another picture.
 */
export async function svgSource(blob: Blob, charset: string): Promise<string> {
  const text = decode(new Uint8Array(await blob.arrayBuffer()), charset);
  // A byte order mark takes precedence over any XML declaration (Encoding Standard, "decode").
  return readAsDataUrl(new Blob(['\ufeff', text], { type: 'image/svg+xml;charset=utf-8' }));
}

type SvgPicture = Extract<Picture, { kind: 'svg' }>;

let last: Promise<unknown> = Promise.resolve();

/** Runs a task when all earlier ones have ended, with time for other work in between. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  const result = last.then(task);
  last = result.then(pause, pause);
  return result;
}

/**
 * Draws an SVG as large as fits into a number of pixels; null where the browser draws nothing.
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
    // Without an intrinsic size it is drawn as a square.
    const [width, height] = [image.naturalWidth || edge, image.naturalHeight || edge];
    const scale = Math.min(edge / Math.max(width, height), Math.sqrt(pixels / (width * height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    // With this hint the pixels are drawn here and now, not when the canvas is shown.
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

/** Decodes a raster image, its first frame, as a thumbnail; null where it cannot be decoded. */
async function decodeRaster(
  blob: Blob,
  { width, height }: Extract<Picture, { kind: 'raster' }>,
): Promise<ImageBitmap | null> {
  // Without a size in its header it may be a giant.
  if (width === null || height === null) return null;
  const scale = Math.min(1, drawingLimits.edge / Math.max(width, height));
  const [resizeWidth, resizeHeight] = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)));
  // One edge is enough, and correct also where the file asks for rotation.
  const isPlain = Math.max(width, height) <= maxEdgeRatio * Math.min(width, height);
  const size = isPlain ? { resizeHeight } : { resizeWidth, resizeHeight };
  return createImageBitmap(blob, { ...size, resizeQuality: 'medium' } as ImageBitmapOptions).catch(
    () => null,
  );
}

const thumbnails = new Map<string, ImageBitmap>();

/** The thumbnail of a data: URL that was drawn earlier. */
export const drawnThumbnail = (id: string): ImageBitmap | undefined => thumbnails.get(id);

/** Draws the thumbnail of a data: URL; null where there is nothing to see, or where it is no longer wanted. */
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
