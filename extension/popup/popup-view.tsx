/** The Report of one tab as shown in the popup: summary, list, and details. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { FilterBar } from '../ui/bars/filter-bar.tsx';
import { Summary } from '../ui/bars/summary.tsx';
import { Toolbar } from '../ui/bars/toolbar.tsx';
import { type Connect, pageItemId, savingsItemId, useBrowsing, useReport } from '../ui/hooks/use-report.ts';
import { RowList } from '../ui/list/row-list.tsx';
import { later } from '../ui/parts/later.tsx';
import { NoList, Opened, ReportSurface } from '../ui/report-surface.tsx';

/** The parts that are loaded after the first rows. */
const part = <Name extends keyof typeof import('./popup-parts.ts')>(name: Name) =>
  later<Parameters<typeof import('./popup-parts.ts')[Name]>[0]>(
    () => import('./popup-parts.ts').then((module) => module[name] as never),
    () => null,
  );

const Arrangement = part('Arrangement');
const FoldedNotes = part('FoldedNotes');
const Footnotes = part('Footnotes');
const NoMatch = part('NoMatch');
const RunsLink = part('RunsLink');

interface Props {
  tabId: number;
  connect: Connect;
  /** Opens the same Report in a tab, which shows either the data: URL with an id or the view with a name. */
  onOpenTab: (view: string | null) => void;
  /** Whether an inspector tab already keeps a pinned state of the page. */
  isPinned: boolean;
  /** Pins the current state in an inspector tab behind the page. */
  onPin: () => void;
  /** Shows the changes since a state was pinned, in the inspector tab that keeps it. */
  onCompare: () => void;
}

export function PopupView({ tabId, connect, onOpenTab, isPinned: wasPinned, ...props }: Props) {
  const { report, client } = useReport(tabId, connect);
  const browsing = useBrowsing(report, client, { isWide: false });
  const { view, setView, arranged, listed, selected, opened, list, toList } = browsing;
  const { select, open, close, showOnly, setStatus, setShowsHelp } = browsing;
  const [isSearching, setIsSearching] = useState(false);
  const [isPinned, setIsPinned] = useState(wasPinned);
  // The inspector tab reports that it has pinned the state.
  useEffect(
    () =>
      addEventListener('pinned', (event) => {
        if ((event as CustomEvent).detail === tabId) setIsPinned(true);
      }),
    [],
  );
  if (!client) return null;

  const hasRows = report.rows.length > 0;
  const isOpen = opened !== null;
  const onCsp = () => onOpenTab('csp');
  const search = () => {
    // If the search box is not open yet, it takes the focus when it appears.
    setIsSearching(true);
    list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  return (
    <ReportSurface
      name="popup"
      report={report}
      client={client}
      browsing={browsing}
      class="narrow"
      isOpen={isOpen}
      onSearch={isOpen ? null : search}
      above={
        <>
          <Toolbar
            report={report}
            client={client}
            listed={listed}
            onStatus={setStatus}
            onBack={isOpen ? close : null}
            onOpenTab={() => onOpenTab(opened === 'row' ? selected : null)}
            onPin={hasRows && !isPinned ? props.onPin : null}
            onCsp={onCsp}
            onShortcuts={() => setShowsHelp(true)}
          />
          {!isOpen && (
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
        </>
      }
      below={
        <Footnotes
          report={report}
          client={client}
          canGrant={false}
          isCovered={isOpen}
          onCompare={isPinned ? props.onCompare : null}
        />
      }
    >
      <div class="pane list" ref={list} hidden={isOpen}>
        <NoList report={report} client={client} canGrant={false} />
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
        {view.effects.length > 0 && arranged.rows.length > 0 && (
          <RunsLink report={report} view={view} onOpen={open} />
        )}
        {arranged.items.length > 0 && (
          <RowList
            client={client}
            items={arranged.items}
            selected={selected}
            onSelect={select}
            onClick={open}
            onOpen={open}
          />
        )}
        <FoldedNotes folded={arranged.folded} onShow={showOnly} />
      </div>
      {isOpen && (
        <div class="pane">
          <Opened
            report={report}
            client={client}
            browsing={browsing}
            onShow={showOnly}
            onCsp={onCsp}
            shownHint={message('shownFromPopup')}
          />
        </div>
      )}
    </ReportSurface>
  );
}
