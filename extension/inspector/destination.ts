/** What a data: URL is for, as far as its type tells. */
import type { Inspection } from '../../src/report/report.ts';
import type { Destination } from '../../src/vocabulary.ts';

export function destinationOf({ essence }: Pick<Inspection, 'essence'>): Destination {
  const [type = '', subtype = ''] = (essence ?? '').split('/');
  if (type === 'image' || type === 'audio' || type === 'video' || type === 'font') return type;
  if (subtype === 'css') return 'style';
  if (/^(?:x-)?(?:java|ecma)script$/.test(subtype)) return 'script';
  if (/^(?:x-)?font/.test(subtype)) return 'font';
  if (subtype === 'html' || subtype === 'xhtml+xml') return 'document';
  if (subtype === 'manifest+json') return 'manifest';
  return 'empty';
}
