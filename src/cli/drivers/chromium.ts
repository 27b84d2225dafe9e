/** Drives the extension in a real Chromium as a user would. Used by `start`, `inspect`, and the end-to-end tests. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { openTargets, type Session, type TargetInfo, type Targets } from './cdp.ts';
import { watchErrors } from './chromium-errors.ts';
import { headlessFeatures } from './chromium-flags.ts';
import {
  allowHosts,
  isMarked,
  markWorker,
  offsetOfFrame,
  pinToToolbar,
  requestHosts,
  showExtensionView,
} from './chromium-insides.ts';
import { type Evaluator, evaluateIn, openSurface, type Surface } from './surface.ts';
import { poll, within } from './wait.ts';

export type { Surface } from './surface.ts';

const flags = [
  '--enable-unsafe-extension-debugging', // for Extensions.loadUnpacked and triggerAction
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  // Turns off the browser's own animations, not those of pages. Without a GPU, each frame of the window is expensive.
  '--animation-duration-scale=0',
];
/** Blocks all network access except to this computer. */
export const loopbackOnly = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

export interface LaunchOptions {
  extensionDir: string;
  executablePath: string;
  /** Whether the browser runs without a window. Default: true */
  headless?: boolean;
  /** Whether network access is blocked, except to loopback. Default: false */
  offline?: boolean;
  /** The size of pages; null follows the window. Default: 1280 by 800 */
  viewport?: { width: number; height: number } | null;
  colorScheme?: 'light' | 'dark';
  /** The browser's language, which `browser.i18n` uses; null means the user's own. Default: en */
  language?: string | null;
  /** The deadline of every operation. Default: 60 s */
  deadlineMs?: number;
  /** Milliseconds after which a browser that does not close is killed. Default: 60 s */
  closeMs?: number;
  /**
   * For tests: whether `errors` is filled, which requires a debugger on every target. Also adds a global name to pages,
   * so that functions that contain named functions can be evaluated in them. Default: true
   */
  watch?: boolean;
  /** For tests: whether the back/forward cache is on, as it is for users. Default: false */
  keepsPages?: boolean;
}

