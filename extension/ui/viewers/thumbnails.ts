/**
 * Makes the thumbnails of lists: pictures, letters of fonts, and the first lines of texts. Each thumbnail is made once,
 * in idle time, and a limited number is kept. There are no thumbnails for disallowed types.
 */
import { decode } from '../../../src/mime/encodings.ts';
import { isDecodedUnasked } from '../../../src/picture.ts';
import { stopsAll } from '../../../src/problem.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { maxFirstBytes, maxFirstLine } from '../limits.ts';
import type { ReportClient } from '../report-client.ts';
import { visibleText } from '../text/format.ts';
import { familyOf, kindOf, realType } from '../text/kind.ts';
import { type DrawnPicture, drawPicture } from './drawing.ts';
import { drawLetters } from './font-drawing.ts';
import { idleQueue } from './idle-queue.ts';

/** Maximum size, in bytes, of an image, a font, or a text for which a thumbnail is made without asking. */
const maxDrawnSize = { picture: 32 << 20, letters: 4 << 20, text: 32 << 20 } as const;

/** Maximum number of thumbnails that are kept in memory. */
const maxThumbnails = 300;

type Kind = 'picture' | 'letters' | 'text';

export type Thumbnail =
  | ({ kind: 'picture' } & DrawnPicture)
  /** A few letters in white. */
  | { kind: 'letters'; bitmap: ImageBitmap }
  | { kind: 'text'; text: string }
  /** A picture or font that the browser cannot draw. */
  | { kind: 'broken' }
  /** A font whose drawing was stopped after the maximum time. */
  | { kind: 'late' }
  /** No thumbnail, because there is nothing to show, or drawing would take too long. */
  | { kind: 'none' };

type Pictured = Pick<
  Row,
  'essence' | 'detectedType' | 'disallowed' | 'problem' | 'size' | 'picture' | 'charset'
>;

/** The kind of a row's thumbnail; null if only a symbol may be shown. */
export function thumbnailKind(row: Pictured): Kind | null {
  const { disallowed, problem, size, picture } = row;
  if (disallowed !== null || stopsAll(problem) || size === null || size === 0) return null;
  const kind = kindOf(row);
  if (kind === 'image' || kind === 'svg') return picture && !isHuge(row) ? 'picture' : null;
  if (familyOf(row) === 'font') return size <= maxDrawnSize.letters ? 'letters' : null;
  return kind === 'text' && row.charset.used !== null && size <= maxDrawnSize.text ? 'text' : null;
}

/**
 * Whether a picture is too large to be decoded without asking. A picture of unknown size is not decoded, but marked as
 * broken.
 */
const isHuge = ({ picture, size }: Pictured): boolean =>
  (size ?? 0) > maxDrawnSize.picture ||
  (picture?.kind === 'raster' && picture.width !== null && !isDecodedUnasked(picture));

/** The thumbnails, least recently used first. */
const made = new Map<string, Thumbnail>();

/** Returns the thumbnail of a data: URL if it was made earlier. */
export function madeThumbnail(id: string): Thumbnail | null {
  const thumbnail = made.get(id);
  if (!thumbnail) return null;
  made.delete(id);
  made.set(id, thumbnail);
  return thumbnail;
}

function keep(id: string, thumbnail: Thumbnail): void {
  made.set(id, thumbnail);
  const [oldest] = made.keys();
  if (made.size > maxThumbnails && oldest !== undefined) made.delete(oldest);
}

const inIdleTime = idleQueue(2);

/** Makes a thumbnail in idle time; null if the thumbnail is no longer wanted or the page does not answer. */
export const thumbnailOf = (
  row: Row,
  client: Pick<ReportClient, 'ask'>,
  signal: AbortSignal,
): Promise<Thumbnail | null> => inIdleTime(() => makeThumbnail(row, client, signal), signal);

/** Makes a thumbnail immediately. */
export async function makeThumbnail(
  row: Row,
  client: Pick<ReportClient, 'ask'>,
  signal: AbortSignal,
): Promise<Thumbnail | null> {
  const { sha256: id } = row;
  const kind = thumbnailKind(row);
  if (kind === null) return null;
  const earlier = madeThumbnail(id);
  if (earlier) return earlier;
  const body = await client.ask({ type: 'body', id });
  if (!(body instanceof Blob)) return null;
  const thumbnail = await makers[kind](row, body, signal);
  if (thumbnail) keep(id, thumbnail);
  return thumbnail;
}

type Maker = (row: Row, body: Blob, signal: AbortSignal) => Promise<Thumbnail | null>;

const makers: Readonly<Record<Kind, Maker>> = {
  async picture(row, body, signal) {
    const drawn = row.picture && (await drawPicture(body, row.picture, realType(row), signal));
    if (drawn) return { kind: 'picture', ...drawn };
    return signal.aborted ? null : { kind: 'broken' };
  },
  async letters({ sha256 }, body) {
    const drawn = await drawLetters(sha256, body);
    if (drawn === 'broken') return { kind: 'broken' };
    if (drawn === 'timeout') return { kind: 'late' };
    if (drawn instanceof ImageBitmap) return { kind: 'letters', bitmap: drawn };
    return { kind: 'none' };
  },
  async text({ charset }, body) {
    const bytes = new Uint8Array(await body.slice(0, maxFirstBytes).arrayBuffer());
    const text = firstLine(decode(bytes, charset.used ?? 'utf-8', true));
    return text === '' ? { kind: 'none' } : { kind: 'text', text };
  },
};

/** The beginning of the first line that is not blank, safe to show. */
export function firstLine(text: string): string {
  const [line = ''] = /\S.*/u.exec(text) ?? [];
  return visibleText([...line].slice(0, maxFirstLine).join('')).trimEnd();
}
