/** The panel's last line: totals, findings, and whether the page is watched. */

import { formatNumber, message } from '../platform/i18n.ts';
import { afterFailure } from '../platform/scan-state.ts';
import { Progress } from '../ui/bars/progress.tsx';
import { Counters, pageLabel } from '../ui/bars/summary.tsx';
import type { Browsing } from '../ui/hooks/use-report.ts';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportClient, ReportState } from '../ui/report-client.ts';
import { isReading } from '../ui/report-state.ts';
import { formatBytes, formatClock, formatExact } from '../ui/text/format.ts';
import { listedText } from '../ui/text/listed-text.ts';

interface Props {
  report: ReportState;
  client: ReportClient;
  browsing: Browsing;
  /** Opens the findings about the page as a whole. */
  onPage: () => void;
}

export function StatusLine({ report, client, browsing, onPage }: Props) {
  const { overview, state, rows, watching, readAt } = report;
  const { view, setView, arranged } = browsing;
  const isScanning = isReading(state);
  // On a page that can't be scanned, there is nothing to count.
  const isUncounted = state.kind === 'failed' && rows.length === 0;
  const isUnread = afterFailure(state) === 'grant';
  const listed = listedText(arranged);
  const cost = overview?.totals.cost ?? 0;
  return (
    <footer class="status-line">
      <p role="status" aria-busy={isScanning}>
        {isScanning ? (
          message('readingFound', rows.length, formatNumber(rows.length))
        ) : listed !== '' ? (
          listed
        ) : isUncounted ? null : (
          <>
            <span>{message('dataUrls', rows.length, formatNumber(rows.length))}</span>
            <Dot />
            <span title={`${formatExact(cost)}\n${message('carriedTitle')}`}>{formatBytes(cost)}</span>
          </>
        )}
      </p>
      <Progress report={report} client={client} />
      {overview && !isScanning && !isUncounted && (
        <Counters report={report} arranged={arranged} view={view} onView={setView} />
      )}
      {overview && !isUncounted && (
        <>
          <Dot />
          <button type="button" data-action="page" title={message('pageFindingsTitle')} onClick={onPage}>
            {pageLabel(overview)}
          </button>
        </>
      )}
      <span class="spacer" />
      {/*
       * Shows that the page was reloaded, even if the list is the same. The time is omitted if the scan may be of an
       * earlier page.
       */}
      {readAt !== null && !isScanning && !isUncounted && !isUnread && (
        <time class="dim" dateTime={new Date(readAt).toISOString()}>
          {message('readAt', formatClock(readAt))}
        </time>
      )}
      {watching.isLive && (
        <span class="live" data-watching title={`${message('watchingLive')} ${message('watchingLimits')}`}>
          <Icon name="watch" />
          <span>{message('liveNow')}</span>
        </span>
      )}
    </footer>
  );
}

const Dot = () => (
  <span class="dot" aria-hidden="true">
    ·
  </span>
);
