import { allowedActiveUses } from '../../csp/csp.ts';
import { hasEnglish } from '../../has-english.ts';
import { browsers } from '../../mime/documents.ts';
import type { DataUrl } from '../../report/report.ts';
import type { Destination } from '../../vocabulary.ts';
import type { Verdict } from '../rule.ts';
import { pageRule, pageVerdict } from './page-rule.ts';
import { policiesByFrame } from './policies-by-frame.ts';

/**
 * The destinations at which data: URLs in a frame were observed to be blocked, even if its known policies allow them.
 */
function blockedInSight(dataUrls: readonly DataUrl[]): Map<string, Set<Destination>> {
  const frames = new Map<string, Set<Destination>>();
  for (const { occurrences } of dataUrls) {
    for (const { frame, destination, state } of occurrences) {
      if (state?.kind !== 'blocked' || state.by === 'predicted') continue;
      frames.set(frame, (frames.get(frame) ?? new Set()).add(destination));
    }
  }
  return frames;
}

export const cspAllowsData = pageRule({
  id: 'csp-allows-data',
  category: 'security',
  effect: 'can-run',
  texts: hasEnglish && {
    title: 'CSP that allows active data: URLs',
    why: 'An attacker who can insert a URL into the page can run a script despite the CSP.',
    fix: 'Remove "data:" from the directive that the finding names. You can keep "data:" in img-src and font-src.',
    source: {
      name: 'Content Security Policy Level 3 §6.7.2.8',
      url: 'https://www.w3.org/TR/CSP3/#match-url-to-source-expression',
    },
    messages: {
      'csp-allows-data': "The page's CSP lets data: URLs run as scripts because of {directive} ({source}).",
      'csp-allows-documents':
        "The page's CSP lets iframes load data: URLs because of {directive} ({source}).",
    },
    examples: {
      bad: '<meta http-equiv="Content-Security-Policy" content="script-src \'self\' data:">',
      good: '<meta http-equiv="Content-Security-Policy" content="script-src \'self\'; img-src data:">',
    },
  },
  check({ csp, dataUrls }) {
    const verdicts = new Map<string, Verdict<'csp-allows-data' | 'csp-allows-documents'>>();
    const blocked = blockedInSight(dataUrls);
    const frames = browsers.flatMap((browser) => [...policiesByFrame(csp, browser)]);
    for (const [frame, { enforced, sources }] of frames) {
      for (const { directive, documents, policy } of allowedActiveUses(enforced, blocked.get(frame))) {
        const source = sources[policy] ?? 'header';
        const id = documents ? 'csp-allows-documents' : 'csp-allows-data';
        const verdict = pageVerdict(id, { directive, source }, { isCertain: !documents });
        const key = `${id} ${directive} ${source}`;
        if (!verdicts.has(key)) verdicts.set(key, verdict);
      }
    }
    return [...verdicts.values()];
  },
});
