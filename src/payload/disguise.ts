/** Detects text that imitates another page's URL in the address bar: a known phishing pattern with data: URLs. */
import { clip } from '../truncate.ts';
import { withoutPassword } from '../uri/misleading.ts';
import { withoutPasswords } from '../uri/web-authority.ts';
import { headText } from './detect/detected-type.ts';

export interface Disguise {
  /** The imitated URL, which is text at the beginning of the body, before the markup; null if none. */
  address: string | null;
  /** Length of a long run of whitespace that pushes the rest out of sight; 0 if there is none. */
  padding: number;
}

/** Minimum length of a suspicious run of whitespace. Authors write shorter ones. */
const longPadding = 80;

/**
 * Finds a disguise in the beginning of a body; null if there is none.
 *
 * @param body the beginning of markup
 */
export function disguiseOf(body: Uint8Array): Disguise | null {
  const front = headText(body);
  const markup = front.search(/<[a-z!?/]/i);
  const before = markup < 0 ? front : front.slice(0, markup);
  const address = /^\s*((?:https?:\/\/|www\.)[^\s<>"']{3,})/i.exec(before)?.[1] ?? null;
  const padding = Math.max(
    0,
    ...[...before.matchAll(/(?:[\s\xa0\u2000-\u200b\u3000]|%20|&nbsp;){20,}/g)].map(([run]) => run.length),
  );
  if (address === null && padding < longPadding) return null;
  return {
    address: address === null ? null : clip(withoutPasswords(withoutPassword(address))),
    padding: padding < longPadding ? 0 : padding,
  };
}
