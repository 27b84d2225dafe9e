/** Lists the entries of an archive. Nothing is extracted. */

import { formatNumber, message } from '../../platform/i18n.ts';
import { maxTextLength } from '../limits.ts';
import { formatBytes, visibleText } from '../text/format.ts';
import type { ViewerProps } from './viewer-props.ts';

export function Viewer({ facts }: ViewerProps) {
  if (facts?.kind !== 'archive') return null;
  const { first, count } = facts.entries;
  return (
    <div class="listing">
      <table>
        <thead>
          <tr>
            <th scope="col">{message('entryName')}</th>
            <th scope="col">{message('size')}</th>
            <th scope="col">{message('entryPacked')}</th>
          </tr>
        </thead>
        <tbody>
          {first.map(({ name, size, packed, encrypted }, n) => (
            <tr key={n}>
              <td>
                {visibleText(name.slice(0, maxTextLength))}
                {encrypted && <span class="tag">{message('encrypted')}</span>}
              </td>
              <td class="number">{formatBytes(size)}</td>
              <td class="number">{formatBytes(packed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > first.length && (
        <p class="note">{message('firstEntries', first.length, formatNumber(first.length))}</p>
      )}
    </div>
  );
}
