/** Divides work among machines. Each takes one share of the names, and together the shares cover all names. */
import { shortHash } from '../sha256.ts';
import { ArgumentError } from './command-line.ts';

/** Whether a name belongs to this run's share. */
export type IsInShard = (name: string) => boolean;

export const shardOption = {
  shard: {
    type: 'text',
    value: 'I/N',
    help: 'Processes share I of N, by a hash of the name, for N parallel runs',
  },
} as const;

/**
 * Parses the value of `--shard`.
 *
 * @param text "2/4" is the second of four shares; undefined means all
 * @throws ArgumentError for any other text
 */
export function parseShard(text: string | undefined): IsInShard {
  if (text === undefined) return () => true;
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count)
    throw new ArgumentError(`--shard needs I/N with I from 1 to N, such as 2/4, not "${text}"`);
  return (name) => shardOf(name, count) === index - 1;
}

/** The index of the share that a name belongs to. It is the same on every machine and in every version. */
const shardOf = (name: string, count: number): number =>
  Number.parseInt(shortHash(name).slice(0, 8), 16) % count;
