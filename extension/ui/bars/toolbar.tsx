/** Actions on the Report as a whole. */

import { useEffect, useState } from 'preact/hooks';
import { openOptions, openWorkbench } from '../../platform/browser.ts';
import { message } from '../../platform/i18n.ts';
import type { Listed } from '../export/save-report.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import type { ReportClient, ReportState } from '../report-client.ts';
import { formatAge, formatMoment } from '../text/format.ts';
import { ExportMenu } from './export-menu.tsx';

interface Props {
  report: ReportState;
  client: ReportClient;
  isWide: boolean;
  /** The rows that a search or a filter leaves in the list; null where all are listed. */
  listed: Listed | null;
  /** Called with the result of an action, in words. */
  onStatus: (text: string) => void;
  /** Goes back to the list, if a detail is shown instead of it. */
  onBack: (() => void) | null;
  /** Opens the same Report in a tab of its own; null in that tab. */
  onOpenTab: (() => void) | null;
}

export function Toolbar({ report, client, isWide, listed, onStatus, onBack, onOpenTab }: Props) {
  const { page: isUpToDate, isLive } = report.watching;
  const isWatched = isUpToDate && !isLive;
  return (
    <header class="toolbar">
      {onBack && (
        <button type="button" data-action="back" onClick={onBack}>
          <Icon name="back" />
          {message('back')}
        </button>
      )}
      <div class="title">
        <h1 class={onBack ? 'visually-hidden' : ''}>{message('extensionName')}</h1>
        {/* The Report of a watched page is always up to date. */}
        {report.readAt !== null && report.state.kind !== 'reading' && !isUpToDate && (
          <Age readAt={report.readAt} />
        )}
      </div>
      <span class="spacer" />
      <Tool
        id="rescan"
        icon="rescan"
        label={message('rescan')}
        isWide={isWide}
        onClick={() => client.rescan()}
      />
      <Tool
        id="watch"
        icon="watch"
        label={message('watch')}
        title={message(isWatched ? 'watchEnd' : 'watchBegin')}
        isWide={isWide}
        isPressed={isWatched}
        onClick={() => client.watch('page', !isWatched)}
      />
      <ExportMenu report={report} client={client} listed={listed} isCompact={!isWide} onStatus={onStatus} />
      {onOpenTab && (
        <Tool id="open-tab" icon="tab" label={message('openTab')} isWide={isWide} onClick={onOpenTab} />
      )}
      {onOpenTab && (
        <Tool
          id="workbench"
          icon="workbench"
          label={message('workbench')}
          title={message('workbenchTitle')}
          isWide={isWide}
          onClick={openWorkbench}
        />
      )}
      <Tool id="settings" icon="settings" label={message('settings')} isWide={isWide} onClick={openOptions} />
    </header>
  );
}

interface ToolProps {
  id: string;
  icon: IconName;
  label: string;
  /** A tooltip with the action, where the label is only a noun. */
  title?: string;
  /** There is space for the label. */
  isWide: boolean;
  isPressed?: boolean;
  onClick: () => void;
}

function Tool({ id, icon, label, title = label, isWide, isPressed, onClick }: ToolProps) {
  return (
    <button type="button" data-action={id} title={title} aria-pressed={isPressed} onClick={onClick}>
      <Icon name={icon} />
      <span class={isWide ? '' : 'visually-hidden'}>{label}</span>
    </button>
  );
}

/** Milliseconds between two updates of the text. */
const minute = 60_000;

/**
 * The age of the Report, in words.
 *
 * @param readAt when the page was read, in ms since 1970
 */
function Age({ readAt }: { readAt: number }) {
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
      {formatAge(now - readAt)}
    </time>
  );
}
