/** Waits with a deadline. */
import { formatArgument } from '../../format-numbers.ts';

/** Formats a deadline for messages: `not within 15 sec`. */
export const notWithin = (deadlineMs: number): string =>
  `not within ${formatArgument('milliseconds', deadlineMs, 'en')}`;

/** Settles like a promise, but rejects after the deadline. */
export async function within<T>(what: string, deadlineMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${what}: ${notWithin(deadlineMs)}`));
    // A timer may fire a millisecond early. Callers would then take the end of the time for another error.
    timer = setTimeout(fail, Math.ceil(deadlineMs) + 1);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls the function every 20 ms until it returns a result. Throws after the deadline. */
export async function poll<T>(
  what: string,
  deadlineMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`${what}: ${notWithin(deadlineMs)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
