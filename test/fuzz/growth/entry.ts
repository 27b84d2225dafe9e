/** Describes how an entry point of the project is called with texts of its grammar. */
import type { Grammar } from './patterns.ts';

/** The input of an entry point: the same text in three forms, which are made before the measurement begins. */
export interface Input {
  text: string;
  /** One byte per code unit if all code units are below 256; otherwise, UTF-8. */
  bytes: Uint8Array<ArrayBuffer>;
  blob: Blob;
}

export interface Entry {
  /**
   * `file#function`. The file is a path below `src/`, or starts with `extension/`. A further word distinguishes several
   * calls of the same function.
   */
  name: string;
  grammar: Grammar;
  run(input: Input): unknown;
}

/** Returns entries that share a grammar. */
export const over = (grammar: Grammar, runs: Record<string, Entry['run']>): Entry[] =>
  Object.entries(runs).map(([name, run]) => ({ name, grammar, run }));

/** Returns the forms of a text. The strings are flat, so that nothing has to be flattened during the measurement. */
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
