/** The inspector tab: the Report of the tab that its address names, and one item of it; and the workbench. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { mount } from '../ui/mount.tsx';
import { ReportView } from '../ui/report-view.tsx';
import { hashOf, type View } from './address.ts';
import { later } from './later.tsx';
import { useView } from './use-view.ts';
import './inspector.css';

const Workbench = later(() => import('./workbench.tsx').then((module) => module.Workbench));

const tab = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);
const tabId = Number.isInteger(tab) && tab >= 0 ? tab : null;

/** The page is in another tab: a person who asked to see an element is taken there. */
async function goToPage(): Promise<void> {
  const { windowId } = await browser.tabs.update(tab, { active: true });
  if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
}

/** Both views stay as they are while the other is looked at. */
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
  /** The address follows, so that it can be kept; who asks for an item from outside is taken to the page. */
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

mount(<InspectorTab />);
