/** Drives the extension in a real Firefox as a user would: `start` and the tests in Firefox use it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  allowHosts,
  answerPermissions,
  chooseInMenu,
  clickInside,
  closePopups,
  endBackground,
  errorsSoFar,
  openPanel,
  pictureOfPopup,
  pinToToolbar,
  popupIsReady,
  preferScheme,
  runInExtension,
  triggerAction,
  watchConsoles,
} from './firefox-insides.ts';
import { connectMarionette, type Marionette } from './marionette.ts';
import { callText, type WaitOutcome, waitText } from './surface.ts';
import { notWithin, poll, within } from './wait.ts';

/** The add-on's address is fixed, so that its pages can be opened. */
const uuid = '6d5f4c3b-2a19-4807-96e5-d4c3b2a19080';
const origin = `moz-extension://${uuid}`;

type Pref = boolean | number | string;

/** A quiet browser: no first-run pages, no reports, no updates, no background services. */
const quiet: Record<string, Pref> = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'startup.homepage_welcome_url': '',
  'browser.aboutwelcome.enabled': false,
  'browser.preonboarding.enabled': false,
  'browser.termsofuse.enabled': false,
  'termsofuse.acceptedVersion': 999,
  'browser.newtabpage.enabled': false,
  'browser.topsites.contile.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'toolkit.telemetry.server': '',
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'geo.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  // The delay is for people, who must read before they click; it does not help a driver.
  'security.notification_enable_delay': 0,
};

/** All requests except those to loopback go to a proxy that does not exist, including DNS. */
const loopbackOnly: Record<string, Pref> = {
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disabled': false,
  'network.http.speculative-parallel-limit': 0,
  'network.prefetch-next': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1, localhost',
};

export interface FirefoxOptions {
  extensionDir: string;
  /** The extension as one file, to be installed instead of the folder. */
  packed?: string;
  executablePath: string;
  /** Default: true */
  headless?: boolean;
  /** No network except loopback. Default: false */
  offline?: boolean;
  /** The browser's language, which `browser.i18n` follows; null is the user's own. Default: en-US */
  language?: string | null;
  prefs?: Record<string, Pref>;
  /** The contents of an administrator's policies.json; Firefox reads it when it starts. */
  policies?: Record<string, unknown>;
  /** The deadline of every operation. Default: 60 s */
  deadlineMs?: number;
}

/** A document of the extension: its popup, its DevTools panel or its background page. */
export interface FirefoxDocument {
  /** Runs a function in the document; arguments and result are passed as JSON. */
  evaluate<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Waits until the function returns something truthy, and returns that. */
  waitFor<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>>;
}

export interface FirefoxPanel extends FirefoxDocument {
  /** Clicks an element once it exists; counts as a user's click. */
  click(selector: string): Promise<void>;
}

