/** Notices of failures, which appear instead of the list or together with it. */

import { openWorkbench, requestSites } from '../../platform/browser.ts';
import { message, snake } from '../../platform/i18n.ts';
import { failures } from '../../platform/scan-state.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportState } from '../report-client.ts';

/** The label of a button that asks for access to the page's site, or to all sites if that site is unknown. */
export const grantText = (origin: string): string =>
  origin === '<all_urls>' ? message('grantAll') : message('grantSite');

/** The reason why the page could not be scanned, and the alternatives. */
export function FailureNotice({
  report,
  canGrant,
  onRetry,
}: {
  report: ReportState;
  canGrant: boolean;
  onRetry: () => void;
}) {
  const { state, rows } = report;
  if (state.kind !== 'failed') return null;
  const { failure } = state;
  const isClosed = failures[failure] === 'closed';
  const needsGrant = failures[failure] === 'grant';
  return (
    <div class={rows.length > 0 ? 'notice failure' : 'empty failure'} role="alert" data-failure={failure}>
      <Icon name={isClosed ? 'lock' : 'info'} />
      <div>
        {rows.length === 0 && <h2>{message(isClosed ? 'cantRead' : 'scanFailed')}</h2>}
        <p>
          {message(`failure_${snake(failure)}`)}
          {failures[failure] === 'gone' && rows.length > 0 && ` ${message('lastScanListed')}`}
        </p>
      </div>
      {needsGrant && canGrant && (
        <button
          type="button"
          class="primary"
          data-action="grant"
          onClick={() => requestSites([report.origin])}
        >
          {grantText(report.origin)}
        </button>
      )}
      {!isClosed && !needsGrant && (
        <button type="button" class="primary" data-action="retry" onClick={onRetry}>
          {message('tryAgain')}
        </button>
      )}
      {rows.length === 0 && isClosed && <p class="dim hint">{message('pasteHint')}</p>}
      {rows.length === 0 && <WorkbenchButton isPrimary={isClosed} />}
    </div>
  );
}

/** Opens the workbench: if the page cannot be scanned or contains no data: URL, a person may still paste one. */
export const WorkbenchButton = ({ isPrimary = false }: { isPrimary?: boolean }) => (
  <button type="button" class={isPrimary ? 'primary' : ''} data-action="to-workbench" onClick={openWorkbench}>
    <Icon name="workbench" />
    {message('workbenchOpen')}
  </button>
);
