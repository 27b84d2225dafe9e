/** Chromium's own DevTools, around our panel. */
import { openSurface } from '../../src/cli/drivers/surface.ts';
import type { Extension, Surface } from './chromium.ts';

export async function devToolsOf({ targets }: Extension): Promise<Surface> {
  const deadlineMs = 60_000;
  const { targetId } = await targets.find('DevTools', ({ url }) => url.startsWith('devtools:'), deadlineMs);
  const session = await targets.attach(targetId);
  return openSurface({ name: 'DevTools', session, deadlineMs, close: async () => {} });
}

/** Runs in DevTools: whether Sources shows the source of this address, and its status bar this line and column. */
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
