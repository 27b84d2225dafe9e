/**
 * Functions that run in the browser's own window, for `firefox.ts`. Each is sent there as text, so it can't use
 * anything else in this file. They use Firefox's internals, for which there are no types here.
 */

// biome-ignore-start lint/suspicious/noExplicitAny: Firefox's insides have no types
declare const ChromeUtils: any;
declare const CustomizableUI: any;
declare const Services: any;
declare const WebExtensionPolicy: any;
declare const Cc: any;
declare const Ci: any;
declare const Cu: any;
// Globals of scripts that run in the processes of pages.
declare const content: any;
declare const sendAsyncMessage: any;

/** Collects errors of the extension in all present and future processes. */
export function watchConsoles(ours: string): void {
  const errors: string[] = [];
  (window as any).extensionErrors = errors;
  // Exceptions and similar errors, which are reported to the main process.
  Services.console.registerListener({
    observe(message: any) {
      if (!(message instanceof Ci.nsIScriptError)) return;
      // A surface that closes leaves its requests unanswered. Firefox reports that, but it is not an error of ours.
      if (/Promise (?:rejected|resolved) after context unloaded/.test(message.errorMessage)) return;
      // Reported if a background page requests a timer while Firefox terminates the page. Not an error of ours, either.
      if (message.errorMessage.startsWith('NS_ERROR_NOT_INITIALIZED')) return;
      const isError = (message.flags & (Ci.nsIScriptError.warningFlag | Ci.nsIScriptError.infoFlag)) === 0;
      if (isError && (message.sourceName ?? '').startsWith(`${ours}/`)) {
        errors.push(`${message.sourceName}:${message.lineNumber}: ${message.errorMessage}`);
      }
    },
  });
  // Messages of console.error are not reported outside of their process.
  const listen = (prefix: string): void => {
    const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage);
    storage.addLogEventListener((event: any) => {
      const { level, filename, arguments: args } = event.wrappedJSObject ?? event;
      if ((level !== 'error' && level !== 'assert') || !String(filename).startsWith(prefix)) return;
      sendAsyncMessage('extension-console-error', `${filename}: ${[...args].map(String).join(' ')}`);
    }, Services.scriptSecurityManager.getSystemPrincipal());
  };
  Services.ppmm.addMessageListener('extension-console-error', ({ data }: any) => errors.push(data));
  const script = `(() => { const __name = (f) => f; (${listen})(${JSON.stringify(`${ours}/`)}); })()`;
  Services.ppmm.loadProcessScript(`data:,${encodeURIComponent(script)}`, true);
}

export function errorsSoFar(): string[] {
  return [...(window as any).extensionErrors];
}

export async function triggerAction(id: string): Promise<void> {
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
  const { extension } = WebExtensionPolicy.getByID(id);
  await ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);
}

export async function pinToToolbar(id: string): Promise<void> {
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
  const { extension } = WebExtensionPolicy.getByID(id);
  const action = ExtensionParent.apiManager.global.browserActionFor(extension);
  CustomizableUI.addWidgetToArea(action.widget.id, CustomizableUI.AREA_NAVBAR);
}

/** The number of tabs whose address contains a text. */
export const countTabs = (part: string): number =>
  (window as any).gBrowser.browsers.filter((browser: any) => browser.currentURI?.spec.includes(part)).length;

