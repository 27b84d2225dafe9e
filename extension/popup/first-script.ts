/**
 * The popup's first script. The page is painted and the tab is scanned while the modules are still being loaded.
 * Modules requested before the first paint would delay it, because the browser reads one file after the other.
 */
import { prepareFirstPaint } from '../ui/prepare-first-paint.ts';
import { earlyPort } from './early-port.ts';

/**
 * Milliseconds after which the popup's modules are loaded even if it has not been painted, because a hidden popup never
 * is.
 */
const maxWaitForPaint = 100;

let isLoading = false;
function load(): void {
  if (isLoading) return;
  isLoading = true;
  // Requests each module immediately, and not only when another one imports it. The calls contain literal names because
  // the stores' linters warn about others. The build leaves the calls unchanged.
  void import('./popup.js');
  void import('./view.js');
  void import('./shared.js');
  void import('./base.js');
}

prepareFirstPaint();
void earlyPort();
requestAnimationFrame(() => setTimeout(load));
setTimeout(load, maxWaitForPaint);
