/**
 * Shows pasted reports of Content Security Policy violations, each with its directive and the occurrences that the
 * directive governs.
 */
import { useState } from 'preact/hooks';
import { type CspReport, governedBy, isOfData } from '../../src/csp/violation-reports.ts';
import type { ComparedUrl } from '../../src/report/compare-reports.ts';
import { readReports } from '../../src/report/read-reports.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { destinationText, visibleText } from '../ui/text/format.ts';
import { stateText } from '../ui/text/row-texts.ts';
import { Clipped } from './clipped.tsx';
import { maxListed } from './limits.ts';
import { reportOfTab } from './report-of-tab.ts';

interface Props {
  reports: readonly CspReport[];
  /** The tab with the page that the reports may be about; null if there is none. */
  tabId: number | null;
}

export function CspReports({ reports, tabId }: Props) {
  const [page, setPage] = useState<readonly ComparedUrl[] | null>(null);
  const [state, setState] = useState<'reading' | 'no_answer' | null>(null);
  const readPage = async () => {
    if (tabId === null) return;
    setState('reading');
    const report = await reportOfTab(tabId);
    const read = report && readReports(await report.text());
    const [first] = read?.ok ? read.reports : [];
    setPage(first?.dataUrls ?? null);
    setState(first ? null : 'no_answer');
  };
  return (
    <article class="detail" data-csp-reports={reports.length}>
      <h2>{message('cspReports')}</h2>
      {tabId === null ? (
        <p class="dim">{message('cspReportsWithoutPage')}</p>
      ) : (
        <div class="bench-tools">
          <button type="button" data-action="join-page" onClick={() => void readPage()}>
            <Icon name="rescan" />
            {message('pageNow')}
          </button>
          <span role="status">
            {state === 'reading' && message('reading')}
            {state === 'no_answer' && message('reportFile_no_answer')}
          </span>
        </div>
      )}
      {reports.map((report, at) => (
        <ReportView key={at} report={report} page={page} />
      ))}
    </article>
  );
}

function ReportView({ report, page }: { report: CspReport; page: readonly ComparedUrl[] | null }) {
  const { directive, blocked, document, isEnforced, policy } = report;
  const governed = page && governedBy(report, page);
  return (
    <section data-directive={directive}>
      <h3>
        {message(
          isEnforced ? 'cspReportBlocked' : 'cspReportOnly',
          visibleText(directive),
          visibleText(blocked === '' ? '–' : blocked.slice(0, 100)),
        )}
      </h3>
      <p class="frame">
        <Clipped text={document} />
      </p>
      {policy !== '' && (
        <p class="selector">
          <Clipped text={policy} />
        </p>
      )}
      {!isOfData(report) && <p class="dim">{message('cspReportOther')}</p>}
      {governed && isOfData(report) && (
        <>
          <p>{message('cspReportGoverned', governed.length, formatNumber(governed.length))}</p>
          <ul class="occurrences">
            {governed.slice(0, maxListed).map(({ dataUrl, occurrence }, at) => (
              <li key={at} class="occurrence">
                <code>{visibleText(`<${occurrence.element}>`)}</code> {visibleText(occurrence.name)}
                <span class="tag">{message('destination', destinationText(occurrence.destination))}</span>
                {occurrence.state && (
                  <span class={`mark ${occurrence.state.kind}`}>{stateText(occurrence.state)}</span>
                )}
                {occurrence.selector !== '' && (
                  <div class="selector">
                    <Clipped text={occurrence.selector} />
                  </div>
                )}
                <div class="dim">
                  <Clipped text={dataUrl.head} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
