/** The popup: the Report of the active tab. */
import { browser } from '../platform/browser.ts';
import { mount } from '../ui/mount.tsx';
import { ReportView } from '../ui/report-view.tsx';
import './popup.css';

const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
const tabId = tab?.id ?? 0;

async function openTab(selected: string | null): Promise<void> {
  const hash = selected === null ? '' : `#${selected}`;
  await browser.tabs.create({ url: browser.runtime.getURL(`inspector.html?tab=${tabId}${hash}`) });
  window.close();
}

mount(<ReportView surface="popup" tabId={tabId} onOpenTab={openTab} />);
