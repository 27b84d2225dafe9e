/**
 * Reports as SARIF 2.1.0, the OASIS format for the results of static analysis: one run for all pages and files, within
 * the limits of GitHub's code scanning, which rejects a file that exceeds them:
 * https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
 *
 * A result is a finding at one line of a file, or in one document of a page. The most severe come first, so that the
 * limits omit only the least severe; notifications state how many were omitted.
 */
import type { Location, Log, Notification, Result, Run } from 'sarif';
import { utf8Length } from '../data-url/pieces.ts';
import { numberText } from '../format-numbers.ts';
import { shortHash } from '../sha256.ts';
import { type Occurrence, severities, severityNames } from '../vocabulary.ts';
import { fileOf } from './css-place.ts';
import { maxLocations, maxNotifications, maxResults } from './limits.ts';
import { documentOf, type PlacedFinding, placedFindings } from './placed-findings.ts';
import { jsonOf, printable } from './printable.ts';
import type { DataUrl, Finding, Report, Unreachable } from './report.ts';
import { Artifacts, fixesOf, locationOf, noRegion, uriBases } from './sarif-locations.ts';
import { descriptorOf, type RuleText } from './sarif-rules.ts';
import { partLocation, sheetsWithoutText, unreadParts } from './unreachable.ts';

/** Length, in code units, of the batches of SARIF results whose compressed size is measured. */
const measuredLength = 1 << 16;

/**
 * Maximum number of compressed bytes of SARIF results: GitHub accepts 10 MB, but the rules and the last batch of
 * results are not included in this figure.
 */
const maxSarifSize = 8_000_000;

export interface SarifOptions {
  rules: readonly RuleText[];
  /** The extension's version. */
  version: string;
  /**
   * Returns the URI reference of a scanned file, relative or with the scheme `file:`. Default: the reference for its
   * path
   */
  fileUri?: (path: string) => string;
  /** Returns the findings of a Report with their occurrences. Default: with all occurrences of the data: URL */
  placed?: (report: Report) => Iterable<PlacedFinding>;
  /**
   * Returns the size of a text in the compressed file, in bytes. Default: the size of its UTF-8, which is never smaller
   */
  sizeOf?: (text: string) => number;
  /** Whether everything was scanned. Default: true */
  isComplete?: boolean;
  /** Called at the end with a sentence about each kind of item that the limits left out. */
  onLeftOut?: (sentence: string) => void;
}

const sarifVersion: Log['version'] = '2.1.0';
const schema: Log['$schema'] =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * A page's text, made safe for viewers that turn text into links or obey control characters. Every link contains `](`
 * (SARIF 2.1.0, 3.11.6), escaped or not.
 */
const plain = (text: string): string => printable(text).replaceAll('](', ']\\u{28}');

/**
 * The data: URL of a finding, and the part of the URL that the finding is about, as properties, because SARIF has no
 * fields for these.
 */
function aboutUrl(path: readonly DataUrl[], { start, end }: Finding): object {
  const [dataUrl, around] = [path.at(-1), path.at(-2)];
  if (!dataUrl) return {};
  const { sha256, length, head, mimeType, detectedType, size } = dataUrl;
  const text = head.slice(start, end).toWellFormed();
  return {
    dataUrl: {
      ...{ sha256, length, head: plain(head), mimeType, detectedType, size },
      ...{ start, end, ...(text && { text: plain(text) }) },
      ...(around && { within: around.sha256 }),
    },
  };
}

/** Groups the occurrences that make up one result: those on one line of a file, or in one document of a page. */
function byLine(occurrences: readonly Occurrence[]): Occurrence[][] {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    const key = `${fileOf(occurrence) === undefined ? '' : occurrence.line} ${documentOf(occurrence)}`;
    const group = groups.get(key);
    if (group) group.push(occurrence);
    else groups.set(key, [occurrence]);
  }
  return [...groups.values()];
}

/** Creates results with fingerprints. Equal findings in one document are numbered. */
class Results {
  readonly artifacts: Artifacts;
  readonly #ruleIndices: ReadonlyMap<string, number>;
  readonly #copies = new Map<string, number>();

