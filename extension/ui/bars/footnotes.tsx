/** Notices at the end of a surface, where what comes late moves no row. */
import { message } from '../../platform/i18n.ts';
import type { ReportClient, ReportState } from '../report-client.ts';
import { FailureNotice, StaleNotice, UnreachableNotice } from './notices.tsx';
import { WatchNotice } from './watch-notice.tsx';

interface Props {
  report: ReportState;
  client: ReportClient;
  canGrant: boolean;
  /** Only the detail is shown: what is about the page is left out. */
  isCovered: boolean;
}

export function Footnotes({ report, client, canGrant, isCovered }: Props) {
  return (
    <div class="footnotes">
      {report.rows.length > 0 && (
        <FailureNotice report={report} canGrant={canGrant} onRetry={() => client.rescan()} />
      )}
      <StaleNotice report={report} />
      {!isCovered && <WatchNotice report={report} client={client} />}
      {report.asked?.ids.length === 0 && <p class="notice">{message('notADataUrl')}</p>}
      {report.overview && !isCovered && (
        <UnreachableNotice unreachable={report.overview.unreachable} origin={report.origin} />
      )}
    </div>
  );
}
