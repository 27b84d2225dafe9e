/** Above a list of what can run or deceive: a link to when that happens, and to what it does. */
import { useMemo } from 'preact/hooks';
import { canRunIn } from '../../../src/report/can-run.ts';
import { message } from '../../platform/i18n.ts';
import { pageItemId } from '../hooks/use-report.ts';
import type { ReportState } from '../report-client.ts';
import type { View } from './view.ts';

/** Stands for what can run on the page in place of an id. */
export const runsItemId = `${pageItemId}-runs`;

interface Props {
  report: Pick<ReportState, 'rows' | 'overview'>;
  view: View;
  onOpen: (id: string) => void;
}

export function RunsLink({ report: { rows, overview }, view: { effects }, onOpen }: Props) {
  const isOfRunning = effects.some((effect) => effect === 'can-run' || effect === 'deceives');
  // A deceptive picture runs nothing.
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
