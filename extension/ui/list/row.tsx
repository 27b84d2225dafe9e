import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSameType } from '../../../src/mime/aliases.ts';
import type { StateKind } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/messages.ts';
import { isThumbnail, useBody } from '../hooks/use-body.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportClient } from '../report-client.ts';
import { findingText } from '../text/finding-text.ts';
import { charsetText, formatBytes, formatTime, placesText, visibleText } from '../text/format.ts';
import { iconOf } from '../text/kind.ts';
import { stateReason, stateText } from '../text/state-text.ts';
import { drawnThumbnail, drawThumbnail } from '../viewers/drawing.ts';
import type { Heading } from './arrange.ts';

/** CSS pixels; the virtual list depends on it. */
export const rowHeight = 64;
export const headingHeight = 28;

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

/** One data: URL in the list: its type, its cost, and its most severe finding. */
export function RowView({ row, client }: { row: Row; client: ReportClient }) {
  const worst = row.findings[0];
  const type = row.mimeType === null ? message('brokenUrl') : (row.essence ?? '');
  const [first] = row.places;
  const place = first ? `${first.element} ${first.name}`.trim() : '';
  return (
    <>
      <Thumbnail row={row} client={client} />
      <div class="row-main">
        <div class="row-title">
          <span class="type" title={visibleText(row.mimeType ?? row.head)}>
            {visibleText(type)}
          </span>
          {row.fontName !== null && (
            <span class="font-name clip" title={visibleText(row.fontName)}>
              {visibleText(row.fontName)}
            </span>
          )}
          {row.detectedType !== null && !isSameType(row.detectedType, row.essence ?? '') && (
            <span class="detected" title={message('detectedTitle', row.detectedType)}>
              {message('detectedShort', row.detectedType)}
            </span>
          )}
          {row.state && !row.isWeak && row.goneAt === null && !plainKinds.has(row.state.kind) && (
            <span class={`mark ${row.state.kind}`} title={stateReason(row.state)}>
              {stateText(row.state)}
            </span>
          )}
          {row.goneAt !== null ? (
            <span class="mark" title={message('goneTitle')}>
              {message('gone', formatTime(Date.parse(row.goneAt)))}
            </span>
          ) : (
            row.isWeak && (
              <span class="mark" title={message('quotedTitle')}>
                {message('quoted')}
              </span>
            )
          )}
        </div>
        <div class="row-facts">
          <span class="size">{row.size === null ? message('noSize') : formatBytes(row.size)}</span>
          {row.weight.texts > 0 && (
            <span class="cost" title={message('carriedTitle')}>
              {message('carried', formatBytes(row.weight.cost))}
            </span>
          )}
          <span class="charset" title={`${message('charset')}: ${visibleText(charsetText(row))}`}>
            {visibleText(charsetText(row))}
          </span>
          <span class="places">{placesText(row.occurrenceCount)}</span>
          <span class="place" title={visibleText(place)}>
            {visibleText(place)}
          </span>
        </div>
        {worst ? (
          <div class={`row-finding ${worst.severity}`} title={findingText(worst)}>
            <Icon name={worst.severity} />
            <span class="visually-hidden">{message(`severity_${worst.severity}`)}: </span>
            <span class="clip">{findingText(worst)}</span>
          </div>
        ) : (
          <div class="row-head clip" title={visibleText(row.head)}>
            {visibleText(row.head)}
          </div>
        )}
      </div>
    </>
  );
}

/** A small picture where the policy allows one, else the icon of its kind. */
function Thumbnail({ row, client }: { row: Row; client: ReportClient }) {
  const { sha256: id, picture } = row;
  const wanted = isThumbnail(row);
  const [drawn, setDrawn] = useState<{ of: string; bitmap: ImageBitmap | null } | null>(null);
  const known = wanted ? (drawnThumbnail(id) ?? (drawn?.of === id ? drawn.bitmap : undefined)) : undefined;
  const body = useBody(client, id, wanted && known === undefined);
  const blob = body.state === 'ready' ? body.blob : null;
  useEffect(() => {
    if (blob === null || picture === null) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    drawThumbnail(id, blob, picture, signal).then((bitmap) => {
      if (!signal.aborted) setDrawn({ of: id, bitmap });
    });
    return () => gone.abort();
  }, [id, blob]);
  const isBroken = known === null;
  return (
    <div class={known ? 'thumbnail checkerboard' : 'thumbnail'} data-broken={isBroken || undefined}>
      {known ? <BitmapView bitmap={known} /> : <Icon name={isBroken ? 'broken' : iconOf(row)} />}
    </div>
  );
}

function BitmapView({ bitmap }: { bitmap: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0), [bitmap]);
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} />;
}
