/**
 * A Report as Markdown (GitHub Flavored Markdown 0.29): the counts, the findings with their occurrences, and the list
 * of data: URLs. A page's text may be hostile to the renderer. Names and addresses are therefore set as code, and
 * characters that are unprintable or would end the code or a table's cell are replaced by their code points. Sentences
 * are escaped.
 */

import { countText } from '../count-text.ts';
import { bytesText, numberText } from '../format-numbers.ts';
import { clip } from '../truncate.ts';
import { type Occurrence, severities, severityNames } from '../vocabulary.ts';
import { findingRunsInReport, withNested } from './can-run.ts';
import { rulePath, sheetPosition } from './css-place.ts';
import { maxNameLength } from './limits.ts';
import { printable } from './printable.ts';
import {
  type DataUrl,
  type Disallowed,
  type Finding,
  highestSeverity,
  isFlagged,
  type Report,
} from './report.ts';
import { type RunTime, runTimeOf } from './run-time.ts';
import { mostSevereState, stateWords } from './states.ts';
import { sheetsWithoutText, unreadParts } from './unreachable.ts';
import { weightOf } from './weights.ts';

/** Maximum number of data: URLs that Markdown lists. */
const maxUrls = 500;

/** Maximum number of occurrences of one data: URL that Markdown lists. */
const maxPlaces = 5;

