/** The popup: the Report of the active tab. */
import { browser, inspectorPage, openPage } from '../platform/browser.ts';
import { mount } from '../ui/mount.tsx';
import { connectReport } from '../ui/report-client.ts';
import { earlyPort } from './early-port.ts';
import { PopupView } from './popup-view.tsx';

const opened = await earlyPort();
const { tabId } = opened;

/** The open inspector tabs of the page. */
const inspectors = () =>
  browser.extension.getViews({ type: 'tab' }).filter(({ location }) => location.search === `?tab=${tabId}`);

/** Returns the inspector tab that keeps a pinned state: only such a tab has a link to the changes. */
const pinnedIn = () => inspectors().find((view) => view.document.querySelector('[data-view-link=changes]'));

mount(
  <PopupView
    tabId={tabId}
    connect={(onChange) => connectReport(tabId, onChange, opened)}
    onOpenTab={(view) => openPage(inspectorPage(tabId, view))}
    isPinned={pinnedIn() !== undefined}
    onPin={() => {
      const [inspector] = inspectors();
      inspector?.dispatchEvent(new Event('pin'));
      // The new tab stays in the background: what comes next is a change of the page.
      if (!inspector) openPage(inspectorPage(tabId, 'changes'), false);
    }}
    onCompare={() => {
      const inspector = pinnedIn() ?? inspectors()[0];
      if (!inspector) return openPage(inspectorPage(tabId, 'changes'));
      inspector.dispatchEvent(new Event('compare'));
      window.close();
    }}
  />,
);
