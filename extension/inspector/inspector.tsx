/** The inspector tab: the Report of the tab that its address names, with one item of it open; and the workbench. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { mount } from '../ui/mount.tsx';
import { later } from '../ui/parts/later.tsx';
import { ReportView } from '../ui/report-view.tsx';
import { hashOf, type View, viewOf } from './address.ts';
import './inspector.css';

const Workbench = later(() => import('./workbench.tsx').then((module) => module.Workbench));

const tab = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);
const tabId = Number.isInteger(tab) && tab >= 0 ? tab : null;

/** The page is in another tab: switches to it after a request to show an element. */
async function goToPage(): Promise<void> {
  const { windowId } = await browser.tabs.update(tab, { active: true });
  if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
}

/** Both views keep their state while the other is shown. */
function InspectorTab() {
  const view = useView(tabId !== null);
  const [opened, setOpened] = useState<ReadonlySet<View['kind']>>(new Set([view.kind]));
  const [pageId, setPageId] = useState(view.kind === 'page' ? view.id : null);
  const [bench, setBench] = useState<View & { kind: 'workbench' }>({
    kind: 'workbench',
    tool: 'inspect',
    id: null,
  });
  useEffect(() => {
    setOpened((before) => (before.has(view.kind) ? before : new Set([...before, view.kind])));
    if (view.kind === 'workbench') setBench(view);
  }, [view]);
  /** The address follows, so that it can be bookmarked; a request from outside shows the page's view. */
  const follow = (id: string | null) => {
    if (id === pageId) return;
    setPageId(id);
    const hash = hashOf({ kind: 'page', id });
    if (view.kind === 'page') history.replaceState(null, '', hash);
    else if (id !== null) location.hash = hash;
  };
  return (
    <>
      {tabId !== null && (
        <nav class="views" aria-label={message('views')}>
          <a
            href={hashOf({ kind: 'page', id: pageId })}
            aria-current={view.kind === 'page' ? 'page' : undefined}
            data-view-link="page"
          >
            {message('thePage')}
          </a>
          <a
            href={hashOf(bench)}
            aria-current={view.kind === 'workbench' ? 'page' : undefined}
            data-view-link="workbench"
          >
            {message('workbench')}
          </a>
        </nav>
      )}
      {tabId !== null && opened.has('page') && (
        <div class="view" hidden={view.kind !== 'page'}>
          <ReportView
            surface="inspector"
            tabId={tabId}
            initial={pageId}
            onShown={goToPage}
            onOpened={follow}
          />
        </div>
      )}
      {opened.has('workbench') && (
        <div class="view" hidden={view.kind !== 'workbench'}>
          <Workbench view={view.kind === 'workbench' ? view : bench} tabId={tabId} />
        </div>
      )}
    </>
  );
}

/** The view that the address names; follows links and the browser's own buttons. */
function useView(hasPage: boolean): View {
  const [view, setView] = useState(() => viewOf(location.hash, hasPage));
  useEffect(() => {
    const follow = () => setView(viewOf(location.hash, hasPage));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [hasPage]);
  return view;
}

mount(<InspectorTab />);
