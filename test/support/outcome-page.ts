/** The part of the outcome test that runs in a page: inserts each URL in its place, and reports the outcome. */
import { obey } from './differential-employed.ts';
import { endWorkers, openQuirky, type Seen, ways } from './outcome-elements.ts';

/** An order lists URLs and the ways to load them. A batch contains the outcome of each. */
export type Order = { url: string; way: string }[];
export type Batch = Seen[];

/** The step that a batch has reached. Shown in the error message when a test waits too long. */
declare global {
  var stage: string;
}

/**
 * Waits until three documents have loaded, one after the other. If an element has fired no event by then, it never
 * will.
 */
async function afterThree(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const frame = Object.assign(document.createElement('iframe'), {
      // The frame must stay in the viewport however the page is scrolled, because animations do not run elsewhere.
      style: 'position:fixed;top:0;left:0',
      src: `data:text/html,<style>@keyframes a{}p{animation:a 50ms}</style><p>x<script>
document.querySelector('p').onanimationend=()=>parent.postMessage('ended','*')</script>`,
    });
    globalThis.stage = `document ${i} of order ${orders}`;
    await new Promise<void>((resolve) => {
      const listen = ({ source }: MessageEvent) => {
        if (source !== frame.contentWindow) return;
        removeEventListener('message', listen);
        resolve();
      };
      addEventListener('message', listen);
      document.body.prepend(frame);
    });
    frame.remove();
  }
}

const count = (seen: readonly Seen[]): number => seen.filter(({ kind }) => kind !== 'silent').length;

/**
 * The number of orders so far. Elements get new names for each order, because an event about an earlier order may
 * arrive late.
 */
let orders = 0;

async function see(order: Order): Promise<Batch> {
  const number = orders++;
  for (const element of document.querySelectorAll('body > :not(svg, script, [src="/quirky"])'))
    element.remove();
  const seen: Seen[] = order.map(() => ({ kind: 'silent' }));
  const all = order.map(async ({ url, way }, index) => {
    const result = await ways[way]?.(url, `case${number}-${index}`);
    if (result !== undefined) seen[index] = result;
  });
  // Many elements take longer to load than three documents, so another round follows as long as new events arrive.
  for (let before = -1, now = 0; before < now; now = count(seen)) {
    before = count(seen);
    if ((await Promise.race([Promise.all(all), afterThree()])) !== undefined) break;
  }
  endWorkers();
  globalThis.stage = `order ${number} is done`;
  return seen;
}

void openQuirky().then(() => obey(see));
