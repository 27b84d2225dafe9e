/** The small picture of a row. Loaded after the list, which shows the symbol of the row's kind until then. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportClient } from '../report-client.ts';
import { iconOf } from '../text/kind.ts';
import { type Thumbnail as Made, madeThumbnail, thumbnailKind, thumbnailOf } from '../viewers/thumbnails.ts';
import { whenInView } from './in-view.ts';

/** Minimum length, in CSS pixels, of the short edge of a picture that is nearly a line. */
const minEdge = 8;

interface Props {
  row: Row;
  client: ReportClient;
  /** The edge length in CSS pixels. */
  edge?: number;
}

export function Thumbnail({ row, client, edge = 32 }: Props) {
  const { sha256: id } = row;
  const place = useRef<HTMLDivElement>(null);
  const [latest, setLatest] = useState<{ of: string; made: Made } | null>(null);
  const kind = thumbnailKind(row);
  const made = kind === null ? null : (madeThumbnail(id) ?? (latest?.of === id ? latest.made : null));
  const isWanted = kind !== null && made === null;
  useEffect(() => {
    const element = place.current;
    if (!isWanted || !element) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    whenInView(element, signal)
      .then(() => thumbnailOf(row, client, signal))
      .then((thumbnail) => thumbnail && !signal.aborted && setLatest({ of: id, made: thumbnail }));
    return () => gone.abort();
  }, [id, isWanted, client]);
  const isBroken = made?.kind === 'broken' || (made?.kind === 'picture' && made.isPartial);
  const isLate = made?.kind === 'late';
  return (
    <div
      ref={place}
      class="thumbnail"
      data-made={kind === null ? 'symbol' : made?.kind}
      data-backdrop={made?.kind === 'picture' ? made.backdrop : undefined}
      data-broken={isBroken || undefined}
      title={isLate ? message('lateThumbnail') : undefined}
    >
      <Content made={made} row={row} edge={edge} />
      {isBroken && <span class="visually-hidden">{message('brokenThumbnail')}</span>}
      {isLate && <span class="visually-hidden">{message('lateThumbnail')}</span>}
    </div>
  );
}

function Content({ made, row, edge }: { made: Made | null; row: Row; edge: number }) {
  switch (made?.kind) {
    case 'picture':
      return (
        <>
          <Pixels bitmap={made.bitmap} edge={edge} />
          {made.isPartial && (
            <span class="damage">
              <Icon name="broken" />
            </span>
          )}
        </>
      );
    case 'letters':
      return <Pixels bitmap={made.bitmap} edge={edge} />;
    case 'text':
      return (
        <span class="first-line" dir="auto" aria-hidden="true">
          {made.text}
        </span>
      );
    default:
      return <Icon name={made?.kind === 'broken' ? 'broken' : iconOf(row)} />;
  }
}

function Pixels({ bitmap, edge }: { bitmap: ImageBitmap; edge: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = bitmap;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    // Lists may reuse the element of one row for another row.
    context?.clearRect(0, 0, width, height);
    context?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      style={fittedSize(width, height, edge)}
      data-reduced={Math.max(width, height) > edge || undefined}
    />
  );
}

/**
 * The size at which a picture fits. A small picture is enlarged by an integer factor, and the short edge of a thin one
 * is at least `minEdge`.
 */
function fittedSize(width: number, height: number, edge: number): { width: string; height: string } {
  const fit = edge / Math.max(width, height);
  const scale = fit < 1 ? fit : Math.floor(fit);
  const fitted = (length: number) => `${Math.max(minEdge, Math.round(length * scale))}px`;
  return { width: fitted(width), height: fitted(height) };
}
