/**
 * The bytes that the page could save or move to files, by rule. The saved bytes add up to the figure in the verdict.
 */
import { useMemo } from 'preact/hooks';
import { findingsByRule, gainOf, savingsOf } from '../../src/report/savings.ts';
import { message } from '../platform/i18n.ts';
import { savingsItemId } from './hooks/use-report.ts';
import type { ReportState } from './report-client.ts';
import { maxNamed, SavingUrls, type UrlActions } from './saving-urls.tsx';
import { byGain, type Gaining, restItems } from './savings-rest.tsx';
import { gainText } from './text/difference-texts.ts';
import { formatWithExact } from './text/exact-size.ts';
import { ruleText } from './text/surface-texts.ts';

interface Props extends UrlActions {
  report: ReportState;
}

export function PageSavings({ report: { rows, overview }, onShow, onOpen }: Props) {
  const { rules, savings } = useMemo(() => {
    const all = { dataUrls: rows, findings: overview?.findings ?? [] };
    const savings = savingsOf(all);
    return { rules: findingsByRule(all, savings).filter((rule) => gainOf(rule) > 0), savings };
  }, [rows, overview]);
  const ofRules = rules.map((each): Gaining => {
    const { rule, saved, moved, findings } = each;
    const saving = findings.filter((each) => gainOf(each) > 0);
    const ids = [...new Set(saving.flatMap(({ dataUrls }) => dataUrls.map(({ sha256 }) => sha256)))];
    const { title, fix } = ruleText(rule);
    const item = (
      <li key={rule} data-saving={rule}>
        <strong>{title}</strong>
        <span class={saved > 0 ? 'savings' : 'dim'}>{gainText({ saved, moved })}</span>
        <p>{fix}</p>
        <SavingUrls
          named={saving
            .slice(0, maxNamed)
            .flatMap(({ dataUrls: [row], ...gain }) =>
              row ? [saving.length > 1 ? { row, gain: gainText(gain) } : { row }] : [],
            )}
          ids={ids}
          onOpen={onOpen}
          onShow={onShow}
        />
      </li>
    );
    return { gain: gainOf(each), item };
  });
  const items = byGain([...ofRules, ...restItems({ savings, rows, class: '', onOpen, onShow })]);
  if (items.length === 0) return null;
  const inAll = overview?.totals.savings ?? 0;
  return (
    <section class="page-savings">
      <h3 id={savingsItemId} tabIndex={-1}>
        {message('whatToChange')}
        {inAll > 0 && <span class="savings">{message('saveUpTo', formatWithExact(inAll))}</span>}
      </h3>
      <ul class="findings">{items}</ul>
    </section>
  );
}
