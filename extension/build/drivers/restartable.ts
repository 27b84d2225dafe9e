/** A browser that is started again when it has ended. */
import { say } from '../project.ts';
import type { Extension } from './chromium.ts';

export interface Restartable {
  /** The running browser, or the next one. */
  get(): Promise<Extension>;
  /** Works with the browser; once more with the next one if the browser ends meanwhile. */
  use<T>(work: (extension: Extension) => Promise<T>): Promise<T>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * @param launch starts a browser
 * @param isEnding whether the command is about to end, and with it the browser
 */
export function restartable(launch: () => Promise<Extension>, isEnding: () => boolean): Restartable {
  let current: Promise<Extension> | null = null;

  /** The next one, unless another piece of work has started it. */
  function getAfter(ended: Promise<Extension>): Promise<Extension> {
    if (current === ended) {
      say('The browser ended unexpectedly. A new one is started.');
      current = launch();
    }
    return get();
  }

  function get(): Promise<Extension> {
    current ??= launch();
    return current;
  }

  const isRunning = ({ context }: Extension): boolean => context.browser()?.isConnected() ?? false;

  return {
    get,
    async use(work) {
      const mine = get();
      const extension = await mine;
      try {
        return await work(extension);
      } catch (error) {
        if (isEnding() || isRunning(extension)) throw error;
        return await work(await getAfter(mine));
      }
    },
    async [Symbol.asyncDispose]() {
      await (await current)?.close();
    },
  };
}
