/** The DevTools panel: the Report of the inspected tab, including the requests that only DevTools can observe. */
import { useMemo } from 'preact/hooks';
import { browser, inspectorPage, openPage } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { useReport } from '../ui/hooks/use-report.ts';
import { mount } from '../ui/mount.tsx';
import { DeveloperTools } from '../ui/parts/devtools-context.ts';
import { connectReport } from '../ui/report-client.ts';
import { developerTools } from './developer-tools.ts';
import { PanelView } from './panel-view.tsx';
import { toolsTheme } from './tools-theme.ts';
import { useInspectedSite } from './use-inspected-site.ts';
import { useLog } from './use-log.ts';
import './panel.css';

const { tabId } = browser.devtools.inspectedWindow;

function Panel() {
  const log = useLog();
  const { report, client } = useReport(tabId, (onChange) => connectReport(tabId, onChange), log.begin);
  const sited = useInspectedSite(report);
  const tools = useMemo(() => client && developerTools(client), [client]);
  if (!client) return null;
  return (
    <DeveloperTools.Provider value={tools}>
      <PanelView
        report={sited}
        client={client}
        log={log}
        onOpenTab={(view) => openPage(inspectorPage(tabId, view))}
      />
    </DeveloperTools.Provider>
  );
}

mount(<Panel />, message('extensionName'), toolsTheme());
