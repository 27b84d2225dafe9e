/** The open item of the list: a data: URL, or the page as a whole. */
import { Detail } from './detail/detail.tsx';
import { SameBytes } from './detail/same-bytes.tsx';
import { type Browsing, pageItemId } from './hooks/use-report.ts';
import { later } from './parts/later.tsx';
import type { ReportClient, ReportState } from './report-client.ts';
import { earlierRulings } from './report-state.ts';

// A page without the style sheet of these parts gets it with their code, so they are never shown without it.
if (!document.querySelector('[href="opened.css"]'))
  await new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = 'opened.css';
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });

const PageView = later(() => import('./page-view.tsx').then((module) => module.PageView));

interface Props {
  report: ReportState;
  client: ReportClient;
  browsing: Pick<Browsing, 'opened' | 'selected' | 'row' | 'takesFocus' | 'open' | 'setStatus'>;
  /** Lists the data: URLs of a finding. */
  onShow: (ids: readonly string[]) => void;
  /** Opens the CSP view. */
  onCsp: () => void;
  /** See `onShown` of `Detail`. */
  onShown?: () => void;
  shownHint?: string;
  /** Closes the item, if it is shown beside the list. */
  onClose?: (() => void) | undefined;
}

export function Opened({ report, client, browsing, onShow, onCsp, onClose, ...props }: Props) {
  const { opened, selected, row, takesFocus, open, setStatus } = browsing;
  const closing = onClose && { onClose };
  if (opened === 'page')
    return (
      <PageView
        report={report}
        client={client}
        takesFocus={takesFocus}
        finding={selected === pageItemId ? null : selected}
        onShow={onShow}
        onCsp={onCsp}
        onOpen={open}
        {...closing}
      />
    );
  return opened === 'row' && row ? (
    <Detail
      row={row}
      client={client}
      policy={report.policy}
      rulings={earlierRulings(report)}
      onStatus={setStatus}
      pageFindings={report.overview?.findings}
      onShow={onShow}
      onCsp={onCsp}
      sameBytes={<SameBytes row={row} rows={report.rows} onOpen={open} onShow={onShow} />}
      takesFocus={takesFocus}
      {...props}
      {...closing}
    />
  ) : null;
}
