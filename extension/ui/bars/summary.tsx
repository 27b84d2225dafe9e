/** The summary: the bytes of the page's data: URLs, possible savings, kinds, and findings. */

import { countedEffects, effectTone } from '../../../src/report/effects.ts';
import { isReadWhole, unreadParts } from '../../../src/report/unreachable.ts';
import type { Effect } from '../../../src/vocabulary.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import type { Overview } from '../../platform/surface-updates.ts';
import type { Arranged } from '../list/arrange.ts';
import { counted } from '../list/filtering.ts';
import type { View } from '../list/view.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { later } from '../parts/later.tsx';
import { Tool } from '../parts/tool.tsx';
import type { ReportClient, ReportState } from '../report-client.ts';
import { isReading } from '../report-state.ts';
import { formatBytes, formatExact } from '../text/format.ts';
import { KindBar } from './kind-bar.tsx';

const Progress = later(
  () => import('./progress.tsx').then((module) => module.Progress),
  () => null,
);

interface Props {
  report: ReportState;
  client: ReportClient;
  arranged: Arranged;
  view: View;
  onView: (view: View) => void;
  /** Opens the findings about the page as a whole. */
  onPage: () => void;
  /** Opens the possible savings. */
  onSavings: () => void;
}

export function Summary({ report, client, arranged, view, onView, onPage, onSavings }: Props) {
  const { overview, state, rows } = report;
  // On a page that can't be scanned, nothing can be counted.
  if (state.kind === 'failed' && rows.length === 0) return null;
  const isScanning = isReading(state);
  const isEmpty = !isScanning && rows.length === 0;
  return (
    <div class={isScanning ? 'summary reading' : 'summary'}>
      <div role="toolbar" aria-label={message('summary')} data-bar>
        {/* Only this live region announces the progress; individual rows don't. */}
        <p class="verdict" role="status" aria-busy={isScanning} hidden={isEmpty}>
          {isScanning ? (
            <>
              <progress class="visually-hidden" aria-label={message('reading')} />
              <strong>{message('readingFound', rows.length, formatNumber(rows.length))}</strong>
            </>
          ) : (
            overview && <Verdict overview={overview} rows={rows} onSavings={onSavings} />
          )}
        </p>
        {!isEmpty && (
          <KindBar shares={arranged.shares} toggle={(families) => counted(view, onView, { families })} />
        )}
        <div class="flags">
          <Progress report={report} client={client} />
          {overview && !isScanning && (
            <>
              <fieldset class="counters" aria-label={message('findingsShown')}>
                <Counters report={report} arranged={arranged} view={view} onView={onView} />
              </fieldset>
              <Tool
                id="page"
                icon="page"
                label={pageLabel(overview)}
                title={message('pageFindingsTitle')}
                isWide={isEmpty}
                onClick={onPage}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

export function Verdict({
  overview: { totals },
  rows,
  onSavings,
}: { overview: Overview } & Pick<ReportState, 'rows'> & Pick<Props, 'onSavings'>) {
  const onPage = totals.dataUrls - rows.filter(({ removedAt }) => removedAt).length;
  const savings = message('saveUpTo', formatBytes(totals.savings));
  return (
    <>
      <span title={message('carried', formatExact(totals.cost))}>
        <strong>{formatBytes(totals.cost)}</strong> {message('inDataUrls', onPage, formatNumber(onPage))}
      </span>
      {totals.savings > 0 && (
        <button
          type="button"
          class="link savings"
          data-action="savings"
          title={[formatExact(totals.savings), message('savingsTitle')].join(' · ')}
          aria-label={`${savings}: ${message('whatToChange')}`}
          onClick={onSavings}
        >
          {savings}
        </button>
      )}
    </>
  );
}

const icons: Record<Effect, IconName> = {
  'not-shown': 'error',
  'can-run': 'shield',
  deceives: 'warning',
  'not-allowed': 'blocked',
  costs: 'down',
  advice: 'info',
};

/**
 * Counts the data: URLs by effect, and the page findings that don't concern a particular data: URL. Advice is not
 * counted. A click on a counter lists its items.
 */
export function Counters({
  report: { rows, state, overview },
  arranged: { of, effects: counts },
  view,
  onView,
}: Pick<Props, 'report' | 'arranged' | 'view' | 'onView'>) {
  // If the page could not be scanned, only the requests that DevTools reported are known. While a long list is being
  // sorted in steps, the counts are still those of the earlier rows.
  const isScanned = state.kind === 'done' && of.rows === rows && rows.length > 0;
  const unreachable = overview?.unreachable ?? [];
  // A script may use a URL that the page only quotes.
  const isSure = unreadParts(unreachable).length === 0 && !rows.some(({ isWeak }) => isWeak);
  const isWhole = isReadWhole(unreachable);
  const isCalm = isScanned && counts.size === 0;
  const shown = countedEffects.filter(
    (effect) =>
      counts.has(effect) ||
      // People look for this counter, so it is shown even if it is zero.
      (effect === 'can-run' && isScanned && !isCalm && !rows.some(({ runs }) => runs)),
  );
  return (
    <>
      {shown.map((effect) => {
        const count = counts.get(effect) ?? 0;
        const { isOn, onClick } = counted(view, onView, { effects: [effect] });
        return (
          <button
            key={effect}
            type="button"
            class={`counter ${count > 0 ? effectTone[effect] : 'info'}`}
            data-filter={effect}
            title={message('combineHint')}
            aria-pressed={isOn}
            onClick={onClick}
          >
            <Icon name={icons[effect]} />
            {count > 0
              ? message(`count_${snake(effect)}`, count, formatNumber(count))
              : message(isSure ? 'noneCanRun' : 'noneFoundToRun')}
          </button>
        );
      })}
      {isCalm && (
        <span class="calm">
          <Icon name="check" />
          {isWhole ? message('nothingFlagged') : message('nothingFlaggedThere')}
        </span>
      )}
    </>
  );
}

/** The label of the button that opens the findings about the page as a whole, and its totals. */
export const pageLabel = ({ findings: { length } }: Overview): string =>
  length === 0 ? message('pageTotals') : message('pageFindings', length, formatNumber(length));
