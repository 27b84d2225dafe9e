/** Shows the changes between two Reports of a page. */

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Change, ComparedUrl, FindingOf, ReportComparison } from '../../src/report/compare-reports.ts';
import { nameOf } from '../../src/report/name.ts';
import { nameText } from '../../src/report/name-text.ts';
import { errorsAndWarnings } from '../../src/report/totals.ts';
import { weightOf } from '../../src/report/weights.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { Thumbnail } from '../ui/list/row.tsx';
import { SeverityMark } from '../ui/parts/severity.tsx';
import type { ReportClient } from '../ui/report-client.ts';
import { UrlLink } from '../ui/saving-urls.tsx';
import { signed } from '../ui/text/difference-texts.ts';
import { formatBytes, formatExact, visibleText } from '../ui/text/format.ts';
import { findingText } from '../ui/text/row-texts.ts';
import { maxListed } from './limits.ts';

/** Whether there are any changes to show besides the totals. */
export const hasChanges = ({ came, went, changed, newFindings, goneFindings }: ReportComparison): boolean =>
  [came, went, changed, newFindings, goneFindings].some((list) => list.length > 0);

/** Whether only the positions of a data: URL's elements have changed, so that the change is not worth a line. */
const isMove = ({ kind, costGrew }: Change): boolean => kind === 'moved' && costGrew === 0;

/** The page in its current state. Its rows provide pictures and details. */
export interface Now {
  rows: readonly Row[];
  client: ReportClient;
  onOpen: (id: string) => void;
}

/** The edge length of a picture, in CSS pixels. */
const edge = 28;

/** Shows the changes between two Reports. @param now absent if both Reports are from files */
export function Comparison({ comparison, now }: { comparison: ReportComparison; now?: Now }) {
  const byId = useMemo(() => new Map(now?.rows.map((row) => [row.sha256, row])), [now?.rows]);
  /** A data: URL with its picture and a link to its row, if the URL is currently in the page. */
  const named = (url: ComparedUrl, rest: ComponentChildren) => {
    const row = byId.get(url.sha256);
    return (
      <>
        {now && row && <Thumbnail row={row} client={now.client} edge={edge} />}
        {now && row ? (
          <UrlLink row={row} onOpen={now.onOpen} />
        ) : (
          <strong>
            <bdi>{nameIn(url)}</bdi>
          </strong>
        )}{' '}
        {rest}
      </>
    );
  };
  const { before, after, came, went, changed, same, newFindings, goneFindings } = comparison;
  const moved = changed.filter(isMove);
  return (
    <article class="detail" aria-labelledby="reports-heading" data-comparison>
      <div role="status">
        <h2 id="reports-heading">
          {hasChanges(comparison) ? message('whatChanged') : message('nothingChanged')}
        </h2>
      </div>
      <TotalsTable before={before} after={after} />
      <List name="came" title="cameUrls" items={came}>
        {(url) => named(url, <UrlFacts url={url} growth={weightOf(url.occurrences).cost} />)}
      </List>
      <List name="went" title="wentUrls" items={went}>
        {(url) => named(url, <UrlFacts url={url} growth={-weightOf(url.occurrences).cost} />)}
      </List>
      <List name="new-findings" title="newFindings" items={newFindings}>
        {(each) => <FindingLine {...each} named={named} />}
      </List>
      <List name="gone-findings" title="goneFindings" items={goneFindings}>
        {(each) => <FindingLine {...each} named={named} />}
      </List>
      <List name="changed" title="changedUrls" items={changed.filter((change) => !isMove(change))}>
        {(change) => named(change.after, <ChangeFacts change={change} />)}
      </List>
      {moved.length > 0 && (
        <details data-moved={moved.length}>
          <summary>{message('movedUrls', moved.length, formatNumber(moved.length))}</summary>
          <List name="moved" items={moved}>
            {(change) => named(change.after, <ChangeFacts change={change} />)}
          </List>
        </details>
      )}
      <p class="dim">{message('sameUrls', same, formatNumber(same))}</p>
    </article>
  );
}