/** Formats a page's text as code. Replaces backticks, vertical bars and line breaks, which would end the code. */
function code(text: string): string {
  const safe = printable(clip(text, maxNameLength)).replaceAll(
    /[`|]/g,
    (mark) => `\\u{${mark.charCodeAt(0).toString(16)}}`,
  );
  return safe.trim() === '' ? '–' : `\`${safe}\``;
}

/** Escapes a sentence that contains text from the page, so that it contains no markup, links or mentions. */
const sentence = (text: string): string =>
  printable(text)
    // Some sites turn these characters into links and pictures after rendering the Markdown, so escaping them in
    // Markdown does not help.
    .replaceAll(
      /@|:(?=[\w+-]+:)|#(?=\d)|(?<=\bGH)-(?=\d)/gi,
      (mark) => `\\u{${mark.charCodeAt(0).toString(16)}}`,
    )
    .replaceAll(/[\\`*_[\]<>#|~&!$]|:(?=\/\/)|(?<=www)\./gi, '\\$&');

const number = (value: number): string => numberText(value, 'en');
const bytes = (value: number): string => bytesText(value, 'en');

const findingLine = ({ severity, message }: Finding): string =>
  `- **${severityNames[severity]}**: ${sentence(message)}\n`;

const typeOf = ({ essence }: DataUrl): string => (essence === null ? 'broken' : code(essence));
const sizeOf = ({ size }: DataUrl): string => (size === null ? 'not decodable' : `${bytes(size)} decoded`);

function countsOf({ totals }: Report): string {
  const { dataUrls, occurrences, cost, size, copiesCost, unusedCost, savings, findings } = totals;
  const parts = [
    `${countText(dataUrls, 'data: URL')} (${countText(occurrences, 'occurrence')})`,
    `${bytes(cost)} in the page, ${bytes(size)} decoded`,
    ...(copiesCost > 0 ? [`${bytes(copiesCost)} in copies`] : []),
    ...(unusedCost > 0 ? [`${bytes(unusedCost)} unused now`] : []),
    ...(savings > 0 ? [`${bytes(savings)} could be saved`] : []),
    severities.map((severity) => countText(findings[severity], severityNames[severity])).join(', '),
  ];
  return `${parts.join('; ')}.\n`;
}

/** States a part's share of the page, and the search and filters that selected the part. */
function partLine({ part, totals }: Report): string {
  if (!part) return '';
  const { query, filters, page } = part;
  const by = [
    ...(query === '' ? [] : [`the search ${code(query)}`]),
    ...filters.map((each) => `the filter ${code(each)}`),
  ];
  const share = `**${number(totals.dataUrls)} of the page's ${countText(page.dataUrls, 'data: URL')}**`;
  return `${share}${by.length > 0 ? `, by ${by.join(', ')}` : ''}; all figures are for this part.\n\n`;
}

/** Names the place of an occurrence: its CSS rule; otherwise its element; otherwise its position in a file. */
const placeOf = (occurrence: Occurrence): string =>
  code(rulePath(occurrence) || occurrence.selector || occurrence.element || sheetPosition(occurrence));

/** Names the place of an occurrence: its position in a scanned file; otherwise its rule or element in the page. */
const firstPlaceOf = (occurrence: Occurrence): string =>
  occurrence.file !== undefined ? code(sheetPosition(occurrence)) : placeOf(occurrence);

function placesOf({ occurrences }: DataUrl): string {
  const named = occurrences.slice(0, maxPlaces).map((occurrence) => {
    const { name, state } = occurrence;
    const position = sheetPosition(occurrence);
    // The normal state is not mentioned.
    const words = state?.kind === 'loaded' ? '' : stateWords(state);
    return `${placeOf(occurrence)} (${code(name)}${position && `, ${code(position)}`}${words && `, ${sentence(words)}`})`;
  });
  const left = occurrences.length - named.length;
  return [...named, ...(left > 0 ? [`${number(left)} more`] : [])].join(', ');
}

const runWords: Record<RunTime, string> = {
  now: 'now',
  shown: 'when shown',
  clicked: 'on click',
  opened: 'when opened',
  entered: 'only when entered in the address bar',
};

const byWords: Record<Disallowed['by'], string> = {
  default: 'by default',
  user: 'by your policy',
  administrator: "by your administrator's policy",
};

/** The section on content that runs or deceives: when, where, and with what effect. */
function* running(report: Report): Generator<string> {
  const all = yield* findingRunsInReport(report);
  if (all.length > 0) yield '\n## Can run or deceive\n\n';
  for (const { dataUrl, findings, isDisallowed } of all.slice(0, maxUrls)) {
    const { runs, occurrences, contacts, nested } = dataUrl;
    const when = runs ? runWords[runs] : sentence(stateWords(mostSevereState(occurrences))) || 'not now';
    const { own, inside } = withNested(findings, nested);
    const does = [
      ...own.map(({ message }) => sentence(message)),
      ...inside
        .slice(0, maxPlaces)
        .map(({ inner, danger }) => `Nested ${typeOf(inner)}: ${sentence(danger.message)}`),
    ];
    const named = (contacts?.first ?? []).slice(0, maxPlaces).map(({ address, decodedBy }) => {
      const by = decodedBy.length > 0 ? ` (${decodedBy.join(', ')})` : '';
      return `${code(address)}${by}`;
    });
    if (contacts && contacts.count > named.length) named.push('…');
    const first = occurrences.find((each) => runTimeOf([each]) === runs) ?? occurrences[0];
    const place = first ? firstPlaceOf(first) : code('');
    if (named.length > 0) does.push(`Addresses found: ${named.join(', ')}.`);
    const by =
      isDisallowed && dataUrl.disallowed
        ? ` (reported, not blocked; disallowed ${byWords[dataUrl.disallowed.by]})`
        : '';
    yield `- **${when}**${by}: ${typeOf(dataUrl)} in ${place}. ${does.join(' ')}\n`;
  }
  if (all.length > maxUrls) yield `\n${countText(all.length - maxUrls, 'further data: URL')}.\n`;
}

function* flagged(dataUrls: readonly DataUrl[]): Generator<string> {
  for (const dataUrl of dataUrls) {
    if (!isFlagged(dataUrl.findings)) continue;
    const { cost } = weightOf(dataUrl.occurrences);
    yield `\n### ${typeOf(dataUrl)}, ${bytes(cost)} in the page, ${sizeOf(dataUrl)}\n\n`;
    for (const finding of dataUrl.findings) yield findingLine(finding);
    yield `- In ${placesOf(dataUrl)}\n- ${code(dataUrl.head)}\n`;
  }
}

function* table(dataUrls: readonly DataUrl[]): Generator<string> {
  yield '| Media type | Cost | Decoded | Occurrences | State | Most severe finding | First occurrence |\n| --- | ---: | ---: | ---: | --- | --- | --- |\n';
  const weighed = dataUrls.map((dataUrl) => ({ dataUrl, cost: weightOf(dataUrl.occurrences).cost }));
  const largest = weighed.sort((a, b) => b.cost - a.cost).slice(0, maxUrls);
  for (const { dataUrl, cost } of largest) {
    const { size, occurrences, findings } = dataUrl;
    const worst = highestSeverity(findings);
    const cells = [
      typeOf(dataUrl),
      bytes(cost),
      size === null ? '–' : bytes(size),
      number(occurrences.length),
      sentence(stateWords(mostSevereState(occurrences))) || '–',
      worst === null ? '–' : severityNames[worst],
      occurrences[0] ? firstPlaceOf(occurrences[0]) : code(''),
    ];
    yield `| ${cells.join(' | ')} |\n`;
  }
  const left = dataUrls.length - largest.length;
  if (left > 0) yield `\nThis table omits ${countText(left, 'smaller data: URL')}.\n`;
}

/** Reports in Markdown, piece by piece, because strings have a maximum length. */
export function* markdownOf(reports: Iterable<Report>): Generator<string> {
  for (const report of reports) {
    const { page, dataUrls, findings } = report;
    const unread = unreadParts(report.unreachable);
    yield `# data: URLs of ${code(page.title || page.url)}\n\n${code(page.url)}\n\n${partLine(report)}${countsOf(report)}`;
    if (unread.length > 0)
      yield `\n${countText(unread.length, 'part')} ${unread.length === 1 ? "wasn't" : "weren't"} scanned.\n`;
    if (sheetsWithoutText(report.unreachable).length > 0)
      yield "\nCouldn't check some style sheets for dropped CSS.\n";
    yield* running(report);
    if (findings.length > 0) yield '\n## Page findings\n\n';
    for (const finding of findings) yield findingLine(finding);
    if (dataUrls.some((dataUrl) => isFlagged(dataUrl.findings)))
      yield '\n## data: URLs with errors or warnings\n';
    yield* flagged(dataUrls);
    if (dataUrls.length > 0) yield '\n## All data: URLs\n\n';
    if (dataUrls.length > 0) yield* table(dataUrls);
    yield '\n';
  }
}
