/** Formats a Report as a table for a terminal. */
import { countText } from '../count-text.ts';
import { bytesText, numberText } from '../format-numbers.ts';
import { type CspWhatIf, isUsed } from '../report/csp-what-if.ts';
import { fileOf } from '../report/css-place.ts';
import { documentOf, placedFindings } from '../report/placed-findings.ts';
import { printable } from '../report/printable.ts';
import { charsetWord, type DataUrl, type Finding, type Report } from '../report/report.ts';
import { isImageFile, partLocation, sheetsWithoutText, unreadParts } from '../report/unreachable.ts';
import { weightOf } from '../report/weights.ts';
import {
  type Destination,
  type Occurrence,
  type Severity,
  severities,
  severityNames,
  severityRank,
} from '../vocabulary.ts';

export { printable };

const bytes = (value: number): string => bytesText(value, 'en');

/** Rules whose names would repeat the words "rejected" and "disallowed". */
const sameAsWord = new Set(['invalid-data-url', 'disallowed-type']);

/** Lists the problems briefly: rejected, disallowed, and the rules that found errors or warnings. */
function flagsOf({ problem, disallowed, findings }: DataUrl): string {
  const rules = findings
    .filter(({ rule, severity }) => severity !== 'info' && !sameAsWord.has(rule))
    .map(({ rule }) => rule);
  const words = [...(problem ? ['rejected'] : []), ...(disallowed ? ['disallowed'] : [])];
  return [...new Set([...words, ...rules])].join(', ');
}

function cellsOf(dataUrl: DataUrl): string[] {
  const { essence, size, charset, occurrences, head } = dataUrl;
  const cells = [
    essence ?? '–',
    bytes(weightOf(occurrences).cost),
    size === null ? '–' : bytes(size),
    charsetWord(charset) ?? charset.declared ?? '–',
    numberText(occurrences.length, 'en'),
    flagsOf(dataUrl) || '–',
    head,
  ];
  return cells.map(printable);
}

const columns = ['type', 'cost', 'size', 'charset', 'occurrences', 'flags', 'head'];
/** Indexes of columns with numbers, which are aligned to the right. */
const numeric = new Set([1, 2, 4]);
/** The maximum widths of the columns; the last one takes the remaining space. */
const widest = [40, 14, 14, 16, 11, 40];
const gap = '  ';

/** The number of terminal columns of a character: two unless the character is certainly narrow. */
const columnsOf = (character: string): number => (/[\0-\u10ff\u2000-\u22ff]/.test(character) ? 1 : 2);
const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + columnsOf(character), 0);

/** Splits a text into pieces that each fit into a width. */
function piecesOf(text: string, width: number): string[] {
  const pieces = [''];
  let used = 0;
  for (const character of text) {
    used += columnsOf(character);
    if (used > width) {
      pieces.push('');
      used = columnsOf(character);
    }
    pieces[pieces.length - 1] += character;
  }
  return pieces;
}

const cut = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `${piecesOf(text, Math.max(width - 1, 1))[0]}…`;

const pad = (text: string, width: number, right: boolean): string => {
  const space = ' '.repeat(Math.max(width - widthOf(text), 0));
  return right ? space + text : text + space;
};

/** Wraps text from the page. Continuation lines are indented, so that no line begins with text from the page. */
function lineOf(text: string, width: number): string {
  const limit = Math.max(width - indent.length, 20);
  const lines = [''];
  for (const word of printable(text).replace(/\s+/g, ' ').split(' ')) {
    for (const piece of piecesOf(word, limit)) {
      const line = lines.at(-1) ?? '';
      const longer = line === '' ? piece : `${line} ${piece}`;
      if (widthOf(longer) <= limit) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
  }
  return lines.join(`\n${indent}`);
}
const indent = '    ';

function table(rows: string[][], width: number): string[] {
  const widths = widest.map((limit, column) =>
    Math.min(limit, Math.max(...rows.map((row) => widthOf(row[column] ?? '')))),
  );
  const rest = Math.max(width - widths.reduce((sum, each) => sum + each + gap.length, 0), 20);
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const own = widths[column] ?? rest;
        return pad(cut(cell, own), column < widths.length ? own : 0, numeric.has(column));
      })
      .join(gap)
      .trimEnd(),
  );
}

function totalsLine({ totals }: Report): string {
  const parts = [
    `${countText(totals.dataUrls, 'data: URL')} (${countText(totals.occurrences, 'occurrence')})`,
    `${bytes(totals.cost)} in the page`,
    ...(totals.copiesCost > 0 ? [`${bytes(totals.copiesCost)} in copies`] : []),
    ...(totals.unusedCost > 0 ? [`${bytes(totals.unusedCost)} unused now`] : []),
    ...(totals.savings > 0 ? [`${bytes(totals.savings)} could be saved`] : []),
    `${bytes(totals.size)} decoded`,
    ...severities
      .filter((severity) => totals.findings[severity] > 0)
      .map((severity) => countText(totals.findings[severity], severityNames[severity])),
  ];
  return parts.join(', ');
}

/** Describes the findings, most severe first, each with its message, rule, and first occurrence. */
function findingTexts(report: Report): string[] {
  const placed = [...placedFindings(report)];
  return severities.flatMap((severity) =>
    placed
      .filter(({ finding }) => finding.severity === severity)
      .map(({ finding: { message, rule }, occurrences }) => {
        const [first] = occurrences;
        const more =
          occurrences.length > 1 ? ` and ${countText(occurrences.length - 1, 'more occurrence')}` : '';
        return `${severity}: ${message} ${rule}${first ? `, ${placeText(report, first)}${more}` : ''}`;
      }),
  );
}

