/** The pages that `inspect` visits, from its arguments and from lists on standard input. */
import { createReadStream } from 'node:fs';
import { isObject } from '../payload/json/json-places.ts';
import { endIn, headerIn } from '../report/ndjson-runs.ts';
import type { Report } from '../report/report.ts';
import { isOfDamagedArchive } from '../report/unreachable.ts';
import { withoutPassword } from '../uri/misleading.ts';
import { ArgumentError } from './command-line.ts';
import type { IsInShard } from './shard.ts';
import { type Shell, systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

/** The name of a page as printed, without its password. */
export const nameOf = (named: string): string => withoutPassword(named);

/**
 * Yields the pages in order, each once. A list is read lazily.
 *
 * @param named URLs and files; "-" stands for the lines of `input` that aren't blank
 * @param done the names of pages to skip; the name of each yielded page is added
 * @param isInShard whether a page belongs to this run
 * @throws ArgumentError if the arguments and the list name no page at all, not even one to skip
 */
export async function* pagesOf(
  named: readonly string[],
  input: NodeJS.ReadableStream,
  done: Set<string>,
  isInShard: IsInShard = () => true,
): AsyncGenerator<string, void, void> {
  let isEmpty = true;
  for (const each of named) {
    const lines = each === '-' ? await linesOf(input) : [each];
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

/** Reads the lines of a list. The reader is loaded on demand, because most runs use no list. */
const linesOf = async (input: NodeJS.ReadableStream) =>
  (await import('node:readline')).createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });

/** The pages and runs in the NDJSON file of an earlier run. */
export interface Done {
  /** The names of the pages or files: see `reportName`. */
  names: Set<string>;
  /** The ids of the file's runs. */
  runs: string[];
}

/**
 * Reads the names and runs of the Reports in an NDJSON file of `scan` or `inspect`. Ignores a truncated last line.
 *
 * @throws ArgumentError if the file can't be read or any other line doesn't belong to such a file
 */
export async function doneIn(file: string, { cwd }: Pick<Shell, 'cwd'>): Promise<Done> {
  const names = new Set<string>();
  const runs = new Set<string>();
  let broken = 0;
  let at = 0;
  try {
    for await (const line of await linesOf(createReadStream(systemPath(file, cwd)))) {
      at++;
      if (broken > 0) break;
      if (line === '') continue;
      const value = jsonIn(line);
      const run = headerIn(value)?.run;
      const name = run === undefined && endIn(value) === null ? nameIn(value) : '';
      if (run !== undefined) runs.add(run);
      if (name === null) broken = at;
      else if (name !== '') names.add(name);
    }
  } catch (error) {
    throw new ArgumentError(`${file}: ${reasonOf(error)}`);
  }
  if (broken > 0 && broken < at)
    throw new ArgumentError(`${file}:${broken}: not a report of scan or inspect`);
  return { names, runs: [...runs] };
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function nameIn(value: unknown): string | null {
  const page = isObject(value) ? value.page : null;
  if (!isObject(page) || typeof page.url !== 'string') return null;
  // The damage may be at the offset of a record.
  return isOfDamagedArchive(value as Report) ? '' : reportName(page as Report['page']);
}

/** The unique name of a Report's page or file. An archive may contain the same URL several times. */
export const reportName = ({
  requested,
  url,
  archive,
  offset,
}: Omit<Report['page'], 'title' | 'frames'>): string =>
  archive === undefined ? (requested ?? url) : `${archive} ${offset}`;

/** Processes items, at most `lanes` at a time. Resolves when all are done; rejects with the first failure. */
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
