/** The Report of one tab, as every surface shows it: summary, list, detail. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { openOptions } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { Detail } from './detail.tsx';
import { visibleText } from './format.ts';
import { Icon } from './icons.tsx';
import { EmptyNotice, FailureNotice, RulingNotice, StaleNotice, UnreachableNotice } from './notices.tsx';
import { connectReport, type ReportClient, type ReportState } from './report-client.ts';
import { RowView, rowHeight } from './row.tsx';
import { saveBlob } from './save.ts';
import { Summary } from './summary.tsx';
import { useWide } from './use-wide.ts';
import { VirtualList } from './virtual-list.tsx';
import { WatchNotice } from './watch-notice.tsx';

interface Props {
  surface: 'popup' | 'inspector' | 'panel';
  tabId: number;
  /** Opens the same Report in a tab; absent where that is what it is. */
  onOpenTab?: (selected: string | null) => void;
  /** Called when an element of the page was shown. */
  onShown?: () => void;
  /** Given the link to the worker, for what only this surface knows. */
  onConnected?: (client: ReportClient) => undefined | (() => void);
  /** The item to show first. */
  initial?: string | null;
}

export function ReportView({ surface, tabId, onOpenTab, onShown, onConnected, initial = null }: Props) {
  const [report, setReport] = useState<ReportState | null>(null);
  const [client, setClient] = useState<ReportClient | null>(null);
  const [selected, setSelected] = useState<string | null>(initial);
  const [isOpen, setIsOpen] = useState(initial !== null);
  const list = useRef<HTMLDivElement>(null);
  const isWide = useWide();

  useEffect(() => {
    const connected = connectReport(tabId, surface === 'popup', setReport);
    setClient(connected);
    const end = onConnected?.(connected);
    return () => {
      end?.();
      connected.close();
    };
  }, [tabId]);

  const asked = report?.selected;
  useEffect(() => {
    if (!asked) return;
    setSelected(asked);
    setIsOpen(true);
  }, [asked]);

  // The arrow keys work at once, unless a person has gone elsewhere meanwhile.
  const hasRows = (report?.rows.length ?? 0) > 0;
  useEffect(() => {
    if (hasRows && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
    }
  }, [hasRows]);

  const open = useCallback((id: string) => {
    setSelected(id);
    setIsOpen(true);
  }, []);
  const close = useCallback(() => {
    setIsOpen(false);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus());
  }, []);
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isWide) return;
    // In a popup Escape would close it.
    event.preventDefault();
    close();
  };
  const select = (id: string) => {
    setSelected(id);
    if (isWide) setIsOpen(true);
  };

  if (!report || !client) return null;
  const row = selected === null ? undefined : report.rows.find(({ sha256 }) => sha256 === selected);
  const showsDetail = isOpen && row !== undefined;
  const exportJson = async () => {
    const blob = await client.ask({ type: 'report' });
    if (blob instanceof Blob) saveBlob(blob, 'data-urls.json');
  };

  return (
    <main data-surface={surface} data-state={report.state.kind} class={isWide ? 'wide' : 'narrow'}>
      <header class="toolbar">
        {!isWide && showsDetail && (
          <button type="button" data-action="back" onClick={close} onKeyDown={onEscape}>
            <Icon name="back" />
            {message('back')}
          </button>
        )}
        <h1 class={!isWide && showsDetail ? 'visually-hidden' : ''}>{message('extensionName')}</h1>
        <span class="spacer" />
        <button type="button" data-action="rescan" onClick={() => client.rescan()} title={message('rescan')}>
          <Icon name="rescan" />
          <span class={isWide ? '' : 'visually-hidden'}>{message('rescan')}</span>
        </button>
        <button
          type="button"
          data-action="watch"
          aria-pressed={report.watching.page}
          onClick={() => client.watch('page', !report.watching.page)}
          title={message(report.watching.page ? 'watchEnd' : 'watchBegin')}
        >
          <Icon name="watch" />
          <span class={isWide ? '' : 'visually-hidden'}>{message('watch')}</span>
        </button>
        <button type="button" data-action="export-json" onClick={exportJson} title={message('exportJson')}>
          <Icon name="save" />
          <span class={isWide ? '' : 'visually-hidden'}>{message('exportJson')}</span>
        </button>
        {onOpenTab && (
          <button
            type="button"
            data-action="open-tab"
            onClick={() => onOpenTab(isOpen ? selected : null)}
            title={message('openTab')}
          >
            <Icon name="tab" />
            <span class={isWide ? '' : 'visually-hidden'}>{message('openTab')}</span>
          </button>
        )}
        <button type="button" data-action="settings" onClick={openOptions} title={message('settings')}>
          <Icon name="settings" />
          <span class="visually-hidden">{message('settings')}</span>
        </button>
      </header>
      <div class="notices">
        {(isWide || !showsDetail) && <Summary report={report} />}
        {surface === 'inspector' && report.overview && report.overview.page.url !== '' && (
          <p class="page clip" title={visibleText(report.overview.page.url)}>
            {visibleText(report.overview.page.title)}{' '}
            <span class="dim">{visibleText(report.overview.page.url)}</span>
          </p>
        )}
        <FailureNotice report={report} canGrant={surface !== 'popup'} />
        <StaleNotice report={report} />
        {(isWide || !showsDetail) && <WatchNotice report={report} client={client} />}
        <RulingNotice report={report} client={client} />
        {report.selected === null && <p class="notice">{message('notADataUrl')}</p>}
        {report.overview && (isWide || !showsDetail) && (
          <UnreachableNotice unreachable={report.overview.unreachable} origin={report.origin} />
        )}
      </div>
      <div class="panes">
        <div class="pane list" ref={list} hidden={!isWide && showsDetail}>
          <EmptyNotice report={report} />
          {report.rows.length > 0 && (
            <VirtualList
              items={report.rows}
              rowHeight={rowHeight}
              label={message('listLabel')}
              idOf={({ sha256 }) => sha256}
              selected={selected}
              onSelect={select}
              onOpen={open}
              render={(item) => <RowView row={item} client={client} />}
            />
          )}
        </div>
        {showsDetail && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back from anywhere in the detail
          <div class="pane" onKeyDown={onEscape}>
            <Detail row={row} client={client} policy={report.policy} onShown={() => onShown?.()} />
          </div>
        )}
        {isWide && !showsDetail && report.rows.length > 0 && (
          <div class="pane">
            <p class="empty dim">{message('chooseOne')}</p>
          </div>
        )}
      </div>
    </main>
  );
}
