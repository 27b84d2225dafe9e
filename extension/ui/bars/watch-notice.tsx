/** States that the page is watched, with an option to watch every page of its site. */
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
        {/* If the panel is open, this is the normal state, and one line is enough. */}
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

/**
 * Adds a site to the watch list or removes it. The browser injects the extension's script into a site's pages only if
 * access to the site is granted.
 */
export function watchSite(origin: string, client: ReportClient, on: boolean): void {
  // The watch list must be changed first, because the prompt may close this surface. Without the grant, the site is not
  // watched, but stays on the list.
  client.watch('site', on);
  if (on) void requestSites([origin]);
}
