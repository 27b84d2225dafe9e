/** The panel's last line: how much there is, what was found, and whether the page is watched. */

import type { ComponentChildren } from 'preact';
import { severities } from '../../src/vocabulary.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { afterFailure } from '../platform/scan-state.ts';
import type { Row } from '../platform/surface-updates.ts';
import { Progress } from '../ui/bars/progress.tsx';
import type { Browsing } from '../ui/hooks/use-report.ts';
import { counted, type Filtering } from '../ui/list/filtering.ts';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportClient, ReportState } from '../ui/report-client.ts';
import { formatBytes, formatClock } from '../ui/text/format.ts';
import { listedText } from '../ui/text/listed-text.ts';

const failedCount = (rows: readonly Row[]): number =>
  rows.filter(
    ({ states }) =>
      !states.includes('blocked') && (states.includes('refused') || states.includes('not-shown')),
  ).length;
const blockedCount = (rows: readonly Row[]): number =>
  rows.filter(({ states }) => states.includes('blocked')).length;

/** Blocked data: URLs have failed, too, but are counted separately. */
const failedQuery = 'is:failed -is:blocked';

interface Props {
  report: ReportState;
  client: ReportClient;
  browsing: Browsing;
  /** Opens the findings on the page as a whole. */
  onPage: () => void;
}

export function StatusLine({ report, client, browsing, onPage }: Props) {
  const { overview, state, rows, watching, readAt } = report;
  const { view, setView, arranged } = browsing;
  const isReading = state.kind === 'reading' || state.kind === 'connecting';
  // On a page that can't be scanned, nothing can be counted.
  const isUncounted = state.kind === 'failed' && rows.length === 0;
  const isUnread = afterFailure(state) === 'grant';
  const [failed, blocked] = [failedCount(rows), blockedCount(rows)];
  const listed = listedText(arranged);
  const cost = overview?.totals.cost ?? 0;
  return (
    <footer class="status-line">
      <p role="status" aria-busy={isReading}>
        {isReading ? (
          message('readingFound', rows.length, formatNumber(rows.length))
        ) : listed !== '' ? (
          listed
        ) : isUncounted ? null : (
          <>
            <span>{message('dataUrls', rows.length, formatNumber(rows.length))}</span>
            <Dot />
            <span title={message('carriedTitle')}>{formatBytes(cost)}</span>
          </>
        )}
      </p>
      <Progress report={report} client={client} />
      {failed > 0 && (
        <Part id="failed" class="error" {...counted(view, setView, { query: failedQuery })}>
          {message('countFailed', formatNumber(failed))}
        </Part>
      )}
      {blocked > 0 && (
        <Part id="blocked-only" class="error" {...counted(view, setView, { query: 'is:blocked' })}>
          {message('countBlocked', blocked, formatNumber(blocked))}
        </Part>
      )}
      {overview &&
        severities.map((severity) => {
          const count = overview.totals.findings[severity];
          return (
            count > 0 && (
              <Part
                key={severity}
                id={severity}
                class={severity}
                {...counted(view, setView, { severities: [severity] })}
              >
                <Icon name={severity} />
                {message(`count_${severity}`, count, formatNumber(count))}
              </Part>
            )
          );
        })}
      {overview && !isUncounted && (
        <>
          <Dot />
          <button type="button" data-action="page" title={message('pageFindingsTitle')} onClick={onPage}>
            {overview.findings.length === 0
              ? message('pageTotals')
              : message('pageFindings', overview.findings.length, formatNumber(overview.findings.length))}
          </button>
        </>
      )}
      <span class="spacer" />
      {/* Shows that the page was reloaded, even if the list is the same. An earlier page may have been scanned then. */}
      {readAt !== null && !isReading && !isUncounted && !isUnread && (
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

interface PartProps extends Filtering {
  id: string;
  class: string;
  children: ComponentChildren;
}

/** A count; a click lists only what it counts. */
const Part = ({ id, class: kind, isOn, onClick, children }: PartProps) => (
  <>
    <Dot />
    <button type="button" class={kind} data-filter={id} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  </>
);
