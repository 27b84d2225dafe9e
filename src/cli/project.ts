/** The project's folder, for its commands; in the package that npm installs, the package's own folder. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const packageVersion = (): string =>
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;

/** An error in the source, whose message suffices without a stack. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** A line for the person at the terminal; results go to standard output. */
export const logToStderr = (line: string): void => void process.stderr.write(`${line}\n`);
