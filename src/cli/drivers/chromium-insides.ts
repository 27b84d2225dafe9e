/**
 * Functions that run in documents of Chromium, for `chromium.ts`: each is sent there as text, so it cannot use anything
 * else in this file.
 */

/** Runs in DevTools: opens the extension's view as soon as DevTools have it. */
export async function showExtensionView(origin: string): Promise<void> {
  // @ts-expect-error: a module of DevTools itself
  const { ViewManager } = await import('./ui/legacy/legacy.js');
  const manager = ViewManager.ViewManager.instance();
  for (;;) {
    const view = [...manager.views.keys()].find((name: string) => name.startsWith(origin));
    if (view) return manager.showView(view);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs in DevTools: the position of the extension's view, also inside shadow trees. */
export function offsetOfFrame(origin: string): { x: number; y: number } {
  const trees: (Document | ShadowRoot)[] = [document];
  for (const tree of trees) {
    for (const element of tree.querySelectorAll('*')) {
      if (element.shadowRoot) trees.push(element.shadowRoot);
      const shown = element instanceof HTMLIFrameElement && element.src.startsWith(`${origin}/panel.html`);
      if (shown && element.checkVisibility()) {
        const { x, y } = element.getBoundingClientRect();
        return { x, y };
      }
    }
  }
  throw new Error('DevTools does not show the panel.');
}

/** Runs on chrome://extensions. */
export async function allowHosts({ id, origins }: { id: string; origins: string[] }): Promise<void> {
  const { developerPrivate } = (globalThis as unknown as { chrome: DeveloperChrome }).chrome;
  for (const origin of origins) await developerPrivate.addHostPermission(id, origin);
}

/** Both run in the worker. */
export function markWorker(): void {
  Object.assign(globalThis, { markedWorker: true });
}
export function isMarked(): boolean {
  return 'markedWorker' in globalThis;
}

/** Runs on chrome://extensions. */
export async function pinToToolbar(extensionId: string): Promise<void> {
  const { developerPrivate } = (globalThis as unknown as { chrome: DeveloperChrome }).chrome;
  await developerPrivate.updateExtensionConfiguration({ extensionId, pinnedToToolbar: true });
}

/** Runs in a document of the extension. */
export function requestHosts(origins: string[]): Promise<boolean> {
  return (globalThis as unknown as { chrome: DeveloperChrome }).chrome.permissions.request({ origins });
}

interface DeveloperChrome {
  developerPrivate: {
    addHostPermission(id: string, origin: string): Promise<void>;
    updateExtensionConfiguration(update: { extensionId: string; pinnedToToolbar: boolean }): Promise<void>;
  };
  permissions: { request(permissions: { origins: string[] }): Promise<boolean> };
}
