/** Another commit of the project, checked out and built beside this one, so that both can be compared. */
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
 * Checks out and builds a commit. Its packages are those of this checkout, or its own if its lockfile differs.
 *
 * @param commit as Git names it: a hash, a branch, `HEAD~3`
 * @throws if Git does not know the commit, or the commit does not build
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
    // Otherwise, the commit's own scripts install what they need.
    if ((await lockOf(folder)) === (await lockOf(root)))
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await run(process.execPath, ['extension/build/run.mjs', 'build'], { cwd: folder });
  } catch (error) {
    await dispose();
    throw error;
  }
  return { folder, hash, [Symbol.asyncDispose]: dispose };
}
