/** Makes the Report of a file without a browser, but with the same Inspections, rules, and policy as for a page. */

import { type CspPolicy, type Directives, parsePolicies } from '../csp/csp.ts';
import { decoding } from '../data-url/decode.ts';
import { utf8Length } from '../data-url/pieces.ts';
import { type Identity, identify } from '../data-url/written.ts';
import { inspectIdentified } from '../inspect.ts';
import type { Browser } from '../mime/documents.ts';
import { outcomeAt } from '../outcome/predict-outcome.ts';
import { stateOf } from '../outcome/state.ts';
import type { CssDrop } from '../payload/css/css-types.ts';
import type { Policy } from '../policy/policy-types.ts';
import { undamaged } from '../repair/causes.ts';
import { ruleIn } from '../report/css-place.ts';
import {
  type DataUrl,
  type FileRepair,
  type Finding,
  type Inspection,
  isFlag,
  type Report,
  type Unreachable,
} from '../report/report.ts';
import { totalsOf } from '../report/totals.ts';
import { judge, judgePage } from '../rules/index.ts';
import type { Drop, Occurrence, State } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import type { FileFacts, Found } from './found-in-file.ts';
import type { Position } from './line-positions.ts';
import { repairEdit, repairInFile } from './repair-edit.ts';
import { asJudged, inspectTemplate, literalJudgement } from './template-inspection.ts';

/** A data: URL in a file, with its line and column. */
export interface Located extends Position {
  found: Omit<Found, 'start' | 'end'>;
  /** The URL as in the file, including escapes. */
  source: string;
}

const browsers = ['Chromium', 'Firefox'] as const satisfies readonly Browser[];

export interface FileToReport {
  /** The file's path or name in the Report. */
  path: string;
  /** The data: URLs in file order. Their texts are not kept, because they may take gigabytes. */
  located: Iterable<Located> | AsyncIterable<Located>;
  facts: FileFacts;
  /** The line and column at an offset in the file. Required if `facts` contains policies. */
  positionOf?(offset: number): Position;
  unreachable: Unreachable[];
  policy: Policy;
  /** The time at which reading the file began, as returned by `performance.now()`. */
  start: number;
  /** Called with each distinct URL, because the Report contains only its beginning. */
  onRead?(inspection: Inspection, written: string): void;
}

/**
 * Makes the Report of a file.
 *
 * @returns a Report with the data: URLs in the order of the file; their occurrences have a `line` and `column`
 */
export async function reportOfFile({
  path,
  located,
  facts,
  positionOf = () => ({ line: 1, column: 1 }),
  unreachable,
  policy,
  start,
  onRead,
}: FileToReport): Promise<Report> {
  const { urls, inspectMs } = await readAll(located, path, positionOf, onRead);
  const foundAt = performance.now() - inspectMs;
  const csp = facts.policies.map(
    ({ text }): CspPolicy => ({ source: 'meta', text, reportOnly: false, frame: path }),
  );
  const policies = new Map(
    browsers.map((browser) => [browser, csp.flatMap((each) => parsePolicies({ ...each, browser }))]),
  );
  const dataUrls = urls.map((url) => judgedUrl(url, { ...facts, policies }, policy));
  const page = { url: path, title: facts.title, frames: 1 };
  const placed = dataUrls.map((each) => ({ ...each, occurrences: each.occurrences.map(byPosition) }));
  const findings = judgePage({ page, dataUrls: placed, csp, policy }).map((finding): Finding => {
    const directive = String(finding.args.directive ?? '');
    const { policies } = facts;
    const cause = policies.find(({ text }) => text.includes(directive)) ?? policies[0];
    return finding.dataUrls || !cause ? finding : { ...finding, ...positionOf(cause.start) };
  });
  return {
    version: 2,
    page,
    unreachable,
    timing: timingOf(start, foundAt),
    totals: totalsOf(dataUrls, findings),
    dataUrls,
    findings,
  };
}

/** The timing of a file's Report, which is finished now. A file has no tasks that could block it. */
export const timingOf = (start: number, foundAt: number): Report['timing'] => ({
  scanMs: Math.round(foundAt - start),
  longestTaskMs: 0,
  totalMs: Math.round(performance.now() - start),
});

