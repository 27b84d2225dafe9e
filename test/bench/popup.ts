/** How long a person waits for the popup: from the start of its document to the first row on screen. */
import path from 'node:path';
import { root } from '../../extension/build/build.ts';
import { serve } from '../../extension/build/commands/serve.ts';
import { launchExtension } from '../../extension/build/drivers/chromium.ts';
import { ensureChromium } from '../../extension/build/drivers/setup.ts';
import { type Measured, median } from './table.ts';

const runs = 9;

/** A page with 1,000 distinct data: URLs of ordinary kinds. */
function page(): string {
  const items = Array.from({ length: 1000 }, (_, n) => {
    const bytes = Buffer.from(`GIF89a${String(n).padStart(300, '.')}`).toString('base64');
    return n % 3 === 0
      ? `<p style="background:url(data:image/gif;base64,${bytes})">${n}</p>`
      : `<img src="data:image/gif;base64,${bytes}" alt="${n}">`;
  });
  return `<!doctype html><title>1,000</title>${items.join('\n')}`;
}

/** Runs in the popup: when something, and when a row, was first painted, in ms from `performance.timeOrigin`. */
function paints(): Promise<{ first: number; row: number }> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { element?: Element | null })[];
      const row = entries.find(({ element }) => element?.closest('[data-row]'));
      if (row) resolve({ first: entries[0]?.startTime ?? 0, row: row.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

export async function popup(): Promise<Measured[]> {
  await using server = await serve({ routes: { '/': page() } });
  await using extension = await launchExtension({
    extensionDir: path.join(root, 'dist/chromium'),
    executablePath: ensureChromium(),
    offline: true,
    watch: false,
  });
  const times: { first: number; row: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    const surface = await extension.clickAction(tab);
    times.push(await surface.evaluate(paints));
    await surface.close();
    await tab.close();
  }
  const first = median(times.map((time) => time.first));
  const row = median(times.map((time) => time.row));
  const spread = `${Math.min(...times.map((time) => time.row)).toFixed(0)} to ${Math.max(...times.map((time) => time.row)).toFixed(0)}`;
  return [
    {
      what: 'popup, 1,000 data: URLs: first row painted',
      value: row,
      unit: 'ms',
      budget: 300,
      goal: 100,
      note: `median of ${runs} (${spread}); ${(row / first).toFixed(2)} times its first paint of anything (${first.toFixed(0)} ms)`,
    },
  ];
}
