/**
 * The popup's first script. Its page is painted and the tab is scanned while the modules are still being loaded: what is
 * asked for before the first picture holds it up, since the browser reads one file after the other.
 */
import { prepareFirstPaint } from '../ui/prepare-first-paint.ts';
import { earlyPort } from './early-port.ts';
import { maxWaitForPaint } from './limits.ts';

/** The modules that the popup's own imports: each is asked for at once, not only when another names it. */
const imported = ['view', 'shared', 'base'];

let isLoading = false;
function load(): void {
  if (isLoading) return;
  isLoading = true;
  // The name stands in the call, since the stores' linters warn of others. The build leaves it as it is.
  void import('./popup.js');
  const links = imported.map((name) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `${name}.js` }),
  );
  document.head.append(...links);
}

prepareFirstPaint();
void earlyPort();
requestAnimationFrame(() => setTimeout(load));
setTimeout(load, maxWaitForPaint);
