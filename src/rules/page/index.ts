/** The rules over a whole page, and its judgement by them. */
import type { CspPolicy } from '../../csp.ts';
import type { Policy } from '../../policy.ts';
import type { DataUrl, Finding } from '../../report/report.ts';
import { findingsOf, gravestFirst } from '../findings.ts';
import { cspAllowsData, cspBlocks } from './csp.ts';
import { duplicates } from './duplicates.ts';
import { inlineSourceMaps } from './inline-source-maps.ts';
import { renderBlocking } from './render-blocking.ts';
import type { PageRule } from './rule.ts';

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
export function judgePage(
  { page, dataUrls, csp, policy }: PageToJudge,
  by: readonly PageRule[] = pageRules,
): Finding[] {
  const subject = { url: page.url, dataUrls, csp };
  const findings = by.flatMap((rule) => findingsOf(rule, () => rule.check(subject), policy, 0));
  return gravestFirst(findings, by);
}
