/** Whether a body may be drawn as a picture, and how: no setting of a user changes it. */

import { drawingLimits } from './limits.ts';
import { drawingTime } from './payload/svg/drawing-cost.ts';
import type { Inspection } from './report/report.ts';
import { bombIn } from './rules/bomb.ts';

export type Picture =
  /** By its header; the size is null where that does not say. */
  | { kind: 'raster'; width: number | null; height: number | null }
  /** It is drawn from the text that was read, in this encoding, at up to so many pixels; again only if `isLive`. */
  | { kind: 'svg'; charset: string; pixels: number; isLive: boolean };

/** What a live SVG may take, and the pixels for which that is asked: those of a large view. */
const live = { time: 20_000, pixels: 1e6 } as const;

/** Null for what is none, and for what would take too long or too much memory. */
export function pictureOf(
  inspection: Pick<Inspection, 'essence' | 'detectedType' | 'payload' | 'size'>,
): Picture | null {
  const { essence, detectedType, payload } = inspection;
  const type = detectedType ?? essence ?? '';
  if (!type.startsWith('image/') || !payload || bombIn(inspection)) return null;
  const { facts } = payload;
  if (type !== 'image/svg+xml') {
    const { width, height } = facts?.kind === 'image' ? facts : { width: null, height: null };
    return { kind: 'raster', width, height };
  }
  // Of what was not read, or read as something else, nothing is known.
  if (facts?.kind !== 'markup' || facts.drawing === null || payload.encodedAs !== null) return null;
  const { drawing, text } = facts;
  const allowed = ((drawingLimits.time - drawing.fixed) / drawing.perMegapixel) * 1e6;
  return {
    kind: 'svg',
    charset: text.charset,
    pixels: Math.floor(Math.max(drawingLimits.edge ** 2, Math.min(drawingLimits.largest, allowed || 0))),
    isLive: drawingTime(drawing, live.pixels) <= live.time,
  };
}
