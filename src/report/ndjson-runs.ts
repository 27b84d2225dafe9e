/**
 * Runs of `scan` and `inspect` as NDJSON: a header line, a line for each Report, and a last line with counts. Each line
 * contains the id of its run, so that lines can be shuffled and runs concatenated.
 */
import { countText } from '../count-text.ts';
import { isObject } from '../payload/json/json-places.ts';

/** The first line of a run. */
export interface RunHeader {
  kind: 'run';
  run: string;
  command: string;
  /** The version of the package. */
  version: string;
  /** The shard that this run scans, such as `2/4`; null if it scans everything. */
  shard: string | null;
  /** The other arguments, which are the same for all shards. */
  arguments: string[];
  /** The ids of the runs that this one continues. */
  continues: string[];
}

/** The last line of a run that was not interrupted. */
export interface RunEnd {
  kind: 'end';
  run: string;
  /** The number of lines with a Report. */
  reports: number;
  /** The number of files or pages that could not be read. */
  failures: number;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Validates a parsed NDJSON line as the first line of a run; null for any other line. */
export function headerIn(value: unknown): RunHeader | null {
  if (!isObject(value) || value.kind !== 'run') return null;
  const { run, command, version, shard, arguments: args, continues } = value;
  if (!isText(run) || !isText(command) || !isText(version) || !isTexts(args) || !isTexts(continues))
    return null;
  const [, part, count] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(isText(shard) ? shard : '') ?? [];
  if (shard !== null && (count === undefined || Number(part) > Number(count))) return null;
  return {
    kind: 'run',
    run,
    command,
    version,
    shard: isText(shard) ? shard : null,
    arguments: args,
    continues,
  };
}

/** Validates a parsed NDJSON line as the last line of a run; null for any other line. */
export function endIn(value: unknown): RunEnd | null {
  if (!isObject(value) || value.kind !== 'end') return null;
  const { run, reports, failures } = value;
  return isText(run) && isCount(reports) && isCount(failures)
    ? { kind: 'end', run, reports, failures }
    : null;
}

/** The lines of a run that were read so far. */
interface Known {
  headers: RunHeader[];
  ends: RunEnd[];
  reports: number;
}

export interface RunLedger {
  add(line: RunHeader | RunEnd): void;
  /** @param run the run's id in a Report; Reports from other sources have none and aren't checked */
  addReport(run: unknown): void;
  /** The number of files or pages that could not be read. */
  failures(): number;
  /** A sentence for each part that is missing, duplicated, or cut off. */
  problems(): string[];
}

/** Begins to check whether runs are complete. Memory grows with the number of runs, not of Reports. */
export function createRunLedger(): RunLedger {
  const runs = new Map<string, Known>();
  const knownOf = (run: string): Known => {
    const known = runs.get(run) ?? { headers: [], ends: [], reports: 0 };
    runs.set(run, known);
    return known;
  };
  return {
    add(line) {
      const known = knownOf(line.run);
      if (line.kind === 'run') known.headers.push(line);
      else known.ends.push(line);
    },
    addReport(run) {
      if (isText(run)) knownOf(run).reports++;
    },
    failures: () => [...runs.values()].reduce((sum, { ends }) => sum + (ends[0]?.failures ?? 0), 0),
    problems() {
      const headers = [...runs.values()].flatMap(({ headers: [header] }) => header ?? []);
      const continued = new Map(
        headers.flatMap((header) => header.continues.map((id) => [id, header] as const)),
      );
      const missing = [...continued].filter(([id]) => !runs.has(id));
      return [
        ...[...runs].flatMap(([run, known]) => problemOf(run, known, continued.has(run))),
        ...missing.map(([id, header]) => `${nameOf(header)}: continues run ${shortId(id)}, which is missing`),
        ...shardProblems(headers),
        ...versionProblems(headers),
      ];
    },
  };
}

const shortId = (run: string): string => run.slice(0, 8);

/** The name of a run, such as `scan --shard 2/4 (run 1a2b3c4d)`. */
const nameOf = ({ command, shard, run }: RunHeader): string =>
  `${command}${shard === null ? '' : ` --shard ${shard}`} (run ${shortId(run)})`;

function problemOf(run: string, { headers, ends, reports }: Known, isContinued: boolean): string[] {
  const [header] = headers;
  if (!header)
    return [`run ${shortId(run)}: the header line is missing, ${countText(reports, 'report')} found`];
  const name = nameOf(header);
  const times = Math.max(headers.length, ends.length);
  if (times > 1) return [`${name}: duplicated, found ${times} times`];
  const [end] = ends;
  if (!end) return isContinued ? [] : [`${name}: cut off after ${countText(reports, 'report')}`];
  const lost = end.reports - reports;
  if (lost > 0) return [`${name}: ${countText(lost, 'report')} of ${end.reports} missing`];
  return lost < 0 ? [`${name}: ${countText(-lost, 'report')} duplicated`] : [];
}

/** Reports the missing and repeated shards of all runs with the same command, arguments, and number of shards. */
function shardProblems(headers: readonly RunHeader[]): string[] {
  const works = new Map<string, Map<number, RunHeader[]>>();
  for (const header of headers) {
    const [index, count] = header.shard?.split('/').map(Number) ?? [];
    if (index === undefined) continue;
    const key = JSON.stringify([header.command, header.arguments, count]);
    const work = works.get(key) ?? new Map<number, RunHeader[]>();
    works.set(key, work);
    work.set(index, [...(work.get(index) ?? []), header]);
  }
  return [...works.values()].flatMap((work) => {
    const [[first] = []] = work.values();
    const count = Number(first?.shard?.split('/')[1]);
    const missing = count - work.size;
    const lost = firstMissing(work, count).map((index) => `${index}/${count}`);
    const more = missing > lost.length ? ` and ${missing - lost.length} more` : '';
    const duplicated = [...work.values()].flatMap((runs) => {
      const begun = runs.filter(({ continues }) => !runs.some(({ run }) => continues.includes(run)));
      return begun.length > 1
        ? [
            `${first?.command} --shard ${begun[0]?.shard}: duplicated, runs ${begun.map(({ run }) => shortId(run)).join(' and ')}`,
          ]
        : [];
    });
    return [
      ...(missing > 0 ? [`${first?.command}: missing shard ${lost.join(', ')}${more}`] : []),
      ...duplicated,
    ];
  });
}

/** Maximum number of shards that a message lists; there may be a million. */
const maxNamed = 10;

function firstMissing(work: ReadonlyMap<number, unknown>, count: number): number[] {
  const lost: number[] = [];
  for (let index = 1; index <= count && lost.length < maxNamed; index++)
    if (!work.has(index)) lost.push(index);
  return lost;
}

function versionProblems(headers: readonly RunHeader[]): string[] {
  const versions = [...new Set(headers.map(({ version }) => version))].sort();
  return versions.length > 1 ? [`runs of different versions: ${versions.join(', ')}`] : [];
}
