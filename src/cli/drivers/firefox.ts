/** Drives the extension in a real Firefox as a user would. Used by `start` and the tests in Firefox. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  allowHosts,
  answerPermissions,
  chooseInMenu,
  clickInside,
  closePopups,
  countTabs,
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
import { origin, type ProcessOptions, startFirefox } from './firefox-process.ts';
import { DocumentGoneError, type Marionette } from './marionette.ts';
import { callText, type WaitOutcome, waitText } from './surface.ts';
import { notWithin, poll, within } from './wait.ts';

export interface FirefoxOptions extends ProcessOptions {
  extensionDir: string;
  /** The path of the packed extension, which is installed instead of the folder. */
  packed?: string;
}

/** A document of the extension: its popup, its DevTools panel or its background page. */
export interface FirefoxDocument {
  /** Runs a function in the document. Arguments and result are passed as JSON. */
  evaluate<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Waits until the function returns a truthy value, and returns that value. */
  waitFor<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>>;
}

export interface FirefoxPanel extends FirefoxDocument {
  /** Clicks an element once it exists. Counts as a user's click. */
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
  /**
   * Answers Firefox's own permission prompt once it is shown.
   *
   * @returns the text of the prompt
   */
  answerPermissions(isAllowed: boolean): Promise<string>;
  /** Switches to the tab whose address contains a text, once the parsing of its document has ended. */
  switchTo(part: string): Promise<void>;
  /** The number of tabs whose address contains a text. */
  countTabs(part: string): Promise<number>;
  /** Grants host permissions, as if the user had agreed. */
  grantHosts(...origins: string[]): Promise<void>;
  /** The background page, which is started if it is suspended. */
  background: FirefoxDocument;
  /** Ends the background page as Firefox does when it is idle. */
  terminateBackground(): Promise<void>;
  /** Returns all errors so far on the extension's consoles. */
  errors(): Promise<string[]>;
  /** Saves a screenshot of the current tab's page. */
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
    // The profile is deleted, so Firefox need not shut down cleanly. That could take a minute for each busy page.
    const close = async (): Promise<void> => {
      marionette.close();
      await kill();
    };
    return drive({ marionette, id, deadlineMs, closed: exited, close });
  } catch (error) {
    throw await failed(error);
  }
}

interface Driven {
  marionette: Marionette;
  id: string;
  deadlineMs: number;
  closed: Promise<void>;
  close(): Promise<void>;
}

/** Runs in a page. Returns whether the page's address contains this text and its parsing has ended. */
const isThere = (part: string): true | undefined =>
  (location.href.includes(part) && document.readyState !== 'loading') || undefined;

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
      // A popup that is still opening ignores the request to close, so the request is repeated.
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
          if (!value.includes(part)) continue;
          // The tab's address changes before its document, which another process may load.
          return inPage(isThere, part).catch((error) => {
            if (error instanceof DocumentGoneError) return undefined;
            throw error;
          });
        }
        return undefined;
      }).then(() => {}),
    countTabs: (part) => inBrowser(countTabs, part),
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
