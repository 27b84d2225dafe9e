/** The DevTools panel: the Report of the inspected tab, with what only DevTools sees. */
import { browser } from '../platform/browser.ts';
import { mount } from '../ui/mount.tsx';
import { ReportView } from '../ui/report-view.tsx';
import { watchNetwork } from './network.ts';
import './panel.css';

mount(
  <ReportView
    surface="panel"
    tabId={browser.devtools.inspectedWindow.tabId}
    onConnected={(client) =>
      watchNetwork(
        (seen) => client.tell(seen),
        () => {
          client.navigated();
          client.rescan();
        },
      )
    }
    onOpenTab={(selected) => {
      const hash = selected === null ? '' : `#${selected}`;
      const { tabId } = browser.devtools.inspectedWindow;
      void browser.tabs.create({ url: browser.runtime.getURL(`inspector.html?tab=${tabId}${hash}`) });
    }}
  />,
);
