/** Finds, reads and judges the data: URLs of a text that is at hand, as `scan` does with a file. */
import { defaultPolicy } from '../policy/policy.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { DataUrl, Report } from '../report/report.ts';
import { suppressIn } from '../report/suppressed-findings.ts';
import { ruleIds } from '../rules/index.ts';
import type { Occurrence, Severity } from '../vocabulary.ts';
import { type FileKind, fileKinds, kindOfFile } from './file-kind.ts';
import { findInFile } from './find-in-file.ts';
import { positionsIn } from './line-positions.ts';
import { placedInFile, positionIn } from './placed-in-file.ts';
import { type FileToReport, type Located, reportOfFile } from './report-of-file.ts';
import { suppressionMark, suppressionsIn, type WrongSuppression } from './suppressions.ts';

/** Code units of a text by whose beginning its kind is known. */
const beginningLength = 1 << 16;

export interface TextToReport extends Omit<FileToReport, 'located' | 'facts' | 'positionOf'> {
  kind: FileKind;
  /** Whether base64 without "data:" counts where its first bytes prove the type. */
  isBare: boolean;
  /** Called with each comment that should suppress a finding, and can't; without it, comments suppress nothing. */
  onWrongSuppression?(wrong: WrongSuppression): void;
}

/**
 * The Report of a text by its kind.
 *
 * @param text without a byte order mark
 * @returns the spans of its data: URLs, too, in the order of the text
 */
export async function reportOfText(
  text: string,
  { kind, isBare, onWrongSuppression, ...file }: TextToReport,
): Promise<{ report: Report; spans: TextSpan[] }> {
  const { found, facts } = findInFile(kind, text, isBare, file.path);
  const positionOf = positionsIn(text);
  const spans = found.map(({ start, end }): TextSpan => ({ start, end, ...positionOf(start) }));
  const located = found.map(({ start, end, ...own }): Located => {
    return { found: own, ...positionOf(start), source: text.slice(start, end) };
  });
  const report = await reportOfFile({ ...file, located, facts, positionOf });
  if (!onWrongSuppression || !text.includes(suppressionMark)) return { report, spans };
  const { suppressions, wrong } = suppressionsIn(kind, text, positionOf, ruleIds());
  for (const each of wrong) onWrongSuppression(each);
  return { report: suppressions.length > 0 ? { ...report, suppressions } : report, spans };
}

/** A data: URL in a text: its code units, and the line and column of the first, from 1. */
interface TextSpan {
  start: number;
  end: number;
  line: number;
  column: number;
}

/** How `scanText` reads a text. */
export interface ScanTextOptions {
  /** By default as the name and the beginning of the text say. */
  kind?: FileKind;
  /** The name or path of its file, whose extension decides on its placeholders, too. Default: '' */
  name?: string;
  /** Default: `defaultPolicy` */
  policy?: Policy;
  /** Whether base64 without "data:" counts where its first bytes prove the type. Default: false */
  isBare?: boolean;
}

/** A finding at one place of a text. */
export interface TextFinding {
  rule: string;
  messageId: string;
  severity: Severity;
  /** In English. */
  message: string;
  /** Code units of the text: the data: URL with its escapes; for the file as a whole, none at the line of its cause. */
  start: number;
  end: number;
  /** The position of `start`, from 1; columns in UTF-16 code units. */
  line: number;
  column: number;
  /** The edit of the text that removes the cause, if it is known. */
  fix?: { start: number; end: number; text: string };
  /** The reason in the comment that suppresses it: `data-url-inspector-ignore-next-line RULE: reason`. */
  suppression?: string;
  /** The data: URL that it is about, in the Report or in the body of one there; null for the file as a whole. */
  dataUrl: DataUrl | null;
}

/** The results of `scanText`. */
export interface ScannedText {
  report: Report;
  /** In the order of the text. */
  findings: TextFinding[];
}

/**
 * Finds the data: URLs of a text, reads each, and judges it where it stands, as the command `scan` does.
 *
 * @param text the source of a page, a style sheet, a script, or any other text; it need not be valid
 * @throws {TypeError} for a text that isn't a string, or a kind that doesn't exist
 */
export async function scanText(
  text: string,
  { kind, name = '', policy = defaultPolicy, isBare = false }: ScanTextOptions = {},
): Promise<ScannedText> {
  if (typeof text !== 'string') throw new TypeError(`The text must be a string; got ${typeof text}.`);
  if (kind !== undefined && !fileKinds.includes(kind))
    throw new TypeError(`The kind must be one of ${fileKinds.join(', ')}; got ${JSON.stringify(kind)}.`);
  const own = text.startsWith('\ufeff') ? text.slice(1) : text;
  const { report, spans } = await reportOfText(own, {
    ...{ kind: kind ?? kindOfFile(name, own.slice(0, beginningLength)), isBare },
    ...{ path: name, policy, unreachable: [], start: performance.now(), onWrongSuppression() {} },
  });
  const spanAt = new Map(spans.map((span) => [keyOf(span), span]));
  const offset = text.length - own.length;
  const { placed } = suppressIn(report, placedInFile(report, policy));
  const findings = Array.from(placed).flatMap(({ finding, path, occurrences, suppression }) => {
    const { rule, messageId, severity, message } = finding;
    const common = { rule, messageId, severity, message, ...(suppression !== undefined && { suppression }) };
    if (occurrences.length === 0) {
      const { line = 1, column = 1 } = positionIn(finding);
      const at = offsetOf(own, line, column) + offset;
      return [{ ...common, start: at, end: at, line, column, dataUrl: null }];
    }
    return occurrences.map((occurrence): TextFinding => {
      const { line = 1, column = 1 } = occurrence;
      const span = spanAt.get(keyOf({ line, column }));
      const start = (span?.start ?? 0) + offset;
      const fix = path.length === 1 ? fixOf(occurrence, messageId, start) : null;
      return {
        ...{ ...common, start, end: (span?.end ?? 0) + offset, line, column },
        ...(fix && { fix }),
        dataUrl: path.at(-1) ?? null,
      };
    });
  });
  return { report, findings: findings.sort((a, b) => a.start - b.start) };
}

const keyOf = ({ line, column }: Pick<TextSpan, 'line' | 'column'>): string => `${line}:${column}`;

/** The repair of a data: URL at `start`, if it removes the cause of a finding. */
function fixOf({ repair }: Occurrence, messageId: string, start: number): TextFinding['fix'] | null {
  if (!repair?.removes.includes(messageId)) return null;
  return { start: start + repair.start, end: start + repair.end, text: repair.text };
}

/** The code unit at a line and column. */
function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  const ends = /\r\n?|\n/g;
  for (let left = line - 1; left > 0 && ends.exec(text); left--) at = ends.lastIndex;
  return at + column - 1;
}
