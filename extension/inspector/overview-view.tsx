/**
 * The first view of the inspector tab: the data: URLs that can run, the distribution of the bytes, and the possible
 * changes, ordered by the bytes that they save.
 */
import { useMemo } from 'preact/hooks';
import { canRunIn } from '../../src/report/can-run.ts';
import { groupsOf } from '../../src/report/kind-groups.ts';
import { gainOf, type Savings } from '../../src/report/savings.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Overview as Figures, Row } from '../platform/surface-updates.ts';
import { PageFacts } from '../ui/page-facts.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportState } from '../ui/report-client.ts';
import { RunList } from '../ui/run-list.tsx';
import { byGain, type Gaining, restItems } from '../ui/savings-rest.tsx';
import { formatWithExact } from '../ui/text/exact-size.ts';
import { formatBytes, visibleText } from '../ui/text/format.ts';
import type { Family } from '../ui/text/kind.ts';
import { ruleText } from '../ui/text/surface-texts.ts';
import { maxChangeCases, maxChangeRules } from './limits.ts';
import { type CaseActions, CaseView, type Rule, RuleHead } from './rule-cases.tsx';
import { itemsOf } from './treemap-layout.ts';
import { Treemap } from './treemap-view.tsx';
import './overview-view.css';

interface Props extends CaseActions {
  report: ReportState;
  savings: Savings;
  rules: readonly Rule[];
  /** Lists the data: URLs of a kind. */
  onFamily: (family: Family) => void;
  /** Shows all findings of a rule or, if null, of all rules. */
  onRule: (rule: string | null) => void;
}

export function Overview({ report, savings, rules, onFamily, onRule, ...actions }: Props) {
  const { rows, overview } = report;
  const items = useMemo(() => itemsOf(rows, savings.byUrl), [rows, savings]);
  const hasCopies = items.some(({ copies }) => copies > 0);
  const hasUnused = items.some(({ unused }) => unused > 0);
  const pageFindings = overview?.findings;
  const runs = useMemo(() => canRunIn(rows, pageFindings), [rows, pageFindings]);
  return (
    <div class="overview" data-overview>
      <RunList runs={runs} heading="h2" id="runs-heading" {...actions} />
      {/* A treemap with a single box would only repeat the header. */}
      {items.length > 1 && (
        <section class="bytes" aria-labelledby="bytes-heading">
          <h2 id="bytes-heading">{message('treemapTitle')}</h2>
          <Treemap items={items} onOpen={actions.onOpen} />
          <ul class="treemap-legend" aria-label={message('bytesByKind')}>
            {groupsOf(items).map(({ family, cost, items: { length } }) => (
              <li key={family}>
                <button
                  type="button"
                  data-family={family}
                  title={message('dataUrls', length, formatNumber(length))}
                  onClick={() => onFamily(family)}
                >
                  <span class="swatch" data-kind={family} />
                  {message(`family_${family}`)} <strong>{formatBytes(cost)}</strong>
                </button>
              </li>
            ))}
          </ul>
          <p class="dim">
            {hasCopies && <span class="treemap-legend-part swatch" data-kind="copies" />}{' '}
            {message(hasCopies ? 'treemapHintCopies' : 'treemapHint')}
            {hasUnused && (
              <>
                {' '}
                <span class="treemap-legend-part swatch" data-kind="unused" /> {message('treemapHintUnused')}
              </>
            )}
          </p>
        </section>
      )}
      <Changes
        rows={rows}
        rules={rules}
        savings={savings}
        inAll={overview?.totals.savings ?? 0}
        onRule={onRule}
        {...actions}
      />
      {overview && <AboutPage overview={overview} />}
    </div>
  );
}

/** Lists the rules with a fix that saves or moves bytes first, then other rules whose severity is above `info`. */
function Changes({
  rows,
  rules,
  savings,
  inAll,
  onRule,
  ...actions
}: Pick<Props, 'rules' | 'savings' | 'onRule'> & { rows: readonly Row[]; inAll: number } & CaseActions) {
  const wanted = rules.filter((rule) => gainOf(rule) > 0 || rule.severity !== 'info');
  const count = rules.reduce((sum, { findings }) => sum + findings.length, 0);
  const ofRules = wanted.slice(0, maxChangeRules).map(
    (rule): Gaining => ({
      gain: gainOf(rule),
      item: (
        <li key={rule.rule} class="change" data-change={rule.rule} data-severity={rule.severity}>
          <h3>
            <RuleHead rule={rule} />
          </h3>
          <p>{ruleText(rule.rule).fix}</p>
          <ul class="cases">
            {rule.findings.slice(0, maxChangeCases).map((each, at) => (
              <CaseView key={at} each={each} isOnly={rule.findings.length === 1} {...actions} />
            ))}
          </ul>
          {rule.findings.length > maxChangeCases && (
            <button type="button" class="link" data-action="rule" onClick={() => onRule(rule.rule)}>
              {message('allOfRule', rule.findings.length, formatNumber(rule.findings.length))}
            </button>
          )}
        </li>
      ),
    }),
  );
  const items = byGain([...ofRules, ...restItems({ savings, rows, class: 'change', ...actions })]);
  return (
    <section class="changes" aria-labelledby="changes-heading">
      <h2 id="changes-heading" tabIndex={-1}>
        {message('whatToChange')}
        {inAll > 0 && <span class="savings"> {message('saveUpTo', formatWithExact(inAll))}</span>}
      </h2>
      {items.length === 0 && (
        <p class="calm">
          <Icon name="check" />
          {message('nothingToChange')}
        </p>
      )}
      <ol>{items}</ol>
      {count > 0 && (
        <button type="button" class="link" data-action="all-findings" onClick={() => onRule(null)}>
          {message('allFindings', count, formatNumber(count))}
        </button>
      )}
    </section>
  );
}

function AboutPage({ overview }: { overview: Figures }) {
  return (
    <section class="about-page" aria-labelledby="about-heading">
      <h2 id="about-heading">{visibleText(overview.page.title) || message('thePage')}</h2>
      {overview.page.frames > 0 && <PageFacts overview={overview} />}
    </section>
  );
}