/** Judges a URL, and adds the state and the repair to its occurrences. */
export function judgedUrl(url: ReadUrl, context: Context, policy: Policy): DataUrl {
  const { read, placeholders, occurrences, isUnquoted } = url;
  for (const occurrence of occurrences) {
    occurrence.state = stateIn(read, occurrence, context);
    // Also set here, because the finders recognize only mistakes that leave no data: URL.
    if (!placeholders && occurrence.place === 'script' && isHeadDamaged(read)) occurrence.meant = true;
  }
  const size = occurrences.find(({ expectedSize }) => expectedSize !== undefined)?.expectedSize;
  const inspection = size === undefined ? read : bufferIn(url, size);
  const judged = judge({
    inspection: placeholders ? asJudged(inspection) : inspection,
    occurrences,
    policy,
  });
  const literal = placeholders ? literalJudgement(judged, placeholders) : judged;
  const isSought = literal.findings.some(mayBeRepaired) && !placeholders;
  const repair = isSought ? addRepair(url, inspection, literal.findings) : null;
  const findings = isUnquoted ? literal.findings.map(asUnquoted) : literal.findings;
  return { ...inspection, occurrences, ...literal, findings, ...(repair && { repair }) };
}

/** The finding about a comma that is missing only because an unquoted URL in a mail header ends at a ";". */
const asUnquoted = (finding: Finding): Finding =>
  finding.messageId === 'no-comma'
    ? { ...finding, message: `Unquoted URL, cut off by ";". RFC 2017 and RFC 2045 require URL="data:…".` }
    : finding;

/** Whether a URL has damage before its body, or a second head there, rather than text that a program may replace. */
const isHeadDamaged = ({ cause, head }: Inspection): boolean =>
  cause !== undefined && (cause.code === 'prefix-doubled' || cause.start <= head.indexOf(','));

/**
 * Changes the Inspection of a glTF buffer for the rules. The bytes are numbers, so any detected type would be a
 * coincidence. If the buffer has the expected size only after damage is repaired, the URL must be damaged.
 */
function bufferIn({ read, written }: ReadUrl, size: number): Inspection {
  const buffer = { ...read, detectedType: null };
  if (written === null || written.length > maxProven || read.size === size) return buffer;
  const found = atOnce(
    undamaged(written, function* (url) {
      const decoded = yield* decoding(url);
      return decoded.ok && decoded.body.length === size ? url : null;
    }),
  );
  const [cause] = found?.causes ?? [];
  return { ...buffer, ...(cause && { cause }) };
}

/** Maximum length, in code units, of a buffer that is checked for damage. */
const maxProven = 1 << 20;

/**
 * Replaces a missing selector with the position, because findings use it to name an occurrence. Only markup has
 * selectors.
 */
const byPosition = (occurrence: Occurrence): Occurrence => {
  const { selector, element, name, place, line, column } = occurrence;
  if (selector !== '' || element !== '') return occurrence;
  return { ...occurrence, selector: `${line}:${column}`, name: name || place };
};

/** Whether to look for a repair because of a finding. Notes on the cost are no reason. */
const mayBeRepaired = (finding: Finding): boolean => isFlag(finding) || finding.category === 'correctness';

/**
 * Adds the repair of a URL, as an edit, to its occurrences without escapes.
 *
 * @param plain the indexes of these occurrences
 * @param inspection the Inspection that the rules judge
 * @returns the repair; null if there is none
 */
function addRepair(
  { written, plain, occurrences }: ReadUrl,
  inspection: Inspection,
  findings: readonly Pick<Finding, 'messageId'>[],
): FileRepair | null {
  const placed = { inspection, occurrences };
  const messageIds = findings.map(({ messageId }) => messageId);
  const found = written === null ? null : repairInFile(written, placed, messageIds);
  const repair = written === null || !found ? null : repairEdit(written, found);
  for (const at of repair ? plain : []) Object.assign(occurrences[at] as Occurrence, { repair });
  return found;
}

/** Number of code units of a URL that SARIF viewers highlight. `head` has the same length. */
const markedLength = 100;

/** A distinct URL of a file. */
export interface ReadUrl {
  read: Inspection;
  /** The placeholders. Absent if the URL also occurs without placeholders. */
  placeholders: Occurrence['placeholders'];
  occurrences: Occurrence[];
  /** The indexes of occurrences without escapes. */
  plain: number[];
  /** Whether a ";" cuts off each occurrence, because a mail header doesn't quote it. */
  isUnquoted?: boolean;
  /** The URL, kept for its repair; null if the file contains too many long URLs. */
  written: string | null;
}

/** Maximum total length, in code units, of the URLs of a file that are kept for their repairs. */
const maxWritten = 1 << 24;

