/** Replaces the list of a page without data: URLs. */
import { formatNumber, message } from '../../platform/i18n.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportState } from '../report-client.ts';
import { WorkbenchButton } from './notices.tsx';

/** States that no data: URL was found, and in how many documents. */
export function EmptyNotice({ report }: { report: ReportState }) {
  const { overview } = report;
  // The page's CSP has a notice of its own.
  const isWhole = overview?.unreachable.every(({ kind }) => kind === 'headers') ?? false;
  const frames = overview?.page.frames ?? 0;
  return (
    <div class="empty" data-empty={isWhole ? 'page' : 'scanned'}>
      <Icon name="search" />
      <h2>{message(isWhole ? 'empty' : 'emptyThere')}</h2>
      {frames > 0 && <p class="dim">{message('emptyScanned', frames, formatNumber(frames))}</p>}
      <WorkbenchButton />
    </div>
  );
}
