/** A part of a text in UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The reason why browsers reject a data: URL (a problem), or an objection to one that works (a lint). Positions are
 * offsets in the written URL, in UTF-16 code units: `0 <= start <= end <= written.length`; `start === end` marks a
 * position where something is missing.
 */
export interface Problem extends Span {
  /** Stable, in kebab-case; the key for translations. */
  code: string;
  /** The arguments of the message. */
  args: Record<string, string | number>;
  /** One English sentence. */
  message: string;
  /** `fetch`: the problem stops only fetches; absent if it stops every use. */
  scope?: 'fetch';
}

/** Whether a problem stops every use, so that the URL's contents are unknown. */
export const stopsAll = (problem: Problem | null): problem is Problem =>
  problem !== null && problem.scope === undefined;

/** The result of `work`; `problem` if the result takes more memory or a longer string than the platform allows. */
export function unlessTooLarge<T>(
  work: () => T,
  problem: () => Problem,
): T | { ok: false; problem: Problem } {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: problem() };
    throw error;
  }
}
