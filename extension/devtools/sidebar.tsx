/** The sidebar pane of the Elements panel: the data: URLs of the selected element. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { StaleNotice } from '../ui/bars/footnotes.tsx';
import { FailureNotice } from '../ui/bars/notices.tsx';
import { Toast } from '../ui/bars/toast.tsx';
import { Detail } from '../ui/detail/detail.tsx';
import { useReport } from '../ui/hooks/use-report.ts';
import { mount } from '../ui/mount.tsx';
import { DeveloperTools } from '../ui/parts/devtools-context.ts';
import { connectReport, type ReportClient } from '../ui/report-client.ts';
import { earlierRulings, isReading } from '../ui/report-state.ts';
import { visibleText } from '../ui/text/format.ts';
import { evaluate } from './content-script.ts';
import { developerTools } from './developer-tools.ts';
import { toolsTheme } from './tools-theme.ts';
import { anySite, useInspectedSite } from './use-inspected-site.ts';
import './sidebar.css';

/** Maximum number of frames in which the selected element is looked for. */
const maxFrames = 50;

const { panels, inspectedWindow } = browser.devtools;

/**
 * Asks the extension's content script for the data: URLs on the selected element, which is marked in the script's own
 * world.
 *
 * @param isLatest whether no later call has begun; the mark of a later call must not be replaced
 * @returns the ids of these data: URLs; null if there is no content script, or a later call has begun
 */
async function idsOfSelected(
  client: ReportClient,
  frames: readonly string[],
  isLatest: () => boolean,
): Promise<string[] | null> {
  const name = crypto.randomUUID();
  // `$0` is set only in the frame of the selected element.
  for (const frame of [undefined, ...frames]) {
    if (!isLatest()) return null;
    const isThere = await evaluate<boolean>(markingSelected(name), frame);
    if (isThere === null && frame === undefined) return null;
    if (!isThere) continue;
    const ids = await client.ask({ type: 'marked', name });
    return Array.isArray(ids) ? ids : [];
  }
  return [];
}

/** Code for the content script's world: marks the selected element for the content script. */
const markingSelected = (name: string): string => `(() => {
  if ($0?.ownerDocument !== document) return false;
  globalThis.dataUrlInspectorSelected = { name: ${JSON.stringify(name)}, element: $0 };
  return true;
})()`;

function following(client: ReportClient): undefined {
  client.follow();
}

function Sidebar() {
  const { report: latestReport, client } = useReport(
    inspectedWindow.tabId,
    (onChange) => connectReport(inspectedWindow.tabId, onChange),
    following,
  );
  const report = useInspectedSite(latestReport);
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const [selected, setSelected] = useState(0);
  const [status, setStatus] = useState('');

  const { rows: all, readAt } = report;
  const frames = [...new Set(all.flatMap(({ places }) => places.map(({ frame }) => frame)))];
  const known = frames.slice(0, maxFrames).join('\n');
  const tools = useMemo(() => client && developerTools(client), [client]);
  const latest = useRef(0);
  const look = useCallback(async () => {
    setSelected(0);
    if (!client) return;
    const turn = ++latest.current;
    const isLatest = () => turn === latest.current;
    const found = await idsOfSelected(client, known === '' ? [] : known.split('\n'), isLatest);
    if (isLatest()) setIds(found);
  }, [client, known]);
  useEffect(() => {
    void look();
    panels.elements.onSelectionChanged.addListener(look);
    return () => panels.elements.onSelectionChanged.removeListener(look);
  }, [look, readAt]);

  if (!client) return null;
  const rows = (ids ?? []).flatMap((id) => all.find(({ sha256 }) => sha256 === id) ?? []);
  const row = rows[selected] ?? rows[0];
  return (
    <main data-surface="sidebar" data-state={report.state.kind} class="narrow">
      <h1 class="visually-hidden">{message('sidebarTitle')}</h1>
      <FailureNotice report={report} canGrant={report.origin !== anySite} onRetry={() => client.rescan()} />
      <StaleNotice report={report} client={client} />
      {report.state.kind !== 'failed' && !isReading(report.state) && rows.length === 0 && (
        <div class="empty" data-empty>
          <p>{message('sidebarEmpty')}</p>
          <button type="button" data-action="rescan" onClick={() => client.rescan()}>
            {message('rescan')}
          </button>
        </div>
      )}
      {rows.length > 1 && (
        <ul class="of-element">
          {rows.map((each, n) => (
            <li key={each.sha256}>
              <button type="button" aria-pressed={each === row} onClick={() => setSelected(n)}>
                <bdi class="clip">{titleOf(each)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {row && (
        <DeveloperTools.Provider value={tools}>
          <Detail
            row={row}
            client={client}
            policy={report.policy}
            rulings={earlierRulings(report)}
            onStatus={setStatus}
            pageFindings={report.overview?.findings}
            takesFocus={false}
          />
        </DeveloperTools.Provider>
      )}
      <Toast report={report} client={client} status={status} onClose={() => setStatus('')} />
    </main>
  );
}

const titleOf = ({ essence, head, places }: Row): string =>
  `${places[0]?.name ?? ''} ${visibleText(essence ?? message('brokenUrl'))} ${visibleText(head)}`;

mount(<Sidebar />, message('sidebarTitle'), toolsTheme());
