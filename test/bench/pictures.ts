/** Measures the memory that the list uses for pictures, in the popup's process, which the worker shares. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureFirefox } from '../../extension/build/setup.ts';
import type { Extension, Surface } from '../../src/cli/drivers/chromium.ts';
import { launchFirefox } from '../../src/cli/drivers/firefox.ts';
import { root } from '../../src/cli/project.ts';
import { serve } from '../../src/cli/serve.ts';
import type { Browser } from '../../src/mime/documents.ts';
import { heavyPages, pageOf } from '../support/heavy-pictures.ts';
import { base64Url, pngImage } from '../support/pictures.ts';
import { launchMeasured } from './browser.ts';
import { kilobytes } from './core-memory.ts';
import { type Measured, median } from './table.ts';

const runs = 3;
const deadlineMs = 120_000;
const light = Array.from({ length: 10 }, (_, n) =>
  base64Url(
    'image/png',
    pngImage(40, 40 + n, () => [0, 0, 0, 255]),
  ),
);

/** Runs in the popup: scrolls through all rows until each shows its thumbnail or only a symbol. */
async function scrollThrough(): Promise<number> {
  const list = document.querySelector<HTMLElement>('[role=listbox]')!;
  let pictures = 0;
  for (let top = 0; ; top += list.clientHeight / 2) {
    list.scrollTop = top;
    await new Promise(requestAnimationFrame);
    const box = list.getBoundingClientRect();
    const waiting = () =>
      [...list.querySelectorAll('.thumbnail:not([data-made])')].some((place) => {
        const { top, bottom } = place.getBoundingClientRect();
        return bottom > box.top && top < box.bottom;
      });
    while (waiting()) await new Promise(requestAnimationFrame);
    pictures = Math.max(pictures, list.querySelectorAll('[data-made="picture"]').length);
    if (top >= list.scrollHeight - list.clientHeight) return pictures;
  }
}

/** Returns the id of the extension's process, which Chromium marks on the command line. */
async function extensionProcess(extension: Extension): Promise<number> {
  const session = await extension.context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(
    ({ id, type }) =>
      type === 'renderer' && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('--extension-process'),
  )!.id;
}

// biome-ignore lint/suspicious/noExplicitAny: Firefox's internals have no types
declare const ChromeUtils: any;

/** Runs in Firefox's own window: returns the id of the extension's process. */
async function extensionProcessOfFirefox(): Promise<number> {
  const { children }: { children: { type: string; pid: number }[] } = await ChromeUtils.requestProcInfo();
  return children.find(({ type }) => type === 'extension')!.pid;
}

interface Peak {
  /** The peak memory of the popup's process, in MB. */
  peak: number;
  /** The number of pictures that the list shows at the same time. */
  pictures: number;
}

const peakOf = (pid: number): number => (kilobytes(pid, 'VmHWM') * 1024) / 1e6;

async function picturesIn(popup: Pick<Surface, 'evaluate' | 'waitFor'>): Promise<number> {
  await popup.waitFor(() => document.querySelector('main[data-state="done"] [data-row]'));
  return popup.evaluate(scrollThrough);
}

const peaksIn: Record<Browser, (url: string) => Promise<Peak>> = {
  Chromium: async (url) => {
    await using extension = await launchMeasured({ deadlineMs });
    const tab = await extension.newPage();
    await tab.goto(url);
    const pictures = await picturesIn(await extension.clickAction(tab));
    return { peak: peakOf(await extensionProcess(extension)), pictures };
  },
  Firefox: async (url) => {
    await using firefox = await launchFirefox({
      extensionDir: path.join(root, 'dist/firefox'),
      executablePath: await ensureFirefox(),
      offline: true,
      deadlineMs,
    });
    await firefox.navigate(url);
    const pictures = await picturesIn(await firefox.openPopup());
    return { peak: peakOf(await firefox.inBrowser(extensionProcessOfFirefox)), pictures };
  },
};

/** Measures the growth compared with a list of ten small pictures. */
export async function pictures(): Promise<Measured[]> {
  if (process.platform !== 'linux') return [];
  const rows: Measured[] = [];
  for (const [browser, peakWith] of Object.entries(peaksIn)) {
    const peaks = async (urls: readonly string[]): Promise<Peak> => {
      await using server = await serve({ routes: { '/': pageOf('Pictures', urls) } });
      const measured: Peak[] = [];
      for (let run = 0; run < runs; run++) measured.push(await peakWith(server.url('/')));
      return { peak: median(measured.map(({ peak }) => peak)), pictures: measured[0]!.pictures };
    };
    const floor = await peaks(light);
    for (const [name, urls] of Object.entries(heavyPages)) {
      const { peak, pictures } = await peaks(urls);
      rows.push({
        what: `${browser}'s popup, ${name}: growth of its process`,
        value: peak - floor.peak,
        unit: 'MB',
        budget: 150,
        goal: 150,
        note: `medians of ${runs}: ${peak.toFixed(0)} MB against ${floor.peak.toFixed(0)} with ten small ones; ${pictures} drawn at once`,
      });
    }
  }
  return rows;
}
