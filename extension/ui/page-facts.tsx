/** The figures of the page as a whole that the page view and the overview list. */
import type { ComponentChildren } from 'preact';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Overview } from '../platform/surface-updates.ts';
import { formatWithExact } from './text/exact-size.ts';
import { formatMilliseconds, visibleText } from './text/format.ts';

type Fact = [name: string, value: ComponentChildren];

export function PageFacts({ overview: { page, totals, timing } }: { overview: Overview }) {
  const unused: Fact = [message('sizeUnused'), formatWithExact(totals.unusedCost)];
  const facts: Fact[] = [
    [message('address'), <bdi dir="ltr">{visibleText(page.url)}</bdi>],
    [message('frames'), formatNumber(page.frames)],
    [message('differentUrls'), formatNumber(totals.dataUrls)],
    [message('placesInAll'), formatNumber(totals.occurrences)],
    [message('sizeCarried'), formatWithExact(totals.cost)],
    [message('sizeRepeated'), formatWithExact(totals.copiesCost)],
    // Zero would claim that everything is used, but that is not always known.
    ...(totals.unusedCost > 0 ? [unused] : []),
    [message('sizeSavings'), formatWithExact(totals.savings)],
    [message('sizeDecoded'), formatWithExact(totals.size)],
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
