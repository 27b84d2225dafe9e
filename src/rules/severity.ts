/** The severity of findings, computed from their effect, their bytes and the use of the data: URL. */
import { type Effect, type Severity, severityRank } from '../vocabulary.ts';

/** The factors that decide a severity, except the use. */
export interface Impact {
  effect: Effect;
  /** False if the effect also depends on a person, a browser, or another program. Default: true */
  isCertain?: boolean;
  /**
   * Whether the effect is that browsers refuse the whole URL. It is certain where both do so, by the outcome tables.
   * Default: false
   */
  isRefusal?: boolean;
  /** The size of the cost in bytes; `time` for a delay. Default: 0 */
  bytes?: number;
  /** Whether quoted text is meant for use, so that the finding about it is more than advice. Default: false */
  isMeant?: boolean;
  /** The severity that the policy decides, if the effect is certain. Default: error */
  policySeverity?: Severity;
}

/** A cost in time, which counts more than any number of bytes. */
export const time = Infinity;

/**
 * How a page uses a data: URL: now (`used`), possibly later (`inert`), or not at all, because the page only quotes the
 * URL.
 */
export type Use = 'used' | 'inert' | 'quoted';

/** Minimum number of bytes that take several round trips, wherever in the page they are. */
const heavy = 100_000;

const maxSeverity: Record<Use, Severity> = { used: 'error', inert: 'warning', quoted: 'info' };

function severityInUse({ effect, isCertain = true, bytes = 0, policySeverity = 'error' }: Impact): Severity {
  switch (effect) {
    case 'not-shown':
    case 'can-run':
    case 'deceives':
    case 'not-allowed':
      return isCertain ? policySeverity : 'warning';
    case 'costs':
      return bytes > heavy ? 'warning' : 'info';
    case 'advice':
      return 'info';
  }
}

/** The severity of a finding, unless the user or the administrator has set a different one for its rule. */
export function severityOf(impact: Impact, use: Use = 'used'): Severity {
  const severity = severityInUse(impact);
  return severityRank[severity] > severityRank[maxSeverity[use]] ? maxSeverity[use] : severity;
}
