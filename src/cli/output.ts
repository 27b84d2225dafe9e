/** Standard output of the commands: whole pieces, and one clear error where they can't be written. */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';

/** Standard output can't be written; the message has the reason. */
export class OutputError extends Error {
  override name = 'OutputError';
}

const stdout = 1;

/** Whether the reader has left, as `head` does: nothing needs to be printed any more. */
export let isClosed = false;

// Every write gets the same error, and `print` throws it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') isClosed = true;
});

/**
 * Prints a text, and waits if the reader is slow. In a file, a text that does not fit is removed again, so
 * that lines are complete.
 *
 * @throws OutputError
 */
export async function print(text: string): Promise<void> {
  if (text === '' || isClosed) return;
  try {
    if (fstatSync(stdout).isFile()) printToFile(Buffer.from(text));
    else await printToStream(text);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') isClosed = true;
    else throw new OutputError(`cannot write to standard output: ${message}`);
  }
}

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
