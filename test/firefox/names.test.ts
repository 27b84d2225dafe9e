/** Tests the names that a page gives its data: URLs, in Firefox. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { namedPage, namesIn, namesOfPage } from '../support/named-page.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull('names, in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: { '/': namedPage } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  assert.deepEqual(namesIn(await reportOf(popup)), namesOfPage);
  await popup.close();
});
