/**
 * Why the platform rejects a data: URL (a problem), or what a standard objects to in one that works (a lint).
 * Positions are UTF-16 code units into the written URL: `0 <= start <= end <= written.length`; `start === end`
 * marks a place where something is missing.
 */
export interface Problem {
  /** Stable, kebab-case; the key by which surfaces translate. */
  code: string;
  /** The values that the message speaks of. */
  args: Record<string, string | number>;
  /** One English sentence. */
  message: string;
  start: number;
  end: number;
}

/** A text with its arguments put in; `{name}` stands for one. */
export const fillIn = (text: string, args: Problem['args']): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));

/** What `work` gives; `problem` where that takes more memory, or a longer string, than the platform has. */
export function unlessTooLarge<T>(work: () => T, problem: Problem): T | { ok: false; problem: Problem } {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem };
    throw error;
  }
}
