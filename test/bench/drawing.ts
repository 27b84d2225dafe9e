/** What the SVGs that we still draw really take to draw, in both browsers: the estimate's weights come from here. */
import path from 'node:path';
import { root } from '../../extension/build/build.ts';
import { launchExtension } from '../../extension/build/chromium.ts';
import { launchFirefox } from '../../extension/build/firefox.ts';
import { serve } from '../../extension/build/serve.ts';
import { ensureChromium, ensureFirefox } from '../../extension/build/setup.ts';
import { drawingLimits } from '../../src/limits.ts';
import { drawingCost, drawingTime } from '../../src/payload/svg/drawing-cost.ts';
import { growing, worstDrawn } from '../attack/render.ts';
import type { Measured } from './table.ts';

const runs = 5;

/** Whether we draw an SVG, by the estimate. */
export const isDrawn = (text: string): boolean =>
  drawingTime(drawingCost(text), drawingLimits.edge ** 2) <= drawingLimits.time;

/** Runs in a page: reads an SVG and draws it as a thumbnail, in ms, the fastest of some. */
async function draw([text, edge, times]: [text: string, edge: number, times: number]): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < times; run++) {
    // Each is new, so that nothing is kept of the one before.
    const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.replace('<svg ', `<svg class="r${run}" `))}`;
    const canvas = document.createElement('canvas');
    canvas.width = edge;
    canvas.height = edge;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const image = new Image();
    const start = performance.now();
    image.src = source;
    await image.decode();
    context?.drawImage(image, 0, 0, edge, edge);
    context?.getImageData(0, 0, 1, 1);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

/** The slowest of the worst of each construct, by the browser that draws it. */
export async function drawing(): Promise<Measured[]> {
  const texts = worstDrawn(growing.length, isDrawn);
  await using server = await serve({ routes: { '/': '<!doctype html><title>D</title>' } });
  const asked = (text: string): [string, number, number] => [text, drawingLimits.edge, runs];
  const measured = (browser: string, times: readonly number[]): Measured => ({
    what: `${browser}: the slowest SVG just below the bound`,
    value: Math.max(...times),
    unit: 'ms',
    budget: 50,
    goal: 25,
    note: `fastest of ${runs}, of ${texts.length} constructs: ${times.map((time) => time.toFixed(0)).join(', ')}`,
  });
  await using chromium = await launchExtension({
    extensionDir: path.join(root, 'dist/chromium'),
    executablePath: ensureChromium(),
    offline: true,
    watch: false,
  });
  const page = await chromium.newPage();
  await page.goto(server.url('/'));
  const inChromium: number[] = [];
  for (const text of texts) inChromium.push(await page.evaluate(draw, asked(text)));
  const firefox = await launchFirefox({
    extensionDir: path.join(root, 'dist/firefox'),
    executablePath: ensureFirefox(),
    offline: true,
    deadlineMs: 120_000,
  });
  try {
    await firefox.navigate(server.url('/'));
    const inFirefox: number[] = [];
    for (const text of texts) inFirefox.push(await firefox.inPage(draw, asked(text)));
    return [measured('Chromium', inChromium), measured('Firefox', inFirefox)];
  } finally {
    await firefox.close();
  }
}