export interface FirefoxPopup extends FirefoxPanel {
  isOpen(): Promise<boolean>;
  /** Sets the preferred color scheme. */
  emulateScheme(scheme: 'light' | 'dark'): Promise<void>;
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Firefox extends Pick<Marionette, 'send' | 'inPage' | 'inBrowser'> {
  /** moz-extension://UUID */
  origin: string;
  navigate(url: string): Promise<void>;
  /** Opens a page of the extension in a new tab, which becomes the current one. */
  openPage(file: string): Promise<void>;
  /** Clicks the toolbar button: grants activeTab on the current tab and opens the popup. */
  openPopup(): Promise<FirefoxPopup>;
  /** Opens the toolbox on the current tab, and our panel in it. */
  openDevToolsPanel(): Promise<FirefoxPanel>;
  /** Opens the context menu on an element of the current tab's page, and clicks one of our entries. */
  chooseInMenu(selector: string, label: string): Promise<void>;
  /** Answers Firefox's own permission prompt once it is shown. @returns its text */
  answerPermissions(isAllowed: boolean): Promise<string>;
  /** Switches to the tab whose address contains a text, once it exists. */
  switchTo(part: string): Promise<void>;
  /** Grants host permissions as a user who agrees would. */
  grantHosts(...origins: string[]): Promise<void>;
  /** The background page; started if it is suspended. */
  background: FirefoxDocument;
  /** Ends the background page as Firefox does when it has been idle. */
  terminateBackground(): Promise<void>;
  /** Every error on a console of the extension so far. */
  errors(): Promise<string[]>;
  /** Of the current tab's page. */
  screenshot(file: string): Promise<void>;
  /** Pins the button to the toolbar. */
  pin(): Promise<void>;
  /** Resolves when Firefox has ended, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function launchFirefox(options: FirefoxOptions): Promise<Firefox> {
  const { extensionDir, deadlineMs = 60_000 } = options;
  const manifest = JSON.parse(readFileSync(path.join(extensionDir, 'manifest.json'), 'utf8'));
  const id: string = manifest.browser_specific_settings.gecko.id;
  const { marionette, exited, kill, failed } = await startFirefox(id, { ...options, deadlineMs });
  try {
    await marionette.inBrowser(watchConsoles, origin);
    await marionette.send('Addon:Install', {
      path: path.resolve(options.packed ?? extensionDir),
      temporary: true,
    });
    // Its profile is thrown away, so it need not shut down cleanly, which would wait up to a minute for each busy page.
    const close = async (): Promise<void> => {
      marionette.close();
      await kill();
    };
    return drive({ marionette, id, deadlineMs, closed: exited, close });
  } catch (error) {
    throw await failed(error);
  }
}

/**
 * Writes a profile for `FIREFOX_PROFILE`: that of a Firefox without extensions that has started once and ended. A copy
 * of it starts in two thirds of the processor time: its own scripts are compiled, its databases are there.
 */
export async function writeProfile(folder: string, executablePath: string): Promise<void> {
  const { marionette, profile, exited, kill, failed } = await startFirefox('', {
    executablePath,
    offline: true,
    deadlineMs: 60_000,
  });
  try {
    await marionette.send('Marionette:Quit', { flags: ['eAttemptQuit'] });
    await within('the end of Firefox', 60_000, exited);
    marionette.close();
    // Each start has preferences of its own.
    for (const name of ['prefs.js', 'user.js', 'lock']) await rm(path.join(profile, name), { force: true });
    await cp(profile, folder, { recursive: true });
    await kill();
  } catch (error) {
    throw await failed(error);
  }
}

interface Started {
  marionette: Marionette;
  profile: string;
  /** Resolves when Firefox has ended. */
  exited: Promise<void>;
  /** Ends Firefox and removes its profile. */
  kill(): Promise<void>;
  /** Ends it because of an error. @returns that error, with what Firefox wrote */
  failed(error: unknown): Promise<Error>;
}

/** Starts Firefox with a profile of its own, which begins as a copy of the one in `FIREFOX_PROFILE`, if that is set. */
async function startFirefox(
  id: string,
  options: Omit<FirefoxOptions, 'extensionDir'> & { deadlineMs: number },
): Promise<Started> {
  const { executablePath, headless = true, offline = false, language = 'en-US', deadlineMs } = options;
  const profile = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-firefox-'));
  const { FIREFOX_PROFILE: beginning } = process.env;
  if (beginning) await cp(beginning, profile, { recursive: true });
  const administered = options.policies ? await administer(profile, options.policies) : null;
  const prefs: Record<string, Pref> = {
    ...quiet,
    ...(offline ? loopbackOnly : {}),
    ...(language === null ? {} : { 'intl.locale.requested': language }),
    'extensions.webextensions.uuids': JSON.stringify({ [id]: uuid }),
    ...administered?.prefs,
    ...options.prefs,
  };
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join(''));

  const child = spawn(
    executablePath,
    [
      ...(headless ? ['--headless'] : []),
      '--no-remote',
      '--profile',
      profile,
      '--marionette',
      '--remote-allow-system-access',
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1', ...administered?.env },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // Firefox ends with this process, however that ends.
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  void exited.then(() => process.off('exit', killNow));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    // Its content processes may still be writing as they end.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };

  const failed = async (error: unknown): Promise<Error> => {
    await kill();
    return new Error(`Firefox could not be driven:\n${output.slice(-2000)}`, { cause: error });
  };

  try {
    const port = await poll('the port of Marionette', deadlineMs, async () => {
      if (child.exitCode !== null) throw new Error('Firefox ended as it started.');
      const text = await readFile(path.join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '');
      return Number(text) || undefined;
    });
    const marionette = await within('the connection to Firefox', deadlineMs, connectMarionette(port));
    // Waiting scripts have a deadline of their own.
    await marionette.send('WebDriver:SetTimeouts', { script: 2 * deadlineMs, pageLoad: deadlineMs });
    return { marionette, profile, exited, kill, failed };
  } catch (error) {
    throw await failed(error);
  }
}

/**
 * Puts policies into a file in this profile: the usual paths apply to every Firefox on the machine. Firefox
 * reads another path only under test, which the second preference and the variable claim.
 */
async function administer(
  profile: string,
  policies: Record<string, unknown>,
): Promise<{ prefs: Record<string, Pref>; env: Record<string, string> }> {
  const file = path.join(profile, 'policies.json');
  await writeFile(file, JSON.stringify({ policies }));
  return {
    prefs: {
      'browser.policies.alternatePath': file,
      'security.turn_off_all_security_so_that_viruses_can_take_over_this_computer': true,
    },
    env: { MOZ_DISABLE_NONLOCAL_CONNECTIONS: '1' },
  };
}

interface Driven {
  marionette: Marionette;
  id: string;
  deadlineMs: number;
  closed: Promise<void>;
  close(): Promise<void>;
}

function drive({ marionette, id, deadlineMs, closed, close }: Driven): Firefox {
  const { send, inPage, inBrowser } = marionette;
  const until = (what: string, ask: () => Promise<boolean>): Promise<true> =>
    poll(what, deadlineMs, async () => ((await ask()) ? true : undefined));

  const documentOf = (kind: 'popup' | 'background' | 'panel'): FirefoxDocument => {
    const run = async (code: string): Promise<unknown> => {
      const outcome = JSON.parse(await inBrowser(runInExtension, { id, origin, kind, code }));
      if (outcome.error !== undefined) throw new Error(`${kind}: ${outcome.error}`);
      return outcome.value;
    };
    return {
      evaluate: async (fn, ...args) => (await run(callText(fn, args))) as never,
      waitFor: async (fn, ...args) => {
        const outcome = (await within(
          `${kind}: ${fn}`,
          deadlineMs + 5000,
          run(waitText(fn, args, deadlineMs)),
        )) as WaitOutcome;
        if ('value' in outcome) return outcome.value as never;
        throw new Error(
          `${kind}: ${notWithin(deadlineMs)}: ${fn} with ${JSON.stringify(args)}\nIt shows:\n${outcome.state}`,
        );
      },
    };
  };

  const panelOf = (kind: 'popup' | 'panel'): FirefoxPanel => {
    const inside = documentOf(kind);
    return {
      ...inside,
      click: async (selector) => {
        await inside.waitFor((wanted) => {
          const element = document.querySelector<HTMLButtonElement>(wanted);
          return element !== null && !element.disabled && element.checkVisibility();
        }, selector);
        await inBrowser(clickInside, kind, origin, selector);
      },
    };
  };

  const popup: FirefoxPopup = {
    ...panelOf('popup'),
    isOpen: () => inBrowser(popupIsReady, origin),
    emulateScheme: (scheme) => inBrowser(preferScheme, origin, scheme),
    screenshot: async (file) =>
      writeFile(file, Buffer.from(await inBrowser(pictureOfPopup, origin), 'base64')),
    close: async () => {
      // A popup that is still opening does not close.
      await until('the end of the popup', async () => {
        await inBrowser(closePopups, origin);
        return !(await popup.isOpen());
      });
    },
  };

  return {
    send,
    inPage,
    inBrowser,
    origin,
    navigate: async (url) => {
      await send('Marionette:SetContext', { value: 'content' });
      await send('WebDriver:Navigate', { url });
    },
    openPage: async (file) => {
      await send('Marionette:SetContext', { value: 'content' });
      const { handle } = await send<{ handle: string }>('WebDriver:NewWindow', { type: 'tab', focus: true });
      await send('WebDriver:SwitchToWindow', { handle });
      await send('WebDriver:Navigate', { url: `${origin}/${file}` });
    },
    openPopup: async () => {
      await inBrowser(triggerAction, id);
      await until('the popup', popup.isOpen);
      return popup;
    },
    openDevToolsPanel: async () => {
      await inBrowser(openPanel, origin);
      return panelOf('panel');
    },
    chooseInMenu: async (selector, label) => {
      await send('Marionette:SetContext', { value: 'content' });
      const { value } = await send<{ value: object }>('WebDriver:FindElement', {
        using: 'css selector',
        value: selector,
      });
      const actions = [
        { type: 'pointerMove', origin: value, x: 0, y: 0 },
        { type: 'pointerDown', button: 2 },
        { type: 'pointerUp', button: 2 },
      ];
      const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
      await send('WebDriver:PerformActions', { actions: [mouse] });
      await until(`the entry ${label}`, () => inBrowser(chooseInMenu, label));
    },
    answerPermissions: (isAllowed) =>
      poll(
        'the question',
        deadlineMs,
        async () => (await inBrowser(answerPermissions, isAllowed)) ?? undefined,
      ),
    switchTo: (part) =>
      poll(`a tab with ${part}`, deadlineMs, async () => {
        await send('Marionette:SetContext', { value: 'content' });
        for (const handle of await send<string[]>('WebDriver:GetWindowHandles')) {
          await send('WebDriver:SwitchToWindow', { handle });
          const { value } = await send<{ value: string }>('WebDriver:GetCurrentURL');
          if (value.includes(part)) return true as const;
        }
        return undefined;
      }).then(() => {}),
    grantHosts: (...origins) => inBrowser(allowHosts, id, origins),
    background: documentOf('background'),
    terminateBackground: () => inBrowser(endBackground, id),
    errors: () => inBrowser(errorsSoFar),
    screenshot: async (file) => {
      await send('Marionette:SetContext', { value: 'content' });
      const { value } = await send<{ value: string }>('WebDriver:TakeScreenshot', { full: false });
      await writeFile(file, Buffer.from(value, 'base64'));
    },
    pin: () => inBrowser(pinToToolbar, id),
    closed,
    close,
    [Symbol.asyncDispose]: close,
  };
}
