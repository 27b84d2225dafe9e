/**
 * A browser that is restarted if it ends and after a number of uses, because the memory use of the browser and its
 * driver grows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { logToStderr } from '../project.ts';
import type { Extension } from './chromium.ts';

export interface Restartable {
  /** The running browser, or the next one. */
  get(): Promise<Extension>;
  /** Runs work with the browser, and repeats it with the next one if the browser ends before the work does. */
  use<T>(work: (extension: Extension) => Promise<T>): Promise<T>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Closes a browser. A page may keep its browser busy forever; if the browser does not close in 10 s, it ends with this
 * process.
 */
const closed = (extension: Extension): Promise<void> =>
  Promise.race([extension.close(), delay(10_000, undefined, { ref: false })]);

/**
 * Manages a browser that is started on first use.
 *
 * @param launch starts a browser
 * @param isEnding whether the command, and with it the browser, is about to end
 * @param maxUses maximum number of uses of one browser
 */
export function restartable(
  launch: () => Promise<Extension>,
  isEnding: () => boolean,
  maxUses = 500,
): Restartable {
  let current: Promise<Extension> | null = null;
  /** Number of uses of the current browser so far. */
  let uses = 0;
  /** Maps each browser to its number of running pieces of work. */
  const underWay = new Map<Promise<Extension>, number>();

  /** The browser that replaces one that has ended. It is started by the first piece of work that needs it. */
  function getAfter(ended: Promise<Extension>): Promise<Extension> {
    if (current === ended) {
      logToStderr('The browser ended unexpectedly. A new one is started.');
      current = launch();
    }
    return get();
  }

  function get(): Promise<Extension> {
    current ??= launch();
    return current;
  }

  const isRunning = ({ context }: Extension): boolean => context.browser()?.isConnected() ?? false;

  /** The browser for a piece of work. After `maxUses` uses, a browser is closed once the work in it has ended. */
  function next(): Promise<Extension> {
    const used = current;
    if (used && uses >= maxUses) {
      current = null;
      uses = 0;
      if (!underWay.has(used)) void close(used);
    }
    uses++;
    return get();
  }

  async function close(browser: Promise<Extension>): Promise<void> {
    const extension = await browser;
    if (isRunning(extension)) await closed(extension);
  }

  async function workIn<T>(
    browser: Promise<Extension>,
    work: (extension: Extension) => Promise<T>,
  ): Promise<T> {
    underWay.set(browser, (underWay.get(browser) ?? 0) + 1);
    try {
      return await work(await browser);
    } finally {
      const remaining = (underWay.get(browser) ?? 1) - 1;
      if (remaining > 0) underWay.set(browser, remaining);
      else {
        underWay.delete(browser);
        if (browser !== current) await close(browser);
      }
    }
  }

  return {
    get,
    async use(work) {
      const mine = next();
      try {
        return await workIn(mine, work);
      } catch (error) {
        if (isEnding() || isRunning(await mine)) throw error;
        return await workIn(getAfter(mine), work);
      }
    },
    async [Symbol.asyncDispose]() {
      if (current) await closed(await current);
    },
  };
}
