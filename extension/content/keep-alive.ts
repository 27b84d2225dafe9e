/**
 * Keeps the worker running while a page is watched, and starts a stopped worker again, unless the page has been hidden
 * for long.
 */

import type { FrameMessage } from '../platform/frame-messages.ts';
import { maxHiddenTime, portNames } from '../platform/limits.ts';
import { connectToWorker, isExtensionThere } from '../platform/worker-port.ts';
import { isHidden, listen } from './dom.ts';

/** Number of milliseconds between two messages. Browsers stop a worker that has received no message for 30 seconds. */
const beat = 20_000;

/** Keeps the worker running, and reports when the page has been hidden for too long. */
export function stayWatched(send: (message: FrameMessage) => void, signal: AbortSignal): void {
  let lastSeen = Date.now();
  listen(document, 'visibilitychange', () => (lastSeen = Date.now()), { signal });
  const timer = setInterval(() => {
    if (!isHidden(document)) lastSeen = Date.now();
    send({ type: Date.now() - lastSeen > maxHiddenTime ? 'unwatched' : 'alive' });
  }, beat);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/**
 * Starts a stopped worker again: immediately if the page is visible; otherwise, when it becomes visible. The port's
 * name shows whether the page was hidden for too long.
 */
export function reviveWorkerWhenVisible(): void {
  if (!isHidden(document)) {
    connectToWorker(portNames.wake);
    return;
  }
  const hiddenAt = Date.now();
  const wake = () => {
    // The extension may have been updated or disabled in the meantime.
    if (!isExtensionThere()) return;
    connectToWorker(Date.now() - hiddenAt > maxHiddenTime ? portNames.over : portNames.wake);
  };
  listen(document, 'visibilitychange', wake, { once: true });
}
