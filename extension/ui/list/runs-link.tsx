/** A link above a list of data: URLs that can run or deceive. Opens the section about their times and effects. */
import { useMemo } from 'preact/hooks';
import { canRunIn } from '../../../src/report/can-run.ts';
import { message } from '../../platform/i18n.ts';
import { pageItemId } from '../hooks/use-report.ts';
import type { ReportState } from '../report-client.ts';
import type { View } from './view.ts';

/** Represents the data: URLs of the page that can run, in place of an id. */
export const runsItemId = `${pageItemId}-runs`;

interface Props {
  report: Pick<ReportState, 'rows' | 'overview'>;
  view: View;
  onOpen: (id: string) => void;
}

export function RunsLink({ report: { rows, overview }, view: { effects }, onOpen }: Props) {
  const isOfRunning = effects.some((effect) => effect === 'can-run' || effect === 'deceives');
  // A deceptive picture can't run, so it is not enough for a link.
  const hasAny = useMemo(
    () => isOfRunning && canRunIn(rows, overview?.findings).length > 0,
    [isOfRunning, rows, overview?.findings],
  );
  if (!hasAny) return null;
  return (
    <button type="button" class="link runs-link" data-action="what-runs" onClick={() => onOpen(runsItemId)}>
      {message('whatRuns')}
    </button>
  );
}
