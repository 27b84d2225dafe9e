/** Selects files by the arguments: by lists of names and by patterns. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import ignore, { type Ignore } from 'ignore';
import { ArgumentError } from './command-line.ts';
import { type Shell, systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

/**
 * Reads the names in a list.
 *
 * @throws ArgumentError if the list can't be read or is empty
 */
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

/** Loaded on demand, because most scans use no list. */
const textOf = async (input: Readable) => (await import('node:stream/consumers')).text(input);

/** States why a pattern matches nothing, or matches other files than it seems to; null if the pattern is fine. */
export function globProblem(glob: string): string | null {
  if (glob.trim() === '') return 'blank';
  if (/^[!#]/.test(glob)) return `begins with "${glob[0]}"`;
  if (/\{[^}]*,[^}]*\}/.test(glob))
    return ".gitignore syntax doesn't support {a,b}; write a pattern for each";
  if (/(?<!\\)\[[^\]]*$/.test(glob)) return "a bracket isn't closed";
  return /(?<!\\)(?:\\\\)*\\$/.test(glob) ? 'ends with a backslash' : null;
}

/** Number of paths after which the results that `ignore` keeps, one for each path, are dropped. */
const maxKept = 10_000;

/** Returns a function that tests paths with patterns as in `.gitignore`. Memory use is bounded for any number of paths. */
export function patternTest(patterns: string | readonly string[]): Ignore['test'] {
  let rules = ignore().add(patterns);
  let kept = 0;
  return (name) => {
    if (kept++ % maxKept === 0) rules = ignore().add(rules);
    return rules.test(name);
  };
}

/** Whether a file or folder, identified by its full path, is scanned. */
export type IsChosen = (full: string, isFolder: boolean) => boolean;

/**
 * Selects files by patterns as in `.gitignore`, relative to a folder. Patterns without a slash match at any depth.
 *
 * @param include a file must match one of these patterns; folders are always searched. An empty list selects all
 * @param exclude files and folders that match are left out, with their contents
 */
export function chosenBy(include: readonly string[], exclude: readonly string[], folder: string): IsChosen {
  if (include.length + exclude.length === 0) return () => true;
  const included = patternTest(include);
  const excluded = patternTest(exclude);
  return (full, isFolder) => {
    const name = nameFor(folder, full);
    // The folder itself, or one of its parents.
    if (name === '') return true;
    if (excluded(isFolder ? `${name}/` : name).ignored) return false;
    return isFolder || include.length === 0 || included(name).ignored;
  };
}

/** The path relative to a folder, with slashes. For a file outside of the folder, the leading "../" is removed. */
const nameFor = (folder: string, file: string): string =>
  path
    .relative(folder, file)
    .replaceAll(path.sep, '/')
    .replace(/^[a-z]:/i, '')
    .replace(/^(?:\.{0,2}\/)+|^\.\.$/, '');
