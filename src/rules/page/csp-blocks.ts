import { type Directives, decide, harmless, smallestAddition } from '../../csp/csp.ts';
import { hasEnglish } from '../../has-english.ts';
import { browsers } from '../../mime/documents.ts';
import { isInCode } from '../../outcome/state.ts';
import type { DataUrl } from '../../report/report.ts';
import { clip } from '../../truncate.ts';
import type { Destination } from '../../vocabulary.ts';
import type { Verdict } from '../rule.ts';
import { gif } from '../texts.ts';
import { addPlaces, isInUse, type PlaceOf, pageRule, pageVerdict, placesText } from './page-rule.ts';
import { policiesByFrame } from './policies-by-frame.ts';

/**
 * Finds the data: URLs that the policies of their frames block in every browser, with their destinations by frame and
 * their first occurrences.
 *
 * @param policiesOf the policies of a frame, for each browser
 * @param active whether to check destinations at which a data: URL can run something, or all others
 * @param isEnforced whether to leave out URLs that were loaded nevertheless, such as those cached by Firefox's media
 *   player
 */
function* blockedBy(
  dataUrls: readonly DataUrl[],
  policiesOf: (frame: string) => readonly (readonly Directives[])[],
  active: boolean,
  isEnforced: boolean,
) {
  const blocked: DataUrl[] = [];
  const used = new Map<string, Set<Destination>>();
  const first: PlaceOf[] = [];
  // The decision about a destination is computed only once per frame.
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
    // Browsers request a URL other than the intended data: URL.
    if (dataUrl.problem?.code === 'not-data-url') continue;
    const places = dataUrl.occurrences.filter(
      (each) =>
        isInUse(each) &&
        // The browser never requests a dropped URL.
        !each.dropped &&
        harmless.has(each.destination) !== active &&
        // Whether code runs is unknown, so only what it is known to have requested counts.
        (isInCode(each)
          ? each.state?.kind === (isEnforced ? 'blocked' : 'loaded')
          : !isEnforced || !/^(?:loaded|unknown)$/.test(each.state?.kind ?? '')) &&
        isBlocked(each.frame, each.destination),
    );
    if (places.length > 0) blocked.push(dataUrl);
    addPlaces(first, dataUrl, places);
    for (const { frame, destination } of places) {
      used.set(frame, (used.get(frame) ?? new Set()).add(destination));
    }
  }
  return { blocked, used, first };
}

/**
 * Finds the data: URLs that a browser was observed to block, except those that a known policy blocks, with their first
 * occurrences.
 */
function* seenBlocked(dataUrls: readonly DataUrl[], explained: ReadonlySet<DataUrl>) {
  const blocked: DataUrl[] = [];
  const first: PlaceOf[] = [];
  for (const dataUrl of dataUrls) {
    yield;
    if (explained.has(dataUrl)) continue;
    const places = dataUrl.occurrences.filter(
      (each) => isInUse(each) && each.state?.kind === 'blocked' && each.state.by !== 'predicted',
    );
    if (places.length > 0) blocked.push(dataUrl);
    addPlaces(first, dataUrl, places);
  }
  return { blocked, first };
}

export const cspBlocks = pageRule({
  id: 'csp-blocks',
  category: 'correctness',
  effect: 'not-shown',
  texts: hasEnglish && {
    title: 'data: URLs blocked by CSP',
    why: 'The content is missing from the page unless the CSP lists "data:", because "*" doesn\'t cover data: URLs.',
    fix: 'Change the directives that the finding names, or serve the content as files.',
    source: {
      name: 'Content Security Policy Level 3 §6.7.2.8',
      url: 'https://www.w3.org/TR/CSP3/#match-url-to-source-expression',
    },
    messages: {
      'csp-blocks': {
        one: 'The page\'s CSP blocks the data: URL of {where}. To allow this URL, use "{addition}".',
        other:
          'The page\'s CSP blocks {blocked} of {all} data: URLs: {where}. To allow these URLs, use "{addition}".',
      },
      'csp-blocks-active': {
        one: "The page's CSP blocks the data: URL of {where}. Keep this restriction: this URL can run scripts.",
        other:
          "The page's CSP blocks {blocked} of {all} data: URLs: {where}. Keep this restriction: these URLs can run scripts.",
      },
      'csp-blocks-seen': {
        one: 'The browser blocked the data: URL of {where}. No scanned CSP explains why.',
        other: 'The browser blocked {blocked} of {all} data: URLs: {where}. No scanned CSP explains why.',
      },
      'csp-would-block': {
        one: 'The report-only CSP would block the data: URL of {where}. To allow this URL, use "{addition}".',
        other:
          'The report-only CSP would block {blocked} of {all} data: URLs: {where}. To allow these URLs, use "{addition}".',
      },
      'csp-would-block-active': {
        one: 'The report-only CSP would block the data: URL of {where}, which can run scripts.',
        other:
          'The report-only CSP would block {blocked} of {all} data: URLs: {where}. These URLs can run scripts.',
      },
    },
    examples: {
      bad: `<meta http-equiv="Content-Security-Policy" content="img-src *"><img src="data:image/gif;base64,${gif}">`,
      good: `<meta http-equiv="Content-Security-Policy" content="img-src * data:"><img src="data:image/gif;base64,${gif}">`,
    },
  },
  *check({ csp, dataUrls }) {
    const byBrowser = browsers.map((browser) => policiesByFrame(csp, browser));
    const verdicts: Verdict<`csp-${'blocks' | 'would-block'}${'' | '-active'}` | 'csp-blocks-seen'>[] = [];
    const explained = new Set<DataUrl>();
    for (const kind of csp.length > 0 ? (['enforced', 'reported'] as const) : []) {
      const policiesOf = (frame: string) => byBrowser.map((frames) => frames.get(frame)?.[kind] ?? []);
      for (const active of [false, true]) {
        const { blocked, used, first } = yield* blockedBy(dataUrls, policiesOf, active, kind === 'enforced');
        if (blocked.length === 0) continue;
        if (kind === 'enforced') for (const each of blocked) explained.add(each);
        const args = { blocked: blocked.length, all: dataUrls.length, where: placesText(first) };
        const asAdvice = { effect: 'advice', of: blocked } as const;
        if (active) {
          const id = kind === 'enforced' ? 'csp-blocks-active' : 'csp-would-block-active';
          verdicts.push(pageVerdict(id, args, asAdvice));
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
        else verdicts.push(pageVerdict('csp-would-block', { ...args, addition }, asAdvice));
      }
    }
    const { blocked, first } = yield* seenBlocked(dataUrls, explained);
    if (blocked.length > 0) {
      const args = { blocked: blocked.length, all: dataUrls.length, where: placesText(first) };
      verdicts.push(pageVerdict('csp-blocks-seen', args, { of: blocked }));
    }
    return verdicts;
  },
});
