/** The cost of the page's data: URLs by kind: a bar whose segments filter the list. */
import { locale, message } from '../../platform/i18n.ts';
import type { Filtering } from '../list/filtering.ts';
import { segmentsOf } from '../list/segments.ts';
import type { Share } from '../list/sorting.ts';
import { Icon } from '../parts/icons.tsx';
import { Tip } from '../parts/tool.tsx';
import { formatBytes, formatExact } from '../text/format.ts';
import type { Family } from '../text/kind.ts';

interface Props {
  shares: readonly Share[];
  /** Returns whether the list shows only these families, and a click handler that toggles this filter. */
  toggle: (families: readonly Family[]) => Filtering;
}

export function KindBar({ shares, toggle }: Props) {
  const whole = shares.reduce((sum, { cost }) => sum + cost, 0);
  let passed = 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out its children as flexible boxes do
    <div class="kind-bar" role="group" aria-label={message('bytesByKind')}>
      {segmentsOf(shares).map(({ families, cost, copies, unused }) => {
        const [first] = families;
        const kind = families.length === 1 ? first : undefined;
        const name = kind ? message(`family_${kind}`) : message('otherKinds');
        const { isOn, onClick } = toggle(families);
        const isLate = passed > whole / 2;
        passed += cost;
        const figures = [
          message('kindShare', name, formatExact(cost), formatPart(cost / whole)),
          ...(copies > 0 ? [message('duplicates', formatBytes(copies))] : []),
          ...(unused > 0 ? [message('unusedBytes', formatBytes(unused))] : []),
          ...(families.length > 1 ? families.map((family) => message(`family_${family}`)) : []),
        ].join(' · ');
        return (
          <button
            key={families.join(' ')}
            type="button"
            class={isLate ? 'segment late' : 'segment'}
            data-kind={kind ?? 'merged'}
            aria-label={figures}
            aria-pressed={isOn}
            style={{ flexGrow: cost, background: `var(--kind-${kind}, var(--kind-other))` }}
            onClick={onClick}
          >
            <span class="segment-label" aria-hidden="true">
              <Icon name={kind ?? 'more'} />
              <span class="clip segment-name">{name}</span>
              <span class="segment-size">{formatBytes(cost)}</span>
            </span>
            {copies + unused > 0 && (
              <span class="removable" style={{ inlineSize: `${((copies + unused) / cost) * 100}%` }}>
                <span class="copies" style={{ flexGrow: copies }} />
                <span class="unused" style={{ flexGrow: unused }} />
              </span>
            )}
            <Tip text={figures} />
          </button>
        );
      })}
    </div>
  );
}

/** A share (0 to 1) as a percentage; "< 1%" below 1%. */
const formatPart = (part: number): string =>
  `${part < 0.01 ? '< ' : ''}${new Intl.NumberFormat(locale(), { style: 'percent' }).format(Math.max(0.01, part))}`;
