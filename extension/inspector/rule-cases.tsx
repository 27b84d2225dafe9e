/** Shows the findings of one rule, each with its data: URLs and the savings of its fix. */
import { gainOf, type RuleFindings } from '../../src/report/savings.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { Thumbnail } from '../ui/list/row.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportClient } from '../ui/report-client.ts';
import { UrlLink } from '../ui/saving-urls.tsx';
import { gainText } from '../ui/text/difference-texts.ts';
import { formatBytes } from '../ui/text/format.ts';
import { findingText } from '../ui/text/row-texts.ts';
import { ruleText } from '../ui/text/surface-texts.ts';

/** Maximum number of data: URLs that are listed with one finding. */
const maxCaseUrls = 6;

export type Rule = RuleFindings<Row>;
type Case = Rule['findings'][number];

export interface CaseActions {
  client: ReportClient;
  /** Opens the details of a data: URL. */
  onOpen: (id: string) => void;
  /** Lists the data: URLs of a page finding. */
  onShow: (ids: readonly string[]) => void;
}

/** The content of a rule's heading: severity, title, number of findings, and possible savings. */
export function RuleHead({ rule }: { rule: Rule }) {
  const { severity, findings } = rule;
  return (
    <>
      <span class={`severity ${severity}`}>
        <Icon name={severity} />
        <span class="visually-hidden">{message(`severity_${severity}`)}: </span>
      </span>
      <span class="rule-title">{ruleText(rule.rule).title}</span>
      {findings.length > 1 && (
        <bdi class="dim times" dir="ltr">
          ×{formatNumber(findings.length)}
        </bdi>
      )}
      {gainOf(rule) > 0 && <span class={rule.saved > 0 ? 'saved' : 'saved moved'}>{gainText(rule)}</span>}
    </>
  );
}

interface CaseProps extends CaseActions {
  each: Case;
  /** Whether this is the only finding of its rule. If so, the rule's heading shows the savings. */
  isOnly: boolean;
}

export function CaseView({ each: { finding, saved, dataUrls }, isOnly, client, onOpen, onShow }: CaseProps) {
  const [first] = dataUrls;
  const all = finding.dataUrls ?? [];
  return (
    <li class="case">
      {first ? (
        <Thumbnail row={first} client={client} />
      ) : (
        <span class="thumbnail">
          <Icon name="page" />
        </span>
      )}
      <div class="case-text">
        {dataUrls.length > 0 && (
          <p class="case-urls">
            {dataUrls.slice(0, maxCaseUrls).map((row) => (
              <UrlLink key={row.sha256} row={row} onOpen={onOpen} />
            ))}
          </p>
        )}
        <p>{findingText(finding)}</p>
        {all.length > 1 && (
          <button type="button" class="link" data-action="show-urls" onClick={() => onShow(all)}>
            {message('showUrls', all.length, formatNumber(all.length))}
          </button>
        )}
      </div>
      {saved > 0 && !isOnly && <span class="saved">{message('saves', formatBytes(saved))}</span>}
    </li>
  );
}
