/** The decisions of a scan, from facts alone; `scan-steps.ts` carries them out. Times are in milliseconds of one clock. */

import { messageTimeout } from '../timeout.ts';

/**
 * Milliseconds that missing frames have to connect, once all others have finished. After each round the
 * documents report their frames again, and the script is injected again: a frame may contain another document
 * by then.
 */
export const missingFrameRounds = [250, 750, 1000] as const;

/** A round in which missing frames may connect. */
export interface Round {
  /** The number of rounds before it. */
  nth: number;
  /** Null until all frames that have connected have finished. */
  end: number | null;
  /** How many frames had connected when the end was set. */
  connected: number;
}

export const firstRound: Round = { nth: 0, end: null, connected: 0 };

/** The facts about the frames of a scan. */
export interface FrameFacts {
  now: number;
  /** When the wait for the frames began. */
  since: number;
  isStopped: boolean;
  /** For each frame that the scan waits for, the time of its last message. */
  awaited: readonly number[];
  /** Whether the top document may connect: it has not, and the browser has not refused the script. */
  isTopDue: boolean;
  /** How many frames have connected. */
  connected: number;
  /** Whether some part that has not answered may still do so. */
  mayAnswer: boolean;
  round: Round;
}

export type Step =
  /** Wait for a change, at most until a time. */
  | { kind: 'wait'; until: number; round: Round }
  /** Ask the documents again for their frames, and inject the script again. */
  | { kind: 'ask-again'; round: Round }
  /** Read what the frames have reported. */
  | { kind: 'read' };

/** The next step of a scan that waits for its frames. A frame that has sent nothing for too long is not awaited. */
export function nextStep(facts: FrameFacts): Step {
  const { now, since, connected, round } = facts;
  if (facts.isStopped) return { kind: 'read' };
  const isEarly = now - since < messageTimeout;
  const awaited = facts.isTopDue && isEarly ? [...facts.awaited, since] : facts.awaited;
  if (awaited.length > 0) {
    const first = awaited.reduce((a, b) => Math.min(a, b));
    return { kind: 'wait', until: first + messageTimeout, round };
  }
  const length = missingFrameRounds[round.nth];
  if (length === undefined || !facts.mayAnswer) return { kind: 'read' };
  // If frames connect one after the other, as on a busy machine, the round is extended, within a limit.
  const isExtended = connected > round.connected && isEarly;
  const end = (isExtended ? null : round.end) ?? now + length;
  return now < end
    ? { kind: 'wait', until: end, round: { ...round, end, connected } }
    : { kind: 'ask-again', round: { nth: round.nth + 1, end: null, connected } };
}

/** Times that a scan waits again only for frames that were added or removed meanwhile: a page may do so forever. */
export const maxExtraWaits = 5;

/** The facts once everything reported so far has been read. */
export interface ReadFacts {
  isStopped: boolean;
  /** Frames that the scan waits for, and sheets and files to be read. */
  due: number;
  /** Whether frames were added or removed meanwhile. */
  hasNews: boolean;
  /** How often it has waited only because of such changes. */
  extraWaits: number;
}

/** Whether a scan that has read everything waits for its frames again. */
export const waitsAgain = ({ isStopped, due, hasNews, extraWaits }: ReadFacts): boolean =>
  !isStopped && (due > 0 || (hasNews && extraWaits < maxExtraWaits));
