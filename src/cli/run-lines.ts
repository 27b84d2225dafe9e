/** The lines of a run that prints NDJSON. */
import { jsonOf } from '../report/printable.ts';
import type { Report } from '../report/report.ts';
import type { RunEnd, RunHeader } from '../report/runs.ts';
import { withoutPassword } from '../uri/misleading.ts';
import { packageVersion } from './project.ts';

export interface RunLines {
  /** The first line. */
  header(): string;
  /** The line of a Report. */
  reportLine(report: Report): string;
  /** The last line, which an interrupted run doesn't have. @param failures files or pages that could not be read */
  end(failures: number): string;
}

/**
 * Begins a run with an id of its own.
 *
 * @param given the arguments of the command
 * @param continues the ids of the runs that this one continues
 */
export function beginRun(
  command: string,
  given: readonly string[],
  continues: readonly string[] = [],
): RunLines {
  const run = crypto.randomUUID();
  let reports = 0;
  return {
    header() {
      const { shard, others } = withoutShard(given);
      const header: RunHeader = {
        ...{ kind: 'run', run, command, version: packageVersion(), shard },
        ...{ arguments: others.map((each) => withoutPassword(each)), continues: [...continues] },
      };
      return `${jsonOf(header)}\n`;
    },
    reportLine(report) {
      reports++;
      return `${jsonOf({ ...report, run })}\n`;
    },
    end: (failures) => `${jsonOf({ kind: 'end', run, reports, failures } satisfies RunEnd)}\n`,
  };
}

/** The arguments that all shards and their continuations have in common. */
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
