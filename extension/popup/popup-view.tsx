/** The Report of one tab, as the popup shows it: summary, list, detail. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { FilterBar } from '../ui/bars/filter-bar.tsx';
import { EmptyNotice, FailureNotice } from '../ui/bars/notices.tsx';
import { Summary } from '../ui/bars/summary.tsx';
import { Toolbar } from '../ui/bars/toolbar.tsx';
import {
  type Connect,
  isOfPage,
  isTyping,
  pageItemId,
  savingsItemId,
  useBrowsing,
  useReport,
} from '../ui/hooks/use-report.ts';
import { ResourcesContext } from '../ui/list/resources-context.ts';
import { RowList } from '../ui/list/row-list.tsx';
import { SkeletonRows } from '../ui/list/skeleton.tsx';
import { later } from '../ui/parts/later.tsx';
import { earlierRulings } from '../ui/report-state.ts';

/** Shown for a component that isn't loaded yet. */
const Nothing = () => null;
const Arrangement = later(
  () => import('../ui/bars/arrangement.tsx').then((module) => module.Arrangement),
  Nothing,
);
const Detail = later(() => import('../ui/detail/detail.tsx').then((module) => module.Detail));
const NoMatch = later(() => import('../ui/list/no-match.tsx').then((module) => module.NoMatch), Nothing);
const RunsLink = later(() => import('../ui/list/runs-link.tsx').then((module) => module.RunsLink), Nothing);
const Toast = later(() => import('../ui/bars/toast.tsx').then((module) => module.Toast), Nothing);
const Footnotes = later(() => import('../ui/bars/footnotes.tsx').then((module) => module.Footnotes), Nothing);
const PageView = later(() => import('../ui/page-view.tsx').then((module) => module.PageView));
const Shortcuts = later(() => import('../ui/bars/shortcuts.tsx').then((module) => module.Shortcuts));

interface Props {
  tabId: number;
  connect: Connect;
  /** Opens the same Report in a tab, at a data: URL by its id or a view by its name. */
  onOpenTab: (view: string | null) => void;
}

export function PopupView({ tabId, connect, onOpenTab }: Props) {
  const { report, client } = useReport(tabId, connect);
  const browsing = useBrowsing(report, client, { isWide: false });
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

  if (!client) return null;
  const showsPage = isOpen && isOfPage(selected) && report.overview !== null;
  const showsDetail = isOpen && (row !== undefined || showsPage);

  const isReading = report.state.kind === 'reading' || report.state.kind === 'connecting';

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && showsDetail) {
      // In a popup Escape would close it.
      event.preventDefault();
      close();
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === '?') setShowsShortcuts(true);
    else if (event.key === '/' && !showsDetail) {
      // A search box takes the focus when it appears.
      setIsSearching(true);
      list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
    } else return;
    event.preventDefault();
  };

  return (
    <main data-surface="popup" data-state={report.state.kind} class="narrow">
      <Toolbar
        report={report}
        client={client}
        listed={listed}
        onStatus={setStatus}
        onBack={showsDetail ? close : null}
        onOpenTab={() => onOpenTab(isOpen && row ? selected : null)}
        onCompare={hasRows ? () => onOpenTab('changes') : null}
        onCsp={() => onOpenTab('csp')}
        onShortcuts={() => setShowsShortcuts(true)}
      />
      {showsShortcuts && <Shortcuts onClose={() => setShowsShortcuts(false)} />}
      {!showsDetail && (
        <div class="notices">
          <Summary
            report={report}
            client={client}
            arranged={arranged}
            view={view}
            onView={setView}
            onPage={() => open(pageItemId)}
            onSavings={() => open(savingsItemId)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that hold for list and detail, wherever the focus is */}
      <div class="panes" onKeyDown={onKeyDown}>
        <div class="pane list" ref={list} hidden={showsDetail}>
          <EmptyNotice report={report} />
          {!hasRows && <FailureNotice report={report} canGrant={false} onRetry={() => client.rescan()} />}
          {!hasRows && isReading && <SkeletonRows />}
          {hasRows && (
            <FilterBar
              view={view}
              arranged={arranged}
              isWide={false}
              isSearching={isSearching}
              onSearching={setIsSearching}
              onChange={setView}
              onLeave={toList}
            >
              <Arrangement view={view} arranged={arranged} onChange={setView} />
            </FilterBar>
          )}
          {hasRows && arranged.items.length === 0 && <NoMatch view={view} onView={setView} />}
          {view.effects.length > 0 && arranged.shown > 0 && <RunsLink view={view} onOpen={open} />}
          {arranged.items.length > 0 && (
            <ResourcesContext.Provider value={arranged.resources}>
              <RowList
                client={client}
                items={arranged.items}
                selected={selected}
                onSelect={select}
                onClick={open}
                onOpen={open}
              />
            </ResourcesContext.Provider>
          )}
        </div>
        {showsDetail && row && (
          <div class="pane">
            <Detail
              row={row}
              client={client}
              policy={report.policy}
              rulings={earlierRulings(report)}
              onStatus={setStatus}
              shownHint={message('shownFromPopup')}
              pageFindings={report.overview?.findings}
              onShow={showOnly}
              takesFocus={takesFocus}
            />
          </div>
        )}
        {showsPage && (
          <div class="pane">
            <PageView
              report={report}
              client={client}
              takesFocus={isOpen && takesFocus}
              finding={selected === pageItemId ? null : selected}
              onShow={showOnly}
              onOpen={open}
            />
          </div>
        )}
      </div>
      <Footnotes report={report} client={client} canGrant={false} isCovered={showsDetail} />
      <Toast report={report} client={client} status={status} onClose={() => setStatus('')} />
    </main>
  );
}
