/** Text that states how many items remain after filtering. */
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Arranged } from '../list/arrange.ts';
import { formatBytes } from './format.ts';

export function listedText({ rows: { length: shown }, of, cost, ofPage }: Arranged): string {
  const all = of.rows.length;
  const rows =
    shown > 0 &&
    (shown < all || ofPage > 0) &&
    message('listed', all, formatNumber(shown), formatNumber(all), message('carried', formatBytes(cost)));
  const findings = ofPage > 0 && message('pageFindings', ofPage, formatNumber(ofPage));
  return [rows, findings].filter(Boolean).join(' · ');
}
