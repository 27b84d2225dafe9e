/**
 * The Report as one self-contained HTML file, with its own Content Security Policy. The file contains no script and
 * loads nothing. The page and all its text are hostile, so every text goes through `markup`.
 */

import { snake } from '../message.ts';
import { isBitmap } from '../payload/formats.ts';
import { clip } from '../truncate.ts';
import { type Occurrence, type Severity, type State, severityRank } from '../vocabulary.ts';
import { type CanRun, canRunInReport, type Runnable, runsByEffect } from './can-run.ts';
import { sheetPosition } from './css-place.ts';
import { countedEffects, effectCountsOf, effectTone } from './effects.ts';
import { type Family, families, familyOf } from './family.ts';
import { extensionOf } from './file-names.ts';
import { type DataUrl, type Finding, isFlagged, type Report, type Unreachable } from './report.ts';
import { legendOf, type TreemapItem, type TreemapTexts, treemapOf } from './report-treemap.ts';
import { type Content, isolate, isolateCode, type Markup, markup, ownText } from './safe-markup.ts';
import { findingsByRule, gainOf, type RuleFindings, type Savings, savingsOf } from './savings.ts';
import { mostSevereState } from './states.ts';
import { isReadWhole, partLocation, sheetsWithoutText, unreadParts } from './unreachable.ts';
import type { CommandReason, UnreachableReason } from './unreachable-reasons.ts';
import { visibleText } from './visible-text.ts';
import { weightOf } from './weights.ts';

/** Maximum length, in code units, of a page's text on one line. */
const maxTextLength = 300;

/** Maximum number of rows of the table, and maximum number of findings in one row. */
const maxReportRows = 5000;
const maxRowFindings = 4;

/**
 * Maximum number of findings that are listed for one rule, and maximum number of data: URLs that are listed for one
 * finding.
 */
const maxFindingUrls = 5;

/** The texts of the file in one language, as returned by `htmlTextsIn`. */
export interface HtmlTexts extends TreemapTexts {
  charsetText(dataUrl: DataUrl): string;
  findingText(finding: Finding): string;
  formatMoment(at: number): string;
  gainText(gain: { saved: number; moved: number }): string;
  reasonText(reason: UnreachableReason | CommandReason): string;
  rowName(row: DataUrl & { places: readonly Occurrence[] }): string;
  runLines(
    run: CanRun<DataUrl>,
    inside: Pick<DataUrl, 'nested'> & { contacts: DataUrl['contacts'] },
  ): string[];
  runTimeText(run: CanRun<DataUrl & Runnable>): string | null;
  ruleText(id: string): { title: string; fix: string };
  signed(difference: number, format: (value: number) => string): string;
  stateReason(state: State): string;
  stateText(state: State): string;
}

/**
 * The backdrop on which a picture with transparent parts is visible; `any` if it is visible on both; null for a picture
 * without transparent parts.
 */
export type Backdrop = 'light' | 'dark' | 'any' | null;

/** A raster image that the extension has already drawn, or the command has checked. */
export interface ReportPicture {
  /** The picture as a data: URL. */
  source: string;
  /** The picture's size in pixels. */
  width: number;
  height: number;
  backdrop: Backdrop;
}

export interface HtmlOptions {
  /** The style sheet, and the Base64 of its SHA-256. The file's CSP allows nothing else except pictures. */
  style: string;
  styleHash: string;
  /** Pictures by `sha256`. */
  pictures: ReadonlyMap<string, ReportPicture>;
  /** The time when the page was scanned, in milliseconds since 1970. */
  at: number;
  /** The extension's version. */
  version: string;
  texts: HtmlTexts;
}

/** A data: URL of the Report, with facts that several sections show. */
interface Line {
  dataUrl: DataUrl;
  /** The number of the data: URL in the table, from 1. */
  n: number;
  name: string;
  family: Family;
  cost: number;
  copies: number;
  unused: number;
  picture: ReportPicture | null;
}

const andMore = (count: number, { message, formatNumber }: HtmlTexts): Markup =>
  ownText(message('andMore', count, formatNumber(count)));
const short = (text: string): string => clip(text, maxTextLength);

/** The HTML in pieces, because strings have a maximum length. */
export function* htmlReport(report: Report, options: HtmlOptions): Generator<string> {
  const { texts } = options;
  const { message } = texts;
  const savings = savingsOf(report);
  const lines = linesOf(report, savings, options);
  yield headOf(report, options).html;
  yield verdictOf(report, options).html;
  yield runsSection(report, lines, texts).html;
  yield treemapSection(lines, texts).html;
  yield changesSection(report, savings, lines, texts).html;
  yield* table(report, lines, texts);
  yield unreadSections(report, texts).html;
  yield markup`<footer><p>${ownText(message('htmlFooter'))}</p></footer>
</main>
</body>
</html>
`.html;
}

