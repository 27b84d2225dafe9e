/** Replaces the list of a page without data: URLs. */
import { useRef } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportClient, ReportState } from '../report-client.ts';
import { WorkbenchButton } from './notices.tsx';
import { watchSite } from './watch-notice.tsx';

/** States in how many documents no data: URL was found, and how to find data: URLs that scripts have removed. */
export function EmptyNotice({ report, client }: { report: ReportState; client: ReportClient }) {
  const { overview, watching } = report;
  const { site, page } = watching;
  const title = useRef<HTMLHeadingElement>(null);
  // A missing CSP header doesn't count, because a separate notice reports it.
  const isWhole = overview?.unreachable.every(({ kind }) => kind === 'headers') ?? false;
  const frames = overview?.page.frames ?? 0;
  return (
    <div class="empty" data-empty={isWhole ? 'page' : 'scanned'}>
      <Icon name="search" />
      <h2 ref={title} tabIndex={-1}>
        {message(isWhole ? 'empty' : 'emptyThere')}
      </h2>
      {frames > 0 && <p class="dim">{message('emptyScanned', frames, formatNumber(frames))}</p>}
      {frames > 0 && site === false && !page && (
        <>
          <p class="dim">{message('emptyRemoved')}</p>
          <button
            type="button"
            class="primary"
            data-action="watch-site"
            onClick={() => {
              watchSite(report.origin, client, true);
              // The focus must move, because the focused button is removed.
              title.current?.focus();
            }}
          >
            <Icon name="watch" />
            {message('watchSite')}
          </button>
        </>
      )}
      <WorkbenchButton />
    </div>
  );
}
