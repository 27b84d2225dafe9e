/** The effect of the page's Content Security Policy on its data: URLs. */

import {
  type CspPolicy,
  type CspSource,
  type Directives,
  decide,
  harmless,
  ignoredDirectives,
  leaksOf,
  parsePolicies,
  smallestAddition,
} from '../../csp/csp.ts';
import { describeCodePoint } from '../../data-url/problems.ts';
import { maxIgnoredDirectives } from '../../limits.ts';
import { type Browser, browsers } from '../../mime/documents.ts';
import type { DataUrl } from '../../report/report.ts';
import { clip } from '../../truncate.ts';
import type { Destination, Occurrence } from '../../vocabulary.ts';
import { maxFrames, maxNamedPlaces } from '../limits.ts';
import type { Verdict } from '../rule.ts';
import { isInUse, type PageRule, pageVerdict, placesText } from './page-rule.ts';

interface FramePolicies {
  enforced: Directives[];
  reported: Directives[];
  /** The sources of the enforced policies. */
  sources: CspSource[];
}

/** The policies as a browser reads them. */
function policiesByFrame(csp: readonly CspPolicy[], browser: Browser): Map<string, FramePolicies> {
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

/** The destinations at which data: URLs of a frame were seen to be blocked, whatever its known policies say. */
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

export const cspAllowsData: PageRule = {
  id: 'csp-allows-data',
  category: 'security',
  severity: 'error',
  messageIds: ['csp-allows-data', 'csp-allows-documents'],
  check({ csp, dataUrls }) {
    const verdicts = new Map<string, Verdict>();
    const blocked = blockedInSight(dataUrls);
    const frames = browsers.flatMap((browser) => [...policiesByFrame(csp, browser)]);
    for (const [frame, { enforced, sources }] of frames) {
      for (const { directive, documents, policy } of leaksOf(enforced, blocked.get(frame))) {
        const source = sources[policy] ?? 'header';
        const id = documents ? 'csp-allows-documents' : 'csp-allows-data';
        const verdict = pageVerdict(id, { directive, source }, { severity: documents ? 'warning' : 'error' });
        const key = `${id} ${directive} ${source}`;
        if (!verdicts.has(key)) verdicts.set(key, verdict);
      }
    }
    return [...verdicts.values()];
  },
};

/**
 * The data: URLs that the policies of their frames block in every browser, their destinations by frame, and the first
 * occurrences.
 *
 * @param policiesOf the policies of a frame, for each browser
 * @param active looks at destinations in which a data: URL can run something, else at the others
 * @param isEnforced leaves out URLs that were loaded all the same, such as those that Firefox's player keeps
 */
function* blockedBy(
  dataUrls: readonly DataUrl[],
  policiesOf: (frame: string) => readonly (readonly Directives[])[],
  active: boolean,
  isEnforced: boolean,
) {
  const blocked: DataUrl[] = [];
  const used = new Map<string, Set<Destination>>();
  const first: Occurrence[] = [];
  // The decision on a destination is computed only once per frame.
  const known = new Map<string, Map<Destination, boolean>>();
  const isBlocked = (frame: string, destination: Destination) => {
    const ofFrame = known.get(frame) ?? new Map<Destination, boolean>();
    if (ofFrame.size === 0) known.set(frame, ofFrame);
    let answer = ofFrame.get(destination);
    if (answer === undefined) {
      answer = policiesOf(frame).every((policies) =>
        policies.some((directives) => decide(directives, destination) === 'blocks'),
      );
      ofFrame.set(destination, answer);
    }
    return answer;
  };
  for (const dataUrl of dataUrls) {
    yield;
    const places = dataUrl.occurrences.filter(
      (each) =>
        isInUse(each) &&
        harmless.has(each.destination) !== active &&
        !(isEnforced && each.state?.kind === 'loaded') &&
        isBlocked(each.frame, each.destination),
    );
    if (places.length > 0) blocked.push(dataUrl);
    first.push(...places.slice(0, maxNamedPlaces + 1 - first.length));
    for (const { frame, destination } of places) {
      used.set(frame, (used.get(frame) ?? new Set()).add(destination));
    }
  }
  return { blocked, used, first };
}

export const cspBlocks: PageRule = {
  id: 'csp-blocks',
  category: 'correctness',
  severity: 'warning',
  messageIds: ['csp-blocks', 'csp-blocks-active', 'csp-would-block', 'csp-would-block-active'],
  *check({ csp, dataUrls }) {
    if (csp.length === 0) return [];
    const byBrowser = browsers.map((browser) => policiesByFrame(csp, browser));
    const verdicts: Verdict[] = [];
    for (const kind of ['enforced', 'reported'] as const) {
      const policiesOf = (frame: string) => byBrowser.map((frames) => frames.get(frame)?.[kind] ?? []);
      for (const active of [false, true]) {
        const { blocked, used, first } = yield* blockedBy(dataUrls, policiesOf, active, kind === 'enforced');
        if (blocked.length === 0) continue;
        const args = { blocked: blocked.length, all: dataUrls.length, where: placesText(first) };
        const asInfo = { severity: 'info', of: blocked } as const;
        if (active) {
          const id = kind === 'enforced' ? 'csp-blocks-active' : 'csp-would-block-active';
          verdicts.push(pageVerdict(id, args, asInfo));
          continue;
        }
        const additions = [...used].flatMap(([frame, destinations]) =>
          policiesOf(frame)
            .flat()
            .flatMap((directives) => smallestAddition(directives, destinations)),
        );
        const addition = clip([...new Set(additions)].join('; '), 1000);
        if (kind === 'enforced')
          verdicts.push(pageVerdict('csp-blocks', { ...args, addition }, { of: blocked }));
        else verdicts.push(pageVerdict('csp-would-block', { ...args, addition }, asInfo));
      }
    }
    return verdicts;
  },
};

export const cspIgnoredDirective: PageRule = {
  id: 'csp-ignored-directive',
  category: 'security',
  severity: 'warning',
  messageIds: ['csp-ignored-directive', 'csp-ignored-directive-hides'],
  check({ csp }) {
    const verdicts = new Map<string, Verdict>();
    for (const policy of csp) {
      for (const { directive, character, at, hidesLater } of ignoredDirectives(policy)) {
        if (verdicts.size >= maxIgnoredDirectives) break;
        const named = describeCodePoint(character.codePointAt(0) ?? 0);
        const args = { directive: clip(directive, 40), source: policy.source, character: named, at };
        const verdict = hidesLater
          ? pageVerdict('csp-ignored-directive-hides', { ...args, browser: 'Chromium' })
          : pageVerdict('csp-ignored-directive', args);
        // Frames often share a policy.
        verdicts.set(JSON.stringify(verdict.args), verdict);
      }
    }
    return [...verdicts.values()];
  },
};
