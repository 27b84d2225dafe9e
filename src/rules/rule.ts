/** What a rule is: metadata that surfaces show, and a pure function from one data: URL to what it finds there. */

import type { Policy } from '../policy.ts';
import type { Category, Finding, Inspection, Occurrence, Severity } from '../report/report.ts';

/** One data: URL with the places where it stands: all that a rule may look at. */
export interface Subject {
  inspection: Inspection;
  occurrences: readonly Occurrence[];
  policy: Policy;
}

/** What a rule says of a subject; the rest of a Finding is the rule's own. */
export type Verdict = Pick<Finding, 'messageId' | 'args' | 'message' | 'start' | 'end'> & {
  severity?: Severity;
};

export interface Rule {
  /** Stable, kebab-case. */
  id: string;
  category: Category;
  severity: Severity;
  /** One sentence. */
  title: string;
  /** Why it matters, with the source. */
  why: string;
  fix: string;
  /** At most one verdict a cause. Must not throw; what it throws becomes a finding about the rule. */
  check(subject: Subject): Verdict[];
}
