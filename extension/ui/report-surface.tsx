/**
 * The parts that the popup, the panel, and the inspector tab share: the main element with its keyboard shortcuts and
 * their help, the open item of the list, notices that replace the list, and the results of actions. Each surface adds
 * its own content.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { FailureNotice } from './bars/notices.tsx';
import { type Browsing, isTyping } from './hooks/use-report.ts';
import { Folded } from './list/folded.ts';
import { ResourcesContext, ScanState, UserOrder } from './list/resources-context.ts';
import { SkeletonRows } from './list/skeleton.tsx';
import { later } from './parts/later.tsx';
import type { ReportClient, ReportState } from './report-client.ts';
import { isReading } from './report-state.ts';

/** A placeholder for a component that isn't loaded yet. */
const Nothing = () => null;
export const Opened = later(() => import('./opened.tsx').then((module) => module.Opened));
const EmptyNotice = later(
  () => import('./bars/empty-notice.tsx').then((module) => module.EmptyNotice),
  Nothing,
);
const Shortcuts = later(() => import('./bars/shortcuts.tsx').then((module) => module.Shortcuts));
const Toast = later(() => import('./bars/toast.tsx').then((module) => module.Toast), Nothing);

interface Shared {
  report: ReportState;
  client: ReportClient;
}

interface Props extends Shared {
  name: 'popup' | 'panel' | 'inspector';
  browsing: Browsing;
  class?: string;
  isHidden?: boolean;
  /** The view that is shown. */
  part?: string;
  /** Whether something is open that Escape closes. */
  isOpen: boolean;
  /** Moves the focus to the search; null if the details cover it. */
  onSearch: (() => void) | null;
  /** Bars and notices above the list. */
  above?: ComponentChildren;
  /** Bars and notices below the list. */
  below: ComponentChildren;
  /** The list, and its open item. */
  children: ComponentChildren;
}

export function ReportSurface({ name, report, client, browsing, isOpen, onSearch, ...props }: Props) {
  const { isHidden, part, above, below, children } = props;
  const { status, setStatus, showsHelp, setShowsHelp, close } = browsing;
  // Preloads the details, which the next click will probably open.
  const hasRows = report.rows.length > 0;
  useEffect(() => {
    if (hasRows) requestIdleCallback(() => Opened.preload());
  }, [hasRows]);
  useEffect(() => {
    requestIdleCallback(() => import('./parts/bar-keys.ts'));
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // In a popup, Escape would close the popup, even from a field.
    if (key === 'Escape' && isOpen && (name === 'popup' || !isTyping(event))) close();
    else if (isTyping(event)) return;
    else if (key === '?') setShowsHelp(true);
    else if (key === '/' && onSearch) onSearch();
    else return;
    event.preventDefault();
    // Otherwise, DevTools handles the key, too: Escape opens the console.
    event.stopPropagation();
  };
  const { view, arranged } = browsing;
  // The first search takes effect only when its parser is loaded.
  const isWhole = browsing.listed === null;
  const userOrder = useMemo(() => ({}), [view, arranged.of.order, isWhole]);
  return (
    <main
      data-surface={name}
      data-state={report.state.kind}
      data-part={part}
      class={props.class}
      hidden={isHidden}
    >
      {above}
      {showsHelp && <Shortcuts onClose={() => setShowsHelp(false)} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that apply to the list and what is open, wherever the
          focus is */}
      <div class="panes" aria-busy={browsing.arranged.of.rows !== report.rows} onKeyDown={onKeyDown}>
        <ResourcesContext.Provider value={browsing.arranged.resources}>
          <Folded.Provider value={browsing.arranged.folded}>
            <UserOrder.Provider value={userOrder}>
              <ScanState.Provider value={report.state}>{children}</ScanState.Provider>
            </UserOrder.Provider>
          </Folded.Provider>
        </ResourcesContext.Provider>
      </div>
      {below}
      <Toast report={report} client={client} status={status} onClose={() => setStatus('')} />
    </main>
  );
}

/** Replaces the list: states why there is none, or that the list will appear later. */
export function NoList({ report, client, canGrant }: Shared & { canGrant: boolean }) {
  if (report.rows.length > 0) return null;
  return (
    <>
      {report.state.kind === 'done' && <EmptyNotice report={report} client={client} />}
      <FailureNotice report={report} canGrant={canGrant} onRetry={() => client.rescan()} />
      {isReading(report.state) && <SkeletonRows />}
    </>
  );
}