/** Maximum length, in code units, of a URL whose Inspection may share parts of its text. */
const maxShared = 1 << 12;

/**
 * Inspects each distinct URL at its first occurrence, and again at the first occurrence without placeholders if there
 * were some before.
 */
async function readAll(
  located: FileToReport['located'],
  path: string,
  positionOf: (offset: number) => Position,
  onRead: FileToReport['onRead'],
): Promise<{ urls: ReadUrl[]; inspectMs: number }> {
  const urls = new Map<string, ReadUrl>();
  /** Caches the identities of URLs, which may occur again. */
  const identities = new Map<string, Identity>();
  let inspectMs = 0;
  let kept = 0;
  for await (const place of located) {
    const begun = performance.now();
    const { written, placeholders, isUnquoted = false } = place.found;
    const identity = identities.get(written) ?? (await identify(written));
    const { sha256 } = identity;
    if (kept < maxWritten) identities.set(written, identity);
    let url = urls.get(sha256);
    if (!url || (url.placeholders && !placeholders)) {
      const read = await readUrl(written, placeholders, identity);
      onRead?.(read, written);
      // A slice would keep the whole text in memory; a copy doesn't.
      const own = written.length > maxShared ? structuredClone(read) : read;
      kept += written.length;
      url = {
        ...{ read: own, placeholders, written: kept < maxWritten ? written : null },
        ...{ occurrences: url?.occurrences ?? [], plain: url?.plain ?? [], isUnquoted },
      };
      urls.set(sha256, url);
    }
    url.isUnquoted &&= isUnquoted;
    if (isPlain(place)) url.plain.push(url.occurrences.length);
    url.occurrences.push(occurrenceOf(path, place, positionOf));
    inspectMs += performance.now() - begun;
  }
  return { urls: [...urls.values()], inspectMs };
}

/** Inspects a URL, or the literal parts of a template. */
export const readUrl = (
  written: string,
  placeholders: Occurrence['placeholders'],
  identity: Identity,
): Promise<Inspection> =>
  placeholders ? inspectTemplate(written, placeholders) : inspectIdentified(written, identity);

/** Whether a URL appears unchanged in the file, on one line, so that it can be edited there. */
export const isPlain = ({ source, found: { written } }: Located): boolean =>
  source === written && !/[\r\n]/.test(written);

export function occurrenceOf(
  path: string,
  { found, source, line, column }: Located,
  positionOf: (offset: number) => Position,
): Occurrence {
  const { written: _, isUnquoted: _isUnquoted, rules = [], dropped, ...own } = found;
  return {
    frame: path,
    ...own,
    cost: utf8Length(source),
    ...ruleIn(rules),
    file: path,
    line,
    column,
    endColumn: column + (source.slice(0, markedLength).split(/[\r\n]/)[0] ?? '').length,
    ...(dropped && { dropped: dropOf(dropped, positionOf) }),
  };
}

const dropOf = ({ at, ...drop }: CssDrop, positionOf: (offset: number) => Position): Drop => ({
  ...drop,
  ...positionOf(at),
});

type Context = Pick<FileFacts, 'isQuirky' | 'isMail'> & {
  policies: ReadonlyMap<Browser, readonly Directives[]>;
};

/** Predicts the state of an occurrence. If the engines differ, the result lists the states of both. */
function stateIn(
  inspection: Inspection,
  occurrence: Occurrence,
  { isQuirky, isMail, policies }: Context,
): State {
  if (occurrence.placeholders) return { kind: 'template', by: 'predicted' };
  const states = browsers.map((browser) => {
    const evidence = {
      sight: undefined,
      requests: [],
      isReported: false,
      isWhole: false,
      policies: policies.get(browser) ?? [],
      browser,
      outcome: outcomeAt(inspection, occurrence, { browser, isQuirky }),
    };
    return stateOf(occurrence, evidence);
  });
  const [first, second] = states as [State, State];
  // Gmail and others remove data: images.
  if (isMail && (first.kind === 'loaded' || second.kind === 'loaded'))
    return { kind: 'unknown', by: 'predicted', reason: 'mail' };
  if (first.kind === second.kind) return first.reason === second.reason ? first : withoutReason(first);
  const named = states.map(({ kind, reason }, at) => ({
    browser: browsers[at] as Browser,
    kind,
    ...(reason !== undefined && { reason }),
  }));
  return { kind: 'unknown', by: 'predicted', reason: 'engines-differ', engines: named };
}

const withoutReason = ({ reason: _, ...state }: State): State => state;
