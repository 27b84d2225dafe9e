/**
 * Measures how long a person waits for the popup: the time from the start of its document to its shell and to its first
 * row. For comparison, a static popup of the same extension opens alternately, with the same style sheet, one row and
 * no script.
 */
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Extension } from '../../src/cli/drivers/chromium.ts';
import { root } from '../../src/cli/project.ts';
import { serve } from '../../src/cli/serve.ts';
import { launchMeasured } from './browser.ts';
import { type Measured, median } from './table.ts';

/** Used in functions that run in the worker. */
declare const chrome: { action: { setPopup(details: { popup: string }): Promise<void> } };

const runs = 15;
const broken = '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAY*CAYAAAA" alt="Broken">';

/** Returns a page with a number of distinct data: URLs of ordinary kinds. The first URL is broken. */
function page(count: number): string {
  const items = Array.from({ length: count - 1 }, (_, n) => {
    const bytes = Buffer.from(`GIF89a${String(n).padStart(300, '.')}`).toString('base64');
    return n % 3 === 0
      ? `<p style="background:url(data:image/gif;base64,${bytes})">${n}</p>`
      : `<img src="data:image/gif;base64,${bytes}" alt="${n}">`;
  });
  return `<!doctype html><title>${count}</title>${[broken, ...items].join('\n')}`;
}

interface Paints {
  /** The times of the first paint and of the first row's paint, in ms from `performance.timeOrigin`. */
  shell: number;
  row: number;
}

/** Runs in the popup: returns the times of its paints. */
async function paints(): Promise<Paints> {
  const first = (type: 'paint' | 'element') =>
    new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries() as (PerformanceEntry & { renderTime?: number })[];
        if (entry) resolve(entry.renderTime ?? entry.startTime);
      }).observe({ type, buffered: true });
    });
  const [shell, row] = await Promise.all([first('paint'), first('element')]);
  return { shell, row };
}

/**
 * Is added to the popup's first script, because only an element that is marked before it is painted is reported: makes
 * the browser report when the name of a row is painted. A row may be replaced before that, so all are marked.
 */
const markRows = `new MutationObserver(() => {
  for (const name of document.querySelectorAll('[data-row] .name:not([elementtiming])'))
    name.setAttribute('elementtiming', 'row');
}).observe(document, { childList: true, subtree: true });`;

/**
 * The file of the static popup. Its name begins with that of the popup, because drivers identify a popup by the
 * beginning of its address.
 */
const staticPopup = 'popup.html.static.html';

/**
 * Runs in a popup: returns its current markup without scripts. The popup's CSP would block the style attributes, so
 * they are moved to a sheet.
 */
function withoutScripts(): { html: string; css: string } {
  for (const script of document.querySelectorAll('script')) script.remove();
  const rules = [...document.querySelectorAll('[style]')].map((element, n) => {
    const text = element.getAttribute('style');
    element.removeAttribute('style');
    element.setAttribute('data-styled', String(n));
    return `[data-styled="${n}"] { ${text} }`;
  });
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = 'static.css';
  document.head.append(link);
  return { html: `<!doctype html>${document.documentElement.outerHTML}`, css: rules.join('\n') };
}

async function opened(extension: Extension, url: string, popup: string): Promise<Paints> {
  await extension.worker.evaluate((file) => chrome.action.setPopup({ popup: file }), popup);
  const tab = await extension.newPage();
  await tab.goto(url);
  const surface = await extension.clickAction(tab);
  const times = await surface.evaluate(paints);
  await surface.close();
  await tab.close();
  return times;
}

/** Writes the static popup for a page into the extension's folder. */
async function writeStatic(extension: Extension, url: string, folder: string): Promise<void> {
  const tab = await extension.newPage();
  await tab.goto(url);
  const surface = await extension.clickAction(tab);
  await surface.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
  const { html, css } = await surface.evaluate(withoutScripts);
  await writeFile(path.join(folder, staticPopup), html);
  await writeFile(path.join(folder, 'static.css'), css);
  await surface.close();
  await tab.close();
}

/** Measures a copy of the built extension. */
export async function popup(): Promise<Measured[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-popup-'));
  try {
    await cp(path.join(root, 'dist/chromium'), folder, { recursive: true });
    await appendFile(path.join(folder, 'popup-start.js'), markRows);
    return await measured(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured(extensionDir: string): Promise<Measured[]> {
  await using server = await serve({ routes: { '/1': page(1), '/1000': page(1000) } });
  await using extension = await launchMeasured({ extensionDir });
  await writeStatic(extension, server.url('/1'), extensionDir);
  const times: Record<'static' | 'one' | 'many', Paints[]> = { static: [], one: [], many: [] };
  for (let run = 0; run < runs; run++) {
    times.static.push(await opened(extension, server.url('/1'), staticPopup));
    times.one.push(await opened(extension, server.url('/1'), 'popup.html'));
    times.many.push(await opened(extension, server.url('/1000'), 'popup.html'));
  }
  const timesOf = (page: keyof typeof times, what: keyof Paints) => times[page].map((each) => each[what]);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const row = (
    name: string,
    page: keyof typeof times,
    what: keyof Paints,
    budget: number,
    goal: number,
  ): Measured => {
    const [own, other] = [timesOf(page, what), timesOf('static', what)];
    const spread = `${Math.min(...own).toFixed(0)} to ${ms(Math.max(...own))}`;
    return {
      what: `popup, ${name}, against a static one`,
      value: median(own) / median(other),
      unit: 'x',
      budget,
      goal,
      note: `medians of ${runs}: ${ms(median(own))} (${spread}) against ${ms(median(other))}`,
    };
  };
  return [
    row('shell', 'one', 'shell', 1.2, 1.1),
    row('first row of one data: URL', 'one', 'row', 1.7, 1.5),
    row('first row of 1,000', 'many', 'row', 2, 1.8),
  ];
}
