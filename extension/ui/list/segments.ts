/** Computes the segments of the bar that shows the cost by kind. */
import type { Family } from '../text/kind.ts';
import type { Share } from './sorting.ts';

/**
 * Minimum share of a kind with its own segment. Kinds with a smaller share are merged, because a narrower segment would
 * be hard to click.
 */
const minPart = 0.07;

export interface Segment {
  families: readonly Family[];
  cost: number;
  copies: number;
  unused: number;
}

/** Computes the segments for shares. If several kinds are very small, they are merged into one segment. */
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