/**
 * Whether a picture is a raster image that the extension has drawn or the command has checked. The file contains no
 * other pictures.
 */
function isOwnPicture(source: string): boolean {
  const type = /^data:([^;,]*);base64,[A-Za-z0-9+/]+={0,2}$/.exec(source)?.[1];
  return type !== undefined && isBitmap(type);
}

function linesOf({ dataUrls }: Report, savings: Savings, { pictures, texts }: HtmlOptions): Line[] {
  return dataUrls
    .map((dataUrl) => ({ dataUrl, cost: weightOf(dataUrl.occurrences).cost }))
    .sort((a, b) => b.cost - a.cost || (b.dataUrl.size ?? 0) - (a.dataUrl.size ?? 0))
    .map(({ dataUrl, cost }, at): Line => {
      const picture = pictures.get(dataUrl.sha256);
      const { copies = 0, unused = 0 } = savings.byUrl.get(dataUrl.sha256) ?? {};
      return {
        dataUrl,
        n: at + 1,
        name: short(texts.rowName({ ...dataUrl, places: dataUrl.occurrences })),
        family: familyOf(dataUrl),
        cost,
        copies,
        unused,
        picture: picture && isOwnPicture(picture.source) && at < maxReportRows ? picture : null,
      };
    });
}

function headOf({ page }: Report, { style, styleHash, texts }: HtmlOptions): Markup {
  const { message } = texts;
  // The policy allows no scripts and no external URLs: pictures, forms and base URLs can't refer to anything outside
  // of the file.
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return markup`<!DOCTYPE html>
<html lang="${message('locale')}" dir="${message('textDirection')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${message('htmlTitle', hostOf(page.url, texts))}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
`;
}

/** The host of a page; the page's address if that contains no host. */
const hostOf = (url: string, { message }: HtmlTexts): string =>
  URL.parse(url)?.host || short(url) || message('thePage');

function verdictOf(report: Report, { at, version, texts }: HtmlOptions): Markup {
  const { message, formatNumber, formatBytes, formatMoment } = texts;
  const { page, totals, part, unreachable } = report;
  const isWhole = isReadWhole(unreachable);
  const counts = effectCountsOf(report);
  const flagged = countedEffects
    .filter((effect) => counts.has(effect))
    .map((effect) => {
      const count = counts.get(effect) ?? 0;
      const tone = effectTone[effect];
      return markup`<li class="severity ${tone}">${mark(tone, texts)} ${ownText(message(`count_${snake(effect)}`, count, formatNumber(count)))}</li>`;
    });
  return markup`<header>
<p class="site"><bdi dir="ltr">${hostOf(page.url, texts)}</bdi></p>
<h1>${ownText(message('htmlVerdict', formatBytes(totals.cost), message('dataUrls', totals.dataUrls, formatNumber(totals.dataUrls))))}</h1>
${totals.savings > 0 ? markup`<p class="saving">${ownText(message('saveUpTo', formatBytes(totals.savings)))}</p>` : null}
<ul class="counts">${flagged.length > 0 ? flagged : markup`<li>${ownText(message(isWhole ? 'nothingFlagged' : 'nothingFlaggedThere'))}</li>`}</ul>
${part ? partNotice(report, texts) : null}
<dl class="facts">
${fact(message('address'), markup`${page.title === '' ? null : markup`${isolate(short(page.title))}<br>`}${isolateCode(short(page.url))}`)}
${fact(message('sizeRepeated'), ownText(formatBytes(totals.copiesCost)))}
${totals.unusedCost > 0 ? fact(message('sizeUnused'), ownText(formatBytes(totals.unusedCost))) : null}
${fact(message('sizeDecoded'), ownText(formatBytes(totals.size)))}
${fact(message('placesInAll'), ownText(formatNumber(totals.occurrences)))}
${fact(message('htmlScanned'), markup`<time datetime="${new Date(at).toISOString()}">${ownText(formatMoment(at))}</time><br><span class="dim">${ownText(message('extensionName'))} ${version}</span>`)}
</dl>
</header>
`;
}

const fact = (name: string, value: Markup): Markup =>
  markup`<div><dt>${ownText(name)}</dt><dd>${value}</dd></div>`;

/**
 * A notice that states how much of the page the file contains, the search and filters that selected this part, and the
 * cost of the whole page.
 */
