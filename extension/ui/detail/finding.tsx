/** A finding: the problem, the reason, the remedy, and a way to turn its rule off. */
import type { Finding } from '../../../src/report/report.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Decision, PagePolicy, Row } from '../../platform/surface-updates.ts';
import { focusOn, focusOnDetail } from '../parts/focus-on.ts';
import { SeverityMark } from '../parts/severity.tsx';
import type { ReportClient } from '../report-client.ts';
import { siteName, visibleText } from '../text/format.ts';
import { findingText } from '../text/row-texts.ts';
import { ruleText } from '../text/surface-texts.ts';
import { Allowing, Locked } from './allowing.tsx';

/** Number of code units of the written URL that are shown around a problem. */
const around = 24;

interface Props {
  finding: Finding;
  policy: PagePolicy;
  client: ReportClient;
  /** The written URL to which the finding's positions refer; absent for a page finding. */
  written?: Pick<Row, 'head' | 'length'> | null;
  /** The policy's decision about the data: URL, if the finding concerns it. */
  decision?: Decision | null;
  /** The id of the finding's element, and the id of the element that shows its position in the written URL. */
  id?: string;
  placeId?: string;
  /** Lists the data: URLs of a page finding. */
  onShow?: (ids: readonly string[]) => void;
  /** Opens the CSP view; absent if there is none. */
  onCsp?: (() => void) | undefined;
  /** Whether the finding concerns the page as a whole, but is listed among the findings of a data: URL. */
  isOfPage?: boolean;
  /** Whether the reason and remedy are shown initially. */
  isOpen?: boolean;
}

export function FindingView({
  finding,
  policy,
  client,
  written = null,
  decision = null,
  id,
  placeId,
  onShow,
  onCsp,
  isOfPage = false,
  isOpen = false,
}: Props) {
  const { rule, severity, category, start, end, dataUrls = [] } = finding;
  const { why, fix } = ruleText(rule);
  const isAllowable = decision !== null && decision.choices.length > 0;
  return (
    <li id={id} tabIndex={-1} data-finding={rule}>
      <span class="finding-kind">
        <SeverityMark severity={severity} />
        <span class="dim">{message(`category_${category}`)}</span>
        {isOfPage && <span class="tag">{message('onThePage')}</span>}
      </span>
      <span>{findingText(finding)}</span>
      {onShow && dataUrls.length > (isOfPage ? 1 : 0) && (
        <button type="button" class="link" data-action="show-urls" onClick={() => onShow(dataUrls)}>
          {message('showUrls', dataUrls.length, formatNumber(dataUrls.length))}
        </button>
      )}
      {onCsp && /^csp-/.test(rule) && <CspLink onClick={onCsp} />}
      {written && (start > 0 || end < written.length) && (
        <Position finding={finding} written={written} placeId={placeId} />
      )}
      <details open={isOpen}>
        <summary>{message(isAllowable ? 'whyAndAllow' : 'whyAndFix')}</summary>
        <p>{why}</p>
        <p>
          <strong>{message('remedy')}</strong> {fix}
        </p>
        <p>
          <a href={`learn.html#${rule}`} target="_blank" rel="noreferrer">
            {message('learnMore')}
          </a>
        </p>
        {decision && <Allowing decision={decision} client={client} />}
        <RuleSettings rule={rule} policy={policy} client={client} />
      </details>
    </li>
  );
}

/** Opens the CSP view. */
export const CspLink = ({ onClick }: { onClick: () => void }) => (
  <button type="button" class="link" data-action="to-csp" onClick={onClick}>
    {message('cspTitle')}
  </button>
);

/** The position of the finding in the written URL. */
function Position({
  finding: { start, end },
  written: { head, length },
  placeId,
}: {
  finding: Finding;
  written: Pick<Row, 'head' | 'length'>;
  placeId: string | undefined;
}) {
  const from = Math.max(0, start - around);
  return (
    <span class="position">
      {placeId === undefined ? (
        message('position', formatNumber(start))
      ) : (
        <button type="button" class="link" data-action="to-place" onClick={() => focusOn(placeId)}>
          {message('position', formatNumber(start))}
        </button>
      )}
      {end <= head.length && (
        <code dir="ltr">
          {from > 0 && '…'}
          {visibleText(head.slice(from, start))}
          <mark>{visibleText(head.slice(start, end)) || '\u2038'}</mark>
          {visibleText(head.slice(end, end + around))}
          {Math.min(end + around, head.length) < length && '…'}
        </code>
      )}
    </span>
  );
}

/** The settings of the rule. Settings of the administrator are locked. */
export function RuleSettings({ rule, policy, client }: Pick<Props, 'policy' | 'client'> & { rule: string }) {
  const { site, ruledBy, isLocked = false } = policy;
  if (isLocked || ruledBy[rule]?.by === 'administrator')
    return <Locked text={message('ruledByAdministrator')} />;
  const mute = (where: string | null) => {
    client.mute(rule, where);
    focusOnDetail();
  };
  return (
    <p class="settings">
      {site !== null && (
        <button type="button" data-action="mute-site" onClick={() => mute(site)}>
          {message('muteOnSite', siteName(site))}
        </button>
      )}
      <button type="button" data-action="mute" onClick={() => mute(null)}>
        {message('muteEverywhere')}
      </button>
    </p>
  );
}
