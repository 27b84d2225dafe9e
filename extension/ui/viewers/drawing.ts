/**
 * Draws pictures once, as pixels, so that animations stand still and nothing is drawn again. Raster images are decoded
 * outside of the main thread, but take up memory. SVG is drawn on the main thread, which the extension's pages share
 * with the worker. Therefore, pictures are drawn one after the other, with a pause for input in between.
 */

import { bodyLimits, drawingLimits } from '../../../src/limits.ts';
import { decode } from '../../../src/mime/encodings.ts';
import { lacksEnd } from '../../../src/payload/detect/end-of-file.ts';
import type { Picture } from '../../../src/picture.ts';
import type { Backdrop } from '../../../src/report/html-report.ts';
import { isFirefox } from '../../platform/browser.ts';
import { backdropFor } from './backdrop.ts';

/**
 * Maximum number of megapixels of a damaged picture that is partially drawn, because Chromium keeps the pixels of such
 * pictures.
 */
const maxPartialMegapixels = 1;

export const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/**
 * Makes an SVG image a source for `<img>`. The source is a data: URL, because a blob: URL of the extension's origin
 * would open as one of the extension's documents. It contains the decoded text, because the same bytes in another
 * encoding would result in a different picture.
 */
export async function svgSource(blob: Blob, charset: string): Promise<string> {
  const text = decode(new Uint8Array(await blob.arrayBuffer()), charset);
  // A byte order mark takes precedence over any XML declaration (Encoding Standard, "decode").
  return readAsDataUrl(new Blob(['\ufeff', text], { type: 'image/svg+xml;charset=utf-8' }));
}

type SvgPicture = Extract<Picture, { kind: 'svg' }>;

let last: Promise<unknown> = Promise.resolve();

/** Runs a task after all earlier ones have ended. Pauses in between for other work. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  const result = last.then(task);
  last = result.then(pause, pause);
  return result;
}

/**
 * Draws an SVG image as large as fits into a number of pixels; null if the browser draws nothing.
 *
 * @param edge maximum number of pixels of its width and height
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
    // An image without an intrinsic size is drawn as a square.
    const [width, height] = [image.naturalWidth || edge, image.naturalHeight || edge];
    const scale = Math.min(edge / Math.max(width, height), Math.sqrt(pixels / (width * height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    // With this hint, the pixels are drawn immediately instead of when the canvas is shown.
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

/**
 * Maximum number of pixels of the longer edge of a picture that is reduced with high quality, on this thread. Larger
 * pictures are first reduced quickly.
 */
const reducedEdge = 1024;

/**
 * Decodes the first frame of a raster image for a thumbnail; null if the frame can't be decoded completely. Chromium
 * frees the pixels of a bitmap immediately only if the bitmap is closed immediately. Firefox copies all pixels of a
 * bitmap to reduce it, but copies none if it reduces the image while decoding.
 */
async function decodeRaster(blob: Blob, width: number, height: number): Promise<ImageBitmap | null> {
  const reducesFirst = isFirefox() && Math.max(width, height) > reducedEdge;
  const edge = width > height ? 'resizeWidth' : 'resizeHeight';
  const options: ImageBitmapOptions = reducesFirst ? { [edge]: reducedEdge, resizeQuality: 'low' } : {};
  const whole = await createImageBitmap(blob, options).catch(() => null);
  const smaller = whole && (await reduced(whole, reducedEdge, 'low'));
  return smaller && reduced(smaller, drawingLimits.edge, 'medium');
}

/** Returns the bitmap, or a smaller one that replaces it. */
async function reduced(
  bitmap: ImageBitmap,
  edge: number,
  resizeQuality: ResizeQuality,
): Promise<ImageBitmap> {
  const scale = edge / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return bitmap;
  const [resizeWidth, resizeHeight] = [bitmap.width, bitmap.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  ) as [number, number];
  return createImageBitmap(bitmap, { resizeWidth, resizeHeight, resizeQuality }).finally(() =>
    bitmap.close(),
  );
}

const isLoaded = (image: HTMLImageElement): Promise<boolean> =>
  new Promise((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });

/**
 * Decodes the intact part of a raster image that is truncated or damaged. Chromium decodes such images only in `<img>`.
 */
async function decodePart(blob: Blob): Promise<ImageBitmap | null> {
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    // decode() would keep a second copy of the pixels.
    if (!(await isLoaded(image))) return null;
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(1, drawingLimits.edge / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.transferToImageBitmap();
  } finally {
    URL.revokeObjectURL(url);
  }
}

export interface DrawnPicture {
  bitmap: ImageBitmap;
  backdrop: Backdrop;
  /** Whether the file is truncated or damaged, so that only its intact part is drawn. */
  isPartial: boolean;
}

/**
 * Draws a thumbnail; null if there is nothing to see, or if the thumbnail is no longer wanted.
 *
 * @param type the detected type of a raster image
 */
export async function drawPicture(
  blob: Blob,
  picture: Picture,
  type: string,
  signal: AbortSignal,
): Promise<DrawnPicture | null> {
  if (picture.kind === 'svg') {
    const canvas = await drawSvg(blob, picture, drawingLimits.edge, signal);
    const bitmap = canvas && (await createImageBitmap(canvas));
    return bitmap && { bitmap, backdrop: look(bitmap).backdrop, isPartial: false };
  }
  const { width, height } = picture;
  // If the header contains no size, the picture may be huge.
  if (width === null || height === null) return null;
  const isLarge = width * height > maxPartialMegapixels * 1e6;
  // Pictures are decoded in turn, so that only one is in memory at a time.
  const decoded = await inTurn(async () => (signal.aborted ? null : decodeRaster(blob, width, height)));
  if (signal.aborted || (!decoded && (isLarge || type === svgType))) return null;
  const bitmap = decoded ?? (await inTurn(() => decodePart(new Blob([blob], { type }))));
  if (!bitmap) return null;
  const { backdrop, isEmpty } = look(bitmap);
  // Firefox decodes the intact part without reporting that the rest is missing.
  const isPartial = decoded === null || (await isCutOff(blob, type));
  return isPartial && isEmpty ? null : { bitmap, backdrop, isPartial };
}

const isCutOff = async (blob: Blob, type: string): Promise<boolean> =>
  blob.size <= bodyLimits.whole && lacksEnd(type, new Uint8Array(await blob.arrayBuffer()));

const svgType = 'image/svg+xml';

let pixels: OffscreenCanvasRenderingContext2D | null = null;

function look(bitmap: ImageBitmap): { backdrop: Backdrop; isEmpty: boolean } {
  const { edge } = drawingLimits;
  pixels ??= new OffscreenCanvas(edge, edge).getContext('2d', { willReadFrequently: true });
  if (!pixels) return { backdrop: null, isEmpty: false };
  const [width, height] = [Math.min(edge, bitmap.width), Math.min(edge, bitmap.height)];
  pixels.clearRect(0, 0, edge, edge);
  pixels.drawImage(bitmap, 0, 0, width, height);
  const { data } = pixels.getImageData(0, 0, width, height);
  return { backdrop: backdropFor(data), isEmpty: data.every((value) => value === 0) };
}
