/** The kind of a data: URL, by its detected type if there is one. */
import type { Facts } from '../../../src/payload/facts.ts';
import { formatFamily, isMedia } from '../../../src/payload/formats.ts';
import { stopsAll } from '../../../src/problem.ts';
import { familyOf, realType } from '../../../src/report/family.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { IconName } from '../parts/icons.tsx';

export { type Family, families, familyOf, isBrokenFile, realType } from '../../../src/report/family.ts';

type Typed = Pick<Row, 'essence' | 'detectedType' | 'disallowed' | 'problem'>;

export type Kind = 'image' | 'svg' | 'text' | 'other';

export function kindOf(item: Typed): Kind {
  const type = realType(item);
  if (type === 'image/svg+xml') return 'svg';
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('text/') || formatFamily(type) === 'code' ? 'text' : 'other';
}

/** Whether this is an SVG image that would take too long to draw. */
export const isUndrawable = (item: Typed & Pick<Row, 'picture'>): boolean =>
  kindOf(item) === 'svg' && item.picture === null && !stopsAll(item.problem);

/** The views of a body. */
export const views = ['picture', 'font', 'media', 'sources', 'entries', 'text', 'hex'] as const;
export type View = (typeof views)[number];

/** The views that interpret the bytes as a page would. */
const rendering: readonly View[] = ['picture', 'font', 'media'];

/** The views of decompressed content. None of them renders it, because browsers don't decompress data: URLs. */
export const viewsOfUnpacked = (...of: Parameters<typeof viewsOf>): View[] =>
  viewsOf(...of).filter((view) => !rendering.includes(view));

/** The views of a body, most useful first. A disallowed body can be viewed only as text and bytes. */
export function viewsOf(item: Typed & Pick<Row, 'charset' | 'picture'>, facts: Facts | null): View[] {
  const kind = kindOf(item);
  const isText = kind === 'text' || kind === 'svg' || (kind === 'other' && item.charset.used !== null);
  const plain: View[] = isText ? ['text', 'hex'] : ['hex'];
  if (item.disallowed !== null) return plain;
  const family = familyOf(item);
  if (isUndrawable(item)) return plain;
  if (kind === 'image' || kind === 'svg') return ['picture', ...plain];
  if (family === 'font') return ['font', 'hex'];
  if (family === 'media' && isMedia(item.detectedType)) return ['media', 'hex'];
  if (facts?.kind === 'source-map') return ['sources', ...plain];
  if (facts?.kind === 'archive') return ['entries', 'hex'];
  return plain;
}

export const iconOf = (item: Typed): IconName =>
  item.disallowed && !stopsAll(item.problem) ? 'blocked' : familyOf(item);
