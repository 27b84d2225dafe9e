/** What a person can do with the Report as a whole. */

import { reportName } from '../../../src/report/file-names.ts';
import { openOptions, openWorkbench } from '../../platform/browser.ts';
import { message } from '../../platform/i18n.ts';
import { exportFormats } from '../../platform/limits.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { saveBlob } from '../parts/save.ts';
import type { ReportClient, ReportState } from '../report-client.ts';
import { Age } from './age.tsx';
import { MenuButton } from './menu.tsx';

interface Props {
  report: ReportState;
  client: ReportClient;
  isWide: boolean;
  /** Called with what came of something, in words. */
  onStatus: (text: string) => void;
  /** Goes back to the list, where a detail stands in its place. */
  onBack: (() => void) | null;
  /** Opens the same Report in a tab of its own; null where that is what it is. */
  onOpenTab: (() => void) | null;
}

export function Toolbar({ report, client, isWide, onStatus, onBack, onOpenTab }: Props) {
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
        {/* While the page is watched the Report is as old as the last change. */}
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
      <MenuButton
        id="export"
        icon="save"
        label={message('export')}
        isCompact={!isWide}
        items={exportFormats.map((format) => ({
          id: `export-${format}`,
          label: message(`export_${format}`),
          run: async () => {
            const blob = await client.ask({ type: 'report', format });
            const name = reportName(
              report.overview?.page.url ?? '',
              format === 'markdown' ? 'md' : format,
              new Date(),
            );
            if (blob instanceof Blob) saveBlob(blob, name);
            onStatus(blob instanceof Blob ? message('savedAs', name) : message('reportFile_no_answer'));
          },
        }))}
      />
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
  /** What it does, where the label only names it. */
  title?: string;
  /** There is room for the label. */
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
