/** Measures how long the extension blocks the main thread of the hostile pages in test/attack/page-thread.ts. */
import { inspectPage } from '../../src/cli/inspect-page.ts';
import { serve } from '../../src/cli/serve.ts';
import { hostilePages, markupOf } from '../attack/page-thread.ts';
import { launchMeasured } from './browser.ts';
import { pageTurns } from './page-turns.ts';
import type { Measured } from './table.ts';
import { longestBlock } from './trace.ts';

const deadline = 120_000;

/**
 * Measures the pages.
 *
 * @param wanted a part of the names of the pages to measure, or `turns` for `pageTurns`; all by default
 */
export async function pageHold(wanted = ''): Promise<Measured[]> {
  await using server = await serve({});
  await using extension = await launchMeasured({ deadlineMs: deadline });
  const measured: Measured[] = [];
  for (const [name, page] of Object.entries(hostilePages)) {
    if (!name.includes(wanted)) continue;
    server.routes.set('/', markupOf(page, true));
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    // Waits until the page has been laid out and drawn, which is work of the page itself.
    await tab.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    });
    let scanMs = 0;
    const start = performance.now();
    const { worked, passed } = await longestBlock(extension, async () => {
      const report = await inspectPage(extension, tab, performance.now() + deadline);
      scanMs = report.timing.scanMs;
    }).catch(() => ({ worked: Number.POSITIVE_INFINITY, passed: Number.POSITIVE_INFINITY }));
    await tab.close();
    const note = `by the clock ${passed.toFixed(0)} ms; scan ${scanMs.toFixed(0)} ms, all ${(performance.now() - start).toFixed(0)} ms`;
    measured.push({ what: name, value: worked, unit: 'ms', budget: 50, goal: 16, note });
  }
  return 'turns'.includes(wanted) ? [...measured, ...(await pageTurns())] : measured;
}
