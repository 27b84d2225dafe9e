/** The family of a data: URL, by its detected type if known. */
import { formatFamily } from '../payload/formats.ts';
import { stopsAll } from '../problem.ts';
import type { DataUrl, Inspection } from './report.ts';

type Typed = Pick<Inspection, 'essence' | 'detectedType' | 'problem'>;

/** The rules that report broken files in data: URLs that are not broken themselves. */
const brokenFiles: readonly string[] = ['cut-off-file', 'malformed-svg'];
/** Whether the file in a data: URL is incomplete or not well-formed. */
export const isBrokenFile = ({ findings }: Pick<DataUrl, 'findings'>): boolean =>
  findings.some(({ rule, messageId }) => brokenFiles.includes(rule) || messageId === 'fragment-cuts-body');

/** The type that decides how a body may be shown. */
export const realType = ({ essence, detectedType }: Omit<Typed, 'problem'>): string =>
  detectedType ?? essence ?? '';

/** The families of types by which people can filter, in display order. */
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
  const family = formatFamily(realType(item));
  return family === 'program' || family === 'document' ? 'file' : family;
}