/**
 * Describes an occurrence: `<img src> #logo, a.html:3:12` is the element with its attribute, its selector, and the line
 * if it is known.
 */
function placeText({ page }: Report, occurrence: Occurrence): string {
  const { element, name, place, selector, line, column } = occurrence;
  const document = documentOf(occurrence);
  const position = line === undefined ? '' : column === undefined ? `${line}` : `${line}:${column}`;
  const isInFile = position !== '' && fileOf(occurrence) !== undefined;
  const parts = [
    element === '' ? name || place : `<${element}${name && ` ${name}`}>`,
    selector,
    isInFile ? `${document}:${position}` : document === page.url ? '' : document,
    // The line is counted in an element's text or attribute, not in the file.
    position === '' || isInFile ? '' : `line ${position}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A Report that also contains the effect of a policy, for `inspect --csp-what-if`. */
export interface WithWhatIf {
  cspWhatIf?: CspWhatIf;
}

/** Nouns for destinations whose names are not nouns. */
const nouns: Partial<Record<Destination, string>> = {
  style: 'style sheet',
  audio: 'audio file',
  track: 'text track',
  manifest: 'app manifest',
  empty: 'script request',
  form: 'form action',
};

/** Maximum number of data: URLs listed for one use. */
const maxBroken = 3;

/**
 * Describes the effect of a policy: the uses that it breaks, with the first data: URLs of each, and the smallest
 * addition that would allow them.
 */
function whatIfTexts(report: Report, { text, ignored, uses, additions }: CspWhatIf): string[] {
  const broken = uses.filter(({ decision }) => decision === 'blocks');
  const open = uses.filter(({ decision }) => decision === 'unknown');
  const byId = new Map(report.dataUrls.map((each) => [each.sha256, each]));
  const placeIn = (id: string, destination: Destination): string => {
    const occurrence = byId
      .get(id)
      ?.occurrences.find((each) => each.destination === destination && isUsed(each));
    return occurrence ? placeText(report, occurrence) : (byId.get(id)?.head ?? '');
  };
  return [
    `CSP what-if: ${text}`,
    ...ignored.map(
      ({ directive, character, at }) => `ignored by browsers: ${directive}, because of ${character} at ${at}`,
    ),
    ...broken.map(({ destination, dataUrls, cost }) => {
      const named = dataUrls.slice(0, maxBroken).map((id) => placeIn(id, destination));
      const more = dataUrls.length > maxBroken ? ` and ${dataUrls.length - maxBroken} more` : '';
      const count = countText(dataUrls.length, nouns[destination] ?? destination);
      return `breaks ${count} (${bytes(cost)}): ${named.join('; ')}${more}`;
    }),
    ...open.map(({ destination, dataUrls, cost }) => {
      const count = countText(dataUrls.length, nouns[destination] ?? destination);
      return `may break ${count} (${bytes(cost)}), by a nonce or hash`;
    }),
    ...(broken.length + open.length === 0 ? ['breaks no data: URLs'] : []),
    ...additions.slice(0, broken.length > 0 ? additions.length : 0).map(({ policy, directives }) => {
      const to = policy === null ? '' : ` to ${policy}`;
      return `smallest addition${to}: ${directives.join('; ')}`;
    }),
  ];
}

/** Maximum number of image files listed for one page. A page may draw hundreds. */
const maxFiles = 10;

/** The text to print for one page, wrapped to the width of the terminal. */
export function reportTable(report: Report & WithWhatIf, width = 120): string {
  const { page, dataUrls, unreachable } = report;
  const lines = [lineOf(page.title === '' ? page.url : `${page.title} (${page.url})`, width)];
  if (dataUrls.length === 0) lines.push('No data: URLs.');
  else lines.push(...table([columns, ...dataUrls.map(cellsOf)], width), totalsLine(report));
  for (const text of findingTexts(report)) lines.push(lineOf(text, width));
  const unread = unreadParts(unreachable);
  const files = unread.filter(isImageFile);
  const shown = files.length > maxFiles ? unread.slice(0, maxFiles - files.length) : unread;
  for (const part of shown) {
    lines.push(lineOf(`not scanned: ${part.kind} ${partLocation(part)} (${part.reason})`, width));
  }
  if (shown !== unread) lines.push(`not scanned: ${countText(files.length - maxFiles, 'more image file')}`);
  if (sheetsWithoutText(unreachable).length > 0)
    lines.push("couldn't check some style sheets for dropped CSS");
  if (report.cspWhatIf)
    for (const text of whatIfTexts(report, report.cspWhatIf)) lines.push(lineOf(text, width));
  return `${lines.join('\n')}\n`;
}

/**
 * Whether there is a finding of at least this severity, on the page or on one of its data: URLs, including nested
 * ones.
 */
export function hasFinding(report: Report, least: Severity): boolean {
  const isGrave = ({ severity }: Finding) => severityRank[severity] >= severityRank[least];
  const inside = ({ findings, nested }: DataUrl): boolean => findings.some(isGrave) || nested.some(inside);
  return report.findings.some(isGrave) || report.dataUrls.some(inside);
}
