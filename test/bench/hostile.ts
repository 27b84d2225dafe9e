/** Measures how long the popup and the worker keep a person waiting on a page with the 50 slowest SVGs that we draw. */
import { serve } from '../../src/cli/serve.ts';
import { worstDrawn } from '../attack/render.ts';
import { launchMeasured } from './browser.ts';
import { drawing, isDrawn } from './drawing.ts';
import { slowFonts } from './fonts.ts';
import { type Measured, median } from './table.ts';

const pictures = 50;

/** Runs in the popup: scrolls through all rows, and records the delays of a timer and the longest task, in ms. */
async function scrollAndPing(): Promise<{ longest: number; late: number[]; drawn: number }> {
  const list = document.querySelector<HTMLElement>('[role=listbox]');
  if (!list) throw new Error('There is no list.');
  const late: number[] = [];
  const seen = new Set<string>();
  let longest = 0;
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  const { height } = list.getBoundingClientRect();
  for (let top = 0; ; top += height) {
    list.scrollTop = top;
    const rows = () => [...list.querySelectorAll<HTMLElement>('[data-row]')];
    const isSettled = () =>
      rows().every((row) => row.querySelector('.thumbnail :is(canvas, [data-broken] *)'));
    const start = performance.now();
    do {
      const asked = performance.now();
      await new Promise((resolve) => setTimeout(resolve));
      late.push(performance.now() - asked);
    } while (!isSettled() && performance.now() - start < 10_000);
    for (const row of rows()) if (row.querySelector('.thumbnail canvas')) seen.add(row.dataset.row ?? '');
    if (top >= list.scrollHeight - height) return { longest, late, drawn: seen.size };
  }
}

export async function hostile(): Promise<Measured[]> {
  const images = worstDrawn(pictures, isDrawn).map(
    (text) =>
      `<template><img src="data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}"></template>`,
  );
  await using server = await serve({ routes: { '/': `<!doctype html><title>50</title>${images.join('')}` } });
  await using extension = await launchMeasured({ deadlineMs: 120_000 });
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await extension.clickAction(tab);
  await popup.waitFor(() => document.querySelector('main[data-state="done"] [data-row]'));
  const { longest, late, drawn } = await popup.evaluate(scrollAndPing);
  const worst = Math.max(...late);
  return [
    ...(await drawing()),
    await slowFonts(),
    {
      what: `popup, ${pictures} SVGs just below the bound: longest wait of an event`,
      value: worst,
      unit: 'ms',
      budget: 100,
      goal: 50,
      note: `${late.length} events, median ${median(late).toFixed(1)} ms; ${drawn} pictures drawn; longest task ${longest.toFixed(0)} ms (0: none over 50)`,
    },
  ];
}