/** Opens our DevTools panel, and stores its browser where `runInExtension` finds it. */
export async function openPanel(ours: string): Promise<void> {
  const { require } = ChromeUtils.importESModule('resource://devtools/shared/loader/Loader.sys.mjs');
  const { gDevTools } = require('devtools/client/framework/devtools');
  const { selectedTab } = (window as any).gBrowser;
  const toolbox = await gDevTools.showToolboxForTab(selectedTab, { toolId: 'webconsole' });
  const inside = (node: any): any[] => [...(node?.querySelectorAll('browser, iframe') ?? [])];
  for (;;) {
    // Our tool exists only after our devtools page has run.
    const tool = toolbox.getAdditionalTools().find(({ id }: any) => id.includes('data-url-inspector'));
    if (tool) await toolbox.selectTool(tool.id);
    const browsers = inside(toolbox.doc).flatMap((frame) => [frame, ...inside(frame.contentDocument)]);
    const panel = browsers.find(({ currentURI }) => currentURI?.spec === `${ours}/panel.html`);
    if (panel && !panel.webProgress?.isLoadingDocument) {
      (window as any).extensionPanel = panel;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function allowHosts(id: string, origins: string[]): Promise<void> {
  const { ExtensionPermissions } = ChromeUtils.importESModule(
    'resource://gre/modules/ExtensionPermissions.sys.mjs',
  );
  const { extension } = WebExtensionPolicy.getByID(id);
  await ExtensionPermissions.add(id, { permissions: [], origins, data_collection: [] }, extension);
}

export function preferScheme(ours: string, scheme: string): void {
  for (const browser of document.querySelectorAll('browser.webextension-popup-browser') as any) {
    if (browser.currentURI?.spec.startsWith(`${ours}/`)) {
      browser.browsingContext.prefersColorSchemeOverride = scheme;
    }
  }
}

export function popupIsReady(ours: string): boolean {
  const browsers = [...document.querySelectorAll('browser.webextension-popup-browser')] as any[];
  return browsers.some(
    ({ currentURI, webProgress }) =>
      currentURI?.spec.startsWith(`${ours}/`) && !webProgress?.isLoadingDocument,
  );
}

export async function pictureOfPopup(ours: string): Promise<string> {
  const browsers = [...document.querySelectorAll('browser.webextension-popup-browser')] as any[];
  const browser = browsers.find(({ currentURI }) => currentURI?.spec.startsWith(`${ours}/`));
  const bitmap = await browser.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, 'white');
  const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas') as HTMLCanvasElement;
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
}

export function closePopups(ours: string): void {
  for (const browser of document.querySelectorAll('browser.webextension-popup-browser') as any) {
    if (browser.currentURI?.spec.startsWith(`${ours}/`)) browser.closest('panel')?.hidePopup();
  }
}

export async function endBackground(id: string): Promise<void> {
  await WebExtensionPolicy.getByID(id).extension.terminateBackground({ disableResetIdleForTest: true });
}

/**
 * Evaluates code in the popup, the panel, or the background page, regardless of their Content Security Policy. Returns
 * the result as JSON.
 */
export async function runInExtension(call: {
  id: string;
  origin: string;
  kind: string;
  code: string;
}): Promise<string> {
  let browser: any;
  if (call.kind === 'popup') {
    const browsers = [...document.querySelectorAll('browser.webextension-popup-browser')] as any[];
    browser = browsers.find(({ currentURI }) => currentURI?.spec.startsWith(`${call.origin}/`));
  } else if (call.kind === 'panel') {
    browser = (window as any).extensionPanel;
  } else {
    const { extension } = WebExtensionPolicy.getByID(call.id);
    await extension.wakeupBackground?.();
    browser = [...extension.views].find(({ viewType }: any) => viewType === 'background')?.xulBrowser;
  }
  if (!browser) return JSON.stringify({ error: 'is not there' });
  const name = `extension-test-${Math.random()}`;
  const inside = async (code: string, reply: string): Promise<void> => {
    let outcome: string;
    try {
      const sandbox = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
      const text = `(async () => JSON.stringify({ value: await ${code} }))()`;
      outcome = await Cu.evalInSandbox(text, sandbox);
    } catch (error) {
      outcome = JSON.stringify({ error: `${error}\n${(error as Error)?.stack ?? ''}` });
    }
    sendAsyncMessage(reply, outcome);
  };
  const script = `(() => { const __name = (f) => f; (${inside})(${JSON.stringify(call.code)}, ${JSON.stringify(name)}); })()`;
  return new Promise((resolve) => {
    const { messageManager } = browser;
    const heard = ({ data }: any): void => {
      messageManager.removeMessageListener(name, heard);
      browser.removeEventListener('XULFrameLoaderDestroyed', gone);
      resolve(data);
    };
    const gone = (): void => heard({ data: JSON.stringify({ error: 'was closed meanwhile' }) });
    messageManager.addMessageListener(name, heard);
    browser.addEventListener('XULFrameLoaderDestroyed', gone, { once: true });
    messageManager.loadFrameScript(`data:,${encodeURIComponent(script)}`, false);
  });
}

/**
 * Clicks an element in the popup or panel.
 *
 * @param kind popup or panel
 */
export async function clickInside(kind: string, ours: string, selector: string): Promise<void> {
  const browsers = [...document.querySelectorAll('browser.webextension-popup-browser')] as any[];
  const popup = browsers.find(({ currentURI }) => currentURI?.spec.startsWith(`${ours}/`));
  const { messageManager } = kind === 'panel' ? (window as any).extensionPanel : popup;
  const name = `extension-test-${Math.random()}`;
  const inside = (wanted: string, reply: string): void => {
    sendAsyncMessage(reply, null);
    content.document.notifyUserGestureActivation();
    const handling = content.windowUtils.setHandlingUserInput(true);
    try {
      content.document.querySelector(wanted).click();
    } finally {
      handling.destruct();
    }
  };
  const script = `(() => { const __name = (f) => f; (${inside})(${JSON.stringify(selector)}, ${JSON.stringify(name)}); })()`;
  await new Promise((resolve) => {
    messageManager.addMessageListener(name, resolve);
    messageManager.loadFrameScript(`data:,${encodeURIComponent(script)}`, false);
  });
}

/**
 * Clicks an entry of the open context menu or of our submenu.
 *
 * @returns false if the entry is not shown yet
 */
export async function chooseInMenu(label: string): Promise<boolean> {
  const menu = document.getElementById('contentAreaContextMenu') as any;
  if (menu?.state !== 'open') return false;
  const isMeant = (item: any) => item.getAttribute('label') === label && !item.hidden;
  const entry = [...menu.querySelectorAll('menuitem')].find(isMeant);
  if (!entry) return false;
  const submenu = entry.parentNode;
  if (submenu !== menu) {
    if (submenu.state !== 'open') {
      submenu.parentNode.openMenu(true);
      return false;
    }
    submenu.activateItem(entry);
  } else {
    menu.activateItem(entry);
  }
  return true;
}

/**
 * Answers the permission prompt at the toolbar.
 *
 * @returns the prompt's text; null if the prompt is not shown yet
 */
export function answerPermissions(isAllowed: boolean): string | null {
  const notification = document.querySelector('#notification-popup popupnotification') as any;
  const panel = document.getElementById('notification-popup') as any;
  if (panel?.state !== 'open' || !notification) return null;
  const text = panel.textContent.replaceAll(/\s+/g, ' ');
  (isAllowed ? notification.button : notification.secondaryButton).click();
  return text;
}
// biome-ignore-end lint/suspicious/noExplicitAny: Firefox's insides have no types
