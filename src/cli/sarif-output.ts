/** SARIF as the commands print it: with the paths of this machine, within the size that code scanning takes. */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { PlacedFinding } from '../report/placed-findings.ts';
import type { Report } from '../report/report.ts';
import { sarifOf } from '../report/sarif.ts';
import { relativeUri } from '../report/sarif-locations.ts';
import { ruleDocs } from '../rules/docs.ts';
import { logToStderr, root } from './project.ts';

/** Resolves symbolic links: code scanning finds no file through one. */
function resolved(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

/** A file's path from the working directory; the `file:` URL of a file that is not below it. */
export function fileUri(file: string): string {
  // A file in an archive is named by the address that it came from.
  if (file === '-' || /^[a-z][a-z\d+.-]+:\/\//i.test(file)) return file;
  const full = resolved(file);
  const relative = path.relative(resolved('.'), full);
  const isBelow = !path.isAbsolute(relative) && !/^\.\.(?:[/\\]|$)/.test(relative);
  return isBelow ? relativeUri(relative.split(path.sep).join('/')) : pathToFileURL(full).href;
}

/**
 * @param placed the findings of a Report with their occurrences
 * @param isComplete whether everything that was requested was scanned
 */
export function sarifText(
  reports: readonly Report[],
  placed: (report: Report) => Iterable<PlacedFinding>,
  isComplete: boolean,
): Iterable<string> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return sarifOf(reports, {
    ...{ rules: ruleDocs, version, fileUri, placed, isComplete },
    sizeOf: (text) => deflateRawSync(text).length,
    onLeftOut: logToStderr,
  });
}
