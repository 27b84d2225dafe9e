/** What a data: URL is shown as, by its real type where the bytes tell one. */
import type { Facts } from '../../../src/payload/facts.ts';
import { isMedia } from '../../../src/payload/playable.ts';
import type { Row } from '../../platform/messages.ts';
import type { IconName } from '../parts/icons.tsx';

type Typed = Pick<Row, 'essence' | 'detectedType' | 'disallowed' | 'problem'>;

export type Kind = 'image' | 'svg' | 'text' | 'other';

const codeTypes =
  /^(?:text\/(?:css|html|javascript|xml)|application\/(?:javascript|ecmascript|json|xml|xhtml\+xml)|.*\+(?:json|xml))$/;

/** The type that decides how a body may be shown. */
export const realType = ({ essence, detectedType }: Typed): string => detectedType ?? essence ?? '';

export function kindOf(item: Typed): Kind {
  const type = realType(item);
  if (type === 'image/svg+xml') return 'svg';
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('text/') || codeTypes.test(type) ? 'text' : 'other';
}

/** An SVG that would take too long to draw. */
export const isUndrawable = (item: Typed & Pick<Row, 'picture'>): boolean =>
  kindOf(item) === 'svg' && item.picture === null && item.problem === null;

/** The ways in which a body can be looked at. */
export const views = ['picture', 'font', 'media', 'sources', 'entries', 'text', 'hex'] as const;
export type View = (typeof views)[number];

/** Views that make of the bytes what a page would. */
const rendering: readonly View[] = ['picture', 'font', 'media'];

/** In which ways what is packed in a body is shown: never as what no browser makes of it. */
export const viewsOfUnpacked = (...of: Parameters<typeof viewsOf>): View[] =>
  viewsOf(...of).filter((view) => !rendering.includes(view));

/** In which ways a body is shown, the most telling first: a disallowed one as text and bytes, and as nothing else. */
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

/** What people tell data: URLs apart by, in the order in which they are offered. */
export const families = ['image', 'font', 'code', 'text', 'media', 'archive', 'file', 'broken'] as const;
export type Family = (typeof families)[number];

export function familyOf(item: Typed): Family {
  if (item.problem) return 'broken';
  const type = realType(item);
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('font/') || /^application\/(?:x-)?font/.test(type)) return 'font';
  if (type.startsWith('audio/') || type.startsWith('video/')) return 'media';
  if (codeTypes.test(type)) return 'code';
  if (type.startsWith('text/')) return 'text';
  return /zip|rar|tar|compressed|archive/.test(type) ? 'archive' : 'file';
}

export const iconOf = (item: Typed): IconName =>
  item.disallowed && !item.problem ? 'blocked' : familyOf(item);
