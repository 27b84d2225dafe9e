/** The popup: the Report of the active tab. */
import '../ui/ui.css';
import { inspectorPage, openPage } from '../platform/browser.ts';
import { mount } from '../ui/mount.tsx';
import { connectReport } from '../ui/report-client.ts';
import { earlyPort } from './early-port.ts';
import { PopupView } from './popup-view.tsx';
import './popup.css';

const opened = await earlyPort();
const { tabId } = opened;

mount(
  <PopupView
    tabId={tabId}
    connect={(onChange) => connectReport(tabId, onChange, opened)}
    onOpenTab={(view) => openPage(inspectorPage(tabId, view))}
  />,
);
