/** The segments of the bar by kind. */
import type { Family } from '../text/kind.ts';
import type { Share } from './sorting.ts';

/**
 * The share of the whole below which a kind is merged with others, because a narrower segment would be hard to click.
 */
const minPart = 0.07;

export interface Segment {
  families: readonly Family[];
  cost: number;
  copies: number;
  unused: number;
}

/** The segments for shares. If there are several very small kinds, they are merged into one segment. */
export function segmentsOf(shares: readonly Share[]): Segment[] {
  const whole = shares.reduce((sum, { cost }) => sum + cost, 0);
  const small = shares.filter(({ cost }) => cost < whole * minPart);
  const merged = small.length > 1 ? small : [];
  const segments: Segment[] = shares
    .filter((share) => !merged.includes(share))
    .map(({ family, ...share }) => ({ families: [family], ...share }));
  if (merged.length === 0) return segments;
  const sum = (of: 'cost' | 'copies' | 'unused') => merged.reduce((total, share) => total + share[of], 0);
  return [
    ...segments,
    {
      families: merged.map(({ family }) => family),
      ...{ cost: sum('cost'), copies: sum('copies'), unused: sum('unused') },
    },
  ];
}
