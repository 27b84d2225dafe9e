/** Browsers that report the outcome of a data: URL in each place. A page in the browser requests the orders. */
import { text as textOf } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { within } from '../../src/cli/drivers/wait.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { bundle, plainBrowser } from './differential.ts';
import type { Batch, Order } from './outcome-page.ts';
import { type Served, serve } from './serve.ts';

export interface OutcomeBrowser {
  version: string;
  /** Loads all URLs at once, each in its own way. */
  see(order: Order): Promise<Batch>;
}

const pages = {
  '/employed':
    '<!doctype html><meta charset="utf-8"><title>Outcomes</title><body><svg width="9" height="9"></svg><script src="/employed.js"></script>',
  '/quirky': '<html><head><title>Quirks mode</title></head><body>x</body></html>',
};
/**
 * Maximum time for a batch, in milliseconds. Loading hundreds of elements at once takes a second, or ten on a machine
 * that is busy with other tests.
 */
const deadlineMs = 300_000;

/**
 * Maximum number of orders for one tab in Chromium. The tab's process keeps everything that it has loaded, so each
 * order takes longer than the previous one.
 */
const maxOrders = 4;

/** Passes orders, one after the other, to a page that requests them at `/next`. */
function orders(server: Served): { see: OutcomeBrowser['see']; whenOpen(): Promise<void> } {
  let opened: () => void = () => {};
  let pending: { resolve(batch: Batch): void; reject(error: Error): void } | null = null;
  let give: (order: Order) => void = () => {};
  let next = new Promise<Order>((resolve) => {
    give = resolve;
  });
  server.routes.set('/next', async (request) => {
    const result: (Batch & { error?: string }) | null = JSON.parse(await textOf(request));
    if (result?.error !== undefined) pending?.reject(new Error(result.error));
    else if (result !== null) pending?.resolve(result);
    else opened();
    const order = await next;
    next = new Promise<Order>((resolve) => {
      give = resolve;
    });
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) };
  });
  const see: OutcomeBrowser['see'] = (order) =>
    within(
      `${order.length} URLs in the browser`,
      deadlineMs,
      new Promise<Batch>((resolve, reject) => {
        pending = { resolve, reject };
        give(order);
      }),
    );
  /** Resolves when a new document asks for its first order. */
  const whenOpen = () =>
    new Promise<void>((resolve) => {
      opened = resolve;
    });
  return { see, whenOpen };
}

const script = async (): Promise<string> => (await bundle('test/support/outcome-page.ts')).text;

export async function chromiumSees(test: TestContext): Promise<OutcomeBrowser> {
  const plain = await plainBrowser('');
  test.after(plain.close);
  for (const [path, text] of Object.entries(pages)) plain.server.routes.set(path, text);
  plain.server.routes.set('/employed.js', await script());
  const { see, whenOpen } = orders(plain.server);
  const session = await plain.browser.newBrowserCDPSession();
  let tab = { targetId: '', sessionId: '' };
  /** The names of the frames that show an error page. */
  const failed = new Set<string>();
  // Events bypass the driver, which would take longer to inspect each frame than the frame takes to load.
  const answers = new Map<number, (result: unknown) => void>();
  let hasCrashed = false;
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id: answer, method, params, result } = JSON.parse(message);
    answers.get(answer)?.(result);
    answers.delete(answer);
    if (method === 'Inspector.targetCrashed') hasCrashed = true;
    if (method === 'Page.frameNavigated' && params.frame.unreachableUrl !== undefined)
      failed.add(params.frame.name);
  });
  let lastId = 0;
  const send = async (method: string, params = {}) => {
    const id = ++lastId;
    const answered = new Promise<unknown>((resolve) => answers.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId: tab.sessionId, message });
    return within(`the answer to ${method}`, deadlineMs, answered);
  };
  /** Describes where a tab that doesn't respond got stuck. */
  const stateOfTab = async () => {
    if (hasCrashed) return 'it has crashed';
    const expression = "document.visibilityState + ', ' + stage";
    return JSON.stringify(await send('Runtime.evaluate', { expression }));
  };
  let number = maxOrders;
  const openTab = async () => {
    const { targetId: before } = tab;
    const { targetId } = await session.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    tab = { targetId, sessionId };
    if (before !== '') await session.send('Target.closeTarget', { targetId: before });
    const open = whenOpen();
    await send('Inspector.enable');
    await send('Page.enable');
    await send('Page.navigate', { url: plain.server.url('/employed') });
    await within('the page', deadlineMs, open);
    number = 0;
  };
  return {
    version: plain.browser.version(),
    async see(order) {
      if (number === maxOrders) await openTab();
      failed.clear();
      const seen = await see(order).catch(async (error) => {
        throw new Error(`the tab: ${await stateOfTab()}`, { cause: error });
      });
      // The browser sends all reports about these frames before it answers this command.
      await send('Page.getFrameTree');
      const prefix = `case${number++}-`;
      return seen.map((each, index) => (failed.has(`${prefix}${index}`) ? { kind: 'refused' } : each));
    },
  };
}

export async function firefoxSees(test: TestContext): Promise<OutcomeBrowser> {
  const server = await serve({ routes: { ...pages, '/employed.js': await script() } });
  test.after(server.close);
  const firefox = await launchFirefox(test, { deadlineMs });
  const { see } = orders(server);
  await firefox.navigate(server.url('/employed'));
  return { version: await firefox.inPage(() => navigator.userAgent.replace(/.*\//, '')), see };
}
