/**
 * Measures in both browsers how long a person waits for the first row after clicking the toolbar button, on pages that
 * were made to mislead the extension.
 */
import { readdirSync } from 'node:fs';
import type { Surface } from '../../src/cli/drivers/chromium.ts';
import { serve } from '../../src/cli/serve.ts';
import { sharedFolder } from '../support/shared.ts';
import { launchMeasured, launchMeasuredFirefox } from './browser.ts';
import { type Measured, median, type Where } from './table.ts';

const runs = 3;
const deadline = 120_000;

interface Tab {
  openPopup(): Promise<Pick<Surface, 'waitFor' | 'close'>>;
  close(): Promise<void>;
}

/** Measures nothing if the shared pages are missing. */
export async function firstRows(): Promise<Measured[]> {
  const folder = sharedFolder('adversarial');
  if (!folder) return [];
  await using server = await serve({ folder });
  const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
  const measureIn = async (where: Where, openTab: (url: string) => Promise<Tab>): Promise<Measured[]> => {
    const measured: Measured[] = [];
    for (const file of files) {
      const times: number[] = [];
      for (let run = 0; run < runs; run++) {
        const tab = await openTab(server.url(`/${file}`));
        const start = performance.now();
        const popup = await tab.openPopup();
        await popup.waitFor(() => document.querySelector('[data-row]'));
        times.push(performance.now() - start);
        await popup.close();
        await tab.close();
      }
      const common = { unit: 'ms', budget: 2000, goal: 500, note: `median of ${runs}`, where } as const;
      measured.push({ what: `first row of ${file}`, value: median(times), ...common });
    }
    return measured;
  };
  await using extension = await launchMeasured({ deadlineMs: deadline });
  const inChromium = await measureIn('Chromium', async (url) => {
    const tab = await extension.newPage();
    await tab.goto(url);
    return { openPopup: () => extension.clickAction(tab), close: () => tab.close() };
  });
  await using firefox = await launchMeasuredFirefox(deadline);
  const inFirefox = await measureIn('Firefox', async (url) => {
    await firefox.navigate(url);
    return { openPopup: firefox.openPopup, close: () => firefox.navigate('about:blank') };
  });
  return [...inChromium, ...inFirefox];
}
