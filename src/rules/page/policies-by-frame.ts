/** The Content Security Policies of a page's frames, as a browser parses them. */
import { type CspPolicy, type CspSource, type Directives, parsePolicies } from '../../csp/csp.ts';
import type { Browser } from '../../mime/documents.ts';

/** Maximum number of frames whose policies are examined. A page may contain any number. */
const maxFrames = 100;

export interface FramePolicies {
  enforced: Directives[];
  reported: Directives[];
  /** The sources of the enforced policies. */
  sources: CspSource[];
}

/** The policies of each frame, as a browser parses them. */
export function policiesByFrame(csp: readonly CspPolicy[], browser: Browser): Map<string, FramePolicies> {
  const frames = new Map<string, FramePolicies>();
  for (const policy of csp) {
    if (!frames.has(policy.frame) && frames.size >= maxFrames) continue;
    const of = frames.get(policy.frame) ?? { enforced: [], reported: [], sources: [] };
    const parsed = parsePolicies({ ...policy, browser });
    if (policy.reportOnly) of.reported.push(...parsed);
    else {
      of.enforced.push(...parsed);
      of.sources.push(...parsed.map(() => policy.source));
    }
    frames.set(policy.frame, of);
  }
  return frames;
}
