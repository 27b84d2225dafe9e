/** The savings without a finding: how much, and of which data: URLs. */
import type { Savings } from '../../src/report/savings.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { formatBytes } from './text/format.ts';

interface Props {
  savings: Pick<Savings, 'rest' | 'restUrls'>;
  /** Lists data: URLs. */
  onShow: (ids: readonly string[]) => void;
}

export function SavingsRest({ savings: { rest, restUrls }, onShow }: Props) {
  if (rest === 0) return null;
  return (
    <p class="savings-rest">
      <span class="dim">{message('savingsRest', formatBytes(rest))}</span>{' '}
      <button type="button" class="link" data-action="show-rest" onClick={() => onShow(restUrls)}>
        {message('showUrls', restUrls.length, formatNumber(restUrls.length))}
      </button>
    </p>
  );
}
