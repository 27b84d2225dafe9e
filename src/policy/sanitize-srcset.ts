/** Applies a policy to the image candidates of a `srcset`. */

import { parseSrcset } from '../payload/markup/srcset.ts';
import { checkText } from '../url-text.ts';
import { isAllowed } from './is-allowed.ts';
import { defaultPolicy } from './policy.ts';
import type { Policy } from './policy-types.ts';

const separators = ', \t\n\f\r';

/**
 * Removes the image candidates whose data: URLs a policy does not allow as images. Candidates are split as browsers
 * split them (HTML, "parse a srcset attribute"): a URL may contain commas, but not whitespace.
 *
 * @param value the value of `srcset` or `imagesrcset` in the DOM: character references decoded
 * @param policy default: `defaultPolicy`
 * @returns the value itself if nothing is removed; otherwise the remaining candidates with their descriptors, `''` if
 *   there are none
 */
export function sanitizeSrcset(value: string, policy: Policy = defaultPolicy): string {
  const candidates = [...parseSrcset(checkText(value, 'sanitizeSrcset'))];
  const kept = candidates.flatMap(({ url, start }, n) => {
    if (!isAllowed(url, 'image', policy)) return [];
    let end = candidates[n + 1]?.start ?? value.length;
    while (separators.includes(value.charAt(end - 1))) end--;
    return value.slice(start, end);
  });
  return kept.length === candidates.length ? value : kept.join(', ');
}
