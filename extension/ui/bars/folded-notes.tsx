/** The notes that many rows share, each with the number of these rows. A click on a note lists its rows. */
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Arranged } from '../list/arrange.ts';
import { Icon } from '../parts/icons.tsx';
import { OneLine } from '../parts/one-line.tsx';
import { ruleText } from '../text/surface-texts.ts';

interface Props {
  folded: Arranged['folded'];
  onShow: (ids: readonly string[]) => void;
}

export function FoldedNotes({ folded, onShow }: Props) {
  if (folded.size === 0) return null;
  return (
    <div class="folded-notes">
      <Icon name="info" />
      <OneLine label={message('effect_advice')}>
        {[...folded].map(([rule, ids]) => {
          const { title, fix } = ruleText(rule);
          return (
            <button
              key={rule}
              type="button"
              class="chip"
              data-folded={rule}
              title={fix}
              onClick={() => onShow(ids)}
            >
              {title} <span class="count">{formatNumber(ids.length)}</span>
            </button>
          );
        })}
      </OneLine>
    </div>
  );
}
