/** The rules about a whole page, and the function that applies them. */

import type { CspPolicy } from '../../csp/csp.ts';
import type { Policy } from '../../policy/policy-types.ts';
import type { DataUrl, Finding } from '../../report/report.ts';
import { checkObject } from '../../url-text.ts';
import { atOnce } from '../../yield-to-event-loop.ts';
import { bySeverity, findingOf, isOff, judgedBy } from '../findings.ts';
import type { Verdict } from '../rule.ts';
import { cspAllowsData } from './csp-allows-data.ts';
import { cspBlocks } from './csp-blocks.ts';
import { cspIgnoredDirective } from './csp-ignored-directive.ts';
import { duplicates } from './duplicates.ts';
import { inlineSourceMaps } from './inline-source-maps.ts';
import type { PageRule } from './page-rule.ts';
import { renderBlocking } from './render-blocking.ts';
import { unused } from './unused.ts';

const all = [
  cspAllowsData,
  cspIgnoredDirective,
  cspBlocks,
  renderBlocking,
  unused,
  duplicates,
  inlineSourceMaps,
] as const;

export const pageRules: readonly PageRule[] = all;

/** The union of all page rules' types, which contain the ids. */
export type AnyPageRule = (typeof all)[number];

/** The parts of a Report that page rules need. */
export interface PageToJudge {
  page: { url: string };
  dataUrls: readonly DataUrl[];
  /** The page's own security policies, as far as they are known. */
  csp: readonly CspPolicy[];
  policy: Policy;
  /** See `PageSubject`. Default: 0 */
  watchedMs?: number;
}

/** The findings about the page as a whole. Takes linear time in the number of occurrences. */
export function judgePage(page: PageToJudge, by: readonly PageRule[] = pageRules): Finding[] {
  checkObject(
    page,
    'judgePage',
    'an object with a page, data: URLs, and a policy',
    'page',
    'dataUrls',
    'policy',
  );
  return atOnce(judgingPage(page, by));
}

/** Like `judgePage`, but a generator that yields now and then. */
export function* judgingPage(
  { page, dataUrls, csp, policy, watchedMs = 0 }: PageToJudge,
  by: readonly PageRule[] = pageRules,
): Generator<void, Finding[], void> {
  const subject = { url: page.url, dataUrls, csp, watchedMs };
  const findings: Finding[] = [];
  for (const rule of by) {
    if (isOff(rule, policy)) continue;
    const judged = judgedBy(rule, yield* outcomeOf(() => rule.check(subject)), policy, 0);
    findings.push(...judged.map((each) => findingOf(each, policy)));
  }
  return bySeverity(findings, by);
}

/** Runs a rule, and returns a function that returns its verdicts or throws its error. */
function* outcomeOf(check: () => ReturnType<PageRule['check']>): Generator<void, () => Verdict[], void> {
  try {
    const made = check();
    const verdicts = Array.isArray(made) ? made : yield* made;
    return () => verdicts;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
