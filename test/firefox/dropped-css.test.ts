/** From style sheets with one mistake each, Firefox must drop exactly the URLs that our parser reports as dropped. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import {
  blockInFirefox,
  checkDropped,
  checkDroppedPage,
  droppedPage,
  droppedServer,
  linkedDrops,
  linkedDropsOf,
  linkedPages,
  unreadTextsOf,
} from '../support/dropped-css.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull('what Firefox drops of style sheets', { timeout: 300_000 }, async (t) => {
  await using server = await droppedServer(1000, blockInFirefox);
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  checkDropped(await firefox.inPage(() => document.body.textContent ?? ''));
});

testInFull(
  'the Report of a page in Firefox names it, or the sheets of which only the rules were read, without a grant',
  {
    timeout: 120_000,
  },
  async (t) => {
    await using server = await serve({ routes: { ...linkedPages, '/dropped': droppedPage } });
    const firefox = await launch(t);
    await firefox.navigate(server.url('/dropped'));
    const popup = await firefox.openPopup();
    checkDroppedPage(await reportOf(popup));
    await popup.close();

    await firefox.navigate(server.url('/'));
    const linked = await firefox.openPopup();
    const { unreachable } = await reportOf(linked);
    const sheets = ['', '/a.css', '/b.css', '/c.css', '/unstored.css'];
    assert.deepEqual(unreadTextsOf(unreachable, server.origin), sheets);
    const note = await linked.evaluate(() => document.querySelector('.footnotes')?.textContent ?? '');
    assert.match(note, /Couldn’t check some style sheets for dropped CSS/);
    await linked.waitFor(() => document.querySelector('[data-action="grant"][title="http://127.0.0.1/*"]'));
    await linked.close();

    await firefox.grantHosts('http://127.0.0.1/*');
    await firefox.navigate(server.url('/'));
    const granted = await firefox.openPopup();
    const report = await reportOf(granted);
    assert.equal(
      await granted.evaluate(() => document.querySelector('[data-action="grant"]')?.id),
      undefined,
    );
    await granted.close();
    const unstored = 'data:,un stored /unstored.css dropped blank 1:29 15 B 1';
    assert.deepEqual(linkedDropsOf(report, server.origin), [...linkedDrops, unstored]);
    assert.deepEqual(unreadTextsOf(report.unreachable, server.origin), ['']);
  },
);
