/** Lists the data: URLs in one text, each with its type and position. */

import { withoutPassword } from '../../src/uri/misleading.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { SeverityMark } from '../ui/parts/severity.tsx';
import { formatBytes, visibleText } from '../ui/text/format.ts';
import { iconOf } from '../ui/text/kind.ts';
import { hashOf } from './address.ts';
import type { BenchEntry } from './source.ts';

export function BenchList({ entries, shown }: { entries: readonly BenchEntry[]; shown: BenchEntry }) {
  return (
    <ul class="bench-list" aria-label={message('listLabel')}>
      {entries.map((entry, n) => (
        <li key={n}>
          <Entry entry={entry} isShown={entry === shown} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry: { item, dataUrl }, isShown }: { entry: BenchEntry; isShown: boolean }) {
  const worst = dataUrl?.findings[0];
  const head =
    typeof item.written === 'string' ? withoutPassword(item.written).slice(0, 100) : (dataUrl?.head ?? '');
  return (
    <a
      href={hashOf({ kind: 'workbench', tool: 'inspect', id: item.id })}
      aria-current={isShown || undefined}
      data-entry={item.id}
    >
      <Icon name={dataUrl ? iconOf(dataUrl) : 'tab'} />
      <span class="bench-entry">
        <span class="bench-entry-title">
          <strong class="type">
            {visibleText(dataUrl === null ? message('otherUrl') : (dataUrl.essence ?? message('brokenUrl')))}
          </strong>
          {dataUrl !== null && (
            <span class="dim">{dataUrl.size === null ? message('noSize') : formatBytes(dataUrl.size)}</span>
          )}
          {item.pasted && <span class="dim">{message('position', formatNumber(item.pasted.start))}</span>}
          {worst && <SeverityMark severity={worst.severity} />}
        </span>
        <code class="clip" dir="ltr">
          {visibleText(head)}
        </code>
      </span>
    </a>
  );
}
