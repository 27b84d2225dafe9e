/** The files that `scan` reads, from its arguments: named files, and those in folders, lists and archives. */
import path from 'node:path';
import { numberText } from '../format-numbers.ts';
import type { Report } from '../report/report.ts';
import type { IsChosen } from './chosen-files.ts';
import type { ScanArguments } from './scan-arguments.ts';
import { type ScanOptions, scanArchived, scanFile, scanInput } from './scan-file.ts';
import { filesOf } from './scan-folders.ts';
import type { IsInShard } from './shard.ts';
import type { Shell } from './shell.ts';

/** A file to scan, or the reason why a part of the arguments cannot be scanned. */
export type Source =
  | FileSource
  | Problem
  /** A named file that globs exclude. */
  | { leftOut: true };

export interface FileSource {
  file: string;
  /** Whether the user named this very file, rather than its folder or a list. */
  isNamed: boolean;
  from?: FromArchive;
  /** Scans the file. The result is null for a file that isn't text and need not be mentioned: see `scanFile`. */
  scan<Long = never>(options: ScanOptions<Long>): Promise<Report | Long | null>;
}

/** The archive record that a file comes from. */
export type FromArchive = Pick<Report['page'], 'archive' | 'offset' | 'record'>;

/** Formats the position of a file in an archive: `crawl.warc.gz, byte 1,234, record <urn:uuid:…>`. */
export const placeOf = ({ archive = '', offset = 0, record }: FromArchive): string =>
  [archive, `byte ${numberText(offset, 'en')}`, ...(record === undefined ? [] : [`record ${record}`])].join(
    ', ',
  );

interface Problem {
  path: string;
  problem: string;
  /** The position of an archive's damage. */
  from?: FromArchive;
}

/**
 * Lists everything that the arguments name.
 *
 * @param listed the file names in the list that `--files-from` names
 */
export async function* sourcesOf(
  args: ScanArguments,
  listed: readonly string[],
  isChosen: IsChosen,
  shell: Shell,
): AsyncGenerator<Source, void, void> {
  for (const [at, named] of [...args.paths, ...listed].entries()) {
    if (args.isArchive) yield* filesInArchive(named, args.isInShard, shell);
    else yield* filesBelow(named, args, isChosen, at < args.paths.length, shell);
  }
}

/**
 * Lists the files that one argument names.
 *
 * @param isNamed whether the user named this very file, rather than a list
 */
async function* filesBelow(
  named: string,
  { respectsIgnore, isInShard, include, exclude }: ScanArguments,
  isChosen: IsChosen,
  isNamed: boolean,
  { cwd, stdin }: Shell,
): AsyncGenerator<Source, void, void> {
  if (named === '-') {
    if (isInShard(named)) yield { file: named, isNamed, scan: (options) => scanInput(stdin(), options) };
    return;
  }
  let isEmpty = true;
  for await (const entry of filesOf(named, cwd, respectsIgnore, isChosen)) {
    isEmpty = false;
    if ('problem' in entry) yield entry;
    else if (entry.isNamed && !isChosen(path.resolve(cwd, named), false)) yield { leftOut: true };
    else if (isInShard(entry.file))
      yield {
        file: entry.file,
        isNamed: isNamed && entry.isNamed,
        scan: (options) => scanFile(entry.file, options, entry.path),
      };
  }
  const hints = [
    ...(respectsIgnore ? [ignoredHint] : []),
    ...(include.length + exclude.length > 0 ? [globHint] : []),
  ];
  if (isEmpty) yield { path: named, problem: ['no file in this folder', ...hints].join(', ') };
}

const ignoredHint = 'or all are ignored (--no-ignore scans them)';
const globHint = 'or left out by globs';

async function* filesInArchive(
  archive: string,
  isInShard: IsInShard,
  shell: Shell,
): AsyncGenerator<Source, void, void> {
  const { archivedFiles } = await import('./warc.ts');
  for await (const each of archivedFiles(archive, shell))
    if ('problem' in each)
      yield { path: archive, problem: each.problem, from: { archive, offset: each.byte } };
    else if (isInShard(each.url))
      yield {
        file: each.url,
        isNamed: false,
        from: { archive, offset: each.byte, ...(each.record !== '' && { record: each.record }) },
        scan: (options) => scanArchived(each, options),
      };
}
