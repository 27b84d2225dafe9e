/** Time limits for messages and Blobs that may never arrive. */

/** Number of milliseconds without a message after which the worker stops waiting for a page. */
export const messageTimeout = 15_000;
/** The minimum rate at which a Blob must be read. */
const bytesPerMillisecond = 1000;

export const timeoutError = new Error('no-answer');

/**
 * The result of the promise, or a rejection with `timeoutError` if it takes too long.
 *
 * @param size the size of a Blob in bytes, which extends the timeout
 */
export function withTimeout<T>(promise: Promise<T>, size = 0): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError), messageTimeout + size / bytesPerMillisecond);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Resolves when the promise does, but after the given milliseconds at the latest. */
export async function within(promise: Promise<unknown>, time: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, time);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/** Resolves after the given number of milliseconds. */
export const delay = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** The first result that is not null; null if all promises resolve with null or fail. */
export const firstOf = <T>(promises: readonly Promise<T | null>[]): Promise<T | null> =>
  Promise.any(promises.map(async (each) => (await each) ?? Promise.reject(null))).catch(() => null);
