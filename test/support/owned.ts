/**
 * Ends the processes that a test file has started, including their children, whenever and however the test file ends.
 * The runner sends SIGTERM to a file that takes too long, and a remaining process would keep the whole run waiting.
 */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { kill, markChildren, processesOf } from './processes.ts';

const owned = new Set<ChildProcess>();
/** Marks everything that this process starts. */
export const mark = `by-${process.pid}`;
markChildren(mark);

/**
 * Makes a process end when this process ends.
 *
 * @returns that process
 */
export function own<Child extends ChildProcess>(child: Child): Child {
  owned.add(child);
  child.once('exit', () => owned.delete(child)).once('error', () => owned.delete(child));
  return child;
}

process.on('exit', () => {
  const below = processesOf(mark);
  for (const child of owned) child.kill('SIGKILL');
  kill(below);
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
