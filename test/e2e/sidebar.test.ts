/** The sidebar pane of the Elements panel in real DevTools. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateIn, openSurface } from '../../src/cli/drivers/surface.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import { violationsIn } from '../support/accessible.ts';
import { type Extension, launch, type Surface } from '../support/chromium.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const deadlineMs = 60_000;
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Runs in DevTools: shows our pane in the sidebar of the Elements panel. @returns whether DevTools have it already */
async function showPane(): Promise<boolean> {
  // @ts-expect-error: modules of DevTools itself
  const { ViewManager } = await import('./ui/legacy/legacy.js');
  await ViewManager.ViewManager.instance().showView('elements');
  // @ts-expect-error: modules of DevTools itself
  const { ElementsPanel } = await import('./panels/elements/elements.js');
  const tabs = ElementsPanel.ElementsPanel.instance().sidebarPaneView.tabbedPane();
  return tabs.hasTab('data-url') && tabs.selectTab('data-url');
}

async function openPane(extension: Extension): Promise<Surface> {
  const { targets, origin } = extension;
  const devTools = await targets.find('DevTools', ({ url }) => url.startsWith('devtools:'), deadlineMs);
  const inDevTools = await targets.attach(devTools.targetId);
  await poll('its tab', deadlineMs, async () => (await evaluateIn(inDevTools, showPane)) || undefined);
  const pane = await targets.find('the pane', ({ url }) => url === `${origin}/sidebar.html`, deadlineMs);
  const session = await targets.attach(pane.targetId);
  return openSurface({ name: 'sidebar', session, deadlineMs, close: async () => {} });
}

/** Acts like a click among the elements. */
const evalIn = (surface: Surface, expression: string): Promise<unknown> =>
  surface.evaluate(
    (text) =>
      new Promise((resolve) => {
        const { devtools } = (globalThis as unknown as { chrome: ChromeOfPanel }).chrome;
        devtools.inspectedWindow.eval(text, resolve);
      }),
    expression,
  );

/**
 * Selects an element. First waits until DevTools have selected one in this document by themselves, which
 * would replace ours.
 */
async function selectIn(surface: Surface, expression: string): Promise<void> {
  await poll('the elements', deadlineMs, async () =>
    (await evalIn(surface, '$0?.ownerDocument.defaultView?.top === window')) === true ? true : undefined,
  );
  await evalIn(surface, `inspect(${expression})`);
}

test("the pane shows the selected element's data: URLs", async (t) => {
  await using server = await serve({
    routes: {
      '/': `<p id="none">x</p><img id="one" src="${gif}">
        <div id="two" title="data:text/plain,title" style="background: url('${gif}'); cursor: url(data:,c), auto">x</div>
        <iframe src="/frame"></iframe>`,
      '/frame': '<img id="inner" src="data:image/gif;base64,!inner">',
    },
  });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const panel = await extension.openDevToolsPanel(page);
  const pane = await openPane(extension);
  const select = (expression: string) => selectIn(panel, expression);

  await t.test('without a grant it offers to read the site', async () => {
    await select("document.querySelector('#one')");
    await pane.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
  });

  await t.test('follows the selection', async () => {
    await extension.grantHosts();
    await pane.waitFor(
      () => document.querySelector('[data-detail] .detail-title .type')?.textContent === 'image/gif',
    );
    await select("document.querySelector('#none')");
    await pane.waitFor(() => document.querySelector('[data-empty]'));
    await select("document.querySelector('#two')");
    const titles = await pane.waitFor(() => {
      const buttons = [...document.querySelectorAll('.of-element button')];
      return buttons.length > 0 ? buttons.map(({ textContent }) => textContent) : null;
    });
    assert.deepEqual(titles.map((title) => title?.split(' ').slice(0, 2).join(' ')).sort(), [
      'src image/gif',
      'style text/plain',
      'title text/plain',
    ]);
  });

  await t.test('finds an element in a frame', async () => {
    await select("document.querySelector('iframe').contentDocument.querySelector('#inner')");
    await pane.waitFor(() =>
      document.querySelector('[data-detail] .occurrences')?.textContent?.includes('#inner'),
    );
    assert.deepEqual(await violationsIn(pane), []);
  });

  await t.test('takes nothing from the page: what the page leaves by that name is not seen', async () => {
    await page.evaluate(() => {
      Object.assign(globalThis, {
        dataUrlInspectorMark: { name: 'x', element: document.querySelector('#one') },
      });
    });
    await select("document.querySelector('#none')");
    await pane.waitFor(() => document.querySelector('[data-empty]'));
  });
  await panel.close();
});

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
  await extension.targets.find('our devtools page', ({ url }) => url === devToolsPage, deadlineMs);
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
});

interface ChromeOfPanel {
  devtools: { inspectedWindow: { eval(expression: string, done: (value: unknown) => void): void } };
}
