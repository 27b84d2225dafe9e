/**
 * Lists the files in a folder: sorted, and without those that Git ignores. Each folder is entered only once, even if
 * several links point to it.
 */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { patternTest } from './chosen-files.ts';
import { systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

/** A file to scan, or the reason why a part of a folder cannot be scanned. */
export type Entry = NamedFile | { path: string; problem: string };

export interface NamedFile {
  /** The displayed path. */
  file: string;
  /** The path for the file system, as bytes if it isn't UTF-8. */
  path: string | Buffer;
  isNamed: boolean;
}

/** Folders that contain none of a project's own files. */
const skipped = new Set(['.git', '.hg', '.svn', 'node_modules']);
/** Matches the names of logs of findings, often written by this project. They quote data: URLs of other files. */
const isLog = /\.sarif$/i;

/** The rules of one `.gitignore`, for paths relative to its folder. */
interface Rules {
  folder: string;
  test: ReturnType<typeof patternTest>;
}

/**
 * Lists the files that an argument names.
 *
 * @param isChosen whether to include a file or folder below the named one, identified by its full path
 * @yields the files in the order of their names
 */
export async function* filesOf(
  named: string,
  cwd: string,
  respectsIgnore: boolean,
  isChosen: (full: string, isFolder: boolean) => boolean,
): AsyncGenerator<Entry, void, void> {
  const at = systemPath(named, cwd);
  const full = path.resolve(cwd, named);
  let info: Awaited<ReturnType<typeof stat>>;
  try {
    info = await stat(at);
  } catch (error) {
    const isAddress = /^https?:\/\//i.test(named);
    // Node decodes arguments as UTF-8, which loses other bytes.
    const hint = named.includes('\ufffd') ? ', or its name is not UTF-8. Scan its folder instead' : '';
    return yield {
      path: named,
      problem: isAddress ? 'a web address. Use "inspect" for pages' : reasonOf(error) + hint,
    };
  }
  if (!info.isDirectory()) return yield { file: named, path: at, isNamed: true };
  const around = respectsIgnore ? await rulesAround(full) : [];
  // If Git ignores the named folder, such as dist/, the user named it on purpose, so the outer rules don't apply in it.
  const own = isIgnored(around, full, true) ? [] : around;
  yield* filesIn({ shown: named, path: at }, own, { cwd, respectsIgnore, isChosen, known: new Set() });
}

interface Walk {
  cwd: string;
  respectsIgnore: boolean;
  isChosen(full: string, isFolder: boolean): boolean;
  /** The folders that were already entered. */
  known: Set<string>;
}

/** A file or folder: its displayed path, and its path for the file system, which may not be UTF-8. */
interface Place {
  shown: string;
  path: string | Buffer;
}

/** An entry of a folder. Bytes that aren't UTF-8 are displayed as escapes, so that different names look different. */
function placeIn({ shown, path: own }: Place, name: Buffer): Place {
  const isText = isUtf8(name);
  const text = isText
    ? name.toString()
    : name.toString('latin1').replace(/[\x80-\xff]/g, (c) => `\\x${c.charCodeAt(0).toString(16)}`);
  const at = joined(shown, text);
  if (isText && typeof own === 'string') return { shown: at, path: joined(own, text) };
  return { shown: at, path: Buffer.concat([Buffer.from(own), Buffer.from('/'), name]) };
}

async function* filesIn(
  folder: Place,
  around: readonly Rules[],
  walk: Walk,
): AsyncGenerator<Entry, void, void> {
  const { cwd, respectsIgnore, isChosen, known } = walk;
  try {
    const { dev, ino } = await stat(folder.path, { bigint: true });
    const key = `${dev} ${ino}`;
    if (known.has(key)) return;
    known.add(key);
    const entries = await readdir(folder.path, { withFileTypes: true, encoding: 'buffer' });
    const own = respectsIgnore ? await rulesIn(path.resolve(cwd, folder.shown)) : null;
    const rules = own ? [...around, own] : around;
    const places = entries.map((entry) => ({ entry, at: placeIn(folder, entry.name) }));
    for (const { entry, at } of places.sort((a, b) => (a.at.shown < b.at.shown ? -1 : 1))) {
      let isFolder = entry.isDirectory();
      let isFile = entry.isFile();
      if (entry.isSymbolicLink()) {
        try {
          const target = await stat(at.path);
          isFolder = target.isDirectory();
          isFile = target.isFile();
        } catch (error) {
          // A dead link is skipped; a circular one is reported.
          if ((error as NodeJS.ErrnoException).code === 'ELOOP')
            yield { path: at.shown, problem: reasonOf(error) };
          continue;
        }
      }
      if (isFolder && skipped.has(path.basename(at.shown))) continue;
      if (respectsIgnore && !isFolder && isLog.test(at.shown)) continue;
      const full = path.resolve(cwd, at.shown);
      if (!(isFolder || isFile) || isIgnored(rules, full, isFolder)) continue;
      if (!isChosen(full, isFolder)) continue;
      if (isFolder) yield* filesIn(at, rules, walk);
      else yield { file: at.shown, path: at.path, isNamed: false };
    }
  } catch (error) {
    yield { path: folder.shown, problem: reasonOf(error) };
  }
}

/** Joins paths with slashes on every system, as editors and services expect. */
const joined = (folder: string, name: string): string =>
  `${folder.replaceAll(path.sep, '/').replace(/\/+$/, '')}/${name}`.replace(/^\.\//, '');

/** Reads the rules of a folder's own `.gitignore`; null if there is none. */
async function rulesIn(folder: string): Promise<Rules | null> {
  const text = await readFile(path.join(folder, '.gitignore'), 'utf8').catch(() => null);
  return text === null ? null : { folder, test: patternTest(text) };
}

/** Reads the rules of a folder's ancestors, up to the root of the repository, outermost first. */
async function rulesAround(folder: string): Promise<Rules[]> {
  const rules = await Promise.all(foldersAround(folder).map(rulesIn));
  return rules.filter((each) => each !== null);
}

/** A folder's ancestors, up to the root of the repository, outermost first; empty outside of a repository. */
export function foldersAround(folder: string): string[] {
  const folders: string[] = [];
  for (let at = folder; !existsSync(path.join(at, '.git')); at = folders[0] as string) {
    const parent = path.dirname(at);
    if (parent === at) return [];
    folders.unshift(parent);
  }
  return folders;
}

/** Whether Git ignores a file: the last matching rule in the innermost folder decides, see gitignore(5). */
function isIgnored(rules: readonly Rules[], file: string, isFolder: boolean): boolean {
  for (const { folder, test } of rules.toReversed()) {
    const relative = path.relative(folder, file).replaceAll(path.sep, '/');
    if (relative === '' || relative.startsWith('../')) continue;
    const { ignored, unignored } = test(isFolder ? `${relative}/` : relative);
    if (ignored || unignored) return ignored;
  }
  return false;
}
