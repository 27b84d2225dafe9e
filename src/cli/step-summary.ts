/** The step summary of GitHub Actions: the Markdown report, in the file that the runner names. */
import { appendFile, stat } from 'node:fs/promises';
import { markdownOf } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import { ArgumentError } from './command-line.ts';
import { OutputError, type Shell, systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

export const summaryOption = {
  summary: { type: 'flag', help: 'Also adds the Markdown summary to the step in GitHub Actions' },
} as const;

const variable = 'GITHUB_STEP_SUMMARY';

/** Maximum size, in bytes, of a step summary. GitHub shows nothing of a longer one. */
const maxSize = 1 << 20;

const omission = '\nGitHub shows 1 MiB of a summary; the rest is omitted.\n';

export interface StepSummary {
  /** Adds a Report, or the part of it that fits. */
  add(report: Report): void;
  /**
   * Writes the file.
   *
   * @throws OutputError if the file can't be written
   */
  end(): Promise<void>;
}

/**
 * Begins a step summary.
 *
 * @throws ArgumentError if no runner names the file
 */
export async function beginSummary({ env, cwd }: Shell): Promise<StepSummary> {
  const named = env[variable];
  if (!named) throw new ArgumentError(`--summary needs ${variable}, which GitHub Actions sets`);
  const file = systemPath(named, cwd);
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  let quota = maxSize - size - omission.length;
  let text = '';
  return {
    add(report) {
      for (const part of quota < 0 ? [] : markdownOf([report])) {
        quota -= Buffer.byteLength(part);
        text += quota < 0 ? omission : part;
        if (quota < 0) return;
      }
    },
    end: () =>
      appendFile(file, text).catch((error: unknown) => {
        throw new OutputError(`cannot write the step summary: ${reasonOf(error)}`);
      }),
  };
}
