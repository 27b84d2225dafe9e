/** What Firefox drops of style sheets with one mistake each is what our reader says that browsers drop. */
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { checkDropped, checkDroppedPage, droppedPage, droppedServer } from '../support/dropped-css.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull('what Firefox drops of style sheets', { timeout: 300_000 }, async (t) => {
  await using server = await droppedServer(1000);
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  checkDropped(await firefox.inPage(() => document.body.textContent ?? ''));
});

testInFull('the Report of a page in Firefox names it', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: { '/': droppedPage } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  checkDroppedPage(await reportOf(popup));
  await popup.close();
});
