/** The project's folder, for its commands; in the package that npm installs, the package's own folder. */
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An error in the source, whose message suffices without a stack. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** A line for the person at the terminal; results go to standard output. */
export const logToStderr = (line: string): void => void process.stderr.write(`${line}\n`);
