/**
 * Measures how long a page's own callbacks wait for their turn, in both browsers, while the extension scans 100,000
 * elements of the page.
 */
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { serve } from '../../src/cli/serve.ts';
import { launchMeasured, launchMeasuredFirefox } from './browser.ts';
import { type Measured, median } from './table.ts';

const runs = 3;
const deadline = 120_000;

const kinds = ['timer', 'message', 'animation frame', 'fetch'] as const;
type Waits = Record<(typeof kinds)[number], number>;

/**
 * Runs in the page: requests one callback of each kind again and again, and records how late it runs. The code is text,
 * because functions that the driver sends cannot contain functions.
 */
const askingScript = `
  globalThis.longestWaits = {};
  const { port1, port2 } = new MessageChannel();
  const ways = {
    timer: () => new Promise((resolve) => setTimeout(resolve)),
    message: () => new Promise((resolve) => { port1.onmessage = resolve; port2.postMessage(0); }),
    'animation frame': () => new Promise(requestAnimationFrame),
    fetch: () => fetch('data:,x'),
  };
  for (const kind in ways) (async () => {
    for (longestWaits[kind] = 0; ; await new Promise(requestAnimationFrame)) {
      const start = performance.now();
      await ways[kind]();
      longestWaits[kind] = Math.max(longestWaits[kind], performance.now() - start);
    }
  })();`;

const markup = `<!doctype html><title>Turns</title><body><script>
  document.body.hidden = true;
  document.body.innerHTML = Array.from({ length: 100_000 }, (_, n) =>
    '<p id="e' + n + '" class="a b" title="c">Some text ' + n + '</p>').join('') + '<img src="data:,page">';
  function askForTurns() {${askingScript}
  }
</script>`;

declare const askForTurns: () => void;
/** The longest wait of each kind so far, in milliseconds. */
declare const longestWaits: Waits;
const startAsking = () => askForTurns();
const waitsNow = () => longestWaits;

interface Run {
  waits: Waits;
  scanMs: number;
}

async function inChromium(url: string): Promise<Run> {
  await using extension = await launchMeasured({ deadlineMs: deadline });
  const tab = await extension.newPage();
  await tab.goto(url);
  await tab.evaluate(startAsking);
  const { timing } = await reportOf(await extension.clickAction(tab));
  return { waits: await tab.evaluate(waitsNow), scanMs: timing.scanMs };
}

async function inFirefox(url: string): Promise<Run> {
  await using firefox = await launchMeasuredFirefox(deadline);
  await firefox.navigate(url);
  await firefox.inPage(startAsking);
  const { timing } = await reportOf(await firefox.openPopup());
  return { waits: await firefox.inPage(waitsNow), scanMs: timing.scanMs };
}

export async function pageTurns(): Promise<Measured[]> {
  await using server = await serve({ routes: { '/': markup } });
  const measured: Measured[] = [];
  for (const [browser, run] of Object.entries({ Chromium: inChromium, Firefox: inFirefox })) {
    const all: Run[] = [];
    for (let n = 0; n < runs; n++) all.push(await run(server.url('/')));
    const scan = median(all.map(({ scanMs }) => scanMs)).toFixed(0);
    for (const kind of kinds)
      measured.push({
        what: `100,000 elements, ${browser}: longest wait of a ${kind} of the page`,
        value: median(all.map(({ waits }) => waits[kind])),
        unit: 'ms',
        budget: 100,
        goal: 50,
        note: `by the clock, median of ${runs}; scan ${scan} ms`,
      });
  }
  return measured;
}
