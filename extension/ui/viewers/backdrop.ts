/** Chooses the backdrop on which a picture with transparent parts is visible. */

import type { Backdrop } from '../../../src/report/html-report.ts';

/** Minimum share of transparent pixels with which a picture needs a backdrop. */
const transparentShare = 0.02;

/**
 * Thresholds of the mean luminance, from 0 to 1: below `dark`, pictures need a light backdrop; above `bright`, a dark
 * one.
 */
const between = { dark: 0.35, bright: 0.6 } as const;

/**
 * Chooses the backdrop for a picture.
 *
 * @param pixels four bytes per pixel: red, green, blue, alpha
 */
export function backdropFor(pixels: Uint8ClampedArray): Backdrop {
  let [luminance, opaque] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255;
    luminance += (0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!) * alpha;
    opaque += alpha;
  }
  if (1 - opaque / (pixels.length / 4) < transparentShare) return null;
  const mean = opaque === 0 ? between.bright : luminance / opaque / 255;
  if (mean > between.bright) return 'dark';
  return mean < between.dark ? 'light' : 'any';
}
