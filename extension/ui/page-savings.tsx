/**
 * The bytes that the page could save or move to files, by rule. The saved bytes are the parts of the
 * verdict's figure.
 */
import { useMemo } from 'preact/hooks';
import { findingsByRule, gainOf, savingsOf } from '../../src/report/savings.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { theSavings } from './hooks/use-report.ts';
import type { ReportState } from './report-client.ts';
import { SavingsRest } from './savings-rest.tsx';
import { gainText } from './text/gain-text.ts';
import { rowName } from './text/row-name.ts';
import { ruleText } from './text/rule-text.ts';
import './page-savings.css';

interface Props {
  report: ReportState;
  /** Lists the data: URLs that a rule is about. */
  onShow: (ids: readonly string[]) => void;
  /** Opens the detail of one. */
  onOpen: (id: string) => void;
}

/** data: URLs that are named for each rule: those that save or move most. */
const maxNamed = 3;

export function PageSavings({ report: { rows, overview }, onShow, onOpen }: Props) {
  const { rules, savings } = useMemo(() => {
    const all = { dataUrls: rows, findings: overview?.findings ?? [] };
    const savings = savingsOf(all);
    return { rules: findingsByRule(all, savings).filter((rule) => gainOf(rule) > 0), savings };
  }, [rows, overview]);
  if (rules.length === 0 && savings.rest === 0) return null;
  return (
    <section class="page-savings">
      <h3 id={theSavings} tabIndex={-1}>
        {message('whatToChange')}
      </h3>
      <ul class="findings">
        {rules.map(({ rule, saved, moved, findings }) => {
          const saving = findings.filter((each) => gainOf(each) > 0);
          const ids = [...new Set(saving.flatMap(({ dataUrls }) => dataUrls.map(({ sha256 }) => sha256)))];
          const { title, fix } = ruleText(rule);
          return (
            <li key={rule} data-saving={rule}>
              <strong>{title}</strong>
              <span class="savings">{gainText({ saved, moved })}</span>
              <p>{fix}</p>
              <ul class="saving-urls">
                {saving.slice(0, maxNamed).map(({ dataUrls: [first], ...gain }) =>
                  first ? (
                    <li key={first.sha256}>
                      <button
                        type="button"
                        class="link"
                        data-action="open-url"
                        onClick={() => onOpen(first.sha256)}
                      >
                        <bdi class="one-row">{rowName(first)}</bdi>
                      </button>
                      {saving.length > 1 && <span class="dim">{gainText(gain)}</span>}
                    </li>
                  ) : null,
                )}
              </ul>
              {ids.length > 1 && (
                <button type="button" class="link" data-action="show-urls" onClick={() => onShow(ids)}>
                  {message('showUrls', ids.length, formatNumber(ids.length))}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <SavingsRest savings={savings} onShow={onShow} />
    </section>
  );
}
