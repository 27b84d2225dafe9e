/**
 * The popup's first script. The page is painted and the tab is scanned while the modules are still being
 * loaded. Modules requested before the first paint would delay it, since the browser reads one file after the
 * other.
 */
import { prepareFirstPaint } from '../ui/prepare-first-paint.ts';
import { earlyPort } from './early-port.ts';

/**
 * Milliseconds after which the popup's modules are loaded even before it is painted: a hidden popup never is.
 */
const maxWaitForPaint = 100;

let isLoading = false;
function load(): void {
  if (isLoading) return;
  isLoading = true;
  // Requests each at once, not only when another imports it. The calls contain the names, since the stores'
  // linters warn of others; the build leaves them unchanged.
  void import('./popup.js');
  void import('./view.js');
  void import('./shared.js');
  void import('./base.js');
}

prepareFirstPaint();
void earlyPort();
requestAnimationFrame(() => setTimeout(load));
setTimeout(load, maxWaitForPaint);
