/**
 * Reports as SARIF 2.1.0, the OASIS format for the results of static analysis: one run a page. The page and its frames
 * are artifacts, and each data: URL is one inside of its frame. A result's locations are the occurrences of the data:
 * URL, by their selectors; its first related location is the region of the written URL.
 */
import type { Artifact, Location, Log, Notification, Region, ReportingDescriptor, Result, Run } from 'sarif';
import type { Category, Occurrence, Severity } from '../vocabulary.ts';
import { fileOf, rulePath } from './css-place.ts';
import { maxLocations, maxUriLength } from './limits.ts';
import { jsonOf, printable } from './printable.ts';
import type { DataUrl, Finding, Report, Unreachable } from './report.ts';
import { weightOf } from './totals.ts';
import { unreadParts } from './unread.ts';

/** The texts of a rule. */
export interface RuleText {
  id: string;
  category: Category;
  severity: Severity;
  title: string;
  why: string;
  fix: string;
}

export interface SarifOptions {
  rules: readonly RuleText[];
  /** The extension's version. */
  version: string;
}

const sarifVersion: Log['version'] = '2.1.0';
const schema: Log['$schema'] =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const levels: Record<Severity, Result.level> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * A URI reference by RFC 3986, which allows fewer characters than the URL Standard, of limited length: the page itself
 * may be a data: URL.
 */
