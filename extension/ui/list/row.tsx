import { isSameType } from '../../../src/payload/formats.ts';
import { shownSeverity } from '../../../src/report/effects.ts';
import type { Finding } from '../../../src/report/report.ts';
import type { StateKind } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { Icon } from '../parts/icons.tsx';
import { later } from '../parts/later.tsx';
import type { ReportClient } from '../report-client.ts';
import { charsetText, formatBytes, formatTime, placesText, visibleText } from '../text/format.ts';
import { iconOf } from '../text/kind.ts';
import { dimensionsText } from '../text/picture-size.ts';
import { findingText, kindName, rowName, rowWhere, stateReason, stateText } from '../text/row-texts.ts';
import type { Heading, PageItem } from './arrange.ts';
import './row.css';

/** CSS pixels: a row has a third line where it has a finding. */
export const rowHeight = ({ findings }: Pick<Row, 'findings'>): number => (findings.length > 0 ? 68 : 52);
export const headingHeight = 28;
export const pageItemHeight = 44;

/** States that a row does not mention. */
const plainKinds: ReadonlySet<StateKind> = new Set<StateKind>(['loaded', 'unknown']);

/** The heading of a group, with its count and cost. */
export function HeadingView({ heading: { heading, count, cost, isDuplicate } }: { heading: Heading }) {
  const bytes = isDuplicate ? message('duplicates', formatBytes(cost)) : formatBytes(cost);
  return (
    <div class="group-heading">
      <span class="clip">{heading}</span>
      <span class="dim">{message('groupCount', count, formatNumber(count), bytes)}</span>
    </div>
  );
}

/** A finding on the page as a whole, among the rows. */
export function PageItemView({ finding }: PageItem) {
  return (
    <div class="page-item" data-severity={finding.severity}>
      <FindingLine finding={finding} />
      <span class="dim">{message('onThePage')}</span>
    </div>
  );
}

/** One data: URL in the list: its name, type and cost, and its most severe finding. */
export function RowView({ row, client }: { row: Row; client: ReportClient }) {
  const worst = row.findings[0];
  const name = rowName(row);
  return (
    <div class="row-content" data-severity={shownSeverity(row)} data-head={visibleText(row.head)}>
      <Thumbnail row={row} client={client} />
      <div class="row-main">
        <div class="row-title">
          <bdi class="name one-row" title={row.name ? message('namedByPage', name) : name}>
            {name}
          </bdi>
          {row.occurrenceCount > 1 && (
            <bdi class="places" dir="ltr" title={placesText(row.occurrenceCount)}>
              ×{formatNumber(row.occurrenceCount)}
            </bdi>
          )}
          {row.weight.texts > 0 && (
            <>
              <Saving row={row} />
              <span class="cost" title={message('carried', formatBytes(row.weight.cost))}>
                {formatBytes(row.weight.cost)}
              </span>
            </>
          )}
        </div>
        <Facts row={row} client={client} saysKind={!name.includes(kindName(row))} />
        {worst && <FindingLine finding={worst} others={row.findings.slice(1)} />}
      </div>
    </div>
  );
}

/** The type and other facts. The least important come last, where they may be cut off. */
function Facts({ row, client, saysKind }: { row: Row; client: ReportClient; saysKind: boolean }) {
  const place = rowWhere(row);
  return (
    <div class="row-facts">
      <bdi
        class="type"
        dir={row.mimeType === null ? undefined : 'ltr'}
        title={visibleText(row.mimeType ?? row.head)}
      >
        {visibleText(row.mimeType === null ? message('brokenUrl') : (row.essence ?? ''))}
      </bdi>
      {saysKind && row.detectedType !== null && !isSameType(row.detectedType, row.essence ?? '') && (
        <span class="detected" title={message('detectedTitle', row.detectedType)}>
          {message('detectedShort', kindName(row))}
        </span>
      )}
      <RowMark row={row} />
      <RuleMark row={row} client={client} />
      {dimensionsText(row.picture) !== '' && <Dimensions row={row} client={client} />}
      <span class="size">
        {row.size === null ? message('noSize') : message('decodedSize', formatBytes(row.size))}
      </span>
      {row.charset.used !== null && (
        // It may be words that begin with a label, so its direction is that of the texts.
        <span class="charset" title={`${message('charset')}: ${charsetText(row)}`}>
          {charsetText(row)}
        </span>
      )}
      {place !== '' && (
        <span class="place-room">
          <bdi class="place" title={place}>
            {place}
          </bdi>
        </span>
      )}
    </div>
  );
}

/** Marks a data: URL that was removed, only quoted, or not simply loaded. */
export function RowMark({ row: { state, isWeak, removedAt } }: { row: Row }) {
  if (removedAt !== null) {
    return (
      <span class="mark" title={message('goneTitle')}>
        {message('gone', formatTime(Date.parse(removedAt)))}
      </span>
    );
  }
  if (isWeak) {
    return (
      <span class="mark" title={message('quotedTitle')}>
        {message('quoted')}
      </span>
    );
  }
  return (
    state &&
    !plainKinds.has(state.kind) && (
      <span class={`mark ${state.kind}`} title={stateReason(state)}>
        {stateText(state)}
      </span>
    )
  );
}

/**
 * A finding in one line: severity and message.
 *
 * @param others the other findings of the row, which are only counted
 */
export function FindingLine({ finding, others = [] }: { finding: Finding; others?: readonly Finding[] }) {
  const text = findingText(finding);
  return (
    <div class={`row-finding ${finding.severity}`} title={text}>
      <Icon name={finding.severity} />
      <span class="visually-hidden">{message(`severity_${finding.severity}`)}: </span>
      <span class="one-row">
        <span>{text}</span>
      </span>
      {others.length > 0 && (
        <bdi class="dim" dir="ltr" role="img" title={others.map(findingText).join('\n')}>
          +{formatNumber(others.length)}
        </bdi>
      )}
    </div>
  );
}

/** The symbol of its kind, shown until the code of the thumbnails is loaded. */
const KindIcon = ({ row }: { row: Row; client: ReportClient; edge?: number }) => (
  <div class="thumbnail">
    <Icon name={iconOf(row)} />
  </div>
);

const Nothing = (_: { row: Row; client: ReportClient }) => null;
export const RuleMark = later(() => import('./rule-mark.tsx').then((module) => module.RuleMark), Nothing);

export const Saving = later(
  () => import('./saving.tsx').then((module) => module.Saving),
  () => null,
);

const DimensionsAlone = ({ row }: { row: Row; client: ReportClient }) => (
  <bdi class="dimensions" dir="ltr">
    {dimensionsText(row.picture)}
  </bdi>
);
export const Dimensions = later(
  () => import('./dimensions.tsx').then((module) => module.Dimensions),
  DimensionsAlone,
);

export const Thumbnail = later(() => import('./thumbnail.tsx').then((module) => module.Thumbnail), KindIcon);
