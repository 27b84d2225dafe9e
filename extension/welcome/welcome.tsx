/**
 * The page that opens once, after installation. It explains the purpose of the extension, shows where its button is,
 * and offers a sample.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { browser, isFirefox, openOptions, openPage, openWorkbench } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { mount } from '../ui/mount.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import { AssessPicture, FindPicture, LocatePicture, PinPicture } from './pictures.tsx';
import './welcome.css';

const openSample = () => openPage('inspector.html?sample');

function Welcome() {
  return (
    <main data-surface="welcome">
      <header>
        <img src="icons/icon-128.png" alt="" width="72" height="72" />
        <div>
          <h1>{message('welcomeTitle')}</h1>
          <p class="lead">{message('welcomeLead')}</p>
        </div>
      </header>
      <ol class="steps">
        <Step title={message('welcomeFind')} text={message('welcomeFindText')} picture={<FindPicture />} />
        <Step
          title={message('welcomeAssess')}
          text={message('welcomeAssessText')}
          picture={<AssessPicture />}
        />
        <Step
          title={message('welcomeLocate')}
          text={message('welcomeLocateText')}
          picture={<LocatePicture />}
        />
      </ol>
      <p class="actions">
        <button type="button" class="primary" data-action="sample" onClick={openSample}>
          {message('welcomeSample')}
        </button>
        <button type="button" data-action="workbench" onClick={openWorkbench}>
          {message('workbenchOpen')}
        </button>
        <button type="button" data-action="settings" onClick={openOptions}>
          {message('settings')}
        </button>
      </p>
      <div class="setup">
        <Pin />
        <Shortcut />
      </div>
      <p class="privacy">
        <Icon name="shield" />
        <span>{message('welcomePrivacy')}</span>
      </p>
    </main>
  );
}

const Step = ({ title, text, picture }: { title: string; text: string; picture: ComponentChildren }) => (
  <li>
    {picture}
    <h2>{title}</h2>
    <p>{text}</p>
  </li>
);

/** Explains where the button is, or confirms that it is in the toolbar. */
function Pin() {
  const isPinned = useFresh(
    async () => (await browser.action.getUserSettings()).isOnToolbar ?? false,
    (browser.action as { onUserSettingsChanged?: Changes }).onUserSettingsChanged,
  );
  return (
    <section aria-labelledby="pin">
      <h2 id="pin">{message('welcomePin')}</h2>
      <PinPicture isFirefox={isFirefox()} />
      <p role="status" data-pinned={isPinned}>
        {isPinned ? (
          <span class="done">
            <Icon name="check" />
            {message('welcomePinned')}
          </span>
        ) : (
          pinText()
        )}
      </p>
    </section>
  );
}

const pinText = () => (isFirefox() ? message('welcomePinFirefox') : message('welcomePinChromium'));

function Shortcut() {
  const shortcut = useFresh(async () => {
    const commands = await browser.commands.getAll();
    return commands.find(({ name }) => name === '_execute_action')?.shortcut ?? '';
  });
  return (
    <section aria-labelledby="shortcut">
      <h2 id="shortcut">{message('welcomeShortcut')}</h2>
      {shortcut ? (
        <>
          <p>{message('welcomeShortcutText')}</p>
          <p>
            <bdi dir="ltr" class="keys">
              {shortcut.split('+').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </bdi>
          </p>
        </>
      ) : (
        <p>{shortcut === '' && message('welcomeNoShortcut')}</p>
      )}
      <p>
        <button type="button" data-action="shortcut" onClick={changeShortcut}>
          {message('welcomeChangeShortcut')}
        </button>
      </p>
    </section>
  );
}

/** Opens the shortcut settings. Firefox provides a function for this since version 137; Chromium provides a page. */
function changeShortcut(): void {
  const { openShortcutSettings } = browser.commands as { openShortcutSettings?: () => Promise<void> };
  if (openShortcutSettings) void openShortcutSettings();
  else void browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}

/** A browser event, which may not exist in older browsers. */
interface Changes {
  addListener(listener: () => void): void;
  removeListener(listener: () => void): void;
}

/**
 * Requests a value from the browser, again when the value changes and whenever the user returns to this page; undefined
 * until it is known.
 */
function useFresh<Value>(ask: () => Promise<Value>, changes?: Changes): Value | undefined {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    const refresh = () =>
      void ask().then(
        (now) => setValue(() => now),
        () => {},
      );
    refresh();
    changes?.addListener(refresh);
    addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      changes?.removeListener(refresh);
      removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);
  return value;
}

mount(<Welcome />, message('welcomeTitle'));
