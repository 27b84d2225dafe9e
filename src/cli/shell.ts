/** The surroundings of a command, which is a function from its arguments and these to an exit code. */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { logToStderr } from './project.ts';

export interface Shell {
  /** The working directory; "." for that of the process. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Standard input, which is opened when it is first asked for. */
  stdin(): Readable;
  /** The width of the terminal; undefined if standard output is none. */
  columns(): number | undefined;
  /** Prints results, and waits if the reader is slow. @throws OutputError */
  print(text: string): Promise<void>;
  /** Whether the reader has left, as `head` does: nothing needs to be printed any more. */
  isClosed(): boolean;
  /** Prints a line for the person at the terminal. */
  log(line: string): void;
  /** From now on, a signal does not end the command at once. */
  catchSignals(): void;
  /** The exit code after a signal that was caught, else null. */
  interruption(): number | null;
}

/**
 * The path by which the system finds a file. That of the process's working directory, which need not be UTF-8, is left
 * out.
 */
export const systemPath = (file: string, cwd: string): string =>
  cwd === '.' || path.isAbsolute(file) ? file : `${cwd}/${file}`;

/** Standard output can't be written; the message has the reason. */
export class OutputError extends Error {
  override name = 'OutputError';
}

/** Runs a command in this process, and ends the process with its exit code once its output is written. */
export async function finish(command: (shell: Shell) => Promise<number>): Promise<void> {
  const code = await command(processShell());
  // A page that ran out of time may leave pending work behind.
  process.stdout.write('', () => process.exit(code));
}

function processShell(): Shell {
  let isClosed = false;
  let interruption: number | null = null;
  let interruptedAt = 0;
  // Every write gets the same error, and `print` throws it.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') isClosed = true;
  });
  return {
    ...{ cwd: '.', env: process.env, log: logToStderr },
    stdin: () => process.stdin,
    columns: () => process.stdout.columns,
    isClosed: () => isClosed,
    interruption: () => interruption,
    async print(text) {
      if (text === '' || isClosed) return;
      try {
        if (fstatSync(stdout).isFile()) printToFile(Buffer.from(text));
        else await printToStream(text);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'EPIPE') isClosed = true;
        else throw new OutputError(`cannot write to standard output: ${message}`);
      }
    },
    catchSignals() {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(signal, () => {
          // The wrapper forwards a signal that the terminal has sent to both. A later signal is from a person who
          // does not want to wait.
          if (interruption !== null && performance.now() - interruptedAt > 500) process.exit(interruption);
          if (interruption === null && signal === 'SIGINT')
            logToStderr('Ends after the current file or page. Ctrl+C again ends at once.');
          interruption = 128 + constants.signals[signal];
          interruptedAt = performance.now();
        });
      }
    },
  };
}

/** The descriptor of standard output. */
const stdout = 1;

/** Prints a text. If it does not fit, its beginning is removed again, so that lines are complete. */
function printToFile(bytes: Uint8Array): void {
  const { size } = fstatSync(stdout);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(stdout, bytes, written);
  } catch (error) {
    // Unless another process has written to the same file meanwhile.
    if (fstatSync(stdout).size === size + written) ftruncateSync(stdout, size);
    throw error;
  }
}

const printToStream = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
