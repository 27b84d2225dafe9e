/** Checks out and builds another commit of the project next to this checkout, so that the two can be compared. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../src/cli/project.ts';

const run = promisify(execFile);

export interface Worktree extends AsyncDisposable {
  /** The root of the checkout. */
  folder: string;
  /** The commit's full hash. */
  hash: string;
}

/**
 * Checks out and builds a commit. Uses the packages of this checkout, or installs the commit's own if its lockfile
 * differs.
 *
 * @param commit a name that Git accepts: a hash, a branch, `HEAD~3`
 * @throws if Git does not know the commit, or if the commit cannot be built
 */
export async function checkOut(commit: string): Promise<Worktree> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: root });
  const hash = stdout.trim();
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-worktree-'));
  const dispose = async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await run('git', ['worktree', 'add', '--detach', folder, hash], { cwd: root });
    const lockOf = (checkout: string) => readFile(path.join(checkout, 'package-lock.json'), 'utf8');
    // Otherwise, the commit's own scripts install the packages that they need.
    if ((await lockOf(folder)) === (await lockOf(root)))
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await run(process.execPath, ['extension/build/run.mjs', 'build'], { cwd: folder });
  } catch (error) {
    await dispose();
    throw error;
  }
  return { folder, hash, [Symbol.asyncDispose]: dispose };
}
