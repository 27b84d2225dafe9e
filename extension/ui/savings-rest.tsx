/** Lists the savings that no finding covers, each with its kind, amount, remedy, and data: URLs. */
import type { VNode } from 'preact';
import type { Savings } from '../../src/report/savings.ts';
import { message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { maxNamed, SavingUrls, type UrlActions } from './saving-urls.tsx';
import { gainText } from './text/difference-texts.ts';
import { ruleText } from './text/surface-texts.ts';

interface Options extends UrlActions {
  savings: Pick<Savings, 'rest' | 'byUrl'>;
  rows: readonly Row[];
  /** The CSS class of each item. */
  class: string;
}

/** An item of a list, and the bytes by which the list is sorted. */
export interface Gaining {
  gain: number;
  item: VNode;
}

/** Sorts the items by gain, largest first. Items without a gain keep their order. */
export const byGain = (items: readonly Gaining[]): VNode[] =>
  [...items].sort((a, b) => b.gain - a.gain).map(({ item }) => item);

export function restItems({ savings: { rest, byUrl }, rows, class: kind, ...actions }: Options): Gaining[] {
  const ways = [
    { way: 'unused', title: message('restUnused'), fix: ruleText('unused').fix, ...rest.unused },
    { way: 'copies', title: message('restCopies'), fix: ruleText('duplicates').fix, ...rest.copies },
    { way: 'forms', title: message('restForms'), fix: message('restFormsFix'), ...rest.forms },
  ] as const;
  return ways
    .filter(({ bytes }) => bytes > 0)
    .map(({ way, title, fix, bytes, urls }) => ({
      gain: bytes,
      item: (
        <li key={way} class={kind} data-rest={way}>
          <strong>{title}</strong> <span class="savings">{gainText({ saved: bytes, moved: 0 })}</span>
          <p>{fix}</p>
          <SavingUrls
            named={urls.slice(0, maxNamed).flatMap((id) => {
              const row = rows.find(({ sha256 }) => sha256 === id);
              // The shorter form may belong to a different copy than the one that is kept.
              const saved = way === 'forms' ? 0 : (byUrl.get(id)?.[way] ?? 0);
              if (!row) return [];
              return saved > 0 && urls.length > 1
                ? [{ row, gain: gainText({ saved, moved: 0 }) }]
                : [{ row }];
            })}
            ids={urls}
            {...actions}
          />
        </li>
      ),
    }));
}