function partNotice({ part, totals }: Report, texts: HtmlTexts): Content {
  if (!part) return null;
  const { query, filters, page } = part;
  const { message, formatNumber, formatBytes } = texts;
  const by = [
    ...(query === ''
      ? []
      : [markup`<li>${ownText(message('searchHint'))}: ${isolateCode(short(query))}</li>`]),
    ...(filters.length === 0
      ? []
      : [
          markup`<li>${ownText(message('filters'))}: ${isolate(filters.map((filter) => filterText(filter, texts)).join(', '))}</li>`,
        ]),
  ];
  return markup`<section class="part"><p><strong>${ownText(message('partOf', page.dataUrls, formatNumber(totals.dataUrls), formatNumber(page.dataUrls)))}</strong> ${ownText(message('htmlPart', formatBytes(page.cost)))}</p><ul>${by}</ul></section>`;
}

/** Translates a filter of a part: see `filtersOf`. */
function filterText(filter: string, { message }: HtmlTexts): string {
  const [kind = '', value = ''] = filter.split(':');
  const isSelection = value === 'selection';
  if (kind === 'destination') return message(`destination_${value}`);
  if (kind === 'effect') return message(`effect_${snake(value)}`);
  if (kind === 'only') return message(isSelection ? 'onlySelected' : 'onlyChosen');
  const family = families.find((each) => each === filter);
  return family ? message(`family_${family}`) : message(`state_${snake(filter)}`);
}

const marks: Record<Severity, string> = {
  error: 'M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2zM8 4.8v4M8 11v.2',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.8v.2',
  info: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8M8 7.2v4M8 4.8v.2',
};
const mark = (severity: Severity, { message }: HtmlTexts): Markup =>
  markup`<svg class="mark ${severity}" viewBox="0 0 16 16" role="img" aria-label="${ownText(message(`severity_${severity}`))}"><path d="${marks[severity]}"/></svg>`;

function runsSection(report: Report, lines: readonly Line[], texts: HtmlTexts): Markup {
  const { message } = texts;
  const lineOf = new Map(lines.map((line) => [line.dataUrl.sha256, line]));
  return markup`${runsByEffect(canRunInReport(report)).map(({ effect, runs }) => {
    const left = runs.length - maxReportRows;
    return markup`<section aria-labelledby="${effect}">
<h2 id="${effect}">${ownText(message(`effect_${snake(effect)}`))}</h2>
<ul class="changes">${runs.slice(0, maxReportRows).map((run) => runOf(run, lineOf, texts))}${left > 0 ? markup`<li class="dim">${andMore(left, texts)}</li>` : null}</ul>
</section>
`;
  })}`;
}

function runOf(run: CanRun<DataUrl & Runnable>, lineOf: ReadonlyMap<string, Line>, texts: HtmlTexts): Markup {
  const { dataUrl, findings } = run;
  const severity = findings[0]?.severity ?? 'info';
  const line = lineOf.get(dataUrl.sha256);
  const state = mostSevereState(dataUrl.occurrences);
  const when = texts.runTimeText(run) ?? (state ? texts.stateText(state) : '');
  const contacts = dataUrl.contacts ?? dataUrl.payload?.references?.contacts;
  const does = texts.runLines(run, { contacts, nested: dataUrl.nested });
  return markup`<li class="${severity}">
<div class="change-head">${mark(severity, texts)}<h3>${line ? link(line) : null}</h3><strong>${ownText(when)}</strong></div>
${does.map((text) => markup`<p>${ownText(text)}</p>`)}
</li>
`;
}

function treemapSection(lines: readonly Line[], texts: HtmlTexts): Markup {
  const { message } = texts;
  const items: readonly TreemapItem[] = lines;
  const treemap = treemapOf(items, texts);
  if (treemap === null) return markup``;
  const hasCopies = lines.some(({ copies }) => copies > 0);
  const hasUnused = lines.some(({ unused }) => unused > 0);
  return markup`<section aria-labelledby="bytes">
<h2 id="bytes">${ownText(message('treemapTitle'))}</h2>
<div class="figure">${treemap}</div>
${legendOf(items, texts)}
<p class="dim">${ownText(message(hasCopies ? 'treemapHintCopies' : 'treemapHint'))}${hasUnused ? markup` ${ownText(message('treemapHintUnused'))}` : null}</p>
</section>
`;
}