function uriOf(url: string): string {
  const href = URL.parse(url)?.href ?? encodeURI(url.toWellFormed());
  const [authority = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(href) ?? [];
  const [rest = '', ...fragment] = href.slice(authority.length, maxUriLength).split('#');
  const legal = [rest, ...(fragment.length > 0 ? [fragment.join('%23')] : [])].map((part) =>
    part.replaceAll(/%(?![0-9a-f]{2})/gi, '%25').replaceAll(/[^\w.~:/?@!$&'()*+,;=%-]/g, encodeURIComponent),
  );
  return authority + legal.join('#');
}

/**
 * A page's text for viewers, which may make links of it and obey some of its characters. A link contains `](` (SARIF
 * 2.1.0, 3.11.6), escaped or not.
 */
const plain = (text: string): string => printable(text).replaceAll('](', ']\\u{28}');

function descriptorOf({ id, category, severity, title, why, fix }: RuleText): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why}\n\n${fix}` },
    defaultConfiguration: { level: levels[severity] },
    properties: { category, tags: [category] },
  };
}

/** A data: URL of a Report, nested ones included, and its container. */
interface Located {
  dataUrl: DataUrl;
  /** The occurrences of the outermost one: a nested one has none of its own in the page. */
  occurrences: readonly Occurrence[];
  /** The index of the artifact that it is nested in; null for one of the page. */
  parent: number | null;
}

/** The indices of a run's artifacts: the page, its frames, and the data: URLs. */
class Artifacts {
  readonly list: Artifact[] = [];
  readonly #documents = new Map<string, number>();
  /** By container and hash, as artifacts must be unique. */
  readonly #dataUrls = new Map<string, number>();

  /** The index of a document's artifact. */
  document(url: string): number {
    let index = this.#documents.get(url);
    if (index === undefined) {
      index = this.list.length;
      this.#documents.set(url, index);
      const location = url === '' ? {} : { location: { uri: uriOf(url) } };
      this.list.push({ ...location, ...(index === 0 && { roles: ['analysisTarget'] }) });
    }
    return index;
  }

  /** The index of a data: URL's artifact, whose parent is that of a frame or of another data: URL. */
  dataUrl({ dataUrl, occurrences, parent }: Located): number {
    const parentIndex = parent ?? this.document(occurrences[0]?.frame ?? '');
    const { sha256, head, mimeType, detectedType, encoding, length, size, bodySha256 } = dataUrl;
    const { cost } = weightOf(dataUrl.occurrences);
    const key = `${parentIndex} ${sha256}`;
    let index = this.#dataUrls.get(key);
    if (index === undefined) {
      index = this.list.length;
      this.#dataUrls.set(key, index);
      this.list.push({
        description: { text: plain(head) },
        parentIndex,
        hashes: { 'sha-256': sha256 },
        properties: { mimeType, detectedType, encoding, length, size, bodySha256, cost },
      });
    }
    return index;
  }
}

function locationOf(artifacts: Artifacts, occurrence: Occurrence): Location {
  const { frame, place, element, name, selector, state, rule, line, column } = occurrence;
  // A line is one of the sheet, or of the scanned file; of a sheet in a page it is not one of the page.
  const file = fileOf(occurrence);
  const at = file ?? frame;
  const artifactLocation = { ...(at && { uri: uriOf(at) }), index: artifacts.document(at) };
  const fullyQualifiedName = printable(selector || name || place);
  const position = line === undefined ? {} : { startLine: line, ...(column && { startColumn: column }) };
  const isInFile = file !== undefined && line !== undefined;
  const properties = { ...(state && { state }), ...(!isInFile && line !== undefined && { position }) };
  return {
    physicalLocation: { artifactLocation, ...(isInFile && { region: position }) },
    logicalLocations: [
      { name: printable(name || place), fullyQualifiedName, kind: element ? 'element' : place },
      ...(rule === undefined
        ? []
        : [{ name: printable(rule), fullyQualifiedName: printable(rulePath(occurrence)), kind: 'rule' }]),
    ],
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

/** The characters of the written URL that a finding is about, with their text if it is in the Report. */
function regionOf({ head }: DataUrl, { start, end }: Finding): Region {
  const text = head.slice(start, end);
  const snippet = text === '' ? {} : { snippet: { text: text.toWellFormed() } };
  return { charOffset: start, charLength: Math.max(end - start, 0), ...snippet };
}

/** A finding as a result without locations. */
function resultOf({ rule, severity, category, message, messageId }: Finding, ruleIndex: number): Result {
  return {
    ruleId: rule,
    ...(ruleIndex >= 0 && { ruleIndex }),
    level: levels[severity],
    message: { text: plain(message) },
    properties: { category, messageId },
  };
}

function* resultsOf(report: Report, artifacts: Artifacts, ruleIds: readonly string[]): Generator<Result> {
  for (const finding of report.findings) {
    const index = artifacts.document(report.page.url);
    const physicalLocation = { artifactLocation: { uri: uriOf(report.page.url), index } };
    const partialFingerprints = { 'messageId/v1': `${finding.rule} ${finding.messageId}` };
    yield {
      ...resultOf(finding, ruleIds.indexOf(finding.rule)),
      locations: [{ physicalLocation }],
      partialFingerprints,
    };
  }
  for (const dataUrl of report.dataUrls) {
    yield* resultsFor({ dataUrl, occurrences: dataUrl.occurrences, parent: null }, artifacts, ruleIds);
  }
}

function* resultsFor(found: Located, artifacts: Artifacts, ruleIds: readonly string[]): Generator<Result> {
  const { dataUrl, occurrences } = found;
  const index = artifacts.dataUrl(found);
  for (const finding of dataUrl.findings) {
    const result = resultOf(finding, ruleIds.indexOf(finding.rule));
    yield {
      ...result,
      locations: occurrences.slice(0, maxLocations).map((each) => locationOf(artifacts, each)),
      relatedLocations: [
        {
          id: 0,
          message: { text: 'In the data: URL' },
          physicalLocation: { artifactLocation: { index }, region: regionOf(dataUrl, finding) },
        },
      ],
      partialFingerprints: { 'dataUrlSha256/v1': dataUrl.sha256 },
      properties: { ...result.properties, occurrences: occurrences.length },
    };
  }
  for (const inner of dataUrl.nested) {
    yield* resultsFor({ dataUrl: inner, occurrences, parent: index }, artifacts, ruleIds);
  }
}

/** Parts that were not scanned are reported as notifications of the tool, not as results of a rule. */
const notificationOf = ({ kind, url, reason }: Unreachable): Notification => ({
  level: 'warning',
  message: { text: plain(`Not looked into: ${kind} ${url} (${reason})`) },
  descriptor: { id: `unreachable-${kind}` },
});

function* runOf(report: Report, { rules, version }: SarifOptions): Generator<string> {
  const artifacts = new Artifacts();
  artifacts.document(report.page.url);
  const driver = { name: 'Data URL Inspector', version, rules: rules.map(descriptorOf) };
  const toolExecutionNotifications = unreadParts(report.unreachable).map(notificationOf);
  const head: Omit<Run, 'artifacts' | 'results'> = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: true, toolExecutionNotifications }],
    properties: {
      title: report.page.title.toWellFormed(),
      totals: report.totals,
      ...(report.part && { part: report.part }),
    },
  };
  yield `${jsonOf(head).slice(0, -1)},"results":[`;
  yield* joined(
    resultsOf(
      report,
      artifacts,
      rules.map(({ id }) => id),
    ),
  );
  yield '],"artifacts":[';
  yield* joined(artifacts.list);
  yield ']}';
}

function* joined(values: Iterable<object>): Generator<string> {
  let separator = '';
  for (const value of values) {
    yield separator + jsonOf(value);
    separator = ',';
  }
}

/** The text of a SARIF log in pieces: strings have a maximum length. */
export function* sarifOf(reports: Iterable<Report>, options: SarifOptions): Generator<string> {
  yield `{"$schema":${JSON.stringify(schema)},"version":"${sarifVersion}","runs":[`;
  let separator = '';
  for (const report of reports) {
    yield separator;
    yield* runOf(report, options);
    separator = ',';
  }
  yield ']}\n';
}
