/** The page as a whole: its findings and totals. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { canRunIn } from '../../src/report/can-run.ts';
import { message } from '../platform/i18n.ts';
import { ServerPolicy } from './bars/server-policy.tsx';
import { CspLink, FindingView } from './detail/finding.tsx';
import { pageItemId } from './list/arrange.ts';
import { runsItemId } from './list/runs-link.tsx';
import { PageFacts } from './page-facts.tsx';
import { PageSavings } from './page-savings.tsx';
import { Rulings } from './parts/rulings.tsx';
import { Tool } from './parts/tool.tsx';
import type { ReportClient, ReportState } from './report-client.ts';
import { earlierRulings } from './report-state.ts';
import { RunList } from './run-list.tsx';
import { visibleText } from './text/format.ts';

export function PageView({
  report,
  client,
  takesFocus,
  finding,
  onShow,
  onCsp,
  onOpen,
  onClose,
}: {
  report: ReportState;
  client: ReportClient;
  /** Whether the view takes the focus, because the user has opened it. */
  takesFocus: boolean;
  /**
   * The id of the requested finding, of the section on data: URLs that can run, or of the savings; null if none was
   * requested.
   */
  finding: string | null;
  /** Lists the data: URLs of a finding. */
  onShow: (ids: readonly string[]) => void;
  /** Opens the CSP view. */
  onCsp: () => void;
  /** Opens the details of a data: URL. */
  onOpen: (id: string) => void;
  /** Hides the view, if it is shown beside the list. */
  onClose?: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    const element = (finding && document.getElementById(finding)) || heading.current;
    // The element is scrolled to the top, and not only into view.
    if (element === heading.current) element?.closest('.pane')?.scrollTo(0, 0);
    else element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [takesFocus, finding]);
  const { overview, rows } = report;
  const runs = useMemo(() => canRunIn(rows, overview?.findings), [rows, overview?.findings]);
  if (!overview) return null;
  const { page, findings } = overview;
  // DevTools reports requests of the page before its document is scanned.
  const isRead = page.frames > 0;
  return (
    <article class="detail" data-page aria-labelledby="page-heading">
      <header class="page-head">
        <h2 id="page-heading" ref={heading} tabIndex={-1}>
          {visibleText(page.title) || message('thePage')}
        </h2>
        {onClose && <Tool id="close-detail" icon="close" label={message('close')} onClick={onClose} />}
      </header>
      <RunList runs={runs} client={client} heading="h3" id={runsItemId} onOpen={onOpen} onShow={onShow} />
      {findings.length === 0 ? (
        <p class="dim">{message(isRead ? 'noPageFindings' : 'pageNotRead')}</p>
      ) : (
        <ul class="findings">
          {findings.map((each, at) => (
            <FindingView
              key={`${each.rule} ${each.messageId} ${at}`}
              id={pageItemId(at)}
              finding={each}
              policy={report.policy}
              client={client}
              onShow={onShow}
              onCsp={onCsp}
              isOpen={finding === pageItemId(at) || findings.length === 1}
            />
          ))}
        </ul>
      )}
      <Rulings rulings={earlierRulings(report)} client={client} />
      <PageSavings report={report} onShow={onShow} onOpen={onOpen} />
      <div>
        <CspLink onClick={onCsp} />
        <ServerPolicy report={report} client={client} />
      </div>
      {isRead && <PageFacts overview={overview} />}
    </article>
  );
}
