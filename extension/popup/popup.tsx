/** The popup: the Report of the active tab. */
import { browser, inspectorPage, openPage } from '../platform/browser.ts';
import { mount } from '../ui/mount.tsx';
import { connectReport } from '../ui/report-client.ts';
import { earlyPort } from './early-port.ts';
import { PopupView } from './popup-view.tsx';

const opened = await earlyPort();
const { tabId } = opened;

/** The open inspector tabs of the page. Only one that keeps a pinned state has a link to the changes. */
const inspectors = browser.extension
  .getViews({ type: 'tab' })
  .filter(({ location }) => location.search === `?tab=${tabId}`);
const pinned = inspectors.find((view) => view.document.querySelector('[data-view-link=changes]'));
const inspector = pinned ?? inspectors[0];

const openTab = (view: string | null) => openPage(inspectorPage(tabId, view));

mount(
  <PopupView
    tabId={tabId}
    connect={(onChange) => connectReport(tabId, onChange, opened)}
    onOpenTab={openTab}
    isPinned={pinned !== undefined}
    onCompare={() => {
      if (!inspector) return openTab('changes');
      inspector.dispatchEvent(new Event('compare'));
      window.close();
    }}
  />,
);
