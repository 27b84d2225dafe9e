/** The files that arguments choose: by a list of names, and by patterns. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import ignore from 'ignore';
import { ArgumentError } from './command-line.ts';
import { reasonOf } from './scan-folders.ts';
import { type Shell, systemPath } from './shell.ts';

/** Prevents an unhandled rejection while the frames of other processes are still being listed. */
export async function namesIn(file: string, { cwd, stdin }: Shell): Promise<string[]> {
  const read = file === '-' ? textOf(stdin()) : readFile(systemPath(file, cwd), 'utf8');
  const list = await read.catch((error) => {
    throw new ArgumentError(`${file}: ${reasonOf(error)}`);
  });
  const names = list.includes('\0') ? list.split('\0') : list.replace(/^\ufeff/, '').split(/\r?\n/);
  const all = new Set(names.filter((name) => name !== ''));
  if (all.size === 0) throw new ArgumentError(`${file}: no file in this list`);
  // In a list, "-" is the name of a file, not standard input.
  return Array.from(all, (name) => (name === '-' ? './-' : name));
}

/** Loaded on demand, because most scans have no list. */
const textOf = async (input: Readable) => (await import('node:stream/consumers')).text(input);

/** The reason why a pattern matches nothing or not the files that it seems to; null if there is none. */
export function globProblem(glob: string): string | null {
  if (glob.trim() === '') return 'blank';
  if (/^[!#]/.test(glob)) return `begins with "${glob[0]}"`;
  if (/\{[^}]*,[^}]*\}/.test(glob))
    return ".gitignore syntax doesn't support {a,b}; write a pattern for each";
  if (/(?<!\\)\[[^\]]*$/.test(glob)) return "a bracket isn't closed";
  return /(?<!\\)(?:\\\\)*\\$/.test(glob) ? 'ends with a backslash' : null;
}

/** Whether a file or folder, by its full path, is scanned. */
export type IsChosen = (full: string, isFolder: boolean) => boolean;

/**
 * Chooses by patterns as in `.gitignore`, relative to a folder; those without a slash match at any depth.
 *
 * @param include a file must match one of these patterns; folders are always searched. An empty list chooses all
 * @param exclude files and folders that match are left out, with their contents
 */
export function chosenBy(include: readonly string[], exclude: readonly string[], folder: string): IsChosen {
  const included = ignore().add(include);
  const excluded = ignore().add(exclude);
  return (full, isFolder) => {
    const name = nameFor(folder, full);
    // The folder itself, or one around it.
    if (name === '') return true;
    if (excluded.ignores(isFolder ? `${name}/` : name)) return false;
    return isFolder || include.length === 0 || included.ignores(name);
  };
}

/** The path from a folder, with slashes; for a file outside of it, without the leading "../". */
const nameFor = (folder: string, file: string): string =>
  path
    .relative(folder, file)
    .replaceAll(path.sep, '/')
    .replace(/^[a-z]:/i, '')
    .replace(/^(?:\.{0,2}\/)+|^\.\.$/, '');
