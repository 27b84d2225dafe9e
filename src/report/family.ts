/** The family of a data: URL, by its detected type where there is one. */
import { stopsAll } from '../problem.ts';
import type { DataUrl, Inspection } from './report.ts';

type Typed = Pick<Inspection, 'essence' | 'detectedType' | 'problem'>;

/** Rules about files that are broken, although their URLs are not. */
const brokenFiles: readonly string[] = ['cut-off-file', 'malformed-svg'];
/** Whether the file in a data: URL is not whole, or not well-formed. */
export const isBrokenFile = ({ findings }: Pick<DataUrl, 'findings'>): boolean =>
  findings.some(({ rule, messageId }) => brokenFiles.includes(rule) || messageId === 'fragment-cuts-body');

export const codeTypes =
  /^(?:text\/(?:css|html|javascript|xml)|application\/(?:javascript|ecmascript|json|xml|xhtml\+xml)|.*\+(?:json|xml))$/;

/** The type that decides how a body may be shown. */
export const realType = ({ essence, detectedType }: Omit<Typed, 'problem'>): string =>
  detectedType ?? essence ?? '';

/** The families of types by which people filter, in the order in which they are offered. */
export const families = [
  'image',
  'font',
  'style',
  'code',
  'text',
  'media',
  'archive',
  'file',
  'broken',
] as const;
export type Family = (typeof families)[number];

export function familyOf(item: Typed): Family {
  if (stopsAll(item.problem)) return 'broken';
  const type = realType(item);
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('font/') || /^application\/(?:x-)?font/.test(type)) return 'font';
  if (type.startsWith('audio/') || type.startsWith('video/')) return 'media';
  if (type === 'text/css') return 'style';
  if (codeTypes.test(type)) return 'code';
  if (type.startsWith('text/')) return 'text';
  return /zip|rar|tar|compressed|archive/.test(type) ? 'archive' : 'file';
}
