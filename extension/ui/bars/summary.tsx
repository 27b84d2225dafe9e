/** The summary: whether there are problems, and the totals. */

import { worstOf } from '../../../src/report/report.ts';
import { flaggedCount } from '../../../src/report/totals.ts';
import { unreadParts } from '../../../src/report/unread.ts';
import { severities } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Overview } from '../../platform/messages.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportState } from '../report-client.ts';
import { formatBytes } from '../text/format.ts';

export function Summary({ report, onPage }: { report: ReportState; onPage: () => void }) {
  const { overview, state } = report;
  const isWhole = overview !== null && unreadParts(overview.unreachable).length === 0;
  const isReading = state.kind === 'reading' || state.kind === 'connecting';
  return (
    <section class="summary" aria-label={message('summary')}>
      {/* Only this live region announces progress, not every row. */}
      <p class="status" role="status" aria-busy={isReading}>
        {isReading ? (
          <>
            <progress aria-label={message('reading')} />
            {message('readingFound', report.rows.length, formatNumber(report.rows.length))}
          </>
        ) : (
          overview && <Counts overview={overview} />
        )}
      </p>
      {overview && !isReading && (overview.totals.dataUrls > 0 || state.kind === 'done') && (
        <p class="flags">
          {overview.totals.dataUrls > 0 && flaggedCount(overview.totals) === 0 && (
            <span>{message(isWhole ? 'nothingFlagged' : 'nothingFlaggedThere')}</span>
          )}
          {severities.map((severity) => {
            const count = overview.totals.findings[severity];
            return (
              count > 0 && (
                <span key={severity} class={`severity ${severity}`}>
                  <Icon name={severity} /> {message(`count_${severity}`, count, formatNumber(count))}
                </span>
              )
            );
          })}
          <PageButton overview={overview} onClick={onPage} />
        </p>
      )}
    </section>
  );
}

function Counts({ overview: { totals } }: { overview: Overview }) {
  return (
    <>
      <strong>{message('dataUrls', totals.dataUrls, formatNumber(totals.dataUrls))}</strong>
      {totals.dataUrls > 0 && (
        <>
          <span title={message('carriedTitle')}>{message('carried', formatBytes(totals.cost))}</span>
          {totals.copiesCost > 0 && (
            <span title={message('duplicatesTitle')}>
              {message('duplicates', formatBytes(totals.copiesCost))}
            </span>
          )}
          {totals.savings > 0 && (
            <span title={message('savingsTitle')}>{message('savings', formatBytes(totals.savings))}</span>
          )}
          <span>{message('decoded', formatBytes(totals.size))}</span>
        </>
      )}
    </>
  );
}

/** Opens the findings on the page as a whole. */
function PageButton({ overview: { findings }, onClick }: { overview: Overview; onClick: () => void }) {
  const worst = worstOf(findings);
  return (
    <button
      type="button"
      class="page-button"
      data-action="page"
      title={message('pageFindingsTitle')}
      onClick={onClick}
    >
      {worst && (
        <span class={`severity ${worst}`}>
          <Icon name={worst} />
          <span class="visually-hidden">{message(`severity_${worst}`)}</span>
        </span>
      )}
      {findings.length === 0
        ? message('pageTotals')
        : message('pageFindings', findings.length, formatNumber(findings.length))}
    </button>
  );
}
