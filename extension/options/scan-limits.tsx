/** How far the extension goes: the limits that a person may meet, as the code has them. */
import { bodyLimits, inflateCap, nestedLimits, wholeLength } from '../../src/limits.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import {
  firstShown,
  longestHidden,
  mostAdded,
  mostHighlighted,
  mostTold,
  sheetLimits,
} from '../platform/limits.ts';
import { formatBytes, formatDuration } from '../ui/text/format.ts';
import { Section } from './section.tsx';

const { whole, head, tail } = bodyLimits;
const { size, time, sheets } = sheetLimits;

const limits: readonly string[] = [
  message('limitPage', formatNumber(mostTold.dataUrls), formatNumber(mostTold.occurrences)),
  message('limitWatched', formatNumber(mostAdded.occurrences), formatNumber(mostAdded.length)),
  message('limitHidden', formatDuration(longestHidden)),
  message('limitSheets', formatBytes(size), formatDuration(time), formatNumber(sheets)),
  message('limitLarge', ...[wholeLength, whole, head, tail].map(formatBytes)),
  message('limitUnpacked', formatBytes(inflateCap)),
  message('limitNested', formatNumber(nestedLimits.depth), formatNumber(nestedLimits.count)),
  message('limitText', formatBytes(firstShown), formatNumber(mostHighlighted)),
];

export function LimitsSection() {
  return (
    <Section id="limits" title={message('limits')} hint={message('limitsHint')}>
      <ul class="entries">
        {limits.map((limit) => (
          <li key={limit} class="entry">
            {limit}
          </li>
        ))}
      </ul>
    </Section>
  );
}
