/** The number of bytes that a row could save. Loaded after the list. */
import { useContext } from 'preact/hooks';
import { savedAt, savedBytes } from '../../../src/report/savings.ts';
import { message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { signed } from '../text/difference-texts.ts';
import { formatBytes, formatExact } from '../text/format.ts';
import { ResourcesContext } from './resources-context.ts';

export function Saving({ row }: { row: Row }) {
  const bytes = savedBytes(savedAt(row, useContext(ResourcesContext)));
  if (bytes === 0) return null;
  return (
    <span class="savings" title={message('saves', formatExact(bytes))}>
      {signed(-bytes, formatBytes)}
    </span>
  );
}
