/**
 * The badge of the toolbar button: the number of data: URLs that are not shown, can run, deceive, or are not allowed or,
 * if there are none, of all data: URLs. The button's title says which of the two is shown.
 */

import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import type { Counts } from './model/overview.ts';

const colours = { flagged: '#b3261e', all: '#3d5a80' };
const text = '#ffffff';

/** A badge has space for three characters. Browsers cut off the others. */
const space = 3;
/** The mark before the number while the page is watched, small enough for two digits beside it in Firefox. */
const live = '•';

/**
 * The badge's text: the number, in thousands if there are more, or "+" where neither fits. The button's title has the
 * exact number.
 */
export function badgeText(count: number, watching: boolean): string {
  if (count === 0 && !watching) return '';
  const mark = watching ? live : '';
  const number = count > 999 ? `${Math.floor(count / 1000)}k` : String(count);
  return mark + (mark.length + number.length > space ? '+' : number);
}

// The pages' cache of formats would only make the worker larger.
const figure = (count: number): string => count.toLocaleString(message('locale'));

export async function showBadge(
  tabId: number,
  { all, flagged, isWhole }: Counts,
  watching: boolean,
): Promise<void> {
  const count = flagged > 0 ? flagged : all;
  const listed = message('badgeAll', all, figure(all));
  const found = isWhole ? listed : message('badgePartly', listed);
  const counts = flagged > 0 ? message('badgeFlagged', flagged, figure(flagged), found) : found;
  const title = watching ? message('badgeWatching', counts) : counts;
  // If the tab has been closed in the meantime, its badge can't be set.
  await Promise.allSettled([
    browser.action.setBadgeText({ tabId, text: badgeText(count, watching) }),
    browser.action.setBadgeBackgroundColor({ tabId, color: flagged > 0 ? colours.flagged : colours.all }),
    browser.action.setBadgeTextColor({ tabId, color: text }),
    browser.action.setTitle({ tabId, title }),
  ]);
}
