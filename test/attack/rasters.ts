/** Raster images that keep a decoder busy far longer than their dimensions suggest. */
import { progressiveJpeg } from '../unit/payload/builders.ts';

const dataUrl = (body: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(body).toString('base64')}`;

/** The images by name. A time in a name is how long Chromium took to make a thumbnail. */
export const rasterAttacks: Readonly<Record<string, () => string>> = {
  'a JPEG of 40 kB and 200 scans: 10 seconds': () => dataUrl(progressiveJpeg(4000, 4000, 200)),
  'a JPEG of 110 kB and 2,000 scans: more than 20 seconds': () => dataUrl(progressiveJpeg(4000, 4000, 2000)),
};

/** Images like those that encoders write. */
export const rasters: Readonly<Record<string, () => string>> = {
  'a JPEG of one scan': () => dataUrl(progressiveJpeg(4000, 4000, 1)),
  'a progressive JPEG': () => dataUrl(progressiveJpeg(4000, 4000, 10)),
};
