/** The data: URLs nested in a data: URL, as a tree: each opens to its own detail. */
import { useState } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Address } from '../../platform/surface-messages.ts';
import type { PagePolicy, Row } from '../../platform/surface-updates.ts';
import { Icon } from '../parts/icons.tsx';
import { SeverityMark } from '../parts/severity.tsx';
import type { ReportClient } from '../report-client.ts';
import { formatBytes, visibleText } from '../text/format.ts';
import { iconOf } from '../text/kind.ts';
import { DataUrlView } from './data-url-view.tsx';

interface Props {
  nested: readonly Row[];
  /** How many were not decoded. */
  left: number;
  /** The address of the outer data: URL. */
  address: Address;
  client: ReportClient;
  policy: PagePolicy;
}

export function NestedUrls({ nested, left, address, client, policy }: Props) {
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
}: { row: Row } & Pick<Props, 'address' | 'client' | 'policy'>) {
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
