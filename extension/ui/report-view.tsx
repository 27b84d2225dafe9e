/** The Report of one tab, as every surface shows it: summary, list, detail. */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { FilterBar } from './bars/filter-bar.tsx';
import { EmptyNotice, FailureNotice, StaleNotice, UnreachableNotice } from './bars/notices.tsx';
import { Summary } from './bars/summary.tsx';
import { Toast } from './bars/toast.tsx';
import { Toolbar } from './bars/toolbar.tsx';
import { WatchNotice } from './bars/watch-notice.tsx';
import { useWide } from './hooks/use-wide.ts';
import {
  arrange,
  clearedView,
  filtersOf,
  firstView,
  type Item,
  isHeading,
  isPageItem,
} from './list/arrange.ts';
import { listTexts } from './list/list-texts.ts';
import { HeadingView, headingHeight, PageItemView, pageItemHeight, RowView, rowHeight } from './list/row.tsx';
import { SkeletonRows } from './list/skeleton.tsx';
import { VirtualList } from './list/virtual-list.tsx';
import { later } from './parts/later.tsx';
import { connectReport, type ReportClient, type ReportState } from './report-client.ts';
import { firstReport } from './report-state.ts';

const Detail = later(() => import('./detail/detail.tsx').then((module) => module.Detail));
const PageView = later(() => import('./page-view.tsx').then((module) => module.PageView));
const Shortcuts = later(() => import('./bars/shortcuts.tsx').then((module) => module.Shortcuts));

/** Takes the place of an id, for the page as a whole; those of its findings in the list begin with it. */
const thePage = 'page';
const isOfPage = (id: string | null): boolean => id?.startsWith(thePage) ?? false;

interface Props {
  surface: 'popup' | 'inspector' | 'panel';
  tabId: number;
  /** Opens the same Report in a tab; absent in that tab. */
  onOpenTab?: (selected: string | null) => void;
  /** Called when an element of the page was shown. */
  onShown?: () => void;
  /** Called with the client, for data that only this surface has. */
  onConnected?: (client: ReportClient) => undefined | (() => void);
  /** Shown below the toolbar: functions that only this surface has. */
  bar?: ComponentChildren;
  /** Shown instead of the detail, if there is one. */
  pane?: ((report: ReportState) => ComponentChildren) | null;
  /** A person went back, or to a row: the list or the detail are to be shown again. */
  onLeavePane?: () => void;
  /** Called with the id of the item whose detail is open, or null. */
  onOpened?: (id: string | null) => void;
  /** The id of the item to open first. */
  initial?: string | null;
}

