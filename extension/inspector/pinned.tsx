/**
 * Shows the changes since a state was pinned. The pinned Report exists only in the memory of this page: it outlives the
 * worker but not the tab.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type ComparedReport, compareReports } from '../../src/report/compare-reports.ts';
import { readReports } from '../../src/report/read-reports.ts';
import { browser, isFirefox, requestSites } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { sitePattern } from '../platform/origins.ts';
import { afterFailure, isReloaded } from '../platform/scan-state.ts';
import { grantText } from '../ui/bars/notices.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportClient, ReportState } from '../ui/report-client.ts';
import { isReading } from '../ui/report-state.ts';
import { formatClock, formatMoment, visibleText } from '../ui/text/format.ts';
import { Comparison, hasChanges } from './comparison.tsx';
import './pinned.css';

export interface Pinned {
  report: ComparedReport;
  /** The time when the scan of the pinned Report ended, in milliseconds since 1970. */
  readAt: number;
}

/** The current Report; null if the worker has none. */
export async function reportNow(client: ReportClient): Promise<ComparedReport | null> {
  const ask = () => client.ask({ type: 'report' });
  // If the worker ends before it answers, the second request starts it again.
  const json = (await ask()) ?? (await ask());
  const read = json instanceof Blob ? readReports(await json.text()) : null;
  return read?.ok ? (read.reports[0] ?? null) : null;
}

interface Props {
  pinned: Pinned;
  report: ReportState;
  client: ReportClient;
  /** Opens the details of a data: URL. */
  onOpen: (id: string) => void;
  onPinNow: () => void;
  onUnpin: () => void;
}

export function PinnedView({ pinned, report, client, onOpen, onPinNow, onUnpin }: Props) {
  const { state, readAt, rows, watching, origin } = report;
  const [now, setNow] = useState<ComparedReport | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  // A watched page changes even without another scan.
  const isLater = state.kind === 'done' && (readAt !== pinned.readAt || watching.page);
  useEffect(() => {
    if (!isLater) return undefined;
    let isWanted = true;
    void reportNow(client).then((read) => isWanted && read && setNow(read));
    return () => {
      isWanted = false;
    };
  }, [isLater, readAt, rows, client]);
  useEffect(() => {
    setNow(null);
    setIsAsked(false);
  }, [pinned]);
  const comparison = useMemo(() => now && compareReports(pinned.report, now), [pinned, now]);
  const needsGrant = afterFailure(state) === 'grant';
  const isGone = isReloaded(state);
  // After pinning, a reload of the page counts as a request for the comparison.
  useEffect(() => {
    if (isGone) setIsAsked(true);
  }, [isGone]);
  // A scan that the user did not request, for example after access was granted, doesn't replace the hint with "No
  // changes". Neither does a scan from before a reload.
  const needsHint = !comparison || ((!isAsked || isGone) && !hasChanges(comparison));
  const site = sitePattern(pinned.report.page.url) ?? origin;
  const mayRead = useAccess(site);
  const needsAccess = needsGrant || (isGone && !mayRead);
  const compare = async () => {
    setIsAsked(true);
    // Without access, no page can be scanned after a reload, so access must be requested first.
    if (!mayRead) await requestSites([site]);
    client.rescan();
  };
  const allow = async () => {
    if ((await requestSites([site])) && isGone) client.rescan();
  };
  const isScanning = isReading(state);
  // The tab may show another page by now.
  const address = visibleText(pinned.report.page.url);
  return (
    <div class="pinned-view" data-pinned={pinned.readAt}>
      <div class="pinned-bar">
        <p>
          <Icon name="pin" /> {message('pinnedAt', formatMoment(pinned.readAt))}
          <bdi class="dim clip" dir="ltr" title={address}>
            {address}
          </bdi>
        </p>
        {comparison && readAt !== null && <span class="dim">{message('readAt', formatClock(readAt))}</span>}
        <button
          type="button"
          class={(needsHint || isGone) && !needsAccess ? 'primary' : ''}
          data-action="compare-now"
          disabled={isScanning}
          onClick={compare}
        >
          <Icon name="rescan" />
          {message('rescanCompare')}
        </button>
        {comparison && (
          <button type="button" data-action="pin-now" onClick={onPinNow}>
            <Icon name="pin" />
            {message('pinNow')}
          </button>
        )}
        <button type="button" data-action="unpin" onClick={onUnpin}>
          {message('unpin')}
        </button>
      </div>
      {isScanning && (
        <p class="note" role="status">
          {message('reading')}
        </p>
      )}
      {!isScanning && (needsHint || isGone) && (
        <div class="note pinned-hint">
          {needsAccess ? (
            <p>{needsGrant ? message('failure_needs_click') : message('pinnedNoAccess')}</p>
          ) : (
            <>
              {isGone && <p>{message('failure_page_gone')}</p>}
              {!isGone && comparison && <p>{message('nothingChanged')}</p>}
              <p>{message(isGone ? 'pinnedRescan' : 'pinnedHint')}</p>
              {!mayRead && <p>{message('pinnedAccess')}</p>}
            </>
          )}
          {(needsAccess || !mayRead) && (
            <button
              type="button"
              class={needsAccess ? 'primary' : 'link'}
              data-action="grant"
              onClick={allow}
            >
              {grantText(site)}
            </button>
          )}
        </div>
      )}
      {comparison && !needsHint && (
        <div class="bench">
          <Comparison comparison={comparison} now={{ rows, client, onOpen }} />
        </div>
      )}
    </div>
  );
}

/**
 * Whether the extension has access to a site even after the page is reloaded. In Firefox, the access that a click on
 * the toolbar button grants ends with a reload.
 */
function useAccess(site: string): boolean {
  const [mayRead, setMayRead] = useState(true);
  useEffect(() => {
    if (!isFirefox()) return undefined;
    const { contains, onAdded, onRemoved } = browser.permissions;
    let isWanted = true;
    const check = () => void contains({ origins: [site] }).then((may) => isWanted && setMayRead(may));
    check();
    for (const event of [onAdded, onRemoved]) event.addListener(check);
    return () => {
      isWanted = false;
      for (const event of [onAdded, onRemoved]) event.removeListener(check);
    };
  }, [site]);
  return mayRead;
}
