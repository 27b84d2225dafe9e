/** The processes that a run or a test file has started, directly or indirectly. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { poll } from '../../src/cli/drivers/wait.ts';

export interface Running {
  pid: number;
  /** The command line of the process. */
  command: string;
}

/**
 * An environment variable that processes inherit. It lists the marks of the processes that started them, each followed
 * by `;`.
 */
const variable = 'DATA_URL_INSPECTOR_STARTED_BY';

/** Adds a mark to everything that this process starts from now on. */
export function markChildren(mark: string): void {
  process.env[variable] = `${process.env[variable] ?? ''}${mark};`;
}

/**
 * Returns the processes with a mark, except this one. On Linux, processes whose parent has ended are also found,
 * because the system shows each process's environment. Elsewhere, returns the descendants of this process; on Windows,
 * none.
 */
export function processesOf(mark: string): Running[] {
  if (process.platform === 'linux') return markedProcesses(mark);
  return process.platform === 'win32' ? [] : descendants();
}

function markedProcesses(mark: string): Running[] {
  const partsOf = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  return readdirSync('/proc').flatMap((name): Running[] => {
    const pid = Number(name);
    if (!(pid > 0) || pid === process.pid) return [];
    try {
      const marks = partsOf(pid, 'environ').find((each) => each.startsWith(`${variable}=`)) ?? '';
      return marks.includes(`${mark};`) ? [{ pid, command: partsOf(pid, 'cmdline').join(' ') }] : [];
    } catch {
      return []; // The process has ended or belongs to another user.
    }
  });
}

function descendants(): Running[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const rows = [...table.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
  const below = (ancestor: number): Running[] =>
    rows.flatMap(({ pid, parent, command }) =>
      parent === ancestor ? [{ pid, command }, ...below(pid)] : [],
    );
  return below(process.pid).filter(({ command }) => !command.startsWith('ps -A'));
}

/** Kills processes immediately. */
export function kill(running: readonly Running[]): void {
  for (const { pid } of running) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}

/**
 * Gives the processes with a mark some time to end, then kills the remaining ones.
 *
 * @param spared the processes that are not killed
 * @returns the killed processes
 */
export async function endRemaining(
  mark: string,
  graceMs: number,
  spared: readonly Running[],
): Promise<Running[]> {
  const pids = new Set(spared.map(({ pid }) => pid));
  const remaining = () => processesOf(mark).filter(({ pid }) => !pids.has(pid));
  await poll('their end', graceMs, async () => remaining().length === 0 || undefined).catch(() => {});
  const ended = remaining();
  kill(ended);
  return ended;
}
