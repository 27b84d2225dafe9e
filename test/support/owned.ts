/**
 * Child processes of a test file, which go with it however it ends: the runner sends SIGTERM to a file that takes too
 * long, and a child that is left behind keeps it, and the whole run, waiting for ever.
 */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

const owned = new Set<ChildProcess>();

/** Has a process end with this one. @returns the same */
export function own<Child extends ChildProcess>(child: Child): Child {
  owned.add(child);
  child.once('exit', () => owned.delete(child)).once('error', () => owned.delete(child));
  return child;
}

process.on('exit', () => {
  for (const child of owned) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
