/** What HTML's link elements fetch: on the page, and in the markup that a body holds. */
import type { Destination } from '../vocabulary.ts';

/** What `as` may say of a preload; all else, `fetch` too, is fetched for a script to read. */
const preloads: ReadonlySet<string> = new Set([
  'audio',
  'embed',
  'font',
  'image',
  'object',
  'script',
  'style',
  'track',
  'video',
  'worker',
] satisfies Destination[]);

/**
 * HTML 4.2.4: what a link's `rel` makes of its `href`; of several tokens the one that fetches decides.
 *
 * @param rel the attribute's value, '' if it has none
 * @param as the same of `as`
 */
export function linkDestination(rel: string, as: string): Destination {
  const tokens = rel.toLowerCase().split(/[\t\n\f\r ]+/);
  if (tokens.includes('stylesheet')) return 'style';
  if (tokens.includes('modulepreload')) return 'script';
  if (tokens.includes('preload')) {
    const kind = as.toLowerCase();
    return preloads.has(kind) ? (kind as Destination) : 'empty';
  }
  if (tokens.includes('manifest')) return 'manifest';
  if (tokens.some((token) => token.endsWith('icon') || token.startsWith('apple-touch-'))) return 'image';
  // A connection is a request as well, as far as the one who is asked is concerned.
  if (tokens.some((token) => /^(?:prefetch|preconnect|dns-prefetch|prerender)$/.test(token))) return 'empty';
  return 'none';
}
