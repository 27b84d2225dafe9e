/** The rules over a whole page, and its judgement by them. */
import type { CspPolicy } from '../../csp.ts';
import type { Policy } from '../../policy.ts';
import type { DataUrl, Finding } from '../../report/report.ts';
import { atOnce } from '../../turns.ts';
import { findingsOf, gravestFirst, isOff } from '../findings.ts';
import type { Verdict } from '../rule.ts';
import { cspAllowsData, cspBlocks } from './csp.ts';
import { duplicates } from './duplicates.ts';
import { inlineSourceMaps } from './inline-source-maps.ts';
import type { PageRule } from './page-rule.ts';
import { renderBlocking } from './render-blocking.ts';

export const pageRules: readonly PageRule[] = [
  cspAllowsData,
  cspBlocks,
  renderBlocking,
  duplicates,
  inlineSourceMaps,
];

/** A Report as far as it is needed to judge the page as a whole. */
export interface PageToJudge {
  page: { url: string };
  dataUrls: readonly DataUrl[];
  /** The page's own security policies, as far as they are known. */
  csp: readonly CspPolicy[];
  policy: Policy;
}

/** The findings that no single data: URL has: linear in the places of all. */
export const judgePage = (page: PageToJudge, by: readonly PageRule[] = pageRules): Finding[] =>
  atOnce(judgingPage(page, by));

/** The same in turns: yields now and then. */
export function* judgingPage(
  { page, dataUrls, csp, policy }: PageToJudge,
  by: readonly PageRule[] = pageRules,
): Generator<void, Finding[], void> {
  const subject = { url: page.url, dataUrls, csp };
  const findings: Finding[] = [];
  for (const rule of by) {
    if (isOff(rule, policy)) continue;
    findings.push(...findingsOf(rule, yield* outcomeOf(() => rule.check(subject)), policy, 0));
  }
  return gravestFirst(findings, by);
}

/** What gives the verdicts of a rule, or throws what it threw. */
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
