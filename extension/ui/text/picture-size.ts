/** The dimensions of a picture, in words. */
import type { Shown } from '../../platform/show-messages.ts';
import type { Row } from '../../platform/surface-updates.ts';

/**
 * Dimensions such as `24×16`; '' if the picture's dimensions are unknown. An SVG image's dimensions may be fractions.
 */
export const dimensionsText = (picture: Row['picture']): string =>
  picture?.width && picture.height ? `${rounded(picture.width)}×${rounded(picture.height)}` : '';

const rounded = (pixels: number): number => Number(pixels.toFixed(2));

/**
 * The dimensions, followed by the size at which the page shows the picture if that is different. In a row, an arrow
 * takes the place of words, so that the row's place isn't cut off in any language.
 */
export function shownSizeText(
  dimensions: string,
  { width, height }: NonNullable<Shown['box']>,
  joined = (from: string, to: string): string => `${from} → ${to}`,
): string {
  const shown = `${width}×${height}`;
  return shown === dimensions ? dimensions : joined(dimensions, shown);
}
