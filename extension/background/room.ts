/**
 * What the frames of a page may tell in one scan. A page's process may be hostile, and what it tells takes the
 * worker's memory and time, which all tabs share.
 */
import { maxPerScan, messageRate } from '../platform/limits.ts';
import type { FrameMessage } from '../platform/messages.ts';

type Sighting = Extract<FrameMessage, { type: 'found' }>['sightings'][number];

/** What is left of it. */
export interface Room {
  told: { -readonly [What in keyof typeof maxPerScan]: number };
  /** Messages that each frame may still send, as of a time in milliseconds. */
  messages: Map<number, { left: number; at: number }>;
  /** Frames that nothing more is taken from. */
  expelled: Set<number>;
}

export const createRoom = (): Room => ({ told: { ...maxPerScan }, messages: new Map(), expelled: new Set() });

/** Takes what some sightings need. @returns those that there was room for: all, or as many as came first */
export function takeRoom({ told }: Room, sightings: readonly Sighting[]): Sighting[] {
  const fits = sightings.findIndex(({ text, occurrences }) => {
    told.occurrences -= occurrences.length;
    for (const { element, name, selector, sheet } of occurrences) {
      told.length -= element.length + name.length + selector.length + (sheet?.href.length ?? 0);
    }
    if (text !== undefined) told.dataUrls--;
    if (typeof text === 'string') told.length -= text.length;
    else if (text) told.size -= text.size;
    return Object.values(told).some((left) => left < 0);
  });
  return fits < 0 ? [...sightings] : sightings.slice(0, fits);
}

/** Messages that a frame may still send. */
const allowance = ({ left, at }: { left: number; at: number }, now: number): number =>
  Math.min(left + ((now - at) / 1000) * messageRate.perSecond, messageRate.burst);

/** Counts a message of a frame, or its connection. @returns whether it still is one of as many as ours would send */
export function countMessage({ messages }: Room, frameId: number, now: number): boolean {
  const before = messages.get(frameId);
  // A page may have new frames for ever: one that has been silent for long is as good as new.
  if (!before) {
    for (const [id, each] of messages) if (allowance(each, now) === messageRate.burst) messages.delete(id);
  }
  const left = allowance(before ?? { left: messageRate.burst, at: now }, now) - 1;
  messages.set(frameId, { left, at: now });
  return left >= 0;
}
