/**
 * A Report for people to read, as Markdown (GitHub Flavored Markdown 0.29): the counts, the findings with their places,
 * the list. All that a page wrote is hostile to whoever renders it: names and addresses stand as code, and what would
 * end the code or a table's cell by its code point, as what does not print; sentences are escaped.
 */

import { clip } from '../truncate.ts';
import { type Severity, severities } from '../vocabulary.ts';
import { maxNameLength, maxPlaces, maxUrls } from './limits.ts';
import { printable } from './printable.ts';
import { type DataUrl, type Finding, isFlagged, type Report, worstOf } from './report.ts';
import { weightOf } from './totals.ts';
import { unreadParts } from './unread.ts';

/** What a page wrote, as code: it holds no backtick, no bar and no line break, so that nothing ends it. */
function code(text: string): string {
  const safe = printable(clip(text, maxNameLength)).replaceAll(
    /[`|]/g,
    (mark) => `\\u{${mark.charCodeAt(0).toString(16)}}`,
  );
  return safe.trim() === '' ? '–' : `\`${safe}\``;
}

/** A sentence with words of the page in it: no markup, no link, nobody mentioned. */
const sentence = (text: string): string =>
  printable(text)
    // Sites make links and pictures of these once the Markdown is gone: no escape of it holds them back.
    .replaceAll(
      /@|:(?=[\w+-]+:)|#(?=\d)|(?<=\bGH)-(?=\d)/gi,
      (mark) => `\\u{${mark.charCodeAt(0).toString(16)}}`,
    )
    .replaceAll(/[\\`*_[\]<>#|~&!$]|:(?=\/\/)|(?<=www)\./gi, '\\$&');

const grouped = new Intl.NumberFormat('en');
const count = (number: number, one: string): string =>
  `${grouped.format(number)} ${one}${number === 1 ? '' : 's'}`;

const severityNames: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

const findingLine = ({ severity, message }: Finding): string =>
  `- **${severityNames[severity]}**: ${sentence(message)}\n`;

const typeOf = ({ essence }: DataUrl): string => (essence === null ? 'broken' : code(essence));
const sizeOf = ({ size }: DataUrl): string => (size === null ? 'no body' : `${count(size, 'byte')} decoded`);

function countsOf({ totals }: Report): string {
  const { dataUrls, occurrences, cost, size, copiesCost, savings, findings } = totals;
  const parts = [
    `${count(dataUrls, 'data: URL')} in ${count(occurrences, 'place')}`,
    `${count(cost, 'byte')} in the page, ${count(size, 'byte')} decoded`,
    ...(copiesCost > 0 ? [`${count(copiesCost, 'byte')} in copies`] : []),
    ...(savings > 0 ? [`${count(savings, 'byte')} could be saved`] : []),
    severities.map((severity) => count(findings[severity], severityNames[severity])).join(', '),
  ];
  return `${parts.join('; ')}.\n`;
}

function placesOf({ occurrences }: DataUrl): string {
  const named = occurrences
    .slice(0, maxPlaces)
    .map(({ selector, element, name }) => `${code(selector || element)} (${code(name)})`);
  const left = occurrences.length - named.length;
  return [...named, ...(left > 0 ? [`${grouped.format(left)} more`] : [])].join(', ');
}

function* flagged(dataUrls: readonly DataUrl[]): Generator<string> {
  for (const dataUrl of dataUrls) {
    if (!isFlagged(dataUrl.findings)) continue;
    const { cost } = weightOf(dataUrl.occurrences);
    yield `\n### ${typeOf(dataUrl)}, ${count(cost, 'byte')} in the page, ${sizeOf(dataUrl)}\n\n`;
    for (const finding of dataUrl.findings) yield findingLine(finding);
    yield `- In ${placesOf(dataUrl)}\n- ${code(dataUrl.head)}\n`;
  }
}

function* table(dataUrls: readonly DataUrl[]): Generator<string> {
  yield '| Media type | Bytes in the page | Decoded | Places | Worst | First place |\n| --- | ---: | ---: | ---: | --- | --- |\n';
  const weighed = dataUrls.map((dataUrl) => ({ dataUrl, cost: weightOf(dataUrl.occurrences).cost }));
  const largest = weighed.sort((a, b) => b.cost - a.cost).slice(0, maxUrls);
  for (const { dataUrl, cost } of largest) {
    const { size, occurrences, findings } = dataUrl;
    const worst = worstOf(findings);
    const cells = [
      typeOf(dataUrl),
      grouped.format(cost),
      size === null ? '–' : grouped.format(size),
      grouped.format(occurrences.length),
      worst === null ? '–' : severityNames[worst],
      code(occurrences[0]?.selector || occurrences[0]?.element || ''),
    ];
    yield `| ${cells.join(' | ')} |\n`;
  }
  const left = dataUrls.length - largest.length;
  if (left > 0) yield `\n${count(left, 'smaller one')} left out.\n`;
}

/** Reports in Markdown, piece by piece: a string has a longest length. */
export function* markdownOf(reports: Iterable<Report>): Generator<string> {
  for (const report of reports) {
    const { page, dataUrls, findings } = report;
    const unread = unreadParts(report.unreachable);
    yield `# data: URLs of ${code(page.title || page.url)}\n\n${code(page.url)}\n\n${countsOf(report)}`;
    if (unread.length > 0) yield `\n${count(unread.length, 'part')} not looked into.\n`;
    if (findings.length > 0) yield '\n## The page\n\n';
    for (const finding of findings) yield findingLine(finding);
    if (dataUrls.some((dataUrl) => isFlagged(dataUrl.findings))) yield '\n## Flagged\n';
    yield* flagged(dataUrls);
    if (dataUrls.length > 0) yield '\n## All\n\n';
    if (dataUrls.length > 0) yield* table(dataUrls);
    yield '\n';
  }
}
