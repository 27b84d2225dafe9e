/** Says that the page is watched, and whether every page of its site is. */
import { requestSites } from '../../platform/browser.ts';
import { message } from '../../platform/i18n.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportClient, ReportState } from '../report-client.ts';

export function WatchNotice({ report, client }: { report: ReportState; client: ReportClient }) {
  const { page, isLive, site } = report.watching;
  if (!page) return null;
  return (
    <div class="notice watching" data-watching>
      <Icon name="watch" />
      <div>
        {/* With the panel open this is the normal state: one line is enough. */}
        {!isLive && <p>{message('watching')}</p>}
        <details>
          <summary>{message(isLive ? 'watchingLive' : 'watchingHow')}</summary>
          <p class="dim">{message('watchingLimits')}</p>
        </details>
        {!isLive && site !== null && (
          <label>
            <input
              type="checkbox"
              name="watch-site"
              checked={site}
              onChange={({ currentTarget }) => watchSite(report.origin, client, currentTarget.checked)}
            />
            <span>{message('watchSite')}</span>
          </label>
        )}
      </div>
    </div>
  );
}

/** The browser injects our script into a site's pages only if the site is granted. */
function watchSite(origin: string, client: ReportClient, on: boolean): void {
  // Must come first: the prompt may close this surface. A site without the grant is not watched, but stays on the list.
  client.watch('site', on);
  if (on) void requestSites([origin]);
}
