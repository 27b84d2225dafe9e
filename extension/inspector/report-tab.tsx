/** Shows the Report of a tab's page in the views of the inspector tab, each with the details beside or below it. */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { findingsByRule, savingsOf } from '../../src/report/savings.ts';
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { afterFailure, isReloaded } from '../platform/scan-state.ts';
import { Footnotes } from '../ui/bars/footnotes.tsx';
import { type Connect, useBrowsing, useReport } from '../ui/hooks/use-report.ts';
import { useMedia, useWide } from '../ui/hooks/use-wide.ts';
import { clearedView, type View } from '../ui/list/view.ts';
import { focusOn } from '../ui/parts/focus-on.ts';
import { later } from '../ui/parts/later.tsx';
import { Split } from '../ui/parts/split.tsx';
import { connectReport } from '../ui/report-client.ts';
import { isReading } from '../ui/report-state.ts';
import { NoList, Opened, ReportSurface } from '../ui/report-surface.tsx';
import type { Part } from './address.ts';
import { Overview } from './overview-view.tsx';
import type { Pinned } from './pinned.tsx';
import { TabHeader } from './tab-header.tsx';
import './detail-columns.css';

const CspView = later(() => import('../ui/csp-view.tsx').then((module) => module.CspView));
const FindingsView = later(() => import('./findings-view.tsx').then((module) => module.FindingsView));
const ListPart = later(() => import('./list-part.tsx').then((module) => module.ListPart));
const PinnedView = later(() => import('./pinned.tsx').then((module) => module.PinnedView));

/** Matches widths at which a table with all of its columns fits beside the details. */
const beside = '(min-width: 1600px)';

interface Props {
  tabId: number;
  /** Connects to a source of the Report other than the worker. */
  connect?: Connect;
  part: Part;
  /** Whether the Report is shown; false while the workbench is shown. */
  isShown: boolean;
  initial: string | null;
  /** Whether to pin the state as soon as there is one. */
  pinsFirst: boolean;
  onPart: (part: Part) => void;
  onOpened: (id: string | null) => void;
  /** Called with true when a state is pinned, and otherwise with false. */
  onPinned: (isPinned: boolean) => void;
  /** The links to the views. */
  children: ComponentChildren;
}

