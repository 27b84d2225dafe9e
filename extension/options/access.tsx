/** Settings that can be changed only in the browser's own settings: access to local files and to private windows. */
import { useEffect, useState } from 'preact/hooks';
import { browser, isFirefox } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { Section } from './section.tsx';

interface Access {
  files: boolean;
  privateWindows: boolean;
}

const askBrowser = async (): Promise<Access> => {
  const [files, privateWindows] = await Promise.all([
    browser.extension.isAllowedFileSchemeAccess(),
    browser.extension.isAllowedIncognitoAccess(),
  ]);
  return { files, privateWindows };
};

/** Opens the browser's page for this extension. Only Chromium allows this. */
const openBrowserSettings = () =>
  void browser.tabs.create({ url: `chrome://extensions/?id=${browser.runtime.id}` });

export function AccessSection() {
  const [access, setAccess] = useState<Access | null>(null);
  useEffect(() => {
    const ask = () => void askBrowser().then(setAccess);
    ask();
    // Changes are not reported by an event, but the user returns to this page after making one.
    addEventListener('focus', ask);
    return () => removeEventListener('focus', ask);
  }, []);
  return (
    <Section id="access" title={message('access')} hint={message('accessHint')}>
      {access && (
        <dl class="states">
          <dt>{message('localFiles')}</dt>
          <dd data-access="files">
            <State on={access.files} />
            <p>{isFirefox() ? message('localFilesFirefox') : message('localFilesChromium')}</p>
          </dd>
          <dt>{message('privateWindows')}</dt>
          <dd data-access="private-windows">
            <State on={access.privateWindows} />
            <p>{isFirefox() ? message('privateWindowsFirefox') : message('privateWindowsChromium')}</p>
          </dd>
        </dl>
      )}
      {!isFirefox() && (
        <button type="button" data-action="browser-settings" onClick={openBrowserSettings}>
          <Icon name="tab" />
          {message('openBrowserSettings')}
        </button>
      )}
    </Section>
  );
}

const State = ({ on }: { on: boolean }) => (
  <strong data-on={on}>{message(on ? 'allowed' : 'notAllowed')}</strong>
);
