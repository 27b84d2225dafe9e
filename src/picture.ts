/** Whether a body may be drawn as a picture, and how: independent of the user's settings. */

import { drawingLimits } from './limits.ts';
import { drawingTime } from './payload/svg/drawing-cost.ts';
import type { Inspection } from './report/report.ts';
import { bombIn } from './rules/bomb.ts';

export type Picture =
  /** The size in the header; null if the header has none. */
  | { kind: 'raster'; width: number | null; height: number | null }
  /** Drawn from its text, in this encoding, with at most these pixels; more than once only if `isLive`. */
  | { kind: 'svg'; charset: string; pixels: number; isLive: boolean };

/** The maximum drawing time of a live SVG in microseconds, estimated for the pixels of a large view. */
const live = { time: 20_000, pixels: 1e6 } as const;

/** How a body may be drawn; null if it is not a picture, or would take too much time or memory. */
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
  // Without facts about the markup its drawing time is unknown.
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
