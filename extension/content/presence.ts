/** While a page is watched its worker is kept alive, or woken again, unless nobody looks at the page for long. */
import { maxHiddenTime, portNames } from '../platform/limits.ts';
import type { FrameMessage } from '../platform/messages.ts';
import { connectToWorker, isExtensionThere } from '../platform/worker-port.ts';

/** Milliseconds between two signs of life: browsers stop a worker that hears nothing for 30 seconds. */
const beat = 20_000;

/** Keeps the worker alive, and tells it when the page has been hidden for too long. */
export function stayWatched(send: (message: FrameMessage) => void, signal: AbortSignal): void {
  let lastSeen = Date.now();
  document.addEventListener('visibilitychange', () => (lastSeen = Date.now()), { signal });
  const timer = setInterval(() => {
    if (!document.hidden) lastSeen = Date.now();
    send({ type: Date.now() - lastSeen > maxHiddenTime ? 'unwatched' : 'alive' });
  }, beat);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Starts a worker that was stopped; for a hidden page when it is seen again, and only if that is soon. */
export function wakeWhenSeen(): void {
  if (!document.hidden) {
    connectToWorker(portNames.wake);
    return;
  }
  const hiddenAt = Date.now();
  const wake = () => {
    // Until then the extension may have been updated or turned off.
    if (!isExtensionThere()) return;
    connectToWorker(Date.now() - hiddenAt > maxHiddenTime ? portNames.over : portNames.wake);
  };
  document.addEventListener('visibilitychange', wake, { once: true });
}