export interface Extension {
  context: BrowserContext;
  id: string;
  /** chrome-extension://ID */
  origin: string;
  /** All errors so far on the extension's consoles: worker, pages, panel, and content scripts. */
  errors: string[];
  targets: Targets;
  newPage(): Promise<Page>;
  /** Opens a page of the extension in a tab. */
  openPage(file: string): Promise<Page>;
  /** Returns a document of the extension in which none of its code runs: always the same document. */
  ownDocument(): Promise<Page>;
  /** Clicks the toolbar button with this page's tab in front, which grants activeTab and opens the popup. */
  clickAction(page: Page): Promise<Surface>;
  /** Opens DevTools on the page, docked to the right, with our panel. `size` is the size of the whole window. */
  openDevToolsPanel(page: Page, size?: { width: number; height: number }): Promise<Surface>;
  /** The running service worker or, if there is none, the next one that starts within the deadline. */
  worker: Evaluator;
  killWorker(): Promise<void>;
  /** Grants host permissions, as if the user had agreed. Default: all hosts */
  grantHosts(...origins: string[]): Promise<void>;
  /** Pins the button to the toolbar. */
  pin(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function launchExtension(options: LaunchOptions): Promise<Extension> {
  const { extensionDir, executablePath, headless = true, offline = false, language = 'en' } = options;
  const { viewport = { width: 1280, height: 800 }, colorScheme, deadlineMs = 60_000, watch = true } = options;
  const { keepsPages = false, closeMs = 60_000 } = options;
  const context = await chromium.launchPersistentContext('', {
    executablePath,
    headless,
    viewport,
    ...(colorScheme ? { colorScheme } : {}),
    acceptDownloads: true,
    // The first three flags would disable extensions or choose a headless mode without them. With the last one, a page
    // that navigates endlessly would block the whole browser.
    ignoreDefaultArgs: [
      ...['--disable-extensions', '--headless', '--enable-automation', '--disable-ipc-flooding-protection'],
      ...(keepsPages ? ['--disable-back-forward-cache'] : []),
    ],
    args: [
      ...flags,
      ...(language === null ? [] : [`--lang=${language}`]),
      // A window of a usual size: the popup's size depends on it.
      ...(headless
        ? [
            ...['--headless=new', '--disable-gpu', '--window-size=1400,1000', '--screen-info={1600x1200}'],
            headlessFeatures,
          ]
        : []),
      ...(offline ? [loopbackOnly] : []),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    env: { ...process.env, ...(language === null ? {} : { LANGUAGE: language }) } as Record<string, string>,
  });
  context.setDefaultTimeout(deadlineMs);
  let close = () => context.close();
  try {
    const browser = context.browser();
    if (!browser) throw new Error('The browser gave no connection.');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const pid = processInfo.find(({ type }) => type === 'browser')?.id;
    if (pid !== undefined) close = () => closeOrEnd(context, pid, closeMs);
    const targets = await openTargets(session);
    const { id } = await targets.send<{ id: string }>('Extensions.loadUnpacked', {
      path: path.resolve(extensionDir),
    });
    const origin = `chrome-extension://${id}`;
    const errors = watch ? watchErrors(targets, origin) : [];
    if (watch) await context.addInitScript({ content: 'globalThis.__name ??= (f) => f;' });
    await targets.find('the service worker', isWorkerOf(origin), deadlineMs);
    return drive({ context, targets, id, origin, errors, deadlineMs, extensionDir, colorScheme, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Closes the browser. Chromium may stay alive without a window and never report that it has closed; it is then killed.
 */
async function closeOrEnd(context: BrowserContext, pid: number, closeMs: number): Promise<void> {
  const closing = context.close();
  const timer = setTimeout(() => process.kill(pid, 'SIGKILL'), closeMs);
  await closing.finally(() => clearTimeout(timer));
}

const isWorkerOf =
  (origin: string) =>
  ({ type, url }: TargetInfo): boolean =>
    type === 'service_worker' && url.startsWith(`${origin}/`);

interface Driven {
  context: BrowserContext;
  targets: Targets;
  id: string;
  origin: string;
  errors: string[];
  deadlineMs: number;
  extensionDir: string;
  colorScheme: 'light' | 'dark' | undefined;
  close: () => Promise<void>;
}

function drive({
  context,
  targets,
  id,
  origin,
  errors,
  deadlineMs,
  extensionDir,
  colorScheme,
  close,
}: Driven): Extension {
  const manifest = JSON.parse(readFileSync(path.join(extensionDir, 'manifest.json'), 'utf8'));
  const popupUrl = `${origin}/${manifest.action?.default_popup}`;
  const devToolsUrl = `${origin}/${manifest.devtools_page}`;
  const isPanel = ({ type, url }: TargetInfo) => type === 'iframe' && url.startsWith(`${origin}/panel.html`);
  const idsNow = async () => new Set((await targets.list()).map(({ targetId }) => targetId));
  const worker = () => targets.find('the service worker', isWorkerOf(origin), deadlineMs);

  /** Attaches to the service worker once its API exists, because a worker that has just started lacks the API. */
  const attachWorker = async (): Promise<Session> => {
    const { targetId } = await worker();
    const session = await targets.attach(targetId);
    await poll('the API in the worker', deadlineMs, async () =>
      (await evaluateIn(session, () => 'chrome' in globalThis)) ? true : undefined,
    );
    return session;
  };

  const inWorker: Evaluator['evaluate'] = (fn, ...args) =>
    attachWorker().then((session) => evaluateIn(session, fn, ...args).finally(session.detach));

  const dress = async (surface: Surface): Promise<Surface> => {
    if (colorScheme) await surface.emulateMedia({ 'prefers-color-scheme': colorScheme });
    return surface;
  };

  /**
   * The tab of a page. The action belongs to the tab, which is a target of its own, but Playwright only knows pages.
   */
  const tabOf = async (page: Page): Promise<TargetInfo> => {
    await page.bringToFront();
    return poll(`the tab of ${page.url()}`, deadlineMs, async () => {
      const tabs = (await targets.list()).filter(({ type, url }) => type === 'tab' && url === page.url());
      return tabs.length === 1 ? tabs[0] : tabs.find(({ embedderData }) => embedderData?.tabActive ?? true);
    });
  };

  const clickAction = async (page: Page): Promise<Surface> => {
    const tab = await tabOf(page);
    const before = await idsNow();
    await targets.send('Extensions.triggerAction', { id, targetId: tab.targetId });
    const isPopup = ({ type, url, targetId }: TargetInfo) =>
      type === 'page' && url.startsWith(popupUrl) && !before.has(targetId);
    const { targetId } = await targets.find('the popup', isPopup, deadlineMs);
    const session = await targets.attach(targetId);
    const close = async () => {
      await targets.send('Target.closeTarget', { targetId }).catch(() => {});
      await targets.gone(targetId, deadlineMs);
    };
    return dress(openSurface({ name: 'popup', session, deadlineMs, close }));
  };

  const openDevToolsPanel: Extension['openDevToolsPanel'] = async (page, size) => {
    const own = await context.newCDPSession(page);
    const { targetInfo } = await own.send('Target.getTargetInfo');
    await own.detach();
    const before = await idsNow();
    const opened = await targets.send<{ targetId: string }>('Target.openDevTools', {
      targetId: targetInfo.targetId,
    });
    const devTools = await targets.attach(opened.targetId);
    if (size) {
      await devTools.send('Emulation.setDeviceMetricsOverride', {
        ...size,
        deviceScaleFactor: 1,
        mobile: false,
      });
    }
    // DevTools has started when it has loaded our devtools page, which then adds the panel.
    const isNew = ({ targetId }: TargetInfo) => !before.has(targetId);
    await targets.find(
      'our devtools page',
      (target) => target.url === devToolsUrl && isNew(target),
      deadlineMs,
    );
    const show = () =>
      within('our view in DevTools', deadlineMs, evaluateIn(devTools, showExtensionView, origin));
    await show();
    const { targetId } = await targets.find(
      'the panel',
      (target) => isPanel(target) && isNew(target),
      deadlineMs,
    );
    const session = await targets.attach(targetId);
    const close = async () => {
      await targets.send('Target.closeTarget', { targetId: opened.targetId }).catch(() => {});
      await targets.gone(opened.targetId, deadlineMs);
    };
    const host = { session: devTools, offset: () => evaluateIn(devTools, offsetOfFrame, origin), show };
    return dress(openSurface({ name: 'panel', session, deadlineMs, host, close }));
  };

  const openPage = async (file: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${origin}/${file}`);
    return page;
  };

  let own: Promise<Page> | undefined;
  const ownDocument = (): Promise<Page> => (own ??= openPage('manifest.json'));

  const onSettings = async <T>(change: (page: Page) => Promise<T>): Promise<T> => {
    const settings = await context.newPage();
    // This document has the origin and API of chrome://extensions, whose own page would take a second of processor
    // time.
    await settings.goto('chrome://extensions/strings.m.js');
    const result = await change(settings);
    await settings.close();
    return result;
  };

  const grantHosts = async (...origins: string[]): Promise<void> => {
    const wanted = origins.length > 0 ? origins : ['<all_urls>'];
    // In headless mode, the permission prompt would never be answered, so chrome://extensions grants the hosts first …
    const granted = await onSettings(async (page) => {
      await page.evaluate(allowHosts, { id, origins: wanted });
      // … and then, in the same tab, a document of the extension that runs none of its code requests them.
      await page.goto(`${origin}/manifest.json`);
      return within('the permission', deadlineMs, page.evaluate(requestHosts, wanted));
    });
    if (!granted) throw new Error(`The permission for ${wanted.join(' ')} was refused.`);
  };

  return {
    context,
    id,
    origin,
    errors,
    targets,
    newPage: () => context.newPage(),
    openPage,
    ownDocument,
    clickAction,
    openDevToolsPanel,
    worker: { evaluate: inWorker },
    killWorker: async () => {
      const { targetId } = await worker();
      await inWorker(markWorker);
      await targets.send('Target.closeTarget', { targetId });
      // If a surface restarts the worker immediately, the new worker uses the same target, but has lost the old state.
      await poll('the end of the worker', deadlineMs, async () => {
        const isListed = (await targets.list()).some((target) => target.targetId === targetId);
        if (!isListed) return true;
        // A worker that has just ended may never answer, so no answer counts as the old state.
        const marked = await within('an answer', 500, inWorker(isMarked)).catch(() => true);
        return marked ? undefined : true;
      });
    },
    grantHosts,
    pin: () => onSettings((settings) => settings.evaluate(pinToToolbar, id)),
    close,
    [Symbol.asyncDispose]: close,
  };
}
