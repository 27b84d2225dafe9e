/** The folder of the project or, if this is an installed npm package, of the package. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const packageVersion = (): string =>
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;

/** Thrown for an error in the project's source. The message suffices, without a stack. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Prints a line for people to standard error. Results go to standard output. */
export const logToStderr = (line: string): void => void process.stderr.write(`${line}\n`);
