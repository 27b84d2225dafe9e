/** A document that is left and may come back (the back/forward cache). */
import { portNames } from '../platform/limits.ts';
import { connectToWorker, isExtensionThere } from '../platform/worker-port.ts';
import { listen } from './dom.ts';

/**
 * A document that is left may be kept, to come back as it was. Firefox leaves its port open meanwhile, as if the tab
 * still showed it; Chromium closes the port, and tells the document nothing of that. So it ends its scan by itself, and
 * calls again when it is back. To be called once in each document, and early: a page can keep later ones from hearing.
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
