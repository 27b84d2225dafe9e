/** The order in which a list answers the first questions: is anything wrong here, and what is heavy. */
import { severityRank } from '../../src/report/report.ts';
import { worstOf } from '../../src/rules/index.ts';
import type { Row } from '../platform/messages.ts';

const rankOf = ({ findings }: Row): number => {
  const worst = worstOf(findings);
  return worst === null ? 0 : severityRank[worst];
};

/** What the page uses now, then what it only quotes, then what has left it. */
const groupOf = ({ isWeak, goneAt }: Row): number => (goneAt !== null ? 2 : isWeak ? 1 : 0);

/** In each group the gravest first, then the largest, then as found. */
export const inOrder = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => groupOf(a) - groupOf(b) || rankOf(b) - rankOf(a) || (b.size ?? 0) - (a.size ?? 0));
