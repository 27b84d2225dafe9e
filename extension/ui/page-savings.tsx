/** The bytes that the page could save, by the finding that saves them: the parts of the figure in the verdict. */
import { useMemo } from 'preact/hooks';
import { findingsByRule, savingsOf } from '../../src/report/savings.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { theSavings } from './hooks/use-report.ts';
import type { ReportState } from './report-client.ts';
import { formatBytes } from './text/format.ts';
import { ruleText } from './text/rule-text.ts';

interface Props {
  report: ReportState;
  /** Lists the data: URLs that a rule is about. */
  onShow: (ids: readonly string[]) => void;
}

export function PageSavings({ report: { rows, overview }, onShow }: Props) {
  const { rules, rest } = useMemo(() => {
    const all = { dataUrls: rows, findings: overview?.findings ?? [] };
    const savings = savingsOf(all);
    return { rules: findingsByRule(all, savings).filter(({ saved }) => saved > 0), rest: savings.rest };
  }, [rows, overview]);
  if (rules.length === 0 && rest === 0) return null;
  return (
    <section class="page-savings">
      <h3 id={theSavings} tabIndex={-1}>
        {message('whatToChange')}
      </h3>
      <ul class="findings">
        {rules.map(({ rule, saved, findings }) => {
          const saving = findings.filter((each) => each.saved > 0);
          const ids = [...new Set(saving.flatMap(({ dataUrls }) => dataUrls.map(({ sha256 }) => sha256)))];
          const { title, fix } = ruleText(rule);
          return (
            <li key={rule} data-saving={rule}>
              <strong>{title}</strong>
              <span class="savings">{message('saves', formatBytes(saved))}</span>
              <p>{fix}</p>
              <button type="button" class="link" data-action="show-urls" onClick={() => onShow(ids)}>
                {message('showUrls', ids.length, formatNumber(ids.length))}
              </button>
            </li>
          );
        })}
      </ul>
      {rest > 0 && <p class="dim">{message('savingsRest', formatBytes(rest))}</p>}
    </section>
  );
}
