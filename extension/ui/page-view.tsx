/** The page as a whole: its findings and totals. */
import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, message } from '../platform/i18n.ts';
import { ServerPolicy } from './bars/server-policy.tsx';
import { FindingView } from './detail/finding.tsx';
import type { ReportClient, ReportState } from './report-client.ts';
import { formatBytes, formatMilliseconds, visibleText } from './text/format.ts';

export function PageView({
  report,
  client,
  takesFocus,
  onShow,
}: {
  report: ReportState;
  client: ReportClient;
  /** A person has asked for it. */
  takesFocus: boolean;
  /** Lists the data: URLs of a finding. */
  onShow: (ids: readonly string[]) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const { overview } = report;
  if (!overview) return null;
  const { page, totals, timing, findings } = overview;
  const facts: [string, string][] = [
    [message('address'), visibleText(page.url)],
    [message('frames'), formatNumber(page.frames)],
    [message('differentUrls'), formatNumber(totals.dataUrls)],
    [message('placesInAll'), formatNumber(totals.occurrences)],
    [message('sizeCarried'), formatBytes(totals.cost)],
    [message('sizeRepeated'), formatBytes(totals.copiesCost)],
    [message('sizeSavings'), formatBytes(totals.savings)],
    [message('sizeDecoded'), formatBytes(totals.size)],
    [message('scanTime'), formatMilliseconds(timing.scanMs)],
    [message('longestBlock'), formatMilliseconds(timing.longestTaskMs)],
  ];
  return (
    <article class="detail" data-page aria-labelledby="page-heading">
      <h2 id="page-heading" ref={heading} tabIndex={-1}>
        {visibleText(page.title) || message('thePage')}
      </h2>
      {findings.length === 0 ? (
        <p class="dim">{message('noPageFindings')}</p>
      ) : (
        <ul class="findings">
          {findings.map((finding, at) => (
            <FindingView
              key={`${finding.rule} ${finding.messageId} ${at}`}
              finding={finding}
              policy={report.policy}
              client={client}
              onShow={onShow}
            />
          ))}
        </ul>
      )}
      <ServerPolicy report={report} client={client} />
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