export function ReportView({
  surface,
  tabId,
  onOpenTab,
  onShown,
  onConnected,
  onOpened,
  bar,
  pane = null,
  onLeavePane,
  initial = null,
}: Props) {
  const [report, setReport] = useState<ReportState>(firstReport);
  const [client, setClient] = useState<ReportClient | null>(null);
  const [chosen, setSelected] = useState<string | null>(initial);
  const [isOpen, setIsOpen] = useState(initial !== null);
  const [takesFocus, setTakesFocus] = useState(true);
  const [view, setView] = useState(firstView);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [status, setStatus] = useState('');
  const [isSearching, setIsSearching] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  // A row that was merged into another stays open as that one.
  const selected = chosen === null ? null : (report.merged.get(chosen) ?? chosen);
  const merged = report.merged;
  // By a function of the latest selection: a key may have changed it before this effect runs.
  useEffect(() => setSelected((now) => (now === null ? null : (merged?.get(now) ?? now))), [merged]);

  // Before anything is painted: the client is needed for the first picture.
  useLayoutEffect(() => {
    const connected = connectReport(tabId, surface === 'popup', setReport);
    setClient(connected);
    const end = onConnected?.(connected);
    return () => {
      end?.();
      connected.close();
    };
  }, [tabId]);

  // The arrow keys work at once, unless a person has moved the focus meanwhile.
  const hasRows = report.rows.length > 0;
  useEffect(() => {
    if (hasRows && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
    }
  }, [hasRows]);

  // The next click will probably want one of them.
  useEffect(() => {
    if (hasRows) requestIdleCallback(() => Detail.preload());
  }, [hasRows]);

  const toList = useCallback(() => {
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus());
  }, []);
  const open = useCallback((id: string) => {
    setSelected(id);
    setIsOpen(true);
    setTakesFocus(true);
    onLeavePane?.();
  }, []);
  const asked = report.asked;
  useEffect(() => {
    const [id] = asked?.ids ?? [];
    if (!asked || id === undefined) return;
    if (asked.isSelection)
      setView((before) => ({ ...before, only: { ids: new Set(asked.ids), by: 'selection' } }));
    if (asked.ids.length === 1) open(id);
  }, [asked, open]);
  const opened = isOpen && !isOfPage(selected) ? selected : null;
  useEffect(() => onOpened?.(opened), [opened]);
  const close = useCallback(() => {
    setIsOpen(false);
    onLeavePane?.();
    toList();
  }, [toList]);
  const showOnly = (ids: readonly string[]) => {
    setView({ ...clearedView(view), only: { ids: new Set(ids), by: 'finding' } });
    const [first] = ids;
    if (ids.length === 1 && first !== undefined) open(first);
    else if (isWide) toList();
    else close();
  };
  const select = (id: string) => {
    setSelected(id);
    // Beside the list it is shown without taking the focus.
    setTakesFocus(false);
    onLeavePane?.();
    if (isWide) setIsOpen(true);
  };
  const { rows } = report;
  const pageFindings = report.overview?.findings;
  const arranged = useMemo(() => arrange(rows, view, listTexts, pageFindings), [rows, view, pageFindings]);

  const listed = useMemo(() => {
    if (arranged.shown === arranged.all) return null;
    const ids = arranged.items.flatMap((item) => (isHeading(item) || isPageItem(item) ? [] : item.sha256));
    return { ids, query: view.query.trim(), filters: filtersOf(view) };
  }, [arranged]);

  if (!client) return null;
  const row = selected === null ? undefined : report.rows.find(({ sha256 }) => sha256 === selected);
  const showsPage = report.overview !== null && (isOpen ? isOfPage(selected) : isWide && hasRows);
  const showsPane = pane !== null;
  const showsDetail = showsPane || (isOpen && (row !== undefined || showsPage));
  const isCovered = !isWide && showsDetail;

  const isReading = report.state.kind === 'reading' || report.state.kind === 'connecting';
  const failure = (
    <FailureNotice report={report} canGrant={surface !== 'popup'} onRetry={() => client.rescan()} />
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isCovered) {
      // In a popup Escape would close it.
      event.preventDefault();
      close();
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === '?') setShowsShortcuts(true);
    else if (event.key === '/' && !isCovered) {
      // A search that is not shown takes the focus when it is.
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
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that hold for list and detail, wherever the focus is */}
      <div class="panes" onKeyDown={onKeyDown}>
        <div class="pane list" ref={list} hidden={isCovered}>
          <EmptyNotice report={report} />
          {!hasRows && failure}
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
          {arranged.items.length > 0 && (
            <VirtualList
              items={arranged.items}
              heightOf={heightOf}
              label={message('listLabel')}
              idOf={idOf}
              selected={selected}
              onSelect={select}
              onClick={isWide ? select : open}
              onOpen={open}
              render={(item) => {
                if (isHeading(item)) return <HeadingView heading={item} />;
                return isPageItem(item) ? <PageItemView {...item} /> : <RowView row={item} client={client} />;
              }}
            />
          )}
        </div>
        {showsPane && <div class="pane">{pane(report)}</div>}
        {showsDetail && !showsPane && row && (
          <div class="pane">
            <Detail
              row={row}
              client={client}
              policy={report.policy}
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
            />
          </div>
        )}
      </div>
      {/* At the end, where what comes late moves no row. */}
      <div class="footnotes">
        {hasRows && failure}
        <StaleNotice report={report} />
        {!isCovered && <WatchNotice report={report} client={client} />}
        {report.asked?.ids.length === 0 && <p class="notice">{message('notADataUrl')}</p>}
        {report.overview && !isCovered && (
          <UnreachableNotice unreachable={report.overview.unreachable} origin={report.origin} />
        )}
      </div>
      <Toast report={report} client={client} status={status} onClose={() => setStatus('')} />
    </main>
  );
}

const heightOf = (item: Item): number => {
  if (isHeading(item)) return headingHeight;
  return isPageItem(item) ? pageItemHeight : rowHeight(item);
};

const idOf = (item: Item): string | null => {
  if (isHeading(item)) return null;
  return isPageItem(item) ? item.id : item.sha256;
};

/** Keys belong to the field that is being typed in. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null;
