/** The savings without a finding: by what, how much, how, and of which data: URLs. */
import type { Savings } from '../../src/report/savings.ts';
import { message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { maxNamed, SavingUrls, type UrlActions } from './saving-urls.tsx';
import { gainText } from './text/gain-text.ts';
import { ruleText } from './text/rule-text.ts';

interface Props extends UrlActions {
  savings: Pick<Savings, 'rest' | 'copies'>;
  rows: readonly Row[];
}

export const hasRest = ({ rest: { copies, forms } }: Pick<Savings, 'rest'>): boolean =>
  copies.bytes + forms.bytes > 0;

/** Items of a list. */
export function SavingsRest({ savings: { rest, copies }, rows, onOpen, onShow }: Props) {
  const ways = [
    { way: 'copies', title: message('restCopies'), fix: ruleText('duplicates').fix, ...rest.copies },
    { way: 'forms', title: message('restForms'), fix: message('restFormsFix'), ...rest.forms },
  ];
  return (
    <>
      {ways
        .filter(({ bytes }) => bytes > 0)
        .map(({ way, title, fix, bytes, urls }) => (
          <li key={way} class="savings-rest" data-rest={way}>
            <strong>{title}</strong> <span class="savings">{gainText({ saved: bytes, moved: 0 })}</span>
            <p>{fix}</p>
            <SavingUrls
              named={urls.slice(0, maxNamed).flatMap((id) => {
                const row = rows.find(({ sha256 }) => sha256 === id);
                const saved = way === 'copies' ? (copies.get(id) ?? 0) : 0;
                if (!row) return [];
                return saved > 0 && urls.length > 1
                  ? [{ row, gain: gainText({ saved, moved: 0 }) }]
                  : [{ row }];
              })}
              ids={urls}
              onOpen={onOpen}
              onShow={onShow}
            />
          </li>
        ))}
    </>
  );
}
