/**
 * Shows the Report of the inspected tab with the layout of DevTools' list of requests: bar, table, drawer, status line.
 */

import { useMemo, useState } from 'preact/hooks';
import { isFirefox, requestSites } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { afterFailure } from '../platform/scan-state.ts';
import { FoldedNotes } from '../ui/bars/folded-notes.tsx';
import { StaleNotice, UnreachableNotice } from '../ui/bars/footnotes.tsx';
import { FailureNotice } from '../ui/bars/notices.tsx';
import { WatchNotice } from '../ui/bars/watch-notice.tsx';
import { pageItemId, useBrowsing } from '../ui/hooks/use-report.ts';
import { useMedia, useWide } from '../ui/hooks/use-wide.ts';
import { NoMatch } from '../ui/list/no-match.tsx';
import { RunsLink } from '../ui/list/runs-link.tsx';
import { TableView } from '../ui/list/table-view.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import { later } from '../ui/parts/later.tsx';
import { Split } from '../ui/parts/split.tsx';
import { Tool } from '../ui/parts/tool.tsx';
import type { ReportClient, ReportState } from '../ui/report-client.ts';
import { NoList, Opened, ReportSurface } from '../ui/report-surface.tsx';
import { PanelBar } from './panel-bar.tsx';
import { panelColumns, spanOf } from './panel-columns.tsx';
import { StatusLine } from './status-line.tsx';
import { useFreshRows } from './use-fresh-rows.ts';
import { anySite } from './use-inspected-site.ts';
import type { Log } from './use-log.ts';

const CspView = later(() => import('../ui/csp-view.tsx').then((module) => module.CspView));

/** The height of a row in CSS pixels. It is the same as in the browsers' own lists of requests. */
const rowHeight = 24;

interface Props {
  report: ReportState;
  client: ReportClient;
  log: Log;
  /** Opens the inspector tab with a data: URL, identified by its id, or with a view, identified by its name. */
  onOpenTab: (view: string | null) => void;
}

export function PanelView({ report, client, log, onOpenTab }: Props) {
  const isWide = useWide();
  const [showsCsp, setShowsCsp] = useState(false);
  /** The text of the CSP view, which is kept while details are shown. */
  const [cspText, setCspText] = useState<string | null>(null);
  const browsing = useBrowsing(report, client, {
    isWide: true,
    initial: null,
    onOpened: undefined,
    onLeave: () => setShowsCsp(false),
  });
  const { view, setView, arranged, selected, opened, list, select, open, close, showOnly } = browsing;
  const fresh = useFreshRows(report);
  const hasRows = report.rows.length > 0;
  /** Whether to offer to scan the document. The offer is in a line above the table, like the notices about rows. */
  const needsClick = afterFailure(report.state) === 'grant';

  /** The site for which the offer was dismissed. After a reload, the offer is not shown again. */
  const [dismissed, setDismissed] = useState<string | null>(null);

  const isDrawn = showsCsp || opened !== null;
  const isBrief = isDrawn && isWide;
  const isNarrowest = useMedia('(max-width: 319px)');
  const span = useMemo(() => spanOf(report.rows), [report.rows]);
  const columns = useMemo(
    () => panelColumns(client, span, isBrief, !isWide, isNarrowest),
    [client, span?.start, span?.end, isBrief, isWide, isNarrowest],
  );

  return (
    <ReportSurface
      name="panel"
      report={report}
      client={client}
      browsing={browsing}
      isOpen={isDrawn}
      onSearch={() => document.querySelector<HTMLElement>('input[type=search]')?.focus()}
      above={
        <>
          <h1 class="visually-hidden">{message('extensionName')}</h1>
          <PanelBar
            report={report}
            client={client}
            browsing={browsing}
            log={log}
            showsCsp={showsCsp}
            onCsp={() => setShowsCsp(!showsCsp)}
            onOpenTab={() => onOpenTab(opened === 'row' ? selected : null)}
            onCompare={hasRows ? () => onOpenTab('changes') : null}
          />
          {needsClick && dismissed !== report.origin ? (
            <Offer report={report} onDismiss={() => setDismissed(report.origin)} />
          ) : (
            hasRows &&
            !needsClick && <FailureNotice report={report} canGrant={true} onRetry={() => client.rescan()} />
          )}
        </>
      }
      below={
        <>
          <div class="footnotes">
            <StaleNotice report={report} client={client} />
            {!report.watching.isLive && <WatchNotice report={report} client={client} />}
            {report.asked?.ids.length === 0 && <p class="notice">{message('notADataUrl')}</p>}
            {report.overview && (
              <UnreachableNotice report={report} unreachable={report.overview.unreachable} />
            )}
          </div>
          <StatusLine report={report} client={client} browsing={browsing} onPage={() => open(pageItemId)} />
        </>
      }
    >
      <Split
        isBeside={isWide}
        isCovered={false}
        secondKind={showsCsp ? 'csp' : opened === 'page' ? 'page' : 'detail'}
        second={
          isDrawn ? (
            <div class="drawer">
              {showsCsp ? (
                <CspView
                  report={report}
                  client={client}
                  text={cspText}
                  onText={setCspText}
                  onOpen={open}
                  onShow={showOnly}
                  onClose={() => setShowsCsp(false)}
                />
              ) : (
                <Opened
                  report={report}
                  client={client}
                  browsing={browsing}
                  onShow={showOnly}
                  onCsp={() => setShowsCsp(true)}
                  onClose={close}
                />
              )}
            </div>
          ) : null
        }
        first={
          <div class="pane list" ref={list}>
            {!needsClick && <NoList report={report} client={client} canGrant={true} />}
            {hasRows && arranged.items.length === 0 && <NoMatch view={view} onView={setView} />}
            {arranged.rows.length > 0 && <RunsLink report={report} view={view} onOpen={open} />}
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
            <FoldedNotes folded={arranged.folded} onShow={showOnly} />
          </div>
        }
      />
    </ReportSurface>
  );
}

/** The offer to scan the document, in one line, with a button that dismisses it. */
function Offer({ report: { state, origin }, onDismiss }: { report: ReportState; onDismiss: () => void }) {
  // In Firefox, the button opens the inspector tab, which can ask for access.
  const canAsk = origin !== anySite || isFirefox();
  const text = message(canAsk ? 'offerToRead' : 'failure_needs_click');
  return (
    <div class="offer" role="alert" data-failure={state.kind === 'failed' ? state.failure : undefined}>
      <Icon name="info" />
      <span class="clip" title={text}>
        {text}
      </span>
      {canAsk && (
        <button type="button" class="primary" data-action="grant" onClick={() => requestSites([origin])}>
          {origin === anySite ? message('grantFrames') : message('grantSite')}
        </button>
      )}
      <Tool id="dismiss-offer" icon="close" label={message('dismiss')} onClick={onDismiss} />
    </div>
  );
}
