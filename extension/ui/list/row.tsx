import type { ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import { isSameType } from '../../../src/payload/formats.ts';
import { hasFailed, shownSeverity } from '../../../src/report/effects.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { Icon } from '../parts/icons.tsx';
import { later } from '../parts/later.tsx';
import type { ReportClient } from '../report-client.ts';
import { charsetText, formatBytes, formatExact, placesText, visibleText } from '../text/format.ts';
import { iconOf } from '../text/kind.ts';
import { dimensionsText } from '../text/picture-size.ts';
import {
  brokenText,
  findingText,
  kindName,
  rowName,
  rowState,
  rowWhere,
  verdictOf,
} from '../text/row-texts.ts';
import type { Heading, PageItem } from './arrange.ts';
import { Folded, ownFindings } from './folded.ts';

interface PartProps {
  row: Row;
  client: ReportClient;
  /** Of thumbnails only. */
  edge?: number;
}

/** Heights of rows and headings in CSS pixels. */
export const rowHeight = 40;
export const headingHeight = 28;

/** The heading of a group, with its count and cost. */
export function HeadingView({ heading: { heading, count, cost, isDuplicate } }: { heading: Heading }) {
  const bytes = isDuplicate ? message('duplicates', formatBytes(cost)) : formatBytes(cost);
  const counted = formatNumber(count);
  return (
    <div class="group-heading">
      <span class="clip">{heading}</span>
      <span class="dim">
        {/* For removed data: URLs, which cost the page nothing, "0 bytes" would look like their size. */}
        {cost > 0 ? message('groupCount', count, counted, bytes) : message('dataUrls', count, counted)}
      </span>
    </div>
  );
}

/** One data: URL in the list: its name, status, and cost and, below these, its type and other facts. */
export function RowView({ row, client }: { row: Row; client: ReportClient }) {
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
          <Verdict row={row} />
          {row.weight.texts > 0 && (
            <>
              <Saving row={row} client={client} />
              <span class="cost" title={message('carried', formatExact(row.weight.cost))}>
                {formatBytes(row.weight.cost)}
              </span>
            </>
          )}
        </div>
        <Facts row={row} client={client} saysKind={!name.includes(kindName(row))} />
      </div>
    </div>
  );
}

/** Whether a data: URL was not shown, and this is more severe than its findings. */
const isStateWorst = (row: Row): boolean =>
  hasFailed(row) && ['costs', 'advice', undefined].includes(row.findings[0]?.effect);

/** States why a data: URL isn't shown; otherwise, shows a title, which is short enough in every language. */
function Verdict({ row }: { row: Row }) {
  const findings = ownFindings(row, useContext(Folded));
  if (isStateWorst(row)) return <RowMark row={row} />;
  const verdict = verdictOf(findings);
  if (!verdict) return null;
  const { severity, title, others } = verdict;
  return (
    <span class={`row-finding ${severity}`} title={findings.map(findingText).join('\n')}>
      <Icon name={severity} />
      <span class="clip">{title}</span>
      {others > 0 && <bdi dir="ltr">+{formatNumber(others)}</bdi>}
    </span>
  );
}

/** The type and other facts. The place comes last, because it may be cut off. */
function Facts({ row, client, saysKind }: { row: Row; client: ReportClient; saysKind: boolean }) {
  const isBroken = row.mimeType === null;
  const [worst] = row.findings;
  const [said] = ownFindings(row, useContext(Folded));
  // The verdict says that the URL was dropped or isn't shown, so the place has the room.
  const kind = rowState(row)?.kind;
  const isSaid =
    said?.rule === 'dropped-css' ? kind === 'dropped' : said?.effect === 'not-shown' && kind === 'not-shown';
  return (
    <div class="row-facts">
      <bdi class="type" dir={isBroken ? undefined : 'ltr'} title={visibleText(row.mimeType ?? row.head)}>
        {isBroken ? brokenText(row) : visibleText(row.essence ?? '')}
      </bdi>
      {row.charset.used !== null && (
        // The text is not isolated, because it may be words that begin with a label. It follows the direction of the
        // extension's texts.
        <span class="charset" title={`${message('charset')}: ${charsetText(row)}`}>
          {charsetText(row)}
        </span>
      )}
      {dimensionsText(row.picture) !== '' && <Dimensions row={row} client={client} />}
      {!isStateWorst(row) && !isSaid && <RowMark row={row} />}
      {worst?.effect !== 'not-shown' && <RuleMark row={row} client={client} />}
      {saysKind && row.detectedType !== null && !isSameType(row.detectedType, row.essence ?? '') && (
        <span class="detected" title={message('detectedTitle', row.detectedType)}>
          {message('detectedShort', kindName(row))}
        </span>
      )}
      <span class="place-room">
        <Place row={row} client={client} />
      </span>
      <span
        class="size"
        title={row.size === null ? undefined : message('decodedSize', formatExact(row.size))}
      >
        {row.size === null ? message('noSize') : formatBytes(row.size)}
      </span>
    </div>
  );
}

/** Marks a data: URL that was removed, is only quoted, or is not simply loaded. */
export function RowMark({ row }: { row: Row }) {
  const state = rowState(row);
  return (
    state && (
      <span class={`mark ${state.kind}`} title={state.why}>
        {state.text}
      </span>
    )
  );
}

/** The symbol of the row's kind. Shown until the code for thumbnails is loaded. */
const KindIcon = ({ row }: PartProps) => (
  <div class="thumbnail">
    <Icon name={iconOf(row)} />
  </div>
);

const nothing = () => null;

/** The parts of rows that are loaded after the list. */
const part = <Name extends 'RuleMark' | 'Saving' | 'Dimensions' | 'Place' | 'Thumbnail'>(
  name: Name,
  Meanwhile: ComponentType<PartProps> = nothing,
) => later<PartProps>(() => import('./row-parts.ts').then((module) => module[name]), Meanwhile);

export const RuleMark = part('RuleMark');
export const Saving = part('Saving');
export const Dimensions = part('Dimensions', ({ row }) => (
  <bdi class="dimensions" dir="ltr">
    {dimensionsText(row.picture)}
  </bdi>
));
export const Place = part('Place', ({ row }) => <bdi class="place">{rowWhere(row)}</bdi>);
export const Thumbnail = part('Thumbnail', KindIcon);
export const PageItemView = later<PageItem>(
  () => import('./row-parts.ts').then((module) => module.PageItemView),
  nothing,
);
