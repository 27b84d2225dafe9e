/** Notices at the end of a surface, so that notices that appear late don't move any row. */

import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Unreachable } from '../../../src/report/report.ts';
import {
  isGrantable,
  partLocation,
  sheetsWithoutText,
  unreadParts,
} from '../../../src/report/unreachable.ts';
import { browser, isFirefox, requestSites } from '../../platform/browser.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import { sheetLimits } from '../../platform/limits.ts';
import { sitePattern } from '../../platform/origins.ts';
import { DeveloperTools } from '../parts/devtools-context.ts';
import type { ReportClient, ReportState } from '../report-client.ts';
import { formatTime, visibleText } from '../text/format.ts';
import { FailureNotice } from './notices.tsx';
import { reasonText } from './server-policy.tsx';
import { WatchNotice } from './watch-notice.tsx';

interface Props {
  report: ReportState;
  client: ReportClient;
  canGrant: boolean;
  /** Whether only details are shown. Notices about the page are then omitted. */
  isCovered: boolean;
  /** Shows the changes since a state was pinned; null if the surface does so elsewhere, or none is pinned. */
  onCompare?: (() => void) | null;
}

export function Footnotes({ report, client, canGrant, isCovered, onCompare }: Props) {
  return (
    <div class="footnotes">
      {report.rows.length > 0 && (
        <FailureNotice report={report} canGrant={canGrant} onRetry={() => client.rescan()} />
      )}
      <StaleNotice report={report} client={client} />
      <div role="status">
        {onCompare && !isCovered && (
          <div class="notice" data-pinned-state>
            <p>{message('pinnedNotice')}</p>
            <button type="button" data-action="compare-pinned" onClick={onCompare}>
              {message('comparePinned')}
            </button>
          </div>
        )}
      </div>
      {!isCovered && <WatchNotice report={report} client={client} />}
      {report.asked?.ids.length === 0 ? (
        <p class="notice">{message('notADataUrl')}</p>
      ) : (
        report.asked?.kind === 'large-image' && <p class="notice">{message('allLarge')}</p>
      )}
      {report.overview && !isCovered && (
        <UnreachableNotice report={report} unreachable={report.overview.unreachable} />
      )}
    </div>
  );
}

/** Warns that the Report of a watched page is outdated. Other Reports show their age instead. */
export function StaleNotice({ report, client }: Pick<Props, 'report' | 'client'>) {
  if (!report.isStale || !report.watching.page || report.readAt === null || report.state.kind === 'failed')
    return null;
  return (
    <div class="notice stale">
      <p>{message('stale', formatTime(report.readAt))}</p>
      <button type="button" data-action="rescan-stale" onClick={() => client.rescan()}>
        {message('rescan')}
      </button>
    </div>
  );
}

/**
 * Lists the parts that could not be scanned, with a button that grants access. Then lists the style sheets that were
 * not searched for dropped CSS, which are normal in many pages.
 */
export function UnreachableNotice({
  report: { state, origin },
  unreachable: all,
}: {
  report: ReportState;
  unreachable: readonly Unreachable[];
}) {
  // If the scan failed, the failure notice already reports the page itself.
  const unreachable = unreadParts(all).filter(({ kind }) => state.kind !== 'failed' || kind !== 'page');
  const sheets = sheetsWithoutText(all);
  const sites = useUngranted(sheets);
  return (
    <>
      {unreachable.length > 0 && (
        <div class="notice unreachable" data-unreachable={unreachable.length}>
          <Parts
            parts={unreachable}
            summary={message(
              'unreachableWhy',
              message('unreachable', unreachable.length, formatNumber(unreachable.length)),
              [...new Set(unreachable.map(({ reason }) => reasonText(reason)))].slice(0, 3).join('; '),
            )}
          />
          <Grant sites={sitesOf(unreachable.filter(isGrantable), origin)} />
        </div>
      )}
      {sheets.length > 0 && (
        <div class="notice unreachable" data-unread-sheets>
          <Parts
            parts={sheets}
            summary={message('unreadText')}
            note={sites.length === 0 && <SheetAdvice sheets={sheets} />}
          />
          <Grant sites={sites} />
        </div>
      )}
    </>
  );
}

/**
 * How to check the style sheets if no grant helps: in Chromium, DevTools may have the texts of those that have an
 * address.
 */
function SheetAdvice({ sheets }: { sheets: readonly Unreachable[] }) {
  const isInTools = useContext(DeveloperTools) !== null;
  if (isFirefox() || !sheets.some(({ url }) => url !== '')) return message('unreadTextFinal');
  return message(isInTools ? 'unreadTextReload' : 'unreadTextTools');
}

const Grant = ({ sites }: { sites: string[] }) =>
  sites.length > 0 && (
    <button type="button" data-action="grant" title={sites.join(' ')} onClick={() => requestSites(sites)}>
      {message('grantFrames')}
    </button>
  );

/**
 * Selects the sites from which the worker could fetch missing texts of sheets if access were granted. Only Firefox has
 * such sites, and sites to which access is already granted are excluded. Panels of Firefox's developer tools can't
 * check the grants.
 */
function useUngranted(sheets: readonly Unreachable[]): string[] {
  const [ungranted, setUngranted] = useState<string[]>([]);
  const sites = isFirefox() ? [...new Set(sheets.flatMap(({ url }) => sitePattern(url) ?? []))] : [];
  const key = sites.join(' ');
  useEffect(() => {
    let isWanted = true;
    const granted = sites.map((site) =>
      browser.permissions?.contains({ origins: [site] }).catch(() => false),
    );
    void Promise.all(granted).then((are) => isWanted && setUngranted(sites.filter((_, n) => !are[n])));
    return () => {
      isWanted = false;
    };
  }, [key]);
  return ungranted;
}

interface PartsProps {
  parts: readonly Unreachable[];
  summary: string;
  note?: ComponentChildren;
}

const Parts = ({ parts, summary, note }: PartsProps) => (
  <details>
    <summary>{summary}</summary>
    {note && <p>{note}</p>}
    <ul>
      {parts.slice(0, 100).map((part, at) => (
        <li key={at}>
          {message(`unreachable_${snake(part.kind)}`)}:{' '}
          {part.reason === 'unread-text' && part.url === '' ? (
            message('unreadTextMade', formatNumber(sheetLimits.texts))
          ) : (
            <>
              <bdi class="url" dir="ltr">
                {visibleText(partLocation(part) || '–')}
              </bdi>{' '}
              <span class="dim">{reasonText(part.reason)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  </details>
);

/** The sites of unreachable parts. For a part without its own site, the page's site is used. */
const sitesOf = (parts: readonly Unreachable[], page: string): string[] => [
  ...new Set(parts.map(({ url }) => sitePattern(url) ?? page)),
];
