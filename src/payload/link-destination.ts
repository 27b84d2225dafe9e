/** The destination of HTML's link elements: on the page, and in the markup of a body. */
import type { Destination } from '../vocabulary.ts';

/** Values of `as` for a preload; for all others, including `fetch`, a script reads the response. */
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
 * HTML 4.2.4: the destination of a link's `href` by its `rel`; of several tokens the one that fetches decides.
 *
 * @param rel the attribute's value, '' if it has none
 * @param as the value of `as`, '' if it has none
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
  // A connection counts as a request: the server notices it.
  if (tokens.some((token) => /^(?:prefetch|preconnect|dns-prefetch|prerender)$/.test(token))) return 'empty';
  return 'none';
}
