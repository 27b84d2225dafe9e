/** The end of a command. */
/** Ends the process with the exit code of a command, once its output is written. */
export async function finish(command: Promise<number>): Promise<void> {
  const code = await command;
  // A page that ran out of time may leave pending work behind.
  process.stdout.write('', () => process.exit(code));
}