function TotalsTable({ before, after }: Pick<ReportComparison, 'before' | 'after'>) {
  type Line = [name: string, before: number, after: number, format: (value: number) => string];
  const lines: Line[] = [
    [message('differentUrls'), before.dataUrls, after.dataUrls, formatNumber],
    [message('placesInAll'), before.occurrences, after.occurrences, formatNumber],
    [message('sizeCarried'), before.cost, after.cost, formatBytes],
    [message('sizeRepeated'), before.copiesCost, after.copiesCost, formatBytes],
    [message('sizeUnused'), before.unusedCost, after.unusedCost, formatBytes],
    [message('sizeSavings'), before.savings, after.savings, formatBytes],
    [message('sizeDecoded'), before.size, after.size, formatBytes],
    [message('errorsAndWarnings'), errorsAndWarnings(before), errorsAndWarnings(after), formatNumber],
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
          <tr key={name}>
            <th scope="row">{name}</th>
            <td title={exact(from, format)}>{format(from)}</td>
            <td title={exact(to, format)}>{format(to)}</td>
            <td title={signed(to - from, (by) => exact(by, format))}>
              <Growth by={to - from} text={signed(to - from, format)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The exact figure of a rounded one. */
const exact = (figure: number, format: (figure: number) => string): string =>
  (format === formatBytes ? formatExact : format)(figure);

interface ListProps<Of> {
  name: string;
  /** The key of the title, which has plural forms; absent if the list is folded below its title. */
  title?: 'newFindings' | 'goneFindings' | 'changedUrls' | 'cameUrls' | 'wentUrls';
  items: readonly Of[];
  children: (item: Of) => ComponentChildren;
}

function List<Of>({ name, title, items, children }: ListProps<Of>) {
  if (items.length === 0) return null;
  const left = items.length - maxListed;
  return (
    <section data-list={name}>
      {title && <h3>{message(`list_${title}`, items.length, formatNumber(items.length))}</h3>}
      <ul class="compared">
        {items.slice(0, maxListed).map((item, n) => (
          <li key={n}>{children(item)}</li>
        ))}
      </ul>
      {left > 0 && <p class="dim">{message('morePlaces', left, formatNumber(left))}</p>}
    </section>
  );
}

/** A change in size: green if smaller, amber if larger. The text contains the sign. */
const Growth = ({ by, text, title }: { by: number; text: string; title?: string }) => (
  <span class={by === 0 ? undefined : by < 0 ? 'less' : 'more'} title={title}>
    {text}
  </span>
);

const typeText = ({ essence }: ComparedUrl): string =>
  visibleText(essence?.slice(0, 100) ?? message('brokenUrl'));

function nameIn(url: ComparedUrl): string {
  const named = nameOf({ occurrences: url.occurrences, payload: null });
  return named ? nameText(named) : typeText(url);
}

/** @param growth the bytes that the data: URL adds to the page, negative if it was removed; absent if it was changed */
function UrlFacts({ url, growth }: { url: ComparedUrl; growth?: number }) {
  const [first] = url.occurrences;
  const place = visibleText((first?.selector || url.head).slice(0, 120));
  const { cost } = weightOf(url.occurrences);
  return (
    <>
      <bdi dir="ltr">{typeText(url)}</bdi>{' '}
      {growth === undefined ? (
        <span title={formatExact(cost)}>{formatBytes(cost)}</span>
      ) : (
        <Growth by={growth} text={signed(growth, formatBytes)} title={signed(growth, formatExact)} />
      )}{' '}
      {place !== nameIn(url) && (
        <code class="dim" dir="ltr">
          {place}
        </code>
      )}
    </>
  );
}

function ChangeFacts({ change: { kind, after, costGrew, placesGrew } }: { change: Change }) {
  return (
    <>
      <UrlFacts url={after} /> <span class="tag">{message(`changed_${kind}`)}</span>{' '}
      {costGrew !== 0 && <Growth by={costGrew} text={message('grewCost', signed(costGrew, formatBytes))} />}{' '}
      {placesGrew !== 0 && (
        <Growth
          by={placesGrew}
          text={message('grewPlaces', Math.abs(placesGrew), signed(placesGrew, formatNumber))}
        />
      )}
    </>
  );
}

const FindingLine = ({
  finding,
  dataUrl,
  named,
}: FindingOf & { named: (url: ComparedUrl, rest: ComponentChildren) => ComponentChildren }) => (
  <>
    <SeverityMark severity={finding.severity} /> <span>{findingText(finding)}</span>{' '}
    {dataUrl === null ? <span class="dim">{message('thePage')}</span> : named(dataUrl, null)}
  </>
);
