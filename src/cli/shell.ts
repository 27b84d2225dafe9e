/**
 * The environment of a command. A command is a function that takes its arguments and this environment, and returns an
 * exit code.
 */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { logToStderr } from './project.ts';

export interface Shell {
  /** The working directory; "." means the working directory of the process. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Standard input, opened on first use. */
  stdin(): Readable;
  /** The width of the terminal; undefined if standard output isn't one. */
  columns(): number | undefined;
  /**
   * Prints results. Waits if the reader of the output is slow.
   *
   * @param text a text, or its parts. If it can't be written to a file completely, none of it remains
   * @throws OutputError if standard output can't be written
   */
  print(text: string | Iterable<string>): Promise<void>;
  /** Whether the output pipe was closed (EPIPE), for example by `| head`. Nothing more needs to be printed then. */
  isClosed(): boolean;
  /** Prints a line for people, separate from the results. */
  log(line: string): void;
  /** From now on, a signal doesn't end the command immediately. */
  catchSignals(): void;
  /** The exit code after a caught signal; otherwise null. */
  interruption(): number | null;
}

/** A path for the file system. The process's working directory is omitted, because its path may not be UTF-8. */
export const systemPath = (file: string, cwd: string): string =>
  cwd === '.' || path.isAbsolute(file) ? file : `${cwd}/${file}`;

/** Thrown if standard output can't be written. The message states the reason. */
export class OutputError extends Error {
  override name = 'OutputError';
}

/** Runs a command in this process, and exits with its exit code once its output is written. */
export async function finish(command: (shell: Shell) => Promise<number>): Promise<void> {
  const code = await command(processShell());
  // Exits explicitly, because a page that ran out of time may have left work that would keep the process alive.
  process.stdout.write('', () => process.exit(code));
}

function processShell(): Shell {
  let isClosed = false;
  let interruption: number | null = null;
  let interruptedAt = 0;
  // Handled here, because every failed write also emits this error, and `print` throws the error.
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
      const parts = typeof text === 'string' ? [text] : text;
      try {
        if (fstatSync(stdout).isFile()) printToFile(parts);
        else for (const part of parts) if (!isClosed) await printToStream(part);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'EPIPE') isClosed = true;
        else throw new OutputError(`cannot write to standard output: ${message}`);
      }
    },
    catchSignals() {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(signal, () => {
          // A wrapper such as npm forwards a signal that the terminal has already sent to both processes. A later
          // signal means that the user doesn't want to wait.
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

/** The file descriptor of standard output. */
const stdout = 1;

/**
 * Writes output to a file. If the disk is full, removes the part that was written, so that only complete lines remain.
 */
function printToFile(parts: Iterable<string>): void {
  const { size } = fstatSync(stdout);
  let written = 0;
  try {
    for (const part of parts) {
      const bytes = Buffer.from(part);
      for (let at = 0; at < bytes.length; ) {
        const count = writeSync(stdout, bytes, at);
        at += count;
        written += count;
      }
    }
  } catch (error) {
    // Skipped if another process has written to the same file in the meantime.
    if (fstatSync(stdout).size === size + written) ftruncateSync(stdout, size);
    throw error;
  }
}

const printToStream = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
