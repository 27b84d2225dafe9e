/**
 * Limits the amount that the frames of a page may report in one scan. A page's process may be hostile, and its messages
 * consume memory and time of the worker, which all tabs share.
 */

import type { Sighting } from '../../platform/frame-messages.ts';
import { maxPerScan } from '../../platform/limits.ts';

/**
 * Maximum number of messages from a frame: in a burst (messages may have queued up for a busy worker), and per second
 * on average.
 */
export const messageRate = { burst: 10_000, perSecond: 250 } as const;

export interface Quota {
  remaining: { -readonly [What in keyof typeof maxPerScan]: number };
  /** The number of messages that each frame may still send, and the time in milliseconds when it was computed. */
  messages: Map<number, { count: number; at: number }>;
  /** The ids of the frames from which nothing more is accepted. */
  expelled: Set<number>;
}

export const createQuota = (): Quota => ({
  remaining: { ...maxPerScan },
  messages: new Map(),
  expelled: new Set(),
});

/**
 * Subtracts sightings from the quota.
 *
 * @returns the sightings before the first one that exceeds the quota; all of them if none does
 */
export function consume({ remaining }: Quota, sightings: readonly Sighting[]): Sighting[] {
  const fits = sightings.findIndex(({ text, occurrences }) => {
    remaining.occurrences -= occurrences.length;
    remaining.length -= JSON.stringify(occurrences).length;
    if (text !== undefined) remaining.dataUrls--;
    if (typeof text === 'string') remaining.length -= text.length;
    else if (text) remaining.size -= text.size;
    return Object.values(remaining).some((each) => each < 0);
  });
  return fits < 0 ? [...sightings] : sightings.slice(0, fits);
}

/** The number of messages that a frame may still send. */
const allowance = ({ count, at }: { count: number; at: number }, now: number): number =>
  Math.min(count + ((now - at) / 1000) * messageRate.perSecond, messageRate.burst);

/**
 * Counts a message or connection of a frame.
 *
 * @returns false if the frame exceeds `messageRate`, which the extension's own content script never does
 */
export function countMessage({ messages }: Quota, frameId: number, now: number): boolean {
  const before = messages.get(frameId);
  // A page may keep adding frames, so the records of frames that have been silent for long are deleted.
  if (!before) {
    for (const [id, each] of messages) if (allowance(each, now) === messageRate.burst) messages.delete(id);
  }
  const count = allowance(before ?? { count: messageRate.burst, at: now }, now) - 1;
  messages.set(frameId, { count, at: now });
  return count >= 0;
}
