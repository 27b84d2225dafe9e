/**
 * Measures waiting times in the popup and the inspector tab: scrolling 20,000 rows, opening a detail of 50 MB, and
 * showing bytes at any offset.
 */
import type { Page } from 'playwright';
import type { Extension, Surface } from '../../src/cli/drivers/chromium.ts';
import { type Served, serve } from '../../src/cli/serve.ts';
import { launchMeasured } from './browser.ts';
import { scrolling } from './scroll.ts';
import { type Measured, median } from './table.ts';

const rows = 20_000;
const largeLength = 50_000_000;
const runs = 9;

/** Runs in the page: adds distinct data: URLs, which are small and not loaded. */
function addMany(count: number): void {
  document.title = 'Many';
  document.body.innerHTML = Array.from(
    { length: count },
    (_, n) => `<a href="data:text/plain,${n}">${n}</a>`,
  ).join('');
}

function addLarge(length: number): void {
  document.title = 'Large';
  for (const text of ['small', 'QUJD'.repeat(length / 4)]) {
    const link = document.createElement('a');
    link.href = `data:application/octet-stream;base64,${text}`;
    document.body.append(link);
  }
}

/** Opens the popup of a page after `fill` has run in the page. */
async function popupOf(
  extension: Extension,
  server: Served,
  fill: (n: number) => void,
  size: number,
): Promise<Surface> {
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await tab.evaluate(fill, size);
  const popup = await extension.clickAction(tab);
  await popup.waitFor(() => document.querySelector('main[data-state="done"]'));
  return popup;
}

/** Opens the list of the inspector tab from a popup. */
async function inspectorOf(extension: Extension, popup: Surface): Promise<Page> {
  const [inspector] = await Promise.all([
    extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await inspector.waitForSelector('main[data-state="done"]', { timeout: 300_000 });
  await inspector.click('[data-view-link="list"]');
  await inspector.waitForSelector('[data-row]');
  return inspector;
}

/** Runs in the tab: returns the time, in ms, from a click on the row until its detail is drawn. */
async function openDetail(at: number): Promise<number> {
  const row = document.querySelectorAll<HTMLElement>('[data-row]')[at];
  const start = performance.now();
  row?.click();
  while (!document.querySelector(`[data-detail="${row?.dataset.row}"] h2`))
    await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}

/** Runs in the tab: returns the time, in ms, from submitting an offset in the hex view until its bytes are drawn. */
async function jumpTo(offset: number): Promise<number> {
  const text = `0x${offset.toString(16)}`;
  const input = document.querySelector<HTMLInputElement>('.hex-view input.offset');
  if (!input) throw new Error('There is no hex view.');
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  // Lets the browser draw the typed text before it is submitted.
  await new Promise(requestAnimationFrame);
  const start = performance.now();
  input.form?.requestSubmit();
  const wanted = (offset - (offset % 16)).toString(16);
  for (;;) {
    await new Promise(requestAnimationFrame);
    const shown = [...document.querySelectorAll('.hex-view [data-offset]')].find(
      (row) => Number(row.getAttribute('data-offset')).toString(16) === wanted,
    );
    if (shown && /[0-9a-f]{2} [0-9a-f]{2}/.test(shown.textContent ?? '')) return performance.now() - start;
  }
}

/** Runs in the tab: returns the time, in ms, from a change of the treemap's height until its boxes are drawn. */
async function drawTreemap(height: number): Promise<number> {
  document.querySelector<HTMLElement>('[data-view-link="overview"]')?.click();
  const selector = '.treemap canvas';
  while (!document.querySelector<HTMLCanvasElement>(selector)?.width)
    await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const canvas = document.querySelector<HTMLCanvasElement>(selector);
  const treemap = canvas?.parentElement;
  if (!canvas || !treemap) throw new Error('There is no treemap.');
  const start = performance.now();
  treemap.style.flex = 'none';
  treemap.style.height = `${height}px`;
  while (canvas.height !== Math.round(height * devicePixelRatio)) await new Promise(requestAnimationFrame);
  // Reading a pixel waits until everything is drawn.
  canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
  return performance.now() - start;
}

export async function surface(): Promise<Measured[]> {
  await using server = await serve({ routes: { '/': '<!doctype html><title>Bench</title><body>' } });
  await using extension = await launchMeasured({ deadlineMs: 300_000 });
  const popup = await popupOf(extension, server, addMany, rows);
  const scrolled = await scrolling(`the popup's list of ${rows} rows`, extension, popup);
  const many = await inspectorOf(extension, popup);
  scrolled.push(...(await scrolling(`a table of ${rows} rows`, extension, many)));
  await many.click('[data-view-link="gallery"]');
  await many.waitForSelector('.tile');
  scrolled.push(...(await scrolling(`a gallery of ${rows} tiles`, extension, many)));
  const drawn: number[] = [];
  for (let run = 0; run < runs; run++) drawn.push(await many.evaluate(drawTreemap, 300 + run));
  await many.close();

  const large = await inspectorOf(extension, await popupOf(extension, server, addLarge, largeLength));
  await large.selectOption('select[name=order]', 'largest');
  const opened: number[] = [];
  for (let run = 0; run < runs; run++) {
    await large.evaluate(openDetail, 1);
    opened.push(await large.evaluate(openDetail, 0));
  }
  await large.locator('[data-detail] [role="tab"]', { hasText: 'Hex' }).click();
  await large.waitForSelector('.hex-view [data-offset]');
  const jumps: number[] = [];
  for (let run = 1; run <= runs; run++) {
    jumps.push(await large.evaluate(jumpTo, Math.floor((largeLength * 0.75 * run) / (runs + 1))));
  }
  await large.close();
  return [
    ...scrolled,
    {
      what: `a treemap of ${rows} boxes, laid out and drawn`,
      value: median(drawn),
      unit: 'ms',
      budget: 100,
      goal: 50,
      note: `median of ${runs} (${Math.min(...drawn).toFixed(0)} to ${Math.max(...drawn).toFixed(0)})`,
    },
    {
      what: 'opening the detail of a URL of 50 MB',
      value: median(opened),
      unit: 'ms',
      budget: 200,
      goal: 100,
      note: `median of ${runs} (${Math.min(...opened).toFixed(0)} to ${Math.max(...opened).toFixed(0)})`,
    },
    {
      what: 'its hex view at any offset',
      value: median(jumps),
      unit: 'ms',
      budget: 50,
      goal: 30,
      note: `median of ${runs} (${Math.min(...jumps).toFixed(0)} to ${Math.max(...jumps).toFixed(0)})`,
    },
  ];
}