function changesSection(report: Report, savings: Savings, lines: readonly Line[], texts: HtmlTexts): Markup {
  const { message } = texts;
  const dataUrls = lines.map(({ dataUrl }) => dataUrl);
  const rules = findingsByRule({ dataUrls, findings: report.findings }, savings);
  if (rules.length === 0) return markup``;
  const lineOf = new Map(lines.map((line) => [line.dataUrl, line]));
  return markup`<section aria-labelledby="changes">
<h2 id="changes">${ownText(message('whatToChange'))}</h2>
<ol class="changes">${rules.map((rule) => changeOf(rule, lineOf, texts))}</ol>
</section>
`;
}

type LineOf = ReadonlyMap<DataUrl, Line>;

function changeOf(change: RuleFindings<DataUrl>, lineOf: LineOf, texts: HtmlTexts): Markup {
  const { rule, severity, findings } = change;
  const { title, fix } = texts.ruleText(rule);
  const shown = findings.slice(0, maxFindingUrls);
  const left = findings.length - shown.length;
  return markup`<li class="${severity}">
<div class="change-head">${mark(severity, texts)}<h3>${ownText(title)}</h3>${
    findings.length > 1
      ? markup`<span class="times">×${ownText(texts.formatNumber(findings.length))}</span>`
      : null
  }${gainOf(change) > 0 ? markup`<strong class="${change.saved > 0 ? 'saved' : 'saved moved'}">${ownText(texts.gainText(change))}</strong>` : null}</div>
<p class="fix">${ownText(fix)}</p>
<ul class="cases">${shown.map((each) => caseOf(each, lineOf, texts))}${left > 0 ? markup`<li class="dim">${andMore(left, texts)}</li>` : null}</ul>
</li>
`;
}

function caseOf(
  { finding, saved, dataUrls }: RuleFindings<DataUrl>['findings'][number],
  lineOf: LineOf,
  texts: HtmlTexts,
): Markup {
  const lines = dataUrls.flatMap((dataUrl) => lineOf.get(dataUrl) ?? []);
  return markup`<li>${lines.slice(0, 1).map((line) => markup`<span class="case-picture">${line.picture ? use(line) : null}</span>`)}<div><p>${ownText(texts.findingText(finding))}</p>${
    lines.length > 0
      ? markup`<p class="dim">${lines.slice(0, maxFindingUrls).map((line) => markup`${link(line)} `)}${
          lines.length > maxFindingUrls ? andMore(lines.length - maxFindingUrls, texts) : null
        }</p>`
      : null
  }</div>${saved > 0 ? markup`<span class="saved dim">${ownText(texts.signed(-saved, texts.formatBytes))}</span>` : null}</li>`;
}

/** A link to a data: URL's row in the table, if there is one. */
const link = ({ n, name }: Line): Markup =>
  n <= maxReportRows ? markup`<a href="#url-${n}">${isolateCode(name)}</a>` : isolateCode(name);

/** The edge length of a picture's square, in user units; two units are one CSS pixel. */
const edge = 96;

/** A reference to a picture, because only the table contains the pictures themselves. */
const use = ({ n, picture }: Line): Markup => frame(picture, markup`<use href="#picture-${n}"/>`);

function picture({ n, picture }: Line): Content {
  if (!picture) return null;
  // A small picture is shown at its own size.
  const scale = Math.min(2, edge / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width * scale, picture.height * scale];
  const place = markup`x="${(edge - width) / 2}" y="${(edge - height) / 2}" width="${width}" height="${height}"`;
  return frame(picture, markup`<image id="picture-${n}" ${place} href="${picture.source}"/>`);
}

const frame = (picture: ReportPicture | null, content: Markup): Markup =>
  markup`<svg class="picture ${picture?.backdrop ? `on-${picture.backdrop}` : ''}" viewBox="0 0 ${edge} ${edge}" aria-hidden="true">${content}</svg>`;

function* table(report: Report, lines: readonly Line[], texts: HtmlTexts): Generator<string> {
  const { message, formatNumber } = texts;
  if (lines.length === 0) return;
  yield markup`<section aria-labelledby="all">
<h2 id="all">${ownText(message(report.part ? 'htmlListed' : 'htmlAll'))}</h2>
<table>
<thead><tr><th scope="col" colspan="2">data: URL</th><th scope="col" class="figure-cell">${ownText(message('sizeCarried'))}</th><th scope="col" class="figure-cell">${ownText(message('size'))}</th><th scope="col" class="figure-cell">${ownText(message('placesInAll'))}</th><th scope="col">${ownText(message('htmlState'))}</th><th scope="col">${ownText(message('htmlFindings'))}</th></tr></thead>
<tbody>
`.html;
  for (const line of lines.slice(0, maxReportRows)) yield row(line, texts).html;
  const left = lines.length - maxReportRows;
  yield markup`</tbody>
</table>
${left > 0 ? markup`<p class="dim">${ownText(message('htmlLeftOut', left, formatNumber(left)))}</p>` : null}
</section>
`.html;
}

