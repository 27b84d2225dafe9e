/** The inspector tab: the Report of the tab that its address names, and one item of it. */
import { browser } from '../platform/browser.ts';
import { mount } from '../ui/mount.tsx';
import { ReportView } from '../ui/report-view.tsx';
import './inspector.css';

const tabId = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);
const id = location.hash.slice(1);

/** The page is in another tab: a person who asked to see an element is taken there. */
async function goToPage(): Promise<void> {
  const { windowId } = await browser.tabs.update(tabId, { active: true });
  if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
}

mount(
  <ReportView
    surface="inspector"
    tabId={Number.isInteger(tabId) && tabId >= 0 ? tabId : 0}
    initial={/^[0-9a-f]{64}$/.test(id) ? id : null}
    onShown={goToPage}
  />,
);
