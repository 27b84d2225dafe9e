/** Tests the state of each data: URL in the Report and in the popup, in Firefox. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import {
  expectedStates,
  isSettled,
  kindsIn,
  manyImages,
  markOf,
  policyMarks,
  statePages,
  stateRoutes,
  statesIn,
} from '../support/occurrence-states.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull('what became of each data: URL, in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: stateRoutes });
  const firefox = await launch(t);

  for (const page of statePages) {
    await t.test(`the Report of ${page}`, async () => {
      await firefox.navigate(server.url(page));
      for (;;) {
        const popup = await firefox.openPopup();
        const states = statesIn(await reportOf(popup));
        await popup.close();
        if (!isSettled(states)) continue;
        assert.deepEqual(states, expectedStates('Firefox', page));
        return;
      }
    });
  }

  await t.test('12,000 images of which half are broken', async () => {
    await firefox.navigate(server.url('/many'));
    for (;;) {
      const popup = await firefox.openPopup();
      const counts = kindsIn(await reportOf(popup));
      await popup.close();
      if (counts.unknown) continue;
      assert.deepEqual(counts, { loaded: manyImages / 2, 'not-shown': manyImages / 2 });
      return;
    }
  });

  await t.test('the rows of the popup', async () => {
    await firefox.navigate(server.url('/policy'));
    const popup = await firefox.openPopup();
    await popup.waitFor(() => document.querySelector('[data-surface][data-state="done"]'));
    for (const [id, mark] of Object.entries(policyMarks))
      assert.equal(await markOf(popup, id, mark), mark, id);
    await popup.close();
  });

  await t.test('the panel', async () => {
    await firefox.grantHosts('http://127.0.0.1/*');
    const panel = await firefox.openDevToolsPanel();
    await firefox.navigate(server.url('/policy'));
    await panel.waitFor(() => document.querySelector('main[data-state="done"] [data-row]'));
    for (const [id, mark] of Object.entries(policyMarks))
      assert.equal(await markOf(panel, id, mark), mark, id);
  });
});
