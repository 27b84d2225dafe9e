/** The pages that `inspect` visits: those of its arguments, and lists on standard input. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { withoutPassword } from '../uri/misleading.ts';
import { ArgumentError } from './command-line.ts';
import type { IsInShard } from './shard.ts';

/** The name of a page in outputs, which have no passwords. */
export const nameOf = (named: string): string => withoutPassword(named);

/**
 * The pages in their order, each once. A list is read as the pages are taken.
 *
 * @param named URLs and files; "-" stands for the lines of `input`, of which blank ones are skipped
 * @param done the names of pages to leave out; those of the others are added
 * @param isInShard whether this run takes a page
 * @throws ArgumentError where a list and all other arguments name no page, done or not
 */
export async function* pagesOf(
  named: readonly string[],
  input: NodeJS.ReadableStream,
  done: Set<string>,
  isInShard: IsInShard = () => true,
): AsyncGenerator<string, void, void> {
  let isEmpty = true;
  for (const each of named) {
    const lines = each === '-' ? createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }) : [each];
    for await (const line of lines) {
      const page = each === '-' ? line.trim() : line;
      const name = nameOf(page);
      if (page !== '') isEmpty = false;
      if (page === '' || done.has(name) || !isInShard(name)) continue;
      done.add(name);
      yield page;
    }
  }
  if (isEmpty) throw new ArgumentError('no page on standard input');
}

/**
 * The names of the pages in an NDJSON file of `inspect`. A last line that was cut off counts as missing.
 *
 * @throws ArgumentError where the file cannot be read, or another line is no Report
 */
export async function donePages(file: string): Promise<Set<string>> {
  const done = new Set<string>();
  let broken = 0;
  let at = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      at++;
      if (broken > 0) break;
      const name = line === '' ? '' : nameIn(line);
      if (name === null) broken = at;
      else if (name !== '') done.add(name);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ArgumentError(`${file}: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
  if (broken > 0 && broken < at) throw new ArgumentError(`${file}:${broken}: not a report of inspect`);
  return done;
}

function nameIn(line: string): string | null {
  try {
    const { requested, url } = JSON.parse(line).page;
    return typeof requested === 'string' ? requested : typeof url === 'string' ? url : null;
  } catch {
    return null;
  }
}

/** Works on items, a number of them at a time; ends when all have ended, or rejects with the first failure. */
export async function mapConcurrently<T>(
  items: AsyncGenerator<T, void, void>,
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
