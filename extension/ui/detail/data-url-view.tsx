/** The details of a data: URL, including a nested one. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { stopsAll } from '../../../src/problem.ts';
import { canRunIn } from '../../../src/report/can-run.ts';
import type { Finding } from '../../../src/report/report.ts';
import { severityRank } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Address } from '../../platform/surface-messages.ts';
import type { Detail, PagePolicy, Row } from '../../platform/surface-updates.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { Icon } from '../parts/icons.tsx';
import { SeverityMark } from '../parts/severity.tsx';
import type { ReportClient } from '../report-client.ts';
import { formatBytes, visibleText } from '../text/format.ts';
import { iconOf } from '../text/kind.ts';
import { Actions } from './actions.tsx';
import { FactsOfBody, FactsOfRow } from './facts-table.tsx';
import { FindingView } from './finding.tsx';
import { Preview } from './preview.tsx';
import { References } from './reference-list.tsx';
import { RunLines, RunTime } from './run-summary.tsx';
import { AnatomyView, findingId, placeId } from './written-url.tsx';

interface Props {
  row: Row;
  address: Address;
  client: ReportClient;
  policy: PagePolicy;
  /** Whether to show the buttons for copying and saving. Some surfaces show them elsewhere. */
  hasActions?: boolean;
  /** The page findings that concern this data: URL. */
  ofPage?: readonly Finding[];
  /** Lists the data: URLs of a page finding. */
  onShow?: (ids: readonly string[]) => void;
  /** Opens the CSP view; absent if there is none. */
  onCsp?: (() => void) | undefined;
  /** Renders additional content that only some surfaces show. */
  children?: (detail: Detail) => ComponentChildren;
}

/**
 * Whether a page finding is listed with the findings of its data: URL: if it concerns a single body and its copies, or
 * states why the URL isn't shown. Other page findings concern data: URLs that have little in common.
 */
const isOfUrl = ({ rule, effect, dataUrls = [] }: Finding): boolean =>
  rule === 'duplicates' || effect === 'not-shown' || dataUrls.length === 1;

/** Whether a page finding comes before the findings of its data: URL because it is more severe. */
const isFirst = ({ severity }: Finding, { findings: [worst] }: Row): boolean =>
  severityRank[severity] > severityRank[worst?.severity ?? 'info'];

export function DataUrlView({ row, address, client, policy, hasActions = true, ...props }: Props) {
  const { ofPage = [], onShow, onCsp, children } = props;
  // The details are requested again when the row changes.
  const detail = useAnswer<Detail>(client, { type: 'detail', ...address }, row);
  const payload = detail?.payload ?? null;
  const decision = detail?.decision ?? null;
  const prefix = useId();
  // A broken URL has no preview, so its text comes first.
  const isBroken = stopsAll(row.problem);
  const pageFinding = (finding: Finding, n: number) => (
    <FindingView
      key={`page ${n}`}
      finding={finding}
      policy={policy}
      client={client}
      isOfPage={true}
      onCsp={onCsp}
      {...(onShow && { onShow })}
    />
  );
  const [run] = canRunIn([row], ofPage);
  const ofUrl = ofPage.filter(isOfUrl);
  const ofMore = ofPage.filter((finding) => !isOfUrl(finding));
  const about = (
    <div key="about" class="about" data-waiting={detail === undefined ? '' : undefined}>
      <FactsOfRow row={row} />
      {payload && <FactsOfBody payload={payload} />}
      {detail && children?.(detail)}
      {ofMore.length > 0 && <ul class="findings">{ofMore.map(pageFinding)}</ul>}
    </div>
  );
  const text = (
    <div key="text" class="text">
      <AnatomyView row={row} address={address} client={client} prefix={prefix} />
      {payload?.references && <References references={payload.references} />}
      {detail && (
        <NestedUrls
          nested={detail.nested}
          left={payload?.nestedLeft ?? 0}
          address={address}
          client={client}
          policy={policy}
        />
      )}
    </div>
  );
  return (
    <div class={isBroken ? 'data-url broken' : 'data-url'}>
      {run && <RunTime run={run} />}
      {row.findings.length + ofUrl.length > 0 && (
        <ul class="findings">
          {ofUrl.filter((finding) => isFirst(finding, row)).map(pageFinding)}
          {row.findings.map((finding, n) => (
            <FindingView
              key={`${finding.rule} ${finding.messageId} ${finding.start}`}
              id={findingId(prefix, n)}
              placeId={placeId(prefix, n)}
              finding={finding}
              policy={policy}
              client={client}
              written={row}
              decision={finding.rule === 'disallowed-type' ? decision : null}
            />
          ))}
          {ofUrl.filter((finding) => !isFirst(finding, row)).map(pageFinding)}
        </ul>
      )}
      {run && detail && <RunLines detail={detail} />}
      {hasActions && <Actions row={row} address={address} client={client} />}
      <Preview
        row={row}
        address={address}
        client={client}
        payload={detail === undefined ? undefined : payload}
        decision={decision}
      />
      {isBroken ? [text, about] : [about, text]}
    </div>
  );
}

interface NestedProps {
  nested: readonly Row[];
  /** The number of nested data: URLs that were not decoded. */
  left: number;
  /** The address of the outer data: URL. */
  address: Address;
  client: ReportClient;
  policy: PagePolicy;
}

/** The data: URLs nested in a data: URL, as a tree. Each can be opened to show its own details. */
export function NestedUrls({ nested, left, address, client, policy }: NestedProps) {
  if (nested.length + left === 0) return null;
  return (
    <section class="nested">
      <h3>{message('nestedUrls', nested.length + left, formatNumber(nested.length + left))}</h3>
      <ul>
        {nested.map((row) => (
          <li key={row.sha256}>
            <NestedUrl
              row={row}
              address={{ id: address.id, path: [...(address.path ?? []), row.sha256] }}
              client={client}
              policy={policy}
            />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="note">{message('nestedLeft', left, formatNumber(left))}</p>}
    </section>
  );
}

function NestedUrl({
  row,
  address,
  client,
  policy,
}: { row: Row } & Pick<NestedProps, 'address' | 'client' | 'policy'>) {
  const [isOpen, setIsOpen] = useState(false);
  const worst = row.findings[0];
  return (
    <details data-nested={row.sha256} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Icon name={iconOf(row)} />
        <span class="type">{visibleText(row.essence ?? message('brokenUrl'))}</span>
        <span class="dim">{row.size === null ? message('noSize') : formatBytes(row.size)}</span>
        {row.nestedCount > 0 && (
          <span class="tag">{message('nestedInside', row.nestedCount, formatNumber(row.nestedCount))}</span>
        )}
        {worst && <SeverityMark severity={worst.severity} />}
      </summary>
      {isOpen && <DataUrlView row={row} address={address} client={client} policy={policy} />}
    </details>
  );
}
