/** SARIF as the commands print it: with this computer's paths, and within the size limit of GitHub code scanning. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { PlacedFinding } from '../report/placed-findings.ts';
import type { Report } from '../report/report.ts';
import { sarifOf } from '../report/sarif.ts';
import { relativeUri } from '../report/sarif-locations.ts';
import { ruleDocs } from '../rules/docs.ts';
import { packageVersion } from './project.ts';
import { isElsewhere, repositoryPath } from './repository-path.ts';
import type { Shell } from './shell.ts';

/** A file's path in the repository; the `file:` URL of a file outside of it. */
function fileUri(file: string, shell: Shell): string {
  // A file in an archive is named by its original URL.
  if (isElsewhere(file)) return file;
  const found = repositoryPath(file, shell);
  return path.isAbsolute(found) ? pathToFileURL(found).href : relativeUri(found);
}

/**
 * @param placed the findings of a Report with their occurrences
 * @param isComplete whether everything that was requested was scanned
 */
export function sarifText(
  reports: readonly Report[],
  placed: (report: Report) => Iterable<PlacedFinding>,
  isComplete: boolean,
  shell: Shell,
): Iterable<string> {
  return sarifOf(reports, {
    ...{ rules: ruleDocs, version: packageVersion(), placed, isComplete },
    fileUri: (file) => fileUri(file, shell),
    sizeOf: (text) => deflateRawSync(text).length,
    onLeftOut: shell.log,
  });
}
