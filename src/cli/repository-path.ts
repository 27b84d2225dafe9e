/** Paths by which GitHub finds files, relative to the repository's folder. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { type Shell, systemPath } from './shell.ts';

/** Resolves symbolic links, which GitHub doesn't follow. If the file doesn't exist, resolves its folder. */
function resolved(file: string, cwd: string): string {
  try {
    return realpathSync(systemPath(file, cwd));
  } catch {
    const full = path.resolve(cwd, file);
    const folder = path.dirname(full);
    return folder === full ? full : path.join(resolved(folder, cwd), path.basename(full));
  }
}

/** Whether a name refers to a URL in an archive or to standard input, rather than to a file on this computer. */
export const isElsewhere = (file: string): boolean => file === '-' || /^[a-z][a-z\d+.-]+:\/\//i.test(file);

/**
 * A file's path, with slashes, relative to `GITHUB_WORKSPACE` (which GitHub's runners set to the repository's folder)
 * or, by default, to the working directory. For a file outside of that folder, the full path.
 */
export function repositoryPath(file: string, { cwd, env }: Pick<Shell, 'cwd' | 'env'>): string {
  const full = resolved(file, cwd);
  const relative = path.relative(resolved(env.GITHUB_WORKSPACE || '.', cwd), full);
  const isBelow = !path.isAbsolute(relative) && !/^\.\.(?:[/\\]|$)/.test(relative);
  return isBelow ? relative.split(path.sep).join('/') || '.' : full;
}
