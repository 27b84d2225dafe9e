/** The output of `scan` for each finding: a line as printed by linters, or an annotation of a GitHub workflow. */
import { countFigures, countText } from '../count-text.ts';
import { percentEscape } from '../data-url/percent-escape.ts';
import type { Reported } from '../files/findings-in-file.ts';
import type { LossReason, TextChange } from '../repair/compare-urls.ts';
import { printable, replaceHidden } from '../report/printable.ts';
import type { FileRepair } from '../report/report.ts';
import { withoutPasswords } from '../uri/web-authority.ts';
import { type Severity, severities, severityNames } from '../vocabulary.ts';
import { isElsewhere, repositoryPath } from './repository-path.ts';
import type { Shell } from './shell.ts';

/** Reports a file that could not be scanned as an error at the beginning of the file. */
export const failureAt = (file: string, reason: string): Reported => ({
  ...{ file, line: 1, column: 1, severity: 'error', rule: 'not-scanned' },
  message: `Not scanned: ${reason}.`,
});

/** Formats a finding as `file:line:column severity message rule`, for the problem matchers of editors. */
export const lineOf = ({ file, line, column, severity, message, rule }: Reported): string =>
  `${printable(file)}:${line}:${column} ${severity} ${oneLine(message)} ${rule}\n`;

/** Formats findings, each followed by an indented line with its position in the URL and its repair, if known. */
export const linesOf = (findings: readonly Reported[]): string =>
  findings
    .map((reported) => {
      const note = noteOf(reported);
      return lineOf(reported) + (note === '' ? '' : `  ${note}\n`);
    })
    .join('');

/** Formats each repaired URL once per place, as `file:line:column URL`. */
export function repairLines(findings: readonly Reported[]): string {
  const lines = new Map<string, string>();
  const urls = new Map<FileRepair, string>();
  for (const { file, line, column, repair } of findings) {
    if (!repair) continue;
    const url = urls.get(repair) ?? printableUrl(repair.url);
    urls.set(repair, url);
    lines.set(`${printable(file)}:${line}:${column}`, url);
  }
  return Array.from(lines, ([place, url]) => `${place} ${url}\n`).join('');
}

/** Maximum length, in code units, of a repaired URL that is printed beside its finding. */
const maxShown = 200;

/** Maximum number of changes that are listed. */
const maxChanges = 4;

/** The position of a finding within its URL, and the repair; empty if neither is known. */
function noteOf({ position, repair }: Reported): string {
  const at = position === undefined ? [] : [`At character ${countFigures(position)} of the URL.`];
  return [...at, ...(repair ? repairTexts(repair) : [])].join(' ');
}

function repairTexts({ url, edits, lost }: FileRepair): string[] {
  const elsewhere = 'scan --repairs prints the repaired URL.';
  // A change may be a part of a password, which can't be recognized in it.
  if (withoutPasswords(url) !== url) return [elsewhere];
  const changes = edits.slice(0, maxChanges).map(changeText);
  const rest = edits.length > maxChanges ? ['…'] : [];
  return [
    oneLine(`Repair: ${[...changes, ...rest].join(', ')}.`),
    ...lost.map(({ text, reason }) => oneLine(`Dropped: "${text}" (${lossTexts[reason]}).`)),
    url.length <= maxShown ? `Repaired: ${printableUrl(url)}` : elsewhere,
  ];
}

function changeText({ before, after, count }: TextChange): string {
  if (before === ' ' && after !== '') return `${countText(count, 'space')} → ${after}`;
  const times = count > 1 ? `${countFigures(count)} × ` : '';
  if (before === '') return `${times}"${after}" added`;
  return `${times}"${before}" ${after === '' ? 'removed' : `→ "${after}"`}`;
}

const lossTexts: Record<LossReason, string> = {
  'unknown-charset': 'no such encoding',
  'charset-of-binary': "the data isn't text",
  'not-kept': "the repaired URL can't express it",
};

/** A URL without characters that terminals obey or hide. In its body, their escapes mean the same. */
const printableUrl = (url: string): string => replaceHidden(url, percentEscape);

const oneLine = (text: string): string => printable(text.replaceAll(/\s+/g, ' '));

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/** Formats a workflow command: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
const annotationOf = (reported: Reported, shell: Shell): string => {
  const { file, line, column, severity, message, rule } = reported;
  return command(commands[severity], `${message} ${noteOf(reported)}`.trimEnd(), {
    file: isElsewhere(file) ? file : repositoryPath(file, shell),
    ...{ line, col: column, title: rule },
  });
};

function command(name: string, message: string, properties: Record<string, string | number>): string {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${name} ${listed.join(',')}::${data(oneLine(message))}\n`;
}

/**
 * Maximum number of annotations per step. GitHub shows 10 errors, 10 warnings, and 10 notices, one of which states the
 * number of the others. https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations (without
 * notices) and https://docs.github.com/en/rest/checks/runs#update-a-check-run
 */
const maxAnnotations: Record<Severity, number> = { error: 10, warning: 10, info: 9 };

/** Prints as many annotations as GitHub shows. The remaining findings become lines in the log. */
export interface Annotator {
  textOf(findings: readonly Reported[]): string;
  /** A notice with the number of findings that are only in the log; empty if there are none. */
  rest(): string;
}

export function annotator(shell: Shell): Annotator {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const one = (reported: Reported): string =>
    ++counts[reported.severity] <= maxAnnotations[reported.severity]
      ? annotationOf(reported, shell)
      : logLine(reported);
  return {
    textOf: (findings) => findings.map(one).join(''),
    rest() {
      const more = severities.flatMap((severity) => {
        const count = counts[severity] - maxAnnotations[severity];
        return count > 0 ? [countText(count, `more ${severityNames[severity]}`)] : [];
      });
      if (more.length === 0) return '';
      const message = `GitHub shows ${maxAnnotations.error} annotations of a kind for each step. The log has ${more.join(', ')}.`;
      return command('notice', message, { title: 'data: URLs' });
    },
  };
}

/** Formats a log line that GitHub's runner can't mistake for a command, regardless of the file's name and content. */
const logLine = (reported: Reported): string => `also ${linesOf([reported]).replaceAll('##[', '#\\u{23}[')}`;

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string =>
  data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
