/** The DevTools panel: the Report of the inspected tab, with the requests that only DevTools see. */
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { mount } from '../ui/mount.tsx';
import { DeveloperTools } from '../ui/parts/devtools-context.ts';
import type { ReportClient } from '../ui/report-client.ts';
import { ReportView } from '../ui/report-view.tsx';
import { CspView } from './csp-view.tsx';
import { developerTools } from './developer-tools.ts';
import { watchNetwork } from './network-events.ts';
import './panel.css';

const { tabId } = browser.devtools.inspectedWindow;

function Panel() {
  const [client, setClient] = useState<ReportClient | null>(null);
  const [keepsLog, setKeepsLog] = useState(false);
  const [showsCsp, setShowsCsp] = useState(false);
  // A ref, since it is read long after the watch began.
  const keeps = useRef(keepsLog);
  keeps.current = keepsLog;
  const network = useRef<ReturnType<typeof watchNetwork> | null>(null);
  const tools = useMemo(() => client && developerTools(client), [client]);

  const begin = useCallback((connected: ReportClient) => {
    setClient(connected);
    connected.follow();
    network.current = watchNetwork({
      seen: connected.reportSeen,
      policies: connected.reportPolicies,
      navigated() {
        connected.navigated(keeps.current);
        connected.rescan();
      },
    });
    return network.current.end;
  }, []);
  const leaveCsp = useCallback(() => setShowsCsp(false), []);
  const clear = () => {
    client?.navigated(false);
    network.current?.forget();
    client?.rescan();
  };

  return (
    <DeveloperTools.Provider value={tools}>
      <ReportView
        surface="panel"
        tabId={tabId}
        onConnected={begin}
        onOpenTab={(selected) => {
          const hash = selected === null ? '' : `#${selected}`;
          void browser.tabs.create({ url: browser.runtime.getURL(`inspector.html?tab=${tabId}${hash}`) });
        }}
        pane={
          showsCsp && client
            ? ({ rows, readAt, overview, server }) => (
                <CspView
                  client={client}
                  version={`${rows.length} ${readAt}`}
                  headerKnown={
                    server === null && !overview?.unreachable.some(({ kind }) => kind === 'csp-header')
                  }
                  onClose={leaveCsp}
                />
              )
            : null
        }
        onLeavePane={leaveCsp}
        bar={
          <div class="log-bar">
            <button type="button" data-action="clear-log" title={message('clearLogTitle')} onClick={clear}>
              {message('clearLog')}
            </button>
            <button
              type="button"
              data-action="csp"
              title={message('cspTitle')}
              aria-pressed={showsCsp}
              onClick={() => setShowsCsp(!showsCsp)}
            >
              {message('csp')}
            </button>
            <label title={message('preserveLogTitle')}>
              <input
                type="checkbox"
                name="preserve-log"
                checked={keepsLog}
                onChange={({ currentTarget }) => setKeepsLog(currentTarget.checked)}
              />
              {message('preserveLog')}
            </label>
          </div>
        }
      />
    </DeveloperTools.Provider>
  );
}

mount(<Panel />);
