/**
 * Measures how long a person waits for the first row after clicking the toolbar button, on pages that were made to
 * mislead the extension.
 */
import { readdirSync } from 'node:fs';
import { serve } from '../../src/cli/serve.ts';
import { sharedFolder } from '../support/shared.ts';
import { launchMeasured } from './browser.ts';
import { type Measured, median } from './table.ts';

const runs = 3;

/** Measures nothing if the shared pages are missing. */
export async function firstRows(): Promise<Measured[]> {
  const folder = sharedFolder('adversarial');
  if (!folder) return [];
  await using server = await serve({ folder });
  await using extension = await launchMeasured({ deadlineMs: 120_000 });
  const measured: Measured[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const tab = await extension.newPage();
      await tab.goto(server.url(`/${file}`));
      const start = performance.now();
      const popup = await extension.clickAction(tab);
      await popup.waitFor(() => document.querySelector('[data-row]'));
      times.push(performance.now() - start);
      await popup.close();
      await tab.close();
    }
    const value = median(times);
    measured.push({
      what: `first row of ${file}`,
      value,
      unit: 'ms',
      budget: 2000,
      goal: 500,
      note: `median of ${runs}`,
    });
  }
  return measured;
}
