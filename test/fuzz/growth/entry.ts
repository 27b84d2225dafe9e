/** How an entry point of the project is called with texts of its grammar. */
import type { Grammar } from './patterns.ts';

/** What an entry point gets: the same text three times, made before time is taken. */
export interface Input {
  text: string;
  /** A byte for each code unit where all are below 256, else UTF-8. */
  bytes: Uint8Array<ArrayBuffer>;
  blob: Blob;
}

export interface Entry {
  /** `file#function`, the file below `src/` or with `extension/`; several ways to call one function have more behind it. */
  name: string;
  grammar: Grammar;
  run(input: Input): unknown;
}

/** Entries of one grammar. */
export const over = (grammar: Grammar, runs: Record<string, Entry['run']>): Entry[] =>
  Object.entries(runs).map(([name, run]) => ({ name, grammar, run }));

/** The forms of a text; all of them flat, so that none is put together while time is taken. */
export function inputOf(text: string): Input {
  const bytes = Uint8Array.from(Buffer.from(text, /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1'));
  return { text, bytes, blob: new Blob([text]) };
}

/** Runs a generator to its end. */
export function drain(of: Iterable<unknown>): void {
  for (const _ of of);
}
export async function drained(of: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of of);
}
