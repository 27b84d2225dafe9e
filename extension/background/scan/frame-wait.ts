/**
 * The decisions of a scan, as pure functions of facts; `scan-steps.ts` executes them. All times are milliseconds of the
 * same clock.
 */

import { messageTimeout } from '../timeout.ts';

/**
 * Number of milliseconds within which missing frames must connect in each round, after all other frames have finished.
 * After each round, the documents report their frames again, and the script is injected again, because a frame may by
 * then contain another document.
 */
export const missingFrameRounds = [250, 750, 1000] as const;

/** A round in which missing frames may connect. */
export interface Round {
  /** The number of rounds before this one. */
  nth: number;
  /** When the round ends; null until all connected frames have finished. */
  end: number | null;
  /** The number of frames that had connected when `end` was set. */
  connected: number;
}

export const firstRound: Round = { nth: 0, end: null, connected: 0 };

/** The facts about the frames of a scan. */
export interface FrameFacts {
  now: number;
  /** The time when the wait for the frames began. */
  since: number;
  isStopped: boolean;
  /** For each frame that the scan waits for, the time of its last message. */
  awaited: readonly number[];
  /**
   * Whether the top document may still connect: it has not connected, and the browser has not refused to inject the
   * script.
   */
  isTopDue: boolean;
  /** The number of frames that have connected. */
  connected: number;
  /** Whether some part that has not answered may still answer. */
  mayAnswer: boolean;
  round: Round;
}

/** Whether a frame has sent nothing for so long that the scan stops waiting for it. */
export const isSilent = (now: number, lastMessageAt: number): boolean =>
  now - lastMessageAt >= messageTimeout;

export type Step =
  /** Wait for a change, at most until the given time. */
  | { kind: 'wait'; until: number; round: Round }
  /** Ask the documents for their frames again, and inject the script again. */
  | { kind: 'ask-again'; round: Round }
  /** Read everything that the frames have reported. */
  | { kind: 'read' };

/** Decides the next step of a scan that waits for its frames, of which none is silent. */
export function nextStep(facts: FrameFacts): Step {
  const { now, since, connected, round } = facts;
  if (facts.isStopped) return { kind: 'read' };
  const isEarly = !isSilent(now, since);
  const awaited = facts.isTopDue && isEarly ? [...facts.awaited, since] : facts.awaited;
  if (awaited.length > 0) {
    const first = awaited.reduce((a, b) => Math.min(a, b));
    return { kind: 'wait', until: first + messageTimeout, round };
  }
  const length = missingFrameRounds[round.nth];
  if (length === undefined || !facts.mayAnswer) return { kind: 'read' };
  // If frames connect one after the other, for example on a busy machine, the round is extended up to a limit.
  const isExtended = connected > round.connected && isEarly;
  const end = (isExtended ? null : round.end) ?? now + length;
  return now < end
    ? { kind: 'wait', until: end, round: { ...round, end, connected } }
    : { kind: 'ask-again', round: { nth: round.nth + 1, end: null, connected } };
}

/**
 * Maximum number of extra waits whose only reason is that frames were added or removed, because a page may do so
 * forever.
 */
export const maxExtraWaits = 5;

/** The facts after everything that was reported so far has been read. */
export interface ReadFacts {
  isStopped: boolean;
  /** Number of frames that the scan waits for plus number of sheets and files to be read. */
  due: number;
  /** Whether frames were added or removed in the meantime. */
  hasNews: boolean;
  /** Number of times that the scan has waited only because frames were added or removed. */
  extraWaits: number;
}

/** Whether a scan that has read everything must wait for its frames again. */
export const waitsAgain = ({ isStopped, due, hasNews, extraWaits }: ReadFacts): boolean =>
  !isStopped && (due > 0 || (hasNews && extraWaits < maxExtraWaits));
