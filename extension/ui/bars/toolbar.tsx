/** The popup's header: the page, the age of its Report, and the actions on it. */

import { useEffect, useState } from 'preact/hooks';
import { openOptions, openWorkbench } from '../../platform/browser.ts';
import { message } from '../../platform/i18n.ts';
import type { Listed } from '../export/save-report.ts';
import { Icon } from '../parts/icons.tsx';
import { Tool } from '../parts/tool.tsx';
import type { ReportClient, ReportState } from '../report-client.ts';
import { formatAge, formatMoment, formatTime, visibleText } from '../text/format.ts';
import { pageName } from '../text/page-name.ts';
import { ExportMenu } from './export-menu.tsx';
import { MenuButton, type MenuItem } from './menu.tsx';

interface Props {
  report: ReportState;
  client: ReportClient;
  /** The rows that remain in the list after a search or filter; null if all are listed. */
  listed: Listed | null;
  /** Called with the result of an action, in words. */
  onStatus: (text: string) => void;
  /** Goes back to the list, if details are shown instead of it. */
  onBack: (() => void) | null;
  /** Opens the same Report in a separate tab. */
  onOpenTab: () => void;
  /** Pins the current state, to compare later ones with it; null if that is not possible. */
  onPin: (() => void) | null;
  /** Opens the CSP view in a separate tab. */
  onCsp: () => void;
  onShortcuts: () => void;
}

export function Toolbar({ report, client, listed, onStatus, onBack, ...props }: Props) {
  const { onOpenTab, onPin, onCsp, onShortcuts } = props;
  const { page: isUpToDate } = report.watching;
  const address = report.overview?.page.url ?? '';
  const items: MenuItem[] = [
    ...(onPin
      ? [{ id: 'compare', label: message('compare'), note: message('compareNote'), run: onPin }]
      : []),
    { id: 'csp', label: message('csp'), note: message('cspTitle'), run: onCsp },
    { id: 'workbench', label: message('workbench'), note: message('workbenchNote'), run: openWorkbench },
    { id: 'settings', label: message('settings'), run: openOptions },
    { id: 'shortcuts', label: message('shortcuts'), note: '?', run: onShortcuts },
  ];
  return (
    <header>
      <div class="toolbar" role="toolbar" aria-label={message('fact_actions')} data-bar>
        {onBack && (
          <button type="button" data-action="back" onClick={onBack}>
            <Icon name="back" />
            {message('back')}
          </button>
        )}
        <h1 class={onBack ? 'visually-hidden' : ''} title={visibleText(address)}>
          <bdi dir={address === '' ? undefined : 'ltr'}>{pageName(address) || message('extensionName')}</bdi>
        </h1>
        {/* The Report of a watched page is always up to date, so its age is not shown. */}
        {report.readAt !== null && report.state.kind !== 'reading' && !isUpToDate && (
          <Age readAt={report.readAt} isStale={report.isStale} />
        )}
        <span class="spacer" />
        <Tool id="rescan" icon="rescan" label={message('rescan')} onClick={() => client.rescan()} />
        <WatchTool report={report} client={client} />
        <ExportMenu report={report} client={client} listed={listed} isCompact={true} onStatus={onStatus} />
        <Tool id="open-tab" icon="tab" label={message('openTab')} onClick={onOpenTab} />
        <MenuButton id="more" icon="more" label={message('more')} isCompact={true} items={items} />
      </div>
    </header>
  );
}

/** Starts and stops watching the page. While DevTools follow the page, a person may still start it. */
export function WatchTool({ report: { watching }, client }: Pick<Props, 'report' | 'client'>) {
  const isWatched = watching.page && !watching.isLive;
  return (
    <Tool
      id="watch"
      icon="watch"
      label={message('watchPage')}
      isPressed={isWatched}
      onClick={() => client.watch('page', !isWatched)}
    />
  );
}

/** Number of milliseconds between two updates of the text. */
const minute = 60_000;

/**
 * The age of the Report, in words. "Now" would be false of a page that was reloaded since, so the time is shown then.
 *
 * @param readAt the time when the page was scanned, in milliseconds since 1970
 * @param isStale whether the page may have changed since
 */
export function Age({ readAt, isStale }: { readAt: number; isStale: boolean }) {
  const [now, setNow] = useState(readAt);
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, minute);
    return () => clearInterval(timer);
  }, [readAt]);
  return (
    <time
      class="age"
      dateTime={new Date(readAt).toISOString()}
      title={message('readAt', formatMoment(readAt))}
    >
      {isStale ? message('readAt', formatTime(readAt)) : formatAge(now - readAt)}
    </time>
  );
}
