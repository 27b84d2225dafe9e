/** The Report of the inspected tab, laid out as DevTools show requests: bar, table, drawer, status line. */

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isFirefox, requestSites } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { afterFailure, failures } from '../platform/scan-state.ts';
import { StaleNotice, UnreachableNotice } from '../ui/bars/footnotes.tsx';
import { EmptyNotice, FailureNotice } from '../ui/bars/notices.tsx';
import { Toast } from '../ui/bars/toast.tsx';
import { WatchNotice } from '../ui/bars/watch-notice.tsx';
import { isOfPage, isTyping, pageItemId, useBrowsing } from '../ui/hooks/use-report.ts';
import { useWide } from '../ui/hooks/use-wide.ts';
import { NoMatch } from '../ui/list/no-match.tsx';
import { RunsLink } from '../ui/list/runs-link.tsx';
import { SkeletonRows } from '../ui/list/skeleton.tsx';
import { TableView } from '../ui/list/table-view.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import { later } from '../ui/parts/later.tsx';
import { Split } from '../ui/parts/split.tsx';
import { Tool } from '../ui/parts/tool.tsx';
import type { ReportClient, ReportState } from '../ui/report-client.ts';
import { earlierRulings } from '../ui/report-state.ts';
import { PanelBar } from './panel-bar.tsx';
import { panelColumns, spanOf } from './panel-columns.tsx';
import { StatusLine } from './status-line.tsx';
import { useFreshRows } from './use-fresh-rows.ts';
import { anySite } from './use-inspected-site.ts';
import type { Log } from './use-log.ts';

const CspView = later(() => import('../ui/csp-view.tsx').then((module) => module.CspView));
const Detail = later(() => import('../ui/detail/detail.tsx').then((module) => module.Detail));
const PageView = later(() => import('../ui/page-view.tsx').then((module) => module.PageView));
const Shortcuts = later(() => import('../ui/bars/shortcuts.tsx').then((module) => module.Shortcuts));

/** CSS pixels, as in the browsers' own lists of requests. */
const rowHeight = 24;

interface Props {
  report: ReportState;
  client: ReportClient;
  log: Log;
  /** Opens the inspector tab with a data: URL by its id, or a view by its name. */
  onOpenTab: (view: string | null) => void;
}

