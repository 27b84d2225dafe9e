/** Lists the limits that users may notice, with their values from the code. */
import { bodyLimits, maxInflated, nestedLimits, streamingThreshold } from '../../src/limits.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import {
  firstShown,
  maxAdded,
  maxHiddenTime,
  maxHighlighted,
  maxPerScan,
  sheetLimits,
} from '../platform/limits.ts';
import { formatBytes, formatDuration } from '../ui/text/format.ts';
import { Section } from './section.tsx';

const { whole, head, tail } = bodyLimits;
const { size, time, sheets } = sheetLimits;

const limits: readonly string[] = [
  message('limitPage', formatNumber(maxPerScan.dataUrls), formatNumber(maxPerScan.occurrences)),
  message('limitWatched', formatNumber(maxAdded.occurrences), formatNumber(maxAdded.length)),
  message('limitHidden', formatDuration(maxHiddenTime)),
  message('limitSheets', formatBytes(size), formatDuration(time), formatNumber(sheets)),
  message('limitLarge', ...[streamingThreshold, whole, head, tail].map(formatBytes)),
  message('limitUnpacked', formatBytes(maxInflated)),
  message('limitNested', formatNumber(nestedLimits.depth), formatNumber(nestedLimits.count)),
  message('limitText', formatBytes(firstShown), formatNumber(maxHighlighted)),
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
