/** The figures of the page as a whole that the page view and the overview list. */
import type { ComponentChildren } from 'preact';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Overview } from '../platform/surface-updates.ts';
import { formatBytes, formatMilliseconds, visibleText } from './text/format.ts';

type Fact = [name: string, value: ComponentChildren];

export function PageFacts({ overview: { page, totals, timing } }: { overview: Overview }) {
  const unused: Fact = [message('sizeUnused'), formatBytes(totals.unusedCost)];
  const facts: Fact[] = [
    [message('address'), <bdi dir="ltr">{visibleText(page.url)}</bdi>],
    [message('frames'), formatNumber(page.frames)],
    [message('differentUrls'), formatNumber(totals.dataUrls)],
    [message('placesInAll'), formatNumber(totals.occurrences)],
    [message('sizeCarried'), formatBytes(totals.cost)],
    [message('sizeRepeated'), formatBytes(totals.copiesCost)],
    // Zero would claim that everything is used, but that is not always known.
    ...(totals.unusedCost > 0 ? [unused] : []),
    [message('sizeSavings'), formatBytes(totals.savings)],
    [message('sizeDecoded'), formatBytes(totals.size)],
    [message('scanTime'), formatMilliseconds(timing.scanMs)],
    [message('longestBlock'), formatMilliseconds(timing.longestTaskMs)],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