  constructor({ rules, fileUri }: SarifOptions) {
    this.artifacts = new Artifacts(fileUri);
    this.#ruleIndices = new Map(rules.map(({ id }, index) => [id, index]));
  }

  /** @yields the results of a finding; `omitted` is the number of locations that the result leaves out */
  *of(report: Report, placed: PlacedFinding): Generator<{ result: Result; omitted: number }, void, void> {
    const { occurrences } = placed;
    const artifactLocation = this.artifacts.locationOfReport(report);
    if (occurrences.length === 0) {
      const location = { physicalLocation: { artifactLocation, region: noRegion } };
      yield { result: this.#result(placed, [location], []), omitted: 0 };
      return;
    }
    for (const group of byLine(occurrences)) {
      const locations = group.slice(0, maxLocations).map((each) => locationOf(this.artifacts, each));
      yield { result: this.#result(placed, locations, group), omitted: group.length - locations.length };
    }
  }

  #result(
    { finding, path, baselineState, suppression }: PlacedFinding,
    locations: Location[],
    occurrences: readonly Occurrence[],
  ): Result {
    const { rule, severity, category, effect, message, messageId } = finding;
    const ruleIndex = this.#ruleIndices.get(rule);
    // The occurrences of a nested data: URL are those of the outermost one, whose repairs don't apply to the nested
    // URL.
    const repaired =
      path.length > 1 ? [] : occurrences.filter(({ repair }) => repair?.removes.includes(messageId));
    const fixes = fixesOf(this.artifacts, repaired.slice(0, maxLocations));
    return {
      ruleId: rule,
      ...(ruleIndex !== undefined && { ruleIndex }),
      level: severityNames[severity],
      ...(baselineState && { baselineState }),
      ...(suppression !== undefined && {
        suppressions: [{ kind: 'inSource' as const, justification: plain(suppression) }],
      }),
      message: { text: plain(message) },
      locations,
      partialFingerprints: { primaryLocationLineHash: this.#fingerprint(finding, path, locations) },
      properties: {
        category,
        effect,
        messageId,
        ...aboutUrl(path, finding),
        ...(occurrences.length > 0 && { occurrences: occurrences.length }),
      },
      ...(fixes.length > 0 && { fixes }),
    };
  }

  /**
   * The identity of a result for GitHub: the rule, the data: URL and its document, but not the position. A hash of
   * the line would not identify anything, because a bundled file has only one line.
   */
  #fingerprint({ rule, messageId }: Finding, path: readonly DataUrl[], [location]: Location[]): string {
    const uri = location?.physicalLocation?.artifactLocation?.uri;
    const urls = path.map(({ sha256 }) => sha256);
    const hash = shortHash([rule, messageId, uri, ...urls].join('\n'));
    const copy = (this.#copies.get(hash) ?? 0) + 1;
    this.#copies.set(hash, copy);
    return `${hash}:${copy}`;
  }
}

/** Reports a part that was not scanned as a notification of the tool, not as a result of a rule. */
const notificationOf = (part: Unreachable): Notification => {
  const words = `${part.kind} ${partLocation(part)} (${part.reason})`;
  return part.reason === 'unread-text'
    ? noteOf(`Not scanned for dropped CSS: ${words}`, part.reason, 'note')
    : noteOf(`Not scanned: ${words}`, `unreachable-${part.kind}`);
};

const noteOf = (text: string, id: string, level: Notification['level'] = 'warning'): Notification => ({
  level,
  message: { text: plain(text) },
  descriptor: { id },
});

/** Counts of the items that the limits leave out. */
interface LeftOut {
  results: number;
  locations: number;
  notifications: number;
}

function leftOutSentences({ results, locations, notifications }: LeftOut): string[] {
  const within = 'to stay within the limits of code scanning';
  return [
    ...(results > 0 ? [`Omitted ${numberText(results, 'en')} of the least severe results ${within}.`] : []),
    ...(locations > 0 ? [`Omitted ${numberText(locations, 'en')} further locations ${within}.`] : []),
    ...(notifications > 0
      ? [`Omitted ${numberText(notifications, 'en')} parts that weren't scanned in full.`]
      : []),
  ];
}

/** All findings with their Reports, most severe first. */
function bySeverity(reports: readonly Report[], placed: NonNullable<SarifOptions['placed']>) {
  const all = Object.fromEntries(
    severities.map((severity) => [severity, [] as { report: Report; each: PlacedFinding }[]]),
  );
  for (const report of reports) {
    for (const each of placed(report)) all[each.finding.severity]?.push({ report, each });
  }
  return severities.flatMap((severity) => all[severity] ?? []);
}

/** Measures texts in batches, because the compressed size of a short text is not meaningful. */
function measure(sizeOf: (text: string) => number): { add(text: string): void; isFull(): boolean } {
  let size = 0;
  let unmeasured = '';
  return {
    add: (text) => {
      unmeasured += text;
      if (unmeasured.length <= measuredLength) return;
      size += sizeOf(unmeasured);
      unmeasured = '';
    },
    isFull: () => size > maxSarifSize,
  };
}

function* resultsOf(
  reports: readonly Report[],
  results: Results,
  { placed = placedFindings, sizeOf = utf8Length }: SarifOptions,
  leftOut: LeftOut,
): Generator<string, void, void> {
  const measured = measure(sizeOf);
  let count = 0;
  let artifacts = 0;
  const isFull = () => count === maxResults || measured.isFull();
  for (const { report, each } of bySeverity(reports, placed)) {
    // Skip the result before its artifacts are added.
    if (isFull()) {
      leftOut.results += byLine(each.occurrences).length || 1;
      continue;
    }
    for (const { result, omitted } of results.of(report, each)) {
      const text = jsonOf(result);
      measured.add(text + jsonOf(results.artifacts.list.slice(artifacts)));
      artifacts = results.artifacts.list.length;
      if (isFull()) {
        leftOut.results++;
        continue;
      }
      count++;
      leftOut.locations += omitted;
      yield count === 1 ? text : `,${text}`;
    }
  }
}

function* runOf(reports: readonly Report[], options: SarifOptions): Generator<string, void, void> {
  const { rules, version, isComplete = true } = options;
  const results = new Results(options);
  for (const report of reports.slice(0, maxResults)) results.artifacts.locationOfReport(report);
  const driver = { name: 'Data URL Inspector', version, rules: rules.map(descriptorOf) };
  const head: Omit<Run, 'artifacts' | 'results' | 'invocations'> = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    ...(uriBases && { originalUriBaseIds: uriBases }),
  };
  const unread = [unreadParts, sheetsWithoutText].flatMap((partsOf) =>
    reports.flatMap(({ unreachable }) => partsOf(unreachable)),
  );
  const leftOut = { results: 0, locations: 0, notifications: Math.max(0, unread.length - maxNotifications) };
  yield `${jsonOf(head).slice(0, -1)},"results":[`;
  yield* resultsOf(reports, results, options, leftOut);
  yield '],"artifacts":[';
  yield* joined(results.artifacts.list);
  const sentences = leftOutSentences(leftOut);
  for (const sentence of sentences) options.onLeftOut?.(sentence);
  const toolExecutionNotifications = [
    ...sentences.map((sentence) => noteOf(sentence, 'left-out')),
    ...unread.slice(0, maxNotifications).map(notificationOf),
  ];
  yield `],"invocations":${jsonOf([{ executionSuccessful: isComplete, toolExecutionNotifications }])}}`;
}

function* joined(values: Iterable<object>): Generator<string, void, void> {
  let separator = '';
  for (const value of values) {
    yield separator + jsonOf(value);
    separator = ',';
  }
}

/** The text of a SARIF log in pieces, because strings have a maximum length. */
export function* sarifOf(reports: Iterable<Report>, options: SarifOptions): Generator<string, void, void> {
  yield `{"$schema":${JSON.stringify(schema)},"version":"${sarifVersion}","runs":[`;
  yield* runOf([...reports], options);
  yield ']}\n';
}
