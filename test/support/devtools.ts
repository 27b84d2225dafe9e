/** Controls Chromium's own DevTools, which contains our panel. */
import { openSurface } from '../../src/cli/drivers/surface.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import type { Extension, Surface } from './chromium.ts';

const deadlineMs = 60_000;

export async function devToolsOf({ targets }: Extension): Promise<Surface> {
  const { targetId } = await targets.find('DevTools', ({ url }) => url.startsWith('devtools:'), deadlineMs);
  const session = await targets.attach(targetId);
  return openSurface({ name: 'DevTools', session, deadlineMs, close: async () => {} });
}

/**
 * Runs in DevTools: whether the Sources panel shows the source of this address, and the status bar shows this line and
 * column.
 */
export async function isShownInSources(url: string, line: number, column?: number): Promise<boolean> {
  // @ts-expect-error: a module of DevTools itself
  const { SourcesPanel } = await import('./panels/sources/sources.js');
  const shown = SourcesPanel.SourcesPanel.instance().sourcesView().currentUISourceCode();
  if (shown?.url() !== url) return false;
  const trees: (Document | ShadowRoot)[] = [document];
  for (const tree of trees) {
    for (const element of tree.querySelectorAll('*')) {
      if (element.shadowRoot) trees.push(element.shadowRoot);
      if (element.textContent?.trim().startsWith(`Line ${line}, column ${column ?? ''}`)) return true;
    }
  }
  return false;
}

/**
 * Runs in DevTools: shows our pane in the sidebar of the Elements panel.
 *
 * @returns whether DevTools already contains the pane
 */
async function showPane(): Promise<boolean> {
  // @ts-expect-error: modules of DevTools itself
  const { ViewManager } = await import('./ui/legacy/legacy.js');
  await ViewManager.ViewManager.instance().showView('elements');
  // @ts-expect-error: modules of DevTools itself
  const { ElementsPanel } = await import('./panels/elements/elements.js');
  const tabs = ElementsPanel.ElementsPanel.instance().sidebarPaneView.tabbedPane();
  return tabs.hasTab('data-url') && tabs.selectTab('data-url');
}

/** Opens our pane in the sidebar of the Elements panel. */
export async function openPane(extension: Extension): Promise<Surface> {
  const { targets, origin } = extension;
  const devTools = await devToolsOf(extension);
  await poll('its tab', deadlineMs, async () => (await devTools.evaluate(showPane)) || undefined);
  const pane = await targets.find('the pane', ({ url }) => url === `${origin}/sidebar.html`, deadlineMs);
  const session = await targets.attach(pane.targetId);
  return openSurface({ name: 'sidebar', session, deadlineMs, close: async () => {} });
}

/** Evaluates an expression in the inspected page, which can select an element like a click on it. */
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
 * Selects an element. First waits until DevTools has selected an element in this document by itself, because that
 * selection would replace ours.
 */
export async function selectIn(surface: Surface, expression: string): Promise<void> {
  await poll('the elements', deadlineMs, async () =>
    (await evalIn(surface, '$0?.ownerDocument.defaultView?.top === window')) === true ? true : undefined,
  );
  await evalIn(surface, `inspect(${expression})`);
}

interface ChromeOfPanel {
  devtools: { inspectedWindow: { eval(expression: string, done: (value: unknown) => void): void } };
}
