/** Scans files and folders for programs, like the command `scan`. */
import { resolve } from 'node:path';
import { placedInFile, type Reported, reportedIn } from '../files/findings-in-file.ts';
import type { ScanTextOptions } from '../files/scan-text.ts';
import { checkOptions, checkPolicy } from '../policy/check-options.ts';
import { defaultPolicy } from '../policy/policy.ts';
import type { Report } from '../report/report.ts';
import { suppressIn } from '../report/suppressed-findings.ts';
import { chosenBy, globProblem } from './chosen-files.ts';
import { scanFile } from './scan-file.ts';
import { filesOf } from './scan-folders.ts';
import { reasonOf } from './system-error.ts';

/** Options that select the files and determine how they are scanned. */
export interface ScanFilesOptions extends Pick<ScanTextOptions, 'policy' | 'isBare'> {
  /** The folder to which relative paths and patterns refer. Default: the process's working directory */
  cwd?: string;
  /**
   * Patterns as in `.gitignore`. A file in a folder is scanned if one of them matches. Default: none, which scans all
   * files
   */
  include?: readonly string[];
  /** Patterns of files and folders to exclude. Default: none */
  exclude?: readonly string[];
  /** Whether to exclude files in folders if Git ignores them. Default: true */
  respectsIgnore?: boolean;
}

/** A file with its data: URLs. */
export interface ScannedFile {
  /** The file's path as given, or below the given folder. */
  file: string;
  report: Report;
  /** The findings that no comment suppresses, once per occurrence, in the order of the file. */
  findings: Reported[];
  /** Anything unusual about the file, each in one sentence. */
  notes: string[];
}

/** A file or folder that could not be read. */
export interface UnreadFile {
  file: string;
  /** The reason, in a few words. */
  problem: string;
}

const optionNames = ['policy', 'isBare', 'cwd', 'include', 'exclude', 'respectsIgnore'];

/**
 * Scans files, and the text files in folders, one after the other, in the order of their names.
 *
 * @param paths the paths of files and folders
 * @returns each file as soon as it has been scanned, and each file or folder that can't be read
 * @throws {TypeError} for an argument of the wrong type, and for a pattern that would match nothing
 */
export async function* scanFiles(
  paths: readonly string[],
  options: ScanFilesOptions = {},
): AsyncGenerator<ScannedFile | UnreadFile, void, void> {
  checkOptions(options, 'scanFiles', optionNames);
  const { policy = defaultPolicy, isBare = false, cwd = process.cwd() } = options;
  const { include = [], exclude = [], respectsIgnore = true } = options;
  for (const [name, list] of Object.entries({ paths, include, exclude }))
    if (!Array.isArray(list) || !list.every((each) => typeof each === 'string'))
      throw new TypeError(`The ${name} must be a list of strings.`);
  if (typeof cwd !== 'string') throw new TypeError(`The cwd must be a string; got ${typeof cwd}.`);
  checkPolicy(policy, 'scanFiles');
  for (const glob of [...include, ...exclude]) {
    const problem = globProblem(glob);
    if (problem !== null)
      throw new TypeError(`The pattern ${JSON.stringify(glob)} matches nothing: ${problem}.`);
  }
  const isChosen = chosenBy(include, exclude, cwd);
  for (const named of paths) {
    for await (const entry of filesOf(named, cwd, respectsIgnore, isChosen)) {
      if ('problem' in entry) {
        yield { file: entry.path, problem: entry.problem };
        continue;
      }
      const { file, path, isNamed } = entry;
      if (isNamed && !isChosen(resolve(cwd, named), false)) continue;
      const notes: string[] = [];
      const note = (sentence: string) => notes.push(sentence);
      try {
        const report = await scanFile(file, { policy, isNamed, isBare, suppresses: true, note }, path);
        if (report === null) continue;
        const { placed, unused } = suppressIn(report, placedInFile(report, policy));
        for (const { line, rule } of unused) note(`line ${line}: unused suppression of "${rule}"`);
        const counted = [...placed].filter(({ suppression }) => suppression === undefined);
        yield { file, report, findings: reportedIn(report, counted), notes };
      } catch (error) {
        yield { file, problem: reasonOf(error) };
      }
    }
  }
}
