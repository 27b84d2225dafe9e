/** Shows a picture as drawn by the browser, and only in `<img>`, which runs no scripts and loads nothing. */

import { useEffect, useState } from 'preact/hooks';
import { isShownEverywhere } from '../../../src/payload/formats.ts';
import { formatNumber, locale, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { realType } from '../text/kind.ts';
import { drawSvg, svgSource } from './drawing.ts';
import type { ViewerProps } from './viewer-props.ts';

/**
 * Maximum number of bytes of memory that the picture in the open details may take up without asking: 64 megapixels of
 * four bytes each.
 */
const maxShownMemory = 1 << 28;

const zooms = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32];
/** Maximum length, in CSS pixels, of the longer side of a small picture after it is enlarged, and maximum factor. */
const enlargedSide = 160;
const maxEnlarged = 16;

interface Size {
  width: number;
  height: number;
}

export function Viewer(props: ViewerProps) {
  const { row, facts } = props;
  const { megapixels, memory } = facts?.kind === 'image' ? facts : { megapixels: null, memory: null };
  const [isAgreed, setIsAgreed] = useState(false);
  useEffect(() => setIsAgreed(false), [row.sha256]);
  if ((memory ?? 0) <= maxShownMemory || isAgreed) return <Picture {...props} />;
  return (
    <p class="note">
      {message(
        'hugePicture',
        formatNumber(Math.round(megapixels ?? 0)),
        formatNumber(Math.round((memory ?? 0) / 1e6)),
      )}{' '}
      <button type="button" data-action="show-anyway" onClick={() => setIsAgreed(true)}>
        {message('showAnyway')}
      </button>
    </p>
  );
}

function Picture({ row, blob }: ViewerProps) {
  const source = useSource(blob, row, () => setIsBroken(true));
  const { picture } = row;
  const [size, setSize] = useState<Size | null>(null);
  const [zoom, setZoom] = useState<number | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    setSize(null);
    setZoom(null);
    setIsBroken(false);
  }, [blob]);
  if (isBroken) {
    const type = realType(row);
    const why =
      row.detectedType === null
        ? message('brokenUnknown')
        : type === svg || isShownEverywhere(type)
          ? message('brokenDamaged', type)
          : message('brokenFormat', type);
    return <p class="note broken-picture">{`${message('brokenImage')} ${why}`}</p>;
  }
  // An SVG image without its own width and height gets the ones of its `viewBox`, because browsers treat it
  // differently.
  const own =
    picture?.kind === 'svg' && picture.width && picture.height
      ? { width: picture.width, height: picture.height }
      : size;
  // Pixels are easier to distinguish if they are enlarged by an integer factor.
  const scale = zoom ?? (own && enlargementOf(own));
  return (
    <figure class="picture">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        class="stage"
        role="group"
        tabIndex={0}
        aria-label={message('view_picture')}
        data-zoom={zoom ?? 'fit'}
        data-waiting={size === null ? '' : undefined}
      >
        {source && (
          <img
            class="checkerboard"
            src={source}
            alt={message('pictureAlt', row.essence ?? '')}
            style={
              scale === null || own === null
                ? {}
                : {
                    width: `${own.width * scale}px`,
                    height: `${own.height * scale}px`,
                    minWidth: 0,
                    minHeight: 0,
                    maxWidth: 'none',
                    maxHeight: 'none',
                    imageRendering: scale > 1 && picture?.kind !== 'svg' ? 'pixelated' : 'auto',
                  }
            }
            onError={() => setIsBroken(true)}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
          />
        )}
      </div>
      <figcaption>
        <span>
          {picture?.kind === 'svg' && !picture.isLive
            ? message('drawnOnce')
            : own && message('pixels', formatNumber(own.width), formatNumber(own.height))}
        </span>
        <ZoomTools zoom={zoom} scale={scale} onZoom={setZoom} />
      </figcaption>
    </figure>
  );
}

/** The edge length, in pixels, of an SVG image that is drawn only once. A preview is not wider. */
const stillEdge = 1000;

/**
 * Creates a source for `<img>`; null until there is one. An SVG image that is slow to draw is drawn only once and shown
 * as pixels.
 */
function useSource(blob: Blob, row: Row, onBroken: () => void): string | null {
  const [source, setSource] = useState<string | null>(null);
  const { picture } = row;
  const type = realType(row);
  useEffect(() => {
    setSource(null);
    const gone = new AbortController();
    const { signal } = gone;
    let url: string | null = null;
    const show = (shown: Blob | null) => {
      if (signal.aborted) return;
      if (shown === null) return onBroken();
      url = URL.createObjectURL(shown);
      setSource(url);
    };
    if (picture?.kind === 'svg' && picture.isLive) {
      svgSource(blob, picture.charset).then((shown) => !signal.aborted && setSource(shown));
    } else if (picture?.kind === 'svg') {
      drawSvg(blob, picture, stillEdge, signal).then((canvas) => (canvas ? canvas.toBlob(show) : show(null)));
    } else if (type !== svg) show(new Blob([blob], { type }));
    return () => {
      gone.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [blob, type]);
  return source;
}
const svg = 'image/svg+xml';

/** The zoom factor for a small picture; null for a larger one. */
function enlargementOf({ width, height }: Size): number | null {
  const enlarged = Math.min(maxEnlarged, Math.floor(enlargedSide / Math.max(width, height, 1)));
  return enlarged > 1 ? enlarged : null;
}

interface ZoomProps {
  /** The zoom that the user chose; null to fit the available space. */
  zoom: number | null;
  /** The scale of the displayed picture; null if it depends on the available space. */
  scale: number | null;
  onZoom: (zoom: number | null) => void;
}

function ZoomTools({ zoom, scale, onZoom }: ZoomProps) {
  const at = zooms.findLastIndex((each) => each <= (scale ?? 1));
  const step = (by: number) => onZoom(zooms[Math.max(0, Math.min(zooms.length - 1, at + by))] ?? 1);
  return (
    <span class="zoom">
      <button type="button" data-action="zoom-fit" aria-pressed={zoom === null} onClick={() => onZoom(null)}>
        {message('zoomFit')}
      </button>
      <button type="button" data-action="zoom-out" aria-label={message('zoomOut')} onClick={() => step(-1)}>
        −
      </button>
      <button type="button" data-action="zoom-true" aria-pressed={zoom === 1} onClick={() => onZoom(1)}>
        {scale === null
          ? '1:1'
          : new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(scale)}
      </button>
      <button type="button" data-action="zoom-in" aria-label={message('zoomIn')} onClick={() => step(1)}>
        +
      </button>
    </span>
  );
}
