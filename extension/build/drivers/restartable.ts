/** A browser that is started again when it has ended, and after a number of uses, since it and its driver grow. */
import { say } from '../project.ts';
import type { Extension } from './chromium.ts';

export interface Restartable {
  /** The running browser, or the next one. */
  get(): Promise<Extension>;
  /** Works with the browser; once more with the next one if the browser ends meanwhile. */
  use<T>(work: (extension: Extension) => Promise<T>): Promise<T>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Uses of one browser. */
const maxUses = 500;

/**
 * @param launch starts a browser
 * @param isEnding whether the command is about to end, and with it the browser
 */
export function restartable(launch: () => Promise<Extension>, isEnding: () => boolean): Restartable {
  let current: Promise<Extension> | null = null;
  /** Of the current browser, so far. */
  let uses = 0;
  /** Pieces of work that are under way, by browser. */
  const underWay = new Map<Promise<Extension>, number>();

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

  /** The browser for a piece of work; one that has been used enough is left to what is under way in it. */
  function begin(): Promise<Extension> {
    if (uses >= maxUses) {
      current = null;
      uses = 0;
    }
    uses++;
    const mine = get();
    underWay.set(mine, (underWay.get(mine) ?? 0) + 1);
    return mine;
  }

  async function end(mine: Promise<Extension>): Promise<void> {
    const remaining = (underWay.get(mine) ?? 1) - 1;
    underWay.set(mine, remaining);
    if (remaining > 0 || mine === current) return;
    underWay.delete(mine);
    await (await mine).close();
  }

  const isRunning = ({ context }: Extension): boolean => context.browser()?.isConnected() ?? false;

  return {
    get,
    async use(work) {
      const mine = begin();
      try {
        const extension = await mine;
        try {
          return await work(extension);
        } catch (error) {
          if (isEnding() || isRunning(extension)) throw error;
          return await work(await getAfter(mine));
        }
      } finally {
        await end(mine);
      }
    },
    async [Symbol.asyncDispose]() {
      await (await current)?.close();
    },
  };
}
