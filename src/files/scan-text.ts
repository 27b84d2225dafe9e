/** Finds, inspects, and judges the data: URLs in a text in memory, as `scan` does for a file. */
import { checkOptions, checkPolicy } from '../policy/check-options.ts';
import { defaultPolicy } from '../policy/policy.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { DataUrl, Report, Unreachable } from '../report/report.ts';
import { suppressIn } from '../report/suppressed-findings.ts';
import type { Occurrence, Severity } from '../vocabulary.ts';
import type { ContactFault } from './contact-faults.ts';
import { type FileKind, fileKinds, kindOfFile } from './file-kind.ts';
import { findInFile } from './find-in-file.ts';
import { messageAt, placedInFile, positionIn } from './findings-in-file.ts';
import type { MailNotes } from './found-in-file.ts';
import { type Position, positionsIn } from './line-positions.ts';
import { type FileToReport, type Located, reportOfFile } from './report-of-file.ts';
import { suppressionMark, suppressionsIn, type WrongSuppression } from './suppressions.ts';

/** Number of code units at the beginning of a text that determine its kind. */
const beginningLength = 1 << 16;

export interface TextToReport extends Omit<FileToReport, 'located' | 'facts' | 'positionOf'> {
  kind: FileKind;
  /** Whether base64 without "data:" counts if its first bytes prove the type. */
  isBare: boolean;
  /** Called with each comment that should suppress a finding but can't. If absent, comments suppress nothing. */
  onWrongSuppression?(wrong: WrongSuppression): void;
}

/**
 * Makes the Report of a text according to its kind.
 *
 * @param text the text, without a byte order mark
 * @returns the Report, the spans of its data: URLs in text order, and the positions of a message's parts
 */
export async function reportOfText(
  text: string,
  { kind, isBare, onWrongSuppression, ...file }: TextToReport,
): Promise<{ report: Report; spans: TextSpan[]; parts: NotePositions }> {
  const { found, facts } = findInFile(kind, text, isBare, file.path);
  const positionOf = positionsIn(text);
  const spans = found.map(({ start, end }): TextSpan => ({ start, end, ...positionOf(start) }));
  const located = found.map(({ start, end, ...own }): Located => {
    return { found: own, ...positionOf(start), source: text.slice(start, end) };
  });
  const parts: NotePositions = {};
  for (const [note, at] of Object.entries({ ...facts.mail, ...facts.contact }))
    parts[note as keyof NotePositions] = positionOf(at);
  const unreachable = [parts.tooDeep, parts.tooMany].flatMap((part): Unreachable[] => {
    const url = part && `${file.path}:${part.line}:${part.column}`;
    return url ? [{ kind: 'page', url, reason: 'beyond-limit' }] : [];
  });
  const report = await reportOfFile({
    ...{ ...file, located, facts, positionOf },
    unreachable: [...file.unreachable, ...unreachable],
  });
  if (!onWrongSuppression || !text.includes(suppressionMark)) return { report, spans, parts };
  const suppressed = suppressionsIn(kind, text, positionOf, onWrongSuppression);
  return { report: { ...report, ...suppressed }, spans, parts };
}

/** The positions in the text that the facts have as offsets. */
type NotePositions = Partial<Record<keyof MailNotes | ContactFault, Position>>;

/** A data: URL in a text: its start and end in code units, and the line and column of its start, counted from 1. */
interface TextSpan {
  start: number;
  end: number;
  line: number;
  column: number;
}

/** Options of `scanText`. */
export interface ScanTextOptions {
  /** The kind of file. Default: determined by the name and the beginning of the text */
  kind?: FileKind;
  /** The file's name or path. Its extension also determines which placeholders the text may contain. Default: '' */
  name?: string;
  /** The policy to apply. Default: `defaultPolicy` */
  policy?: Policy;
  /** Whether base64 without "data:" counts if its first bytes prove the type. Default: false */
  isBare?: boolean;
}

/** A finding at one position in a text. */
export interface TextFinding {
  rule: string;
  messageId: string;
  severity: Severity;
  /** The message in English. */
  message: string;
  /**
   * Offsets in the text, in code units. They include the data: URL with its escapes; for a finding about the whole
   * file, the span is empty, at the line of the cause.
   */
  start: number;
  end: number;
  /** The position of `start`, counted from 1. Columns are in UTF-16 code units. */
  line: number;
  column: number;
  /** The edit of the text that removes the cause, if one is known. */
  fix?: { start: number; end: number; text: string };
  /**
   * The reason given in the comment that suppresses the finding: `data-url-inspector-ignore-next-line RULE: reason`.
   */
  suppression?: string;
  /**
   * The data: URL that the finding concerns, at the top level of the Report or nested; null if it concerns the whole
   * file.
   */
  dataUrl: DataUrl | null;
}

/** The results of `scanText`. */
export interface ScannedText {
  report: Report;
  /** The findings in text order. */
  findings: TextFinding[];
}

/**
 * Finds the data: URLs in a text, inspects each, and judges it at each occurrence, as the command `scan` does.
 *
 * @param text the source of a page, a style sheet, a script, or any other text; it need not be valid
 * @throws {TypeError} for an argument of the wrong type, or a kind that doesn't exist
 */
export async function scanText(text: string, options: ScanTextOptions = {}): Promise<ScannedText> {
  if (typeof text !== 'string') throw new TypeError(`The text must be a string; got ${typeof text}.`);
  checkOptions(options, 'scanText', ['kind', 'name', 'policy', 'isBare']);
  const { kind, name = '', policy = defaultPolicy, isBare = false } = options;
  if (typeof name !== 'string') throw new TypeError(`The name must be a string; got ${typeof name}.`);
  checkPolicy(policy, 'scanText');
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
      const own = { ...common, message: messageAt(finding, occurrence) };
      return {
        ...{ ...own, start, end: (span?.end ?? 0) + offset, line, column },
        ...(fix && { fix }),
        dataUrl: path.at(-1) ?? null,
      };
    });
  });
  return { report, findings: findings.sort((a, b) => a.start - b.start) };
}

const keyOf = ({ line, column }: Pick<TextSpan, 'line' | 'column'>): string => `${line}:${column}`;

/** The repair of the data: URL at `start`, if it removes the cause of a finding. */
function fixOf({ repair }: Occurrence, messageId: string, start: number): TextFinding['fix'] | null {
  if (!repair?.removes.includes(messageId)) return null;
  return { start: start + repair.start, end: start + repair.end, text: repair.text };
}

/** The offset, in code units, of a line and column. */
function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  const ends = /\r\n?|\n/g;
  for (let left = line - 1; left > 0 && ends.exec(text); left--) at = ends.lastIndex;
  return at + column - 1;
}
