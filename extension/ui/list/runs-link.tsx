/** Above a list of what can run or deceive: leads to when, and what it does. */
import { message } from '../../platform/i18n.ts';
import { pageItemId } from '../hooks/use-report.ts';
import type { View } from './view.ts';

/** Stands for what can run on the page in place of an id. */
export const runsItemId = `${pageItemId}-runs`;

export function RunsLink({ view: { effects }, onOpen }: { view: View; onOpen: (id: string) => void }) {
  const isOfRunning = effects.some((effect) => effect === 'can-run' || effect === 'deceives');
  if (!isOfRunning) return null;
  return (
    <button type="button" class="link runs-link" data-action="what-runs" onClick={() => onOpen(runsItemId)}>
      {message('whatRuns')}
    </button>
  );
}
