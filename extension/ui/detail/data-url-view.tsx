/** The detail of one data: URL, also of a nested one. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Address, Detail, PagePolicy, Row } from '../../platform/messages.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import type { ReportClient } from '../report-client.ts';
import { Actions } from './actions.tsx';
import { FactsOfBody, FactsOfRow } from './facts-table.tsx';
import { FindingView } from './finding.tsx';
import { NestedUrls } from './nested-list.tsx';
import { Preview } from './preview.tsx';
import { References } from './reference-list.tsx';
import { AnatomyView, findingId, placeId } from './written-url.tsx';
import './data-url-view.css';

interface Props {
  row: Row;
  address: Address;
  client: ReportClient;
  policy: PagePolicy;
  /** More content, depending on the surface. */
  children?: (detail: Detail) => ComponentChildren;
}

export function DataUrlView({ row, address, client, policy, children }: Props) {
  // Requested again when its row changes.
  const detail = useAnswer<Detail>(client, { type: 'detail', ...address }, row);
  const payload = detail?.payload ?? null;
  const prefix = useId();
  return (
    <div class="data-url">
      {row.findings.length > 0 && (
        <ul class="findings">
          {row.findings.map((finding, n) => (
            <FindingView
              key={`${finding.rule} ${finding.messageId} ${finding.start}`}
              id={findingId(prefix, n)}
              placeId={placeId(prefix, n)}
              finding={finding}
              policy={policy}
              client={client}
              written={row}
              disallowed={row.disallowed}
            />
          ))}
        </ul>
      )}
      <Actions row={row} address={address} client={client} />
      <Preview row={row} address={address} client={client} payload={payload} prefix={prefix} />
      <AnatomyView row={row} address={address} client={client} prefix={prefix} />
      <FactsOfRow row={row} />
      {payload && <FactsOfBody payload={payload} />}
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
      {detail && children?.(detail)}
    </div>
  );
}
