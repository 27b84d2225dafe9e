/**
 * Functions that run in documents of Chromium, for `chromium.ts`. Each is sent there as text, so it can't use anything
 * else in this file.
 */

/** Runs in DevTools. Opens the extension's view as soon as DevTools has added it. */
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

/** Runs in DevTools. Returns the position of the extension's view, which may be inside a shadow tree. */
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

/** Runs on chrome://extensions. Grants an extension access to hosts. */
export async function allowHosts({ id, origins }: { id: string; origins: string[] }): Promise<void> {
  const { developerPrivate } = (globalThis as unknown as { chrome: DeveloperChrome }).chrome;
  for (const origin of origins) await developerPrivate.addHostPermission(id, origin);
}

/** Marks the worker that this runs in, for `isMarked`, which also runs in the worker. */
export function markWorker(): void {
  Object.assign(globalThis, { markedWorker: true });
}
export function isMarked(): boolean {
  return 'markedWorker' in globalThis;
}

/** Runs on chrome://extensions. Pins an extension's button to the toolbar. */
export async function pinToToolbar(extensionId: string): Promise<void> {
  const { developerPrivate } = (globalThis as unknown as { chrome: DeveloperChrome }).chrome;
  await developerPrivate.updateExtensionConfiguration({ extensionId, pinnedToToolbar: true });
}

/** Runs in a document of the extension. Requests host permissions. */
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
