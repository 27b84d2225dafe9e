/** Handles a document that the user leaves but may return to (the back/forward cache). */
import { portNames } from '../platform/limits.ts';
import { connectToWorker, isExtensionThere } from '../platform/worker-port.ts';
import { listen } from './dom.ts';

/**
 * Ends the scan when the user leaves the document, and connects again when the document is shown again. The browser may
 * keep the document in the meantime: Firefox leaves its port open, as if the tab still showed it; Chromium closes the
 * port without an event in the document. Must be called once in each document, and early, because a page can prevent
 * later listeners from being called.
 *
 * @param leave ends the scan
 */
export function watchLeaving(leave: () => void): void {
  listen(window, 'pagehide', ({ isTrusted }) => isTrusted && leave(), true);
  listen(window, 'pageshow', (event) => {
    const { isTrusted, persisted } = event as PageTransitionEvent;
    if (isTrusted && persisted && isExtensionThere()) connectToWorker(portNames.wake);
  });
}
