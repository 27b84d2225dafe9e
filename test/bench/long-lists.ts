/**
 * Measures how long 20,000 rows block the popup and the inspector tab without a pause: while they stream in, and when a
 * person types in the search box or presses a filter.
 */
import { serve } from '../../src/cli/serve.ts';
import { launchMeasured } from './browser.ts';
import { type Measured, median } from './table.ts';
import { longestAfterMark } from './trace.ts';

const rows = 20_000;
const runs = 3;
const deadlineMs = 600_000;

/**
 * Returns a page with data: URLs of ordinary kinds, including broken URLs and copies. The page loads only a few of
 * them.
 */
function page(): string {
  const kinds = [
    (n: number, bytes: string) => `<a href="data:image/gif;base64,${bytes}">Picture ${n}</a>`,
    (n: number) => `<a href="data:text/plain,Note%20${n}">Note ${n}</a>`,
    (n: number, bytes: string) => `<a href="data:image/png;base64,${bytes}*" id="broken-${n}">${n}</a>`,
    (n: number) => `<a href="data:image/gif;base64,R0lGODlhAQABAAAAACw=#${n}">Copy ${n}</a>`,
    (n: number, bytes: string) =>
      `<p hidden id="font-${n}" style="background:url(data:font/woff2;base64,${bytes})"></p>`,
  ];
  const items = Array.from({ length: rows }, (_, n) => {
    const bytes = Buffer.from(`GIF89a\x01\x00\x01\x00\x00\x00\x00,${String(n).padStart(n % 90, '.')}`);
    return kinds[n % kinds.length]?.(n, bytes.toString('base64'));
  });
  return `<!doctype html><title>Many</title><body>${items.join('\n')}`;
}

interface Surface {
  evaluate(fn: (steps: readonly string[]) => Promise<void>, steps: readonly string[]): Promise<void>;
}

/** Runs in a surface: replaces the search text with each of these texts, as if a person typed them key by key. */
async function type(texts: readonly string[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=search]');
  if (!input) throw new Error('There is no search box.');
  performance.mark('long-list');
  for (const text of texts) {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
}

/** Runs in a surface: presses the filters with these names. */
async function press(names: readonly string[]): Promise<void> {
  performance.mark('long-list');
  for (const name of names) {
    const chip = document.querySelector<HTMLElement>(`.chip[data-filter="${name}"]`);
    if (!chip) throw new Error(`There is no filter ${name}.`);
    chip.click();
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
}

/** Runs in a surface: rescans the page, and waits for the last row. */
async function stream(): Promise<void> {
  performance.mark('long-list');
  document.querySelector<HTMLElement>('[data-action="rescan"]')?.click();
  for (const state of ['reading', 'done'])
    while (!document.querySelector(`main[data-state="${state}"]`))
      await new Promise((resolve) => setTimeout(resolve, 20));
}

const works = {
  'a key in the search': [type, ['p', 'pi', 'pic', 'pi', 'not', 'is:f', 'is:flagged', '']],
  'a filter': [press, ['image', 'text', 'not-shown', 'duplicate', 'all']],
  'rows that stream in': [stream, []],
} as const;

export async function longLists(): Promise<Measured[]> {
  await using server = await serve({ routes: { '/': page() } });
  await using extension = await launchMeasured({ deadlineMs });
  const measured: Measured[] = [];
  const measure = async (name: string, surface: Surface) => {
    for (const [what, [work, steps]] of Object.entries(works)) {
      const blocks: number[] = [];
      for (let run = 0; run < runs; run++) {
        const { worked } = await longestAfterMark(extension, 'long-list', () =>
          surface.evaluate(work, steps),
        );
        blocks.push(worked);
      }
      measured.push({
        what: `${what} of ${rows}, ${name}: longest block`,
        value: median(blocks),
        unit: 'ms',
        budget: 50,
        goal: 50,
        note: `processor time; median of the longest in each run: ${blocks.map((ms) => ms.toFixed(0)).join(', ')}`,
      });
    }
  };
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await extension.clickAction(tab);
  await popup.waitFor(() => document.querySelector('main[data-state="done"]'));
  await popup.click('[data-action="search"]');
  await measure('popup', popup);
  const [inspector] = await Promise.all([
    extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await inspector.waitForSelector('main[data-state="done"]', { timeout: deadlineMs });
  await inspector.click('[data-view-link="list"]');
  await inspector.waitForSelector('[data-row]');
  await measure('inspector tab', inspector);
  return measured;
}
