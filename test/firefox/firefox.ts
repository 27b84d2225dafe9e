/**
 * Runs the built extension in Firefox for one test. The browser can reach only loopback addresses and is closed at the
 * end. Errors on the extension's consoles fail the test.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, type TestContext } from 'node:test';
import { ensureFirefox } from '../../extension/build/setup.ts';
import { type Firefox, type FirefoxOptions, launchFirefox } from '../../src/cli/drivers/firefox.ts';
import { root } from '../../src/cli/project.ts';
import '../support/owned.ts';

export type { Firefox, FirefoxDocument, FirefoxPopup } from '../../src/cli/drivers/firefox.ts';

const extensionDir = path.join(root, 'dist/firefox');

const start = async (options: Partial<FirefoxOptions>): Promise<Firefox> =>
  launchFirefox({ extensionDir, executablePath: await ensureFirefox(), offline: true, ...options });

/**
 * Shares one browser among all tests of this process that need no options, because starting one takes more processor
 * time than most tests.
 */
let shared: Promise<Firefox> | null = null;
after(async () => (await shared)?.close());

/**
 * Launches Firefox with one empty tab, and newly installs the extension that `npm test` has built into dist/firefox.
 *
 * @param options if given, the test gets its own Firefox
 */
export async function launch(test: TestContext, options?: Partial<FirefoxOptions>): Promise<Firefox> {
  const own = options ? await start(options) : null;
  const before = shared;
  shared ??= own ? null : start({});
  const firefox = own ?? (await (shared as Promise<Firefox>));
  if (!own && before) await renew(firefox);
  test.after(async () => {
    const errors = await firefox.errors().finally(() => own?.close());
    assert.deepEqual(errors, [], "errors on the extension's own consoles");
  });
  return firefox;
}

// biome-ignore-start lint/suspicious/noExplicitAny: Firefox's internals have no types
declare const ChromeUtils: any;
declare const Services: any;
declare const WebExtensionPolicy: any;

/**
 * Runs in the browser's own window: removes the extension with its grants and data, and replaces all tabs with a new
 * one.
 */
async function clear(ours: string): Promise<void> {
  const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
  const { gBrowser, extensionErrors } = window as unknown as Record<string, any>;
  const empty = gBrowser.addTrustedTab('about:blank');
  gBrowser.selectedTab = empty;
  gBrowser.removeAllTabsBut(empty, {
    animate: false,
    skipPermitUnload: true,
    skipWarnAboutClosingTabs: true,
  });
  const { id, mozExtensionHostname } = WebExtensionPolicy.getByHostname(new URL(ours).hostname);
  await (await AddonManager.getAddonByID(id)).uninstall();
  // Because of this setting, the next installation of the extension gets the same address.
  Services.prefs.setStringPref(
    'extensions.webextensions.uuids',
    JSON.stringify({ [id]: mozExtensionHostname }),
  );
  Services.cookies.removeAll();
  extensionErrors.length = 0;
}
// biome-ignore-end lint/suspicious/noExplicitAny: see above

async function renew({ send, inBrowser, origin }: Firefox): Promise<void> {
  await inBrowser(clear, origin);
  await send('Marionette:SetContext', { value: 'content' });
  const [handle] = await send<string[]>('WebDriver:GetWindowHandles');
  await send('WebDriver:SwitchToWindow', { handle });
  await send('Addon:Install', { path: extensionDir, temporary: true });
}
