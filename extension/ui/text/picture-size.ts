/** The dimensions of a picture, in words. */
import { message } from '../../platform/i18n.ts';
import type { Shown } from '../../platform/show-messages.ts';
import type { Row } from '../../platform/surface-updates.ts';

/**
 * Dimensions such as `24×16`; '' if the picture's dimensions are unknown. An SVG image's dimensions may be fractions.
 */
export const dimensionsText = (picture: Row['picture']): string =>
  picture?.width && picture.height ? `${rounded(picture.width)}×${rounded(picture.height)}` : '';

const rounded = (pixels: number): number => Number(pixels.toFixed(2));

/** The dimensions, followed by the size at which the page shows the picture if that is different. */
export const shownSizeText = (dimensions: string, { width, height }: NonNullable<Shown['box']>): string => {
  const shown = `${width}×${height}`;
  return shown === dimensions ? dimensions : message('shownSize', dimensions, shown);
};
