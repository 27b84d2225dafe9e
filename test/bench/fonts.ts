/** Measures how long the popup keeps a person waiting while it opens fonts that would otherwise take forever. */
import { serve } from '../../src/cli/serve.ts';
import { fontAttacks } from '../attack/fonts.ts';
import { launchMeasured } from './browser.ts';
import type { Measured } from './table.ts';

/**
 * Runs in the popup: opens each font, and waits until the preview says that the font is not drawn. Returns the longest
 * delay of a timer, in ms.
 */
async function openAll(count: number): Promise<number> {
  let latest = 0;
  const tick = async () => {
    const asked = performance.now();
    await new Promise((resolve) => setTimeout(resolve));
    latest = Math.max(latest, performance.now() - asked);
  };
  for (let n = 0; n < count; n++) {
    document.querySelector<HTMLElement>('[data-action="back"]')?.click();
    while (document.querySelectorAll('[data-row]').length < count) await tick();
    document.querySelectorAll<HTMLElement>('[data-row]')[n]?.click();
    while (!document.querySelector('.preview :is(.undrawable, .broken-font)')) await tick();
  }
  return latest;
}

export async function slowFonts(): Promise<Measured> {
  const faces = Object.values(fontAttacks).map((make) => {
    const url = `data:font/otf;base64,${Buffer.from(make()).toString('base64')}`;
    return `@font-face{font-family:a;src:url("${url}")}`;
  });
  await using server = await serve({ routes: { '/': `<!doctype html><style>${faces.join('')}</style>` } });
  await using extension = await launchMeasured({ deadlineMs: 120_000 });
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await extension.clickAction(tab);
  await popup.waitFor(() => document.querySelector('main[data-state="done"] [data-row]'));
  return {
    what: 'the popup, while fonts that never end are opened: latest tick',
    value: await popup.evaluate(openAll, faces.length),
    unit: 'ms',
    budget: 100,
    goal: 50,
    note: `${faces.length} fonts of 0.5 to 3 kB, Chromium; drawn in a worker that is ended`,
  };
}
