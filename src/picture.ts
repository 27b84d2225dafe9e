/** Decides whether and how a body may be drawn as a picture, regardless of the user's settings. */

import { drawingLimits, maxUnaskedMemory } from './limits.ts';
import type { MarkupFacts } from './payload/facts.ts';
import { drawingTime } from './payload/svg/drawing-cost.ts';
import type { Inspection } from './report/report.ts';
import { bombIn } from './rules/bomb.ts';

export type Picture =
  /** The displayed size, and the number of bytes of memory that decoding takes, including the body; null if unknown. */
  | ({ kind: 'raster'; memory: number | null } & Dimensions)
  /**
   * The picture is drawn from its text in this encoding, with at most this many pixels, and repeatedly only if
   * `isLive`. The size is the one that it declares; null if it declares none.
   */
  | ({ kind: 'svg'; charset: string; pixels: number; isLive: boolean } & Dimensions);

interface Dimensions {
  width: number | null;
  height: number | null;
}

const unsized: Dimensions = { width: null, height: null };

/**
 * The maximum drawing time of a live SVG image, in microseconds, and the number of pixels of a large view, for which
 * the time is estimated.
 */
const live = { time: 20_000, pixels: 1e6 } as const;

/** Whether a raster image may be decoded without a click, given the available memory. */
export const isDecodedUnasked = (
  picture: Extract<Picture, { kind: 'raster' }>,
  memory: number = maxUnaskedMemory,
): boolean => picture.memory !== null && picture.memory <= memory;

/** Decides how a body may be drawn; null if it is not a picture, or would take too much time or memory. */
export function pictureOf(
  inspection: Pick<Inspection, 'essence' | 'detectedType' | 'payload' | 'size'>,
): Picture | null {
  const { essence, detectedType, payload } = inspection;
  const type = detectedType ?? essence ?? '';
  if (!type.startsWith('image/') || !payload || bombIn(inspection)) return null;
  const { facts } = payload;
  if (type !== 'image/svg+xml') {
    if (facts?.kind !== 'image') return { kind: 'raster', memory: null, ...unsized };
    const { width, height, memory } = facts;
    return {
      kind: 'raster',
      memory: memory === null ? null : memory + (inspection.size ?? 0),
      width,
      height,
    };
  }
  // Without facts about the markup, its drawing time is unknown.
  if (facts?.kind !== 'markup' || facts.drawing === null || payload.encodedAs !== null) return null;
  const { drawing, text } = facts;
  const allowed = ((drawingLimits.time - drawing.fixed) / drawing.perMegapixel) * 1e6;
  return {
    kind: 'svg',
    charset: text.charset,
    pixels: Math.floor(Math.max(drawingLimits.edge ** 2, Math.min(drawingLimits.largest, allowed || 0))),
    isLive: drawingTime(drawing, live.pixels) <= live.time,
    ...declaredSize(facts.svg),
  };
}

/**
 * The width and height of the root if both are absolute lengths; if both are missing, the width and height of its view
 * box.
 */
function declaredSize(svg: MarkupFacts['svg']): Dimensions {
  if (!svg) return unsized;
  const { width, height, viewBox, pixelWidth, pixelHeight } = svg;
  const box =
    width === null && height === null
      ? (viewBox ?? '')
          .trim()
          .split(/[\s,]+/)
          .map(Number)
      : [];
  const [wide = 0, high = 0] = box.length === 4 ? box.slice(2) : [pixelWidth ?? 0, pixelHeight ?? 0];
  return wide > 0 && high > 0 ? { width: wide, height: high } : unsized;
}
