/** The content of `<meta http-equiv=refresh>`: its URL, and its text for display. */

import { clip } from '../truncate.ts';
import { withoutPassword } from '../uri/misleading.ts';
import { withoutPasswords } from '../uri/passwords-in-text.ts';
import { refreshFront } from './refresh-front.ts';

/** The URL of a refresh that any browser follows, or null where there is none. */
export function refreshUrl(content: string): string | null {
  const found = refreshFront.exec(content);
  if (!found) return null;
  const rest = content.slice(found[0].length);
  const quote = found[1] as string;
  const end = quote === '' ? -1 : rest.indexOf(quote);
  const url = (end < 0 ? rest : rest.slice(0, end)).replace(/^[\0- ]+/, '').trimEnd();
  return url === '' ? null : url;
}

/** For people to read: short, and without a password, whether it is followed or not. */
export function shownRefresh(content: string): string {
  const url = refreshUrl(content);
  return clip(withoutPasswords(url === null ? content : content.replace(url, () => withoutPassword(url))));
}
