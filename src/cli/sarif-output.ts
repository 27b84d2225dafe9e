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

/** The URI of a file: its path in the repository, or the `file:` URL of a file outside of it. */
function fileUri(file: string, shell: Shell): string {
  // A file in an archive keeps its original URL.
  if (isElsewhere(file)) return file;
  const found = repositoryPath(file, shell);
  return path.isAbsolute(found) ? pathToFileURL(found).href : relativeUri(found);
}

/**
 * The text of a SARIF log.
 *
 * @param placed returns the findings of a Report with their occurrences
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