export function PanelView({ report, client, log, onOpenTab }: Props) {
  const isWide = useWide();
  const [showsCsp, setShowsCsp] = useState(false);
  /** It stays while details are shown. */
  const [cspText, setCspText] = useState<string | null>(null);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [status, setStatus] = useState('');
  const browsing = useBrowsing(report, client, {
    isWide: true,
    initial: null,
    onOpened: undefined,
    onLeave: () => setShowsCsp(false),
  });
  const { view, setView, arranged, selected, row, isOpen, takesFocus } = browsing;
  const { list, select, open, close, showOnly } = browsing;
  const fresh = useFreshRows(report);
  const hasRows = report.rows.length > 0;
  useEffect(() => {
    if (hasRows) requestIdleCallback(() => Detail.preload());
  }, [hasRows]);
  /** The offer to scan the document is a line above the table, like notices about rows. */
  const needsClick = afterFailure(report.state) === 'grant';
  const isReading = report.state.kind === 'reading' || report.state.kind === 'connecting';

  /** The site whose offer was dismissed. A reload brings no new offer. */
  const [dismissed, setDismissed] = useState<string | null>(null);
  const failure = <Failure report={report} client={client} dismissed={dismissed} onDismiss={setDismissed} />;

  const showsPage = isOpen && isOfPage(selected) && report.overview !== null;
  const isDrawn = showsCsp || showsPage || (isOpen && row !== undefined);
  const isBrief = isDrawn && isWide;
  const span = useMemo(() => spanOf(report.rows), [report.rows]);
  const columns = useMemo(
    () => panelColumns(client, span, isBrief),
    [client, span?.start, span?.end, isBrief],
  );

  const drawer = (): ComponentChildren => {
    if (showsCsp)
      return (
        <CspView
          report={report}
          client={client}
          text={cspText}
          onText={setCspText}
          onOpen={open}
          onShow={showOnly}
          onClose={() => setShowsCsp(false)}
        />
      );
    if (showsPage) {
      return (
        <PageView
          report={report}
          client={client}
          takesFocus={takesFocus}
          finding={selected === pageItemId ? null : selected}
          onShow={showOnly}
          onOpen={open}
        />
      );
    }
    return (
      row && (
        <Detail
          row={row}
          client={client}
          policy={report.policy}
          rulings={earlierRulings(report)}
          onStatus={setStatus}
          pageFindings={report.overview?.findings}
          onShow={showOnly}
          takesFocus={takesFocus}
          onClose={close}
        />
      )
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === 'Escape' && isDrawn) close();
    else if (event.key === '?') setShowsShortcuts(true);
    else if (event.key === '/') document.querySelector<HTMLElement>('input[type=search]')?.focus();
    else return;
    event.preventDefault();
    // Otherwise DevTools handle the key, too: Escape opens the console.
    event.stopPropagation();
  };

  return (
    <main data-surface="panel" data-state={report.state.kind}>
      <h1 class="visually-hidden">{message('extensionName')}</h1>
      <PanelBar
        report={report}
        client={client}
        browsing={browsing}
        log={log}
        showsCsp={showsCsp}
        onCsp={() => setShowsCsp(!showsCsp)}
        onStatus={setStatus}
        onOpenTab={() => onOpenTab(isOpen && row ? selected : null)}
        onCompare={hasRows ? () => onOpenTab('changes') : null}
        onShortcuts={() => setShowsShortcuts(true)}
      />
      {showsShortcuts && <Shortcuts onClose={() => setShowsShortcuts(false)} />}
      {(hasRows || needsClick) && failure}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that hold for table and drawer, wherever the focus is */}
      <div class="panes" onKeyDown={onKeyDown}>
        <Split
          isBeside={isWide}
          isCovered={false}
          secondKind={showsCsp ? 'csp' : showsPage ? 'page' : 'detail'}
          second={
            isDrawn ? (
              <div class="drawer">
                {/* The other contents have their own button. */}
                {showsPage && !showsCsp && (
                  <Tool id="close-detail" icon="close" label={message('close')} onClick={close} />
                )}
                <div class="drawer-content">{drawer()}</div>
              </div>
            ) : null
          }
          first={
            <div class="pane list" ref={list}>
              <EmptyNotice report={report} />
              {!hasRows && !needsClick && failure}
              {!hasRows && isReading && <SkeletonRows />}
              {hasRows && arranged.items.length === 0 && <NoMatch view={view} onView={setView} />}
              {arranged.shown > 0 && <RunsLink view={view} onOpen={open} />}
              {arranged.items.length > 0 && (
                <TableView
                  items={arranged.items}
                  columns={columns}
                  rowHeight={rowHeight}
                  label={message('listLabel')}
                  sorting={view}
                  onSort={(sorting) => setView({ ...view, ...sorting })}
                  selected={selected}
                  onSelect={select}
                  onClick={select}
                  onOpen={open}
                  fresh={fresh}
                />
              )}
            </div>
          }
        />
      </div>
      <div class="footnotes">
        <StaleNotice report={report} client={client} />
        {!report.watching.isLive && <WatchNotice report={report} client={client} />}
        {report.asked?.ids.length === 0 && <p class="notice">{message('notADataUrl')}</p>}
        {report.overview && <UnreachableNotice report={report} unreachable={report.overview.unreachable} />}
      </div>
      <StatusLine report={report} client={client} browsing={browsing} onPage={() => open(pageItemId)} />
      <Toast report={report} client={client} status={status} onClose={() => setStatus('')} />
    </main>
  );
}

/** Says why the document isn't scanned. The offer to scan it is one line that can be dismissed. */
function Failure({
  report,
  client,
  dismissed,
  onDismiss,
}: {
  report: ReportState;
  client: ReportClient;
  dismissed: string | null;
  onDismiss: (origin: string) => void;
}) {
  const { state, origin } = report;
  if (state.kind !== 'failed') return null;
  if (failures[state.failure] !== 'grant') {
    return <FailureNotice report={report} canGrant={true} onRetry={() => client.rescan()} />;
  }
  if (dismissed === origin) return null;
  // In Firefox the button opens the inspector tab, which asks.
  const canAsk = origin !== anySite || isFirefox();
  const text = message(canAsk ? 'offerToRead' : 'failure_needs_click');
  return (
    <div class="offer" role="alert" data-failure={state.failure}>
      <Icon name="info" />
      <span class="clip" title={text}>
        {text}
      </span>
      {canAsk && (
        <button type="button" class="primary" data-action="grant" onClick={() => requestSites([origin])}>
          {origin === anySite ? message('grantFrames') : message('grantSite')}
        </button>
      )}
      <Tool id="dismiss-offer" icon="close" label={message('dismiss')} onClick={() => onDismiss(origin)} />
    </div>
  );
}