function row(line: Line, texts: HtmlTexts): Markup {
  const { message, formatNumber, formatBytes } = texts;
  const { dataUrl, n, name, family, cost, copies, unused } = line;
  const { mimeType, essence, detectedType, charset, size, occurrences, disallowed } = dataUrl;
  const state = mostSevereState(occurrences);
  const position = occurrences[0] ? sheetPosition(occurrences[0]) : '';
  const type = mimeType === null ? message('brokenUrl') : (essence ?? '');
  return markup`<tr id="url-${n}"${isFlagged(dataUrl.findings) ? markup` class="flagged"` : null}>
<td class="thumb">${picture(line) ?? markup`<span class="tile kind-${family}">${mimeType === null ? '✕' : extensionOf(dataUrl)}</span>`}</td>
<th scope="row"><span class="name" title="${short(occurrences[0]?.selector ?? '')}">${isolateCode(name)}</span><span class="type">${isolateCode(short(type))}${
    detectedType !== null && detectedType !== essence
      ? markup` <span class="tag">${ownText(message('detectedShort', visibleText(detectedType)))}</span>`
      : null
  }${position === '' ? null : markup` <span class="dim">${isolateCode(short(position))}</span>`}${charset.used === null && charset.declared === null ? null : markup` <span class="dim">${isolateCode(short(texts.charsetText(dataUrl)))}</span>`}${
    disallowed ? markup` <span class="tag error">${ownText(message('htmlDisallowed'))}</span>` : null
  }</span></th>
<td class="figure-cell" data-label="${ownText(message('sizeCarried'))}">${ownText(formatBytes(cost))}${copies > 0 ? markup`<br><span class="dim">${ownText(message('duplicates', formatBytes(copies)))}</span>` : null}${unused > 0 ? markup`<br><span class="dim">${ownText(message('unusedBytes', formatBytes(unused)))}</span>` : null}</td>
<td class="figure-cell" data-label="${ownText(message('size'))}">${size === null ? ownText(message('noSize')) : ownText(formatBytes(size))}</td>
<td class="figure-cell" data-label="${ownText(message('placesInAll'))}"><span title="${ownText(message('places', occurrences.length, formatNumber(occurrences.length)))}">${ownText(formatNumber(occurrences.length))}</span></td>
<td data-label="${ownText(message('htmlState'))}">${state ? markup`<span title="${ownText(texts.stateReason(state))}">${ownText(texts.stateText(state))}</span>` : '–'}</td>
<td>${findingsCell(dataUrl.findings, texts)}</td>
</tr>
`;
}

function findingsCell(findings: readonly Finding[], texts: HtmlTexts): Content {
  if (findings.length === 0) return markup`<span class="none dim">–</span>`;
  const sorted = [...findings].sort((a, b) => severityRank[b.severity] - severityRank[a.severity]);
  const left = findings.length - maxRowFindings;
  return markup`<ul class="findings">${sorted
    .slice(0, maxRowFindings)
    .map(
      (finding) =>
        markup`<li class="${finding.severity}">${mark(finding.severity, texts)} ${ownText(texts.findingText(finding))}</li>`,
    )}${left > 0 ? markup`<li class="dim">${andMore(left, texts)}</li>` : null}</ul>`;
}

function unreadSections({ unreachable }: Report, texts: HtmlTexts): Markup {
  const parts = unreadParts(unreachable);
  const title = texts.message('unreachable', parts.length, texts.formatNumber(parts.length));
  return markup`${unreadSection('unread', title, parts, texts)}${unreadSection('unread-text', texts.message('unreadText'), sheetsWithoutText(unreachable), texts)}`;
}

function unreadSection(id: string, title: string, parts: readonly Unreachable[], texts: HtmlTexts): Markup {
  const { message, reasonText } = texts;
  if (parts.length === 0) return markup``;
  const left = parts.length - maxReportRows;
  return markup`<section aria-labelledby="${id}">
<h2 id="${id}">${ownText(title)}</h2>
<ul class="unread">${parts
    .slice(0, maxReportRows)
    .map(
      (part) =>
        markup`<li>${ownText(message(`unreachable_${snake(part.kind)}`))} ${isolateCode(short(partLocation(part) || '–'))} <span class="dim">${ownText(reasonText(part.reason))}</span></li>`,
    )}${left > 0 ? markup`<li class="dim">${andMore(left, texts)}</li>` : null}</ul>
</section>
`;
}