export function ReportTab({ tabId, connect, part, isShown, initial, pinsFirst, ...props }: Props) {
  const { onPart, onOpened, onPinned, children } = props;
  const isWide = useWide();
  const isBeside = useMedia(beside);
  const { report, client } = useReport(tabId, connect ?? ((onChange) => connectReport(tabId, onChange)));
  const browsing = useBrowsing(report, client, { isWide, initial, onOpened, onAsked: () => onPart('list') });
  const { view, setView, opened, list, open, close, setStatus, setShowsHelp } = browsing;
  const [pinned, setPinned] = useState<Pinned | null>(null);
  const [wantsPin, setWantsPin] = useState(pinsFirst);
  const requestPin = () => setWantsPin(true);
  /** The text of the CSP view, which is kept while other views are shown. */
  const [cspText, setCspText] = useState<string | null>(null);
  const [askedRule, setAskedRule] = useState<string | null>(null);
  const [isSearching, setIsSearching] = useState(false);
  // In a tab that has become narrow, the query that filters the list stays visible.
  useEffect(() => {
    if (isWide) setIsSearching(false);
    else if (view.query !== '') setIsSearching(true);
  }, [isWide, view.query]);

  const { rows, overview, state, readAt } = report;
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (!hasRows) return;
    requestIdleCallback(() => {
      for (const view of [ListPart, FindingsView]) view.preload();
    });
  }, [hasRows]);
  // Layout effects, because in a hidden tab, others wait for a second.
  useLayoutEffect(() => {
    onPinned(pinned !== null);
    if (pinned)
      for (const popup of browser.extension.getViews({ type: 'popup' }))
        popup.dispatchEvent(new CustomEvent('pinned', { detail: tabId }));
  }, [pinned !== null]);

  const pageFindings = overview?.findings;
  const hasFindings = part === 'overview' || part === 'findings';
  // Savings and rules are not computed for the list, which does not show them: for a long list, they take longer than
  // all the rest.
  const { savings, rules } = useMemo(() => {
    const all = hasFindings
      ? { dataUrls: rows, findings: pageFindings ?? [] }
      : { dataUrls: [], findings: [] };
    const saved = savingsOf(all);
    return { savings: saved, rules: findingsByRule(all, saved) };
  }, [hasFindings, rows, pageFindings]);

  // The Report is incomplete during a scan, so pinning waits for the end of the scan, even if the scan has begun in the
  // meantime.
  const isScanning = isReading(state);
  // After other failures, the remaining rows are those of an earlier scan, and the Report contains none.
  const mayPin = state.kind === 'done' || afterFailure(state) === 'gone';
  useEffect(() => {
    if (!wantsPin || isScanning || !client) return undefined;
    let isWanted = true;
    const asking = import('./pinned.tsx').then(({ reportNow }) => (mayPin ? reportNow(client) : null));
    void asking.then((now) => {
      if (!isWanted) return;
      setWantsPin(false);
      if (now === null) {
        setStatus(message('reportFile_no_answer'));
        // The popup may have asked a tab in the background.
        return void showThisTab();
      }
      setPinned({ report: now, readAt: readAt ?? Date.now() });
      if (isShown) onPart('changes');
    });
    return () => {
      isWanted = false;
    };
  }, [wantsPin, isScanning, mayPin, readAt, client]);

  const compare = () => (pinned ? onPart('changes') : requestPin());
  // The popup asks a tab that is already open.
  useLayoutEffect(() => {
    const onCompare = () => {
      compare();
      void showThisTab();
    };
    addEventListener('pin', requestPin);
    addEventListener('compare', onCompare);
    return () => {
      removeEventListener('pin', requestPin);
      removeEventListener('compare', onCompare);
    };
  });

  if (!client) return null;
  /** Applies filters. Switches to the list if the current view does not support them. */
  const listed = (next: View) => {
    setView(next);
    if (part === 'overview' || part === 'csp' || part === 'changes') onPart('list');
  };
  const showOnly = (ids: readonly string[]) => {
    onPart('list');
    browsing.showOnly(ids);
  };
  const actions = { client, onOpen: open, onShow: showOnly };

  const isOpen = opened !== null;
  const isCovered = !isWide && isOpen;
  const search = () => {
    if (part !== 'list' && part !== 'gallery') onPart('list');
    // An empty search box takes the focus as soon as it appears.
    setIsSearching(true);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('input[type=search]')?.focus());
  };
  const shown = () => {
    switch (part) {
      case 'overview':
        return (
          <Overview
            report={report}
            savings={savings}
            rules={rules}
            onFamily={(family) => listed({ ...clearedView(view), families: [family] })}
            onRule={(rule) => {
              setAskedRule(rule);
              onPart('findings');
            }}
            {...actions}
          />
        );
      case 'findings':
        return <FindingsView report={report} rules={rules} view={view} asked={askedRule} {...actions} />;
      case 'csp':
        return <CspView report={report} text={cspText} onText={setCspText} {...actions} />;
      case 'changes':
        return (
          pinned && (
            <PinnedView
              pinned={pinned}
              report={report}
              client={client}
              onOpen={open}
              onPinNow={requestPin}
              onUnpin={() => {
                setWantsPin(false);
                setPinned(null);
                onPart('overview');
              }}
            />
          )
        );
      default:
        return (
          <ListPart
            part={part}
            client={client}
            browsing={browsing}
            isWide={isWide}
            isSearching={isSearching || view.query !== ''}
            onSearching={setIsSearching}
          />
        );
    }
  };

  return (
    <>
      <TabHeader
        report={report}
        client={client}
        browsing={{ ...browsing, setView: listed }}
        isWide={isWide}
        onBack={isCovered && isShown ? close : null}
        onCompare={!client.isSample && (pinned || mayPin || (hasRows && isScanning)) ? compare : null}
        isPinned={pinned !== null}
        onStatus={setStatus}
        onShortcuts={() => setShowsHelp(true)}
        onSavings={() => {
          onPart('overview');
          requestAnimationFrame(() => focusOn('changes-heading'));
        }}
      />
      {(!isCovered || !isShown) && children}
      <ReportSurface
        name="inspector"
        report={report}
        client={client}
        browsing={browsing}
        class={`view ${isWide ? 'wide' : 'narrow'}`}
        part={part}
        isHidden={!isShown}
        isOpen={isOpen}
        onSearch={isCovered ? null : search}
        below={
          // The footnotes are omitted if the changes view itself asks the user to reload the page and explains the
          // requirements.
          !(part === 'changes' && isReloaded(state)) && (
            <Footnotes report={report} client={client} canGrant={true} isCovered={isCovered} />
          )
        }
      >
        <div class="views-place" ref={list}>
          <NoList report={report} client={client} canGrant={true} />
          {(hasRows || part === 'findings' || part === 'csp' || part === 'changes') && (
            <Split
              isBeside={isBeside}
              isCovered={isCovered}
              first={shown()}
              second={
                isOpen ? (
                  <Opened
                    report={report}
                    client={client}
                    browsing={browsing}
                    onShow={showOnly}
                    onCsp={() => onPart('csp')}
                    onShown={() => goToPage(tabId)}
                    onClose={isWide ? close : undefined}
                  />
                ) : null
              }
            />
          )}
        </div>
      </ReportSurface>
    </>
  );
}

async function showThisTab(): Promise<void> {
  const { id } = await browser.tabs.getCurrent();
  if (id !== undefined) await goToPage(id);
}

/** Switches to the tab that contains the page. Called when the user asks to see an element. */
async function goToPage(tabId: number): Promise<void> {
  const { windowId } = await browser.tabs.update(tabId, { active: true });
  if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
}
