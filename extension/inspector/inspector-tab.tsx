/**
 * The inspector tab: the views of the Report of a tab's page, and the workbench. The URL identifies the view that is
 * shown.
 */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import type { Connect } from '../ui/hooks/use-report.ts';
import { later } from '../ui/parts/later.tsx';
import { hashOf, type Part, parts, type View, viewOf } from './address.ts';
import { ReportTab } from './report-tab.tsx';

const Workbench = later(() => import('./workbench.tsx').then((module) => module.Workbench));

type BenchView = View & { kind: 'workbench' };

interface Props {
  /** The tab with the page; null if there is only the workbench. */
  tabId: number | null;
  /** Connects to a source of the Report other than the worker. */
  connect?: Connect;
  /** A note above the views. */
  note?: ComponentChildren;
}

/** The inspector tab. Each view keeps its state while another one is shown. */
export function InspectorTab({ tabId, connect, note }: Props) {
  const view = useView(tabId !== null);
  const [part, setPart] = useState<Part>(view.kind === 'page' ? view.part : 'overview');
  /**
   * Whether the tab was opened to pin a state for comparison. After a reload of the tab, the pinned state is lost, and
   * a later state must not be mistaken for it.
   */
  const pinsFirst = useRef(part === 'changes' && !connect && !isReloaded());
  const [pageId, setPageId] = useState(view.id);
  const [bench, setBench] = useState<BenchView>({ kind: 'workbench', tool: 'inspect', id: null });
  const [hasBench, setHasBench] = useState(view.kind === 'workbench');
  const [isPinned, setIsPinned] = useState(false);
  // A normal effect may run after a click that has asked for another part, and would take that back.
  useLayoutEffect(() => {
    if (view.kind === 'page') setPart(view.part);
    else {
      setBench(view);
      setHasBench(true);
    }
  }, [view]);
  // Without a pinned state, there are no changes to show.
  const shownPart = part === 'changes' && !isPinned ? 'overview' : part;
  const linkTo = (to: Part) => hashOf({ kind: 'page', part: to, id: pageId });
  /**
   * Keeps the tab's URL up to date, for bookmarks. If a data: URL of the page is opened while the workbench is shown,
   * leaves the workbench.
   */
  const follow = (id: string | null) => {
    if (id === pageId) return;
    setPageId(id);
    // The URL already contains a view that was just requested but is not shown yet.
    const requested = viewOf(location.hash, tabId !== null);
    if (requested.kind === 'page') history.replaceState(null, '', hashOf({ ...requested, id }));
    else if (id !== null) location.hash = hashOf({ kind: 'page', part, id });
  };
  const show = (to: Part) => {
    setPart(to);
    location.hash = linkTo(to);
  };
  const isPage = view.kind === 'page';
  const links = parts.filter((each) => each !== 'changes' || isPinned);
  return (
    <>
      {tabId !== null && (
        <ReportTab
          tabId={tabId}
          part={shownPart}
          isShown={isPage}
          initial={pageId}
          pinsFirst={pinsFirst.current}
          onPart={show}
          onOpened={follow}
          onPinned={setIsPinned}
          {...(connect && { connect })}
        >
          {note}
          <nav>
            <div class="views" role="toolbar" aria-label={message('views')} data-bar>
              {links.map((each) => (
                <ViewLink key={each} id={each} href={linkTo(each)} isCurrent={isPage && each === shownPart} />
              ))}
              <ViewLink id="workbench" href={hashOf(bench)} isCurrent={!isPage} />
            </div>
          </nav>
        </ReportTab>
      )}
      {hasBench && (
        <div class="view" hidden={isPage}>
          <Workbench
            view={view.kind === 'workbench' ? view : bench}
            isShown={!isPage}
            tabId={connect ? null : tabId}
          />
        </div>
      )}
    </>
  );
}

const isReloaded = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type !== 'navigate');

const ViewLink = ({ id, href, isCurrent }: { id: Part | 'workbench'; href: string; isCurrent: boolean }) => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined} data-view-link={id}>
    {id === 'workbench' ? message('workbench') : message(`tab_${id}`)}
  </a>
);

/** The view that the URL identifies. Updated by links and by the browser's Back and Forward buttons. */
function useView(hasPage: boolean): View {
  const [view, setView] = useState(() => viewOf(location.hash, hasPage));
  // A normal effect runs later than the first rendering, and would miss a change in between.
  useLayoutEffect(() => {
    const follow = () => setView(viewOf(location.hash, hasPage));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [hasPage]);
  return view;
}
