/**
 * Shows all findings by rule, including page findings: the reason, the remedy, the occurrences, and the bytes saved.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import { findingsByUrl, standsFor } from '../../src/report/effects.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { ServerPolicy } from '../ui/bars/server-policy.tsx';
import { RuleSettings } from '../ui/detail/finding.tsx';
import type { View } from '../ui/list/view.ts';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportState } from '../ui/report-client.ts';
import { ruleText } from '../ui/text/surface-texts.ts';
import { maxCases } from './limits.ts';
import { type CaseActions, CaseView, type Rule, RuleHead } from './rule-cases.tsx';
import './findings-view.css';

interface Props extends CaseActions {
  report: ReportState;
  rules: readonly Rule[];
  /** The current view. Its effects filter the findings. */
  view: View;
  /** The rule to scroll to; null if the user did not ask for one. */
  asked: string | null;
}

export function FindingsView({ report, rules, view, asked, ...actions }: Props) {
  const about = findingsByUrl(report.overview?.findings ?? []);
  const shown = rules.flatMap((rule) => filtered(rule, view, about));
  return (
    <div class="findings-view" data-findings>
      {shown.length === 0 && (
        <p class="calm">
          <Icon name="check" />
          {view.effects.length > 0 ? message('noMatch') : message('noFindings')}
        </p>
      )}
      {shown.map((rule) => (
        <RuleSection
          key={rule.rule}
          rule={rule}
          report={report}
          isAsked={rule.rule === asked}
          actions={actions}
        />
      ))}
      <ServerPolicy report={report} client={actions.client} />
    </div>
  );
}

/** The rule with only those findings that match the filters of the counters; empty if there are none. */
function filtered(rule: Rule, { effects }: View, about: ReturnType<typeof findingsByUrl>): Rule[] {
  if (effects.length === 0) return [rule];
  const findings = rule.findings.filter(({ finding, dataUrls }) =>
    effects.some(
      (effect) =>
        finding.effect === effect ||
        dataUrls.some((row) => standsFor(effect, finding, row, about.get(row.sha256))),
    ),
  );
  const saved = findings.reduce((sum, each) => sum + each.saved, 0);
  const moved = findings.reduce((sum, each) => sum + each.moved, 0);
  return findings.length === 0 ? [] : [{ ...rule, findings, saved, moved }];
}

interface SectionProps {
  rule: Rule;
  report: ReportState;
  isAsked: boolean;
  actions: CaseActions;
}

function RuleSection({ rule, report, isAsked, actions }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [count, setCount] = useState(maxCases);
  useEffect(() => {
    if (!isAsked) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus();
  }, [isAsked]);
  const { why, fix } = ruleText(rule.rule);
  const [first] = rule.findings;
  const remaining = rule.findings.length - count;
  return (
    <section class="rule" data-rule={rule.rule} data-severity={rule.severity}>
      <h2 ref={heading} tabIndex={-1}>
        <RuleHead rule={rule} />
      </h2>
      <p>
        <strong>{message('remedy')}</strong> {fix}
      </p>
      <details>
        <summary>{message('ruleWhy')}</summary>
        <p>{why}</p>
        {first && <RuleSettings rule={first.finding.rule} policy={report.policy} client={actions.client} />}
      </details>
      <ul class="cases">
        {rule.findings.slice(0, count).map((each, at) => (
          <CaseView key={at} each={each} isOnly={rule.findings.length === 1} {...actions} />
        ))}
      </ul>
      {remaining > 0 && (
        <button type="button" data-action="more-cases" onClick={() => setCount(count * 10)}>
          {message('moreFindings', remaining, formatNumber(remaining))}
        </button>
      )}
    </section>
  );
}
