/**
 * The popup's first script. Lets the page paint and the tab be scanned while the modules are still loading. Modules
 * that are requested before the first paint would delay it, because the browser reads one file after the other.
 */
import { prepareFirstPaint } from '../ui/prepare-first-paint.ts';
import { earlyPort } from './early-port.ts';

/**
 * Number of milliseconds after which the popup's modules are loaded even if the popup has not been painted. A hidden
 * popup is never painted.
 */
const maxWaitForPaint = 100;

let isLoading = false;
function load(): void {
  if (isLoading) return;
  isLoading = true;
  // Requests every module immediately, instead of when another module imports it. The calls contain literal names,
  // because the stores' linters warn about computed ones. The build leaves the calls unchanged.
  void import('./popup.js');
  void import('./view.js');
  void import('./shared.js');
  void import('./base.js');
}

prepareFirstPaint();
void earlyPort();
requestAnimationFrame(() => setTimeout(load));
setTimeout(load, maxWaitForPaint);
