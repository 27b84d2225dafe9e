/**
 * Tests the sidebar pane of the Elements panel in real DevTools, without our panel. panel.test.ts tests the contents.
 */
import assert from 'node:assert/strict';
import { violationsIn } from '../support/accessible.ts';
import { launch } from '../support/chromium.ts';
import { openPane, selectIn } from '../support/devtools.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

testInFull('the pane follows the page, also where no panel was opened', async (t) => {
  await using server = await serve({
    routes: { '/': `<img id="first" src="${gif}">`, '/next': `<img id="next" src="${gif}">` },
  });
  const extension = await launch(t);
  await extension.grantHosts(`${server.origin.replace(/:\d+$/, '')}/*`);
  const page = await extension.newPage();
  await page.goto(server.url('/').replace('127.0.0.1', 'localhost'));
  const own = await extension.context.newCDPSession(page);
  const { targetInfo } = await own.send('Target.getTargetInfo');
  await extension.targets.send('Target.openDevTools', { targetId: targetInfo.targetId });
  const devToolsPage = `${extension.origin}/devtools.html`;
  await extension.targets.find('our devtools page', ({ url }) => url === devToolsPage, 60_000);
  const pane = await openPane(extension);
  await pane.waitFor(() => document.querySelector('[data-failure="needs-click"]'));
  for (const [path, id] of [
    ['/', 'first'],
    ['/next', 'next'],
    ['/', 'first'],
  ] as const) {
    await page.goto(server.url(path));
    await selectIn(pane, `document.querySelector('#${id}')`);
    await pane.waitFor(
      (wanted) => document.querySelector('[data-detail] .occurrences')?.textContent?.includes(wanted),
      `#${id}`,
    );
  }
  assert.deepEqual(await violationsIn(pane), []);
});
