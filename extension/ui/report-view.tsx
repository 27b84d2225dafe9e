/** The Report of one tab, as the popup shows it: summary, list, detail. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { FilterBar } from './bars/filter-bar.tsx';
import { EmptyNotice, FailureNotice } from './bars/notices.tsx';
import { Summary } from './bars/summary.tsx';
import { Toolbar } from './bars/toolbar.tsx';
import {
  type Connect,
  isOfPage,
  isTyping,
  thePage,
  theSavings,
  useBrowsing,
  useReport,
} from './hooks/use-report.ts';
import { useWide } from './hooks/use-wide.ts';
import { clearedView } from './list/arrange.ts';
import { RowList } from './list/row-list.tsx';
import { SkeletonRows } from './list/skeleton.tsx';
import type { Column, TableView } from './list/table-view.tsx';
import { later } from './parts/later.tsx';
import { connectReport, type ReportClient, type ReportState } from './report-client.ts';

/** Shown for a component that isn't loaded yet. */
const Nothing = () => null;
const Detail = later(() => import('./detail/detail.tsx').then((module) => module.Detail));
const Toast = later(() => import('./bars/toast.tsx').then((module) => module.Toast), Nothing);
const Footnotes = later(() => import('./bars/footnotes.tsx').then((module) => module.Footnotes), Nothing);
const PageView = later(() => import('./page-view.tsx').then((module) => module.PageView));
const Shortcuts = later(() => import('./bars/shortcuts.tsx').then((module) => module.Shortcuts));

interface Props {
  surface: 'popup' | 'inspector' | 'panel';
  tabId: number;
  /** Connects to something other than a tab. */
  connect?: Connect;
  /** Opens the same Report in a tab, at a data: URL by its id or a view by its name; absent in that tab. */
  onOpenTab?: (view: string | null) => void;
  /** Called when an element of the page was shown. */
  onShown?: () => void;
  /** Called with the client, for data that only this surface has. */
  onConnected?: (client: ReportClient) => undefined | (() => void);
  /** Shown below the toolbar: functions that only this surface has. */
  bar?: ComponentChildren;
  /** Shown instead of the detail, if there is one. */
  pane?: ((report: ReportState) => ComponentChildren) | null;
  /** Called when an item is selected, opened or closed: list or detail must be shown again. */
  onLeavePane?: () => void;
  /** Called with the id of the item whose detail is open, or null. */
  onOpened?: (id: string | null) => void;
  /** The id of the item to open first. */
  initial?: string | null;
  /**
   * A table in place of the list where there is space. The surface passes it, so that the popup loads none.
   */
  table?: { View: typeof TableView; columns: (client: ReportClient) => readonly Column[]; rowHeight: number };
}

export function ReportView({
  surface,
  tabId,
  connect = (onChange) => connectReport(tabId, onChange),
  onOpenTab,
  onShown,
  onConnected,
  onOpened,
  bar,
  pane = null,
  onLeavePane,
  initial = null,
  table,
}: Props) {
  const isWide = useWide();
  const { report, client } = useReport(tabId, connect, onConnected);
  const browsing = useBrowsing(report, client, { isWide, initial, onOpened, onLeave: onLeavePane });
  const { view, setView, arranged, listed, selected, row, isOpen, takesFocus } = browsing;
  const { list, toList, select, open, close, showOnly } = browsing;
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [status, setStatus] = useState('');
  const [isSearching, setIsSearching] = useState(false);

  // The next click will probably open a detail.
  const hasRows = report.rows.length > 0;
  useEffect(() => {
    if (hasRows) requestIdleCallback(() => Detail.preload());
  }, [hasRows]);

  const columns = useMemo(() => (client && table ? table.columns(client) : null), [client]);

  if (!client) return null;
  const showsPage = report.overview !== null && (isOpen ? isOfPage(selected) : isWide && hasRows);
  const showsPane = pane !== null;
  const showsDetail = showsPane || (isOpen && (row !== undefined || showsPage));
  const isCovered = !isWide && showsDetail;

  const isReading = report.state.kind === 'reading' || report.state.kind === 'connecting';
  const listProps = {
    items: arranged.items,
    selected,
    onSelect: select,
    onClick: isWide ? select : open,
    onOpen: open,
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isCovered) {
      // In a popup Escape would close it.
      event.preventDefault();
      close();
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === '?') setShowsShortcuts(true);
    else if (event.key === '/' && !isCovered) {
      // A search box takes the focus when it appears.
      setIsSearching(true);
      list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
    } else return;
    event.preventDefault();
  };

  return (
    <main data-surface={surface} data-state={report.state.kind} class={isWide ? 'wide' : 'narrow'}>
      <Toolbar
        report={report}
        client={client}
        isWide={isWide}
        listed={listed}
        onStatus={setStatus}
        onBack={isCovered ? close : null}
        onOpenTab={onOpenTab ? () => onOpenTab(isOpen && row ? selected : null) : null}
        onCompare={onOpenTab && hasRows ? () => onOpenTab('changes') : null}
        onShortcuts={() => setShowsShortcuts(true)}
      />
      {bar}
      {showsShortcuts && <Shortcuts onClose={() => setShowsShortcuts(false)} />}
      {!isCovered && (
        <div class="notices">
          <Summary
            report={report}
            arranged={arranged}
            view={view}
            isWide={isWide}
            onView={setView}
            onPage={() => open(thePage)}
            onSavings={() => open(theSavings)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that hold for list and detail, wherever the focus is */}
      <div class="panes" onKeyDown={onKeyDown}>
        <div class="pane list" ref={list} hidden={isCovered}>
          <EmptyNotice report={report} />
          {!hasRows && (
            <FailureNotice report={report} canGrant={surface !== 'popup'} onRetry={() => client.rescan()} />
          )}
          {!hasRows && isReading && <SkeletonRows />}
          {hasRows && (
            <FilterBar
              view={view}
              arranged={arranged}
              isWide={isWide}
              isSearching={isSearching}
              onSearching={setIsSearching}
              onChange={setView}
              onLeave={toList}
            />
          )}
          {hasRows && arranged.items.length === 0 && (
            <div class="empty" data-no-match>
              <p>{message('noMatch')}</p>
              <button type="button" data-action="clear" onClick={() => setView(clearedView(view))}>
                {message('clearFilters')}
              </button>
            </div>
          )}
          {arranged.items.length > 0 && isWide && table && columns && (
            <table.View
              {...listProps}
              label={message('listLabel')}
              columns={columns}
              rowHeight={table.rowHeight}
              sorting={view}
              onSort={(sorting) => setView({ ...view, ...sorting })}
            />
          )}
          {arranged.items.length > 0 && !(isWide && table) && <RowList client={client} {...listProps} />}
        </div>
        {showsPane && <div class="pane">{pane(report)}</div>}
        {showsDetail && !showsPane && row && (
          <div class="pane">
            <Detail
              row={row}
              client={client}
              policy={report.policy}
              pageFindings={report.overview?.findings}
              onShow={showOnly}
              takesFocus={takesFocus}
              onShown={() => onShown?.()}
            />
          </div>
        )}
        {showsPage && !showsPane && (
          <div class="pane">
            <PageView
              report={report}
              client={client}
              takesFocus={isOpen && takesFocus}
              finding={selected === thePage ? null : selected}
              onShow={showOnly}
              onOpen={open}
            />
          </div>
        )}
      </div>
      <Footnotes report={report} client={client} canGrant={surface !== 'popup'} isCovered={isCovered} />
      <Toast report={report} client={client} status={status} onClose={() => setStatus('')} />
    </main>
  );
}
