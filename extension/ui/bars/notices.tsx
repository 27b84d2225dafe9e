/** Notices above the list: failures, an empty list, age, unreachable parts. */
import { unreadParts } from '../../../src/report/unread.ts';
import { browser, openWorkbench } from '../../platform/browser.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import type { Unreachable } from '../../platform/messages.ts';
import { sitePattern } from '../../platform/origins.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportClient, ReportState, Ruling } from '../report-client.ts';
import { formatTime, siteName, visibleText } from '../text/format.ts';
import { reasonText } from '../text/reason-text.ts';
import { ruleText } from '../text/rule-text.ts';

/** Why the page could not be scanned, and the button that helps. */
export function FailureNotice({ report, canGrant }: { report: ReportState; canGrant: boolean }) {
  const { state } = report;
  if (state.kind !== 'failed') return null;
  const { failure, detail } = state;
  return (
    <div class="notice failure" role="alert" data-failure={failure} title={visibleText(detail)}>
      <Icon name="info" />
      <div>
        <p>{message(`failure_${snake(failure)}`)}</p>
        {failure === 'unknown' && detail !== '' && <p class="dim">{visibleText(detail)}</p>}
        {failure === 'needs-click' && canGrant && (
          <button type="button" data-action="grant" onClick={() => grant([report.origin])}>
            {message('grantSite')}
          </button>
        )}
        <WorkbenchButton label={message('pasteInstead')} />
      </div>
    </div>
  );
}

/** Where the page cannot be scanned, or holds no data: URL, a person may still paste one. */
const WorkbenchButton = ({ label }: { label: string }) => (
  <button type="button" data-action="to-workbench" onClick={openWorkbench}>
    <Icon name="workbench" />
    {label}
  </button>
);

export function StaleNotice({ report }: { report: ReportState }) {
  if (!report.isStale || report.readAt === null || report.state.kind === 'failed') return null;
  return <p class="notice">{message('stale', formatTime(report.readAt))}</p>;
}

export function EmptyNotice({ report }: { report: ReportState }) {
  if (report.state.kind !== 'done' || report.rows.length > 0) return null;
  // The page's policy has a notice of its own.
  const isWhole = report.overview?.unreachable.every(({ kind }) => kind === 'csp-header') ?? false;
  return (
    <div class="empty" data-empty={isWhole ? 'page' : 'scanned'}>
      <Icon name="file" />
      <p>{message(isWhole ? 'empty' : 'emptyThere')}</p>
      {isWhole && <p class="dim">{message('emptyHint')}</p>}
      <WorkbenchButton label={message('workbenchOpen')} />
    </div>
  );
}

/** The last change of the policy, and the button to undo it. */
export function RulingNotice({ report, client }: { report: ReportState; client: ReportClient }) {
  const { ruling, unsaved } = report;
  return (
    <div class={ruling || unsaved !== null ? 'notice' : ''} role="status" data-ruling={ruling?.what}>
      {unsaved !== null && <p data-unsaved>{message('notSaved', visibleText(unsaved))}</p>}
      {ruling && (
        <>
          <p>{rulingText(ruling)}</p>
          <button type="button" data-action="undo" onClick={() => client.undo()}>
            {message('undo')}
          </button>
        </>
      )}
    </div>
  );
}

function rulingText({ what, name, site }: Ruling): string {
  const named = what === 'muted' ? ruleText(name).title : visibleText(name);
  return site === null
    ? message(`ruled_${what}_everywhere`, named)
    : message(`ruled_${what}_site`, named, siteName(site));
}

/** The parts that could not be scanned, and the button that grants access. */
export function UnreachableNotice({
  unreachable: all,
  origin,
}: {
  unreachable: readonly Unreachable[];
  origin: string;
}) {
  const unreachable = unreadParts(all);
  if (unreachable.length === 0) return null;
  const grantable = unreachable.filter(
    ({ kind, reason }) => reason === 'cross-origin' || (kind === 'frame' && reason === 'sandboxed'),
  );
  const sites = sitesOf(grantable, origin);
  return (
    <div class="notice unreachable" data-unreachable={unreachable.length}>
      <details>
        <summary>{message('unreachable', unreachable.length, formatNumber(unreachable.length))}</summary>
        <ul>
          {unreachable.slice(0, 100).map(({ kind, url, reason }, at) => (
            <li key={at}>
              {message(`unreachable_${snake(kind)}`)}: <span class="url">{visibleText(url || '–')}</span>{' '}
              <span class="dim">{reasonText(reason)}</span>
            </li>
          ))}
        </ul>
      </details>
      {grantable.length > 0 && (
        <button type="button" data-action="grant" title={sites.join(' ')} onClick={() => grant(sites)}>
          {message('grantFrames')}
        </button>
      )}
    </div>
  );
}

/** The sites of frames and sheets; parts without a site of their own are scanned with the page that holds them. */
const sitesOf = (parts: readonly Unreachable[], page: string): string[] => [
  ...new Set(parts.map(({ url }) => sitePattern(url) ?? page)),
];

/** Asks for access to sites. The prompt may close the surface: the worker continues after the answer. */
export function grant(origins: string[]): Promise<boolean> {
  return browser.permissions.request({ origins });
}
