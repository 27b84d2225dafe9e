/** What Chromium drops of style sheets with one mistake each is what our reader says that browsers drop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import { launch, launchForFile } from '../support/chromium.ts';
import {
  checkDropped,
  checkDroppedPage,
  droppedPage,
  droppedServer,
  linkedDrops,
  linkedDropsOf,
  linkedPages,
  unreadTextsOf,
} from '../support/dropped-css.ts';
import { popupReport } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const browser = launchForFile();

test('what Chromium drops of style sheets', { timeout: 300_000 }, async () => {
  await using server = await droppedServer(5000);
  const page = await browser().newPage();
  await page.goto(server.url('/'));
  checkDropped((await page.textContent('body')) ?? '');
});

testInFull('in linked and imported sheets, too, in Chromium', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: linkedPages });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const report = await popupReport(extension, tab);
  assert.deepEqual(linkedDropsOf(report, server.origin), linkedDrops);
  // The sound declaration of the same text, in the document and in its frame.
  const sound = report.dataUrls.flatMap(({ occurrences }) => occurrences.filter(({ dropped }) => !dropped));
  assert.deepEqual(sound.map(({ cost }) => cost).sort(), [0, 9]);
  assert.deepEqual(unreadTextsOf(report.unreachable, server.origin), ['', '/unstored.css']);

  await tab.goto(server.url('/instruction.xml'));
  const instructed = await popupReport(extension, tab);
  assert.deepEqual(
    instructed.dataUrls.map(({ head }) => head),
    ['data:,after'],
  );
  assert.deepEqual(unreadTextsOf(instructed.unreachable, server.origin), []);

  await tab.goto(server.url('/quirks'));
  const ofQuirks = await popupReport(extension, tab);
  assert.deepEqual(linkedDropsOf(ofQuirks, server.origin), ['data:,q q /text dropped blank 1:25 9 B 1']);
  assert.deepEqual(unreadTextsOf(ofQuirks.unreachable, server.origin), []);
});

testInFull(
  'with DevTools open, but not our panel, also in those that the browser does not cache',
  {
    timeout: 120_000,
  },
  async (t) => {
    await using server = await serve({ routes: linkedPages });
    const extension = await launch(t);
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    const own = await tab.context().newCDPSession(tab);
    const { targetInfo } = await own.send('Target.getTargetInfo');
    await extension.targets.send('Target.openDevTools', { targetId: targetInfo.targetId });
    // Its window takes the focus, without which a popup closes.
    await extension.targets.find('our page in DevTools', ({ url }) => url.endsWith('/devtools.html'), 60_000);
    // DevTools learn only after their start what the page holds.
    await poll('what DevTools have is listed', 60_000, async () => {
      const { unreachable } = await popupReport(extension, tab);
      return unreadTextsOf(unreachable, server.origin).join() === '' || undefined;
    });
  },
);

testInFull('with DevTools open, in the sheets as these have them', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: linkedPages });
  const extension = await launch(t);
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const panel = await extension.openDevToolsPanel(tab);
  const allListed = () =>
    poll('what DevTools have is listed', 60_000, async () => {
      const { dataUrls, unreachable } = await reportOf(panel);
      const dropped = dataUrls.filter(({ occurrences }) => occurrences.some((each) => each.dropped));
      const unread = unreadTextsOf(unreachable, server.origin);
      return (dropped.length === 4 && unread.join() === '') || undefined;
    });
  await allListed();
  await panel.click('[data-action="clear-log"]');
  await allListed();
});

test('the Report of a page in Chromium names it', { timeout: 120_000 }, async () => {
  await using server = await serve({ routes: { '/': droppedPage } });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  checkDroppedPage(await popupReport(extension, tab));
});
