/**
 * The popup's first script. Its page is painted and the tab is scanned while the modules are still being loaded: what is
 * asked for before the first picture holds it up, since the browser reads one file after the other.
 */
import { prepareFirstPaint } from '../ui/prepare-first-paint.ts';
import { earlyPort } from './early-port.ts';
import { maxWaitForPaint } from './limits.ts';

let isLoading = false;
function load(): void {
  if (isLoading) return;
  isLoading = true;
  // Each is asked for at once, not only when another names it. The names stand in the calls, since the stores' linters
  // warn of others; the build leaves them as they are.
  void import('./popup.js');
  void import('./view.js');
  void import('./shared.js');
  void import('./base.js');
}

prepareFirstPaint();
void earlyPort();
requestAnimationFrame(() => setTimeout(load));
setTimeout(load, maxWaitForPaint);
