/** The first line of the inspector tab: the page, the verdict, and the actions. */
import { useEffect } from 'preact/hooks';
import { openOptions } from '../platform/browser.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { ExportMenu } from '../ui/bars/export-menu.tsx';
import { MenuButton } from '../ui/bars/menu.tsx';
import { Progress } from '../ui/bars/progress.tsx';
import { Counters, Verdict } from '../ui/bars/summary.tsx';
import { Age, WatchTool } from '../ui/bars/toolbar.tsx';
import type { Browsing } from '../ui/hooks/use-report.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { Tool } from '../ui/parts/tool.tsx';
import type { ReportClient, ReportState } from '../ui/report-client.ts';
import { isReading } from '../ui/report-state.ts';
import { visibleText } from '../ui/text/format.ts';
import { pageName } from '../ui/text/page-name.ts';
import './tab-header.css';

interface Props {
  report: ReportState;
  client: ReportClient;
  browsing: Pick<Browsing, 'arranged' | 'listed' | 'view' | 'setView'>;
  isWide: boolean;
  /** Returns to the view that the details cover; null if they cover none. */
  onBack: (() => void) | null;
  /** Shows the changes since a state was pinned, or pins the current one; null if it cannot be pinned. */
  onCompare: (() => void) | null;
  isPinned: boolean;
  onStatus: (text: string) => void;
  onShortcuts: () => void;
  /** Opens the possible savings. */
  onSavings: () => void;
}

export function TabHeader({
  report,
  client,
  browsing: { arranged, listed, view, setView },
  isWide,
  onBack,
  onCompare,
  isPinned,
  onStatus,
  onShortcuts,
  onSavings,
}: Props) {
  const { overview, state, rows, watching, readAt } = report;
  const isScanning = isReading(state);
  const address = overview?.page.url ?? '';
  const name = pageName(address);
  // Titles let users distinguish the tabs of several pages.
  useEffect(() => {
    document.title = [name, message('extensionName')].filter((part) => part !== '').join(' – ');
  }, [name]);
  return (
    <header>
      <div class="tab-header" role="toolbar" aria-label={message('fact_actions')} data-bar>
        {onBack && (
          <button type="button" data-action="back" onClick={onBack}>
            <Icon name="back" />
            {message('back')}
          </button>
        )}
        <div class="tab-page">
          <h1 class="clip" title={visibleText(address)}>
            <bdi dir={address === '' ? undefined : 'ltr'}>{name || message('extensionName')}</bdi>
          </h1>
          {/* The space is reserved, because the text of the age changes over time. */}
          <div class="tab-age">
            {readAt !== null && !isScanning && !watching.page && (
              <Age readAt={readAt} isStale={report.isStale} />
            )}
          </div>
        </div>
        <div class="tab-verdict" hidden={onBack !== null}>
          {/* Only this live region announces the progress; individual rows don't. */}
          <p class="verdict" role="status" aria-busy={isScanning}>
            {isScanning ? (
              <>
                <progress class="visually-hidden" aria-label={message('reading')} />
                {message('readingFound', rows.length, formatNumber(rows.length))}
              </>
            ) : (
              overview &&
              overview.totals.dataUrls > 0 && (
                <Verdict overview={overview} rows={rows} onSavings={onSavings} />
              )
            )}
          </p>
          {isScanning && (
            <div class="flags">
              <Progress report={report} client={client} />
            </div>
          )}
          {overview && !isScanning && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out its children as flexible boxes do
            <div class="flags" role="group" aria-label={message('findingsShown')}>
              <Counters report={report} arranged={arranged} view={view} onView={setView} />
            </div>
          )}
        </div>
        <div class="tab-actions">
          {!client.isSample && (
            <>
              <Tool
                id="rescan"
                icon="rescan"
                label={message('rescan')}
                isWide={isWide}
                onClick={() => client.rescan()}
              />
              <WatchTool report={report} client={client} />
            </>
          )}
          {onCompare && (
            <Tool
              id="compare"
              icon="pin"
              label={message(isPinned ? 'comparePinned' : 'compare')}
              {...(!isPinned && { title: message('compareTitle') })}
              isWide={isWide}
              onClick={onCompare}
            />
          )}
          <ExportMenu
            report={report}
            client={client}
            listed={listed}
            isCompact={!isWide}
            onStatus={onStatus}
          />
          <MenuButton
            id="more"
            icon="more"
            label={message('more')}
            isCompact={true}
            items={[
              { id: 'settings', label: message('settings'), run: openOptions },
              { id: 'shortcuts', label: message('shortcuts'), note: '?', run: onShortcuts },
            ]}
          />
        </div>
      </div>
    </header>
  );
}
