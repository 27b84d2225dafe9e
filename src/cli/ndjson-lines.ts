/** The lines of a run that prints NDJSON. */

import type { RunEnd, RunHeader } from '../report/ndjson-runs.ts';
import { jsonOf } from '../report/printable.ts';
import type { StreamedReport, StreamedUrl } from '../report/report.ts';
import { withoutPassword } from '../uri/misleading.ts';
import { packageVersion } from './project.ts';
import { rowLines } from './row-lines.ts';

export interface RunLines {
  /** The first line. */
  header(): string;
  /** The lines of a Report, in parts that need not be whole lines. */
  reportLines(report: StreamedReport): Iterable<string>;
  /** The lines for a page without a Report. */
  failureLines(page: string, reason: string): string;
  /**
   * The last line, which is missing if the run was interrupted.
   *
   * @param failures number of files or pages that could not be read
   */
  end(failures: number): string;
}

/**
 * Begins a run, which gets its own id.
 *
 * @param format `ndjson` prints a line for each Report, `rows` a row for each occurrence
 * @param given the arguments of the command
 * @param continues the ids of the runs that this one continues
 */
export function beginRun(
  format: 'ndjson' | 'rows',
  command: string,
  given: readonly string[],
  continues: readonly string[] = [],
): RunLines {
  const run = crypto.randomUUID();
  const { shard, others } = withoutShard(given);
  const header: RunHeader = {
    ...{ kind: 'run', run, command, version: packageVersion(), shard },
    ...{ arguments: others.map((each) => withoutPassword(each)), continues: [...continues] },
  };
  if (format === 'rows') return rowLines(header);
  let reports = 0;
  return {
    header: () => `${jsonOf(header)}\n`,
    *reportLines(report) {
      reports++;
      yield* jsonParts({ ...report, run });
      yield '\n';
    },
    // No line is printed for a page without a Report, so that `--resume` tries the page again.
    failureLines: () => '',
    end: (failures) => `${jsonOf({ kind: 'end', run, reports, failures } satisfies RunEnd)}\n`,
  };
}

/** Separates the shard from the other arguments, which all shards and their continuations share. */
function withoutShard(given: readonly string[]): { shard: string | null; others: string[] } {
  const others: string[] = [];
  let shard: string | null = null;
  let isOperand = false;
  for (let at = 0; at < given.length; at++) {
    const argument = given[at] as string;
    const [, name, value] = (!isOperand && /^--(shard|resume)(?:=(.*))?$/s.exec(argument)) || [];
    if (name === undefined) others.push(argument);
    else {
      const own = value ?? given[++at] ?? '';
      if (name === 'shard') shard = own;
    }
    isOperand ||= argument === '--';
  }
  return { shard, others };
}

/** Minimum length, in code units, of a part of JSON, so that only a few parts are printed. */
const partLength = 1 << 16;

/** The JSON of a Report, in parts, because it may be too long for a string or too large for memory. */
function* jsonParts(report: StreamedReport): Generator<string, void, void> {
  let part = '';
  for (const text of withList(report, 'dataUrls', report.dataUrls, partsOfUrl)) {
    part += text;
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

const partsOfUrl = (dataUrl: StreamedUrl): Iterable<string> =>
  Array.isArray(dataUrl.occurrences)
    ? [jsonOf(dataUrl)]
    : withList(dataUrl, 'occurrences', dataUrl.occurrences, (occurrence) => [jsonOf(occurrence)]);

/**
 * Yields the JSON of an object in parts, with one of its lists item by item.
 *
 * @param name the first property of this name in the JSON must be the list
 */
function* withList<Item>(
  object: object,
  name: string,
  items: Iterable<Item>,
  partsOf: (item: Item) => Iterable<string>,
): Generator<string, void, void> {
  const empty = `"${name}":[`;
  const text = jsonOf({ ...object, [name]: [] });
  const at = text.indexOf(`${empty}]`) + empty.length;
  yield text.slice(0, at);
  let separator = '';
  for (const item of items) {
    yield separator;
    yield* partsOf(item);
    separator = ',';
  }
  yield text.slice(at);
}
