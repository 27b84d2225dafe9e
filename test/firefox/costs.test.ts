/** Tests the cost of a page's data: URLs, in Firefox. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { costRoutes, costsIn, costsOfPage } from '../support/costs.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull(
  'each source text costs its bytes once, whoever loads it, in Firefox',
  {
    timeout: 300_000,
  },
  async (t) => {
    await using server = await serve({ routes: costRoutes });
    const firefox = await launch(t);
    await firefox.navigate(server.url('/'));
    const popup = await firefox.openPopup();
    const report = await reportOf(popup);
    await popup.close();
    assert.deepEqual(costsIn(report), costsOfPage);
  },
);
