/** The text about the items that a filter leaves. */
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Arranged } from '../list/arrange.ts';
import { formatBytes } from './format.ts';

/** Where findings of a sort are listed, their count leads: a row may have several, and the page has its own. */
export function listedText({ shown, all, cost, found }: Arranged): string {
  const rows =
    shown > 0 &&
    (shown < all || found !== null) &&
    message('listed', all, formatNumber(shown), formatNumber(all), formatBytes(cost));
  const ofPage =
    found && found.ofPage > 0 && message('pageFindings', found.ofPage, formatNumber(found.ofPage));
  const text = [rows, ofPage].filter(Boolean).join(' · ');
  // Page findings alone already have their count in the text.
  return found === null || !rows ? text : message('listedFindings', found.all, formatNumber(found.all), text);
}
