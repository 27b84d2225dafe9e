/** The content of `<meta http-equiv=refresh>`: its URL, and its text for display. */

import { clip } from '../../truncate.ts';
import { withoutPassword } from '../../uri/misleading.ts';
import { withoutPasswords } from '../../uri/web-authority.ts';
import { refreshPart } from './refresh-front.ts';

/** The URL of a refresh that any browser follows; null if none. */
export function refreshUrl(content: string): string | null {
  const url = refreshPart(content)
    ?.url.replace(/^[\0- ]+/, '')
    .trimEnd();
  return url || null;
}

/** The content of a refresh for display: short and without a password, even if no browser follows it. */
export function shownRefresh(content: string): string {
  const url = refreshUrl(content);
  return clip(withoutPasswords(url === null ? content : content.replace(url, () => withoutPassword(url))));
}
