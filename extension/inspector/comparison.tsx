/** The changes between two Reports of a page. */

import type { ComponentChildren } from 'preact';
import type { Change, ComparedUrl, FindingOf, ReportComparison } from '../../src/report/compare-reports.ts';
import { nameOf } from '../../src/report/name.ts';
import { nameText } from '../../src/report/name-text.ts';
import { flaggedCount } from '../../src/report/totals.ts';
import { weightOf } from '../../src/report/weights.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { SeverityMark } from '../ui/parts/severity.tsx';
import { signed } from '../ui/text/difference-texts.ts';
import { formatBytes, visibleText } from '../ui/text/format.ts';
import { findingText } from '../ui/text/row-texts.ts';
import { maxListed } from './limits.ts';

/** Whether there is anything but totals to show. */
export const hasChanges = ({ came, went, changed, newFindings, goneFindings }: ReportComparison): boolean =>
  [came, went, changed, newFindings, goneFindings].some((list) => list.length > 0);

export function Comparison({ comparison }: { comparison: ReportComparison }) {
  const { before, after, came, went, changed, same, newFindings, goneFindings, isEstimated } = comparison;
  return (
    <article class="detail" aria-labelledby="reports-heading" data-comparison>
      <div role="status">
        <h2 id="reports-heading">
          {hasChanges(comparison) ? message('whatChanged') : message('nothingChanged')}
        </h2>
      </div>
      <TotalsTable before={before} after={after} isEstimated={isEstimated} />
      {isEstimated && <p class="dim">{message('costsEstimated')}</p>}
      <List name="new-findings" title="newFindings" items={newFindings}>
        {(finding) => <FindingLine {...finding} />}
      </List>
      <List name="gone-findings" title="goneFindings" items={goneFindings}>
        {(finding) => <FindingLine {...finding} />}
      </List>
      <List name="changed" title="changedUrls" items={changed}>
        {(change) => <ChangeLine change={change} />}
      </List>
      <List name="came" title="cameUrls" items={came}>
        {(url) => <UrlLine url={url} />}
      </List>
      <List name="went" title="wentUrls" items={went}>
        {(url) => <UrlLine url={url} />}
      </List>
      <p class="dim">{message('sameUrls', same, formatNumber(same))}</p>
    </article>
  );
}

function TotalsTable({
  before,
  after,
  isEstimated,
}: Pick<ReportComparison, 'before' | 'after' | 'isEstimated'>) {
  type Line = [name: string, before: number, after: number, format: (value: number) => string];
  const savings: Line = [message('sizeSavings'), before.savings, after.savings, formatBytes];
  const lines: Line[] = [
    [message('differentUrls'), before.dataUrls, after.dataUrls, formatNumber],
    [message('placesInAll'), before.occurrences, after.occurrences, formatNumber],
    [message('sizeCarried'), before.cost, after.cost, formatBytes],
    [message('sizeRepeated'), before.copiesCost, after.copiesCost, formatBytes],
    [message('sizeUnused'), before.unusedCost, after.unusedCost, formatBytes],
    ...(isEstimated ? [] : [savings]),
    [message('sizeDecoded'), before.size, after.size, formatBytes],
    [message('errorsAndWarnings'), flaggedCount(before), flaggedCount(after), formatNumber],
  ];
  return (
    <table class="totals">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">{message('property')}</span>
          </th>
          <th scope="col">{message('before')}</th>
          <th scope="col">{message('after')}</th>
          <th scope="col">{message('difference')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, from, to, format]) => (
          <tr key={name} class={from === to ? '' : 'differs'}>
            <th scope="row">{name}</th>
            <td>{format(from)}</td>
            <td>{format(to)}</td>
            <td>{signed(to - from, format)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ListProps<Of> {
  name: string;
  /** Key of a counted text. */
  title: 'newFindings' | 'goneFindings' | 'changedUrls' | 'cameUrls' | 'wentUrls';
  items: readonly Of[];
  children: (item: Of) => ComponentChildren;
}

function List<Of>({ name, title, items, children }: ListProps<Of>) {
  if (items.length === 0) return null;
  const left = items.length - maxListed;
  return (
    <section data-list={name}>
      <h3>{message(`list_${title}`, items.length, formatNumber(items.length))}</h3>
      <ul class="compared">
        {items.slice(0, maxListed).map((item, n) => (
          <li key={n}>{children(item)}</li>
        ))}
      </ul>
      {left > 0 && <p class="dim">{message('morePlaces', left, formatNumber(left))}</p>}
    </section>
  );
}

const typeText = ({ essence }: ComparedUrl): string =>
  visibleText(essence?.slice(0, 100) ?? message('brokenUrl'));

function UrlLine({ url }: { url: ComparedUrl }) {
  const [first] = url.occurrences;
  const named = nameOf({ occurrences: url.occurrences, payload: null });
  const name = named && nameText(named);
  const place = visibleText((first?.selector || url.head).slice(0, 120));
  return (
    <>
      <strong>
        <bdi>{name ?? typeText(url)}</bdi>
      </strong>{' '}
      {name !== null && <bdi dir="ltr">{typeText(url)} </bdi>}
      <span>{formatBytes(weightOf(url.occurrences).cost)}</span>{' '}
      {place !== name && (
        <code class="dim" dir="ltr">
          {place}
        </code>
      )}
    </>
  );
}

function ChangeLine({ change: { kind, after, costGrew, placesGrew } }: { change: Change }) {
  return (
    <>
      <UrlLine url={after} /> <span class="tag">{message(`changed_${kind}`)}</span>{' '}
      <span>{message('grewCost', signed(costGrew, formatBytes))}</span>
      {placesGrew !== 0 && (
        <>
          {' '}
          <span>{message('grewPlaces', Math.abs(placesGrew), signed(placesGrew, formatNumber))}</span>
        </>
      )}
    </>
  );
}

const FindingLine = ({ finding, dataUrl }: FindingOf) => (
  <>
    <SeverityMark severity={finding.severity} /> <span>{findingText(finding)}</span>{' '}
    <span class="dim">{dataUrl === null ? message('thePage') : typeText(dataUrl)}</span>
  </>
);
