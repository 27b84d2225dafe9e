/** Describes the result of showing an occurrence on the page. */
import type { Occurrence } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Shown } from '../../platform/show-messages.ts';
import type { Answer } from '../../platform/surface-updates.ts';
import { visibleText } from './format.ts';

/** Extracts the result from an answer; null if the page did not answer. */
export const shownIn = (answer: Answer): Shown | null =>
  answer !== null && typeof answer === 'object' && 'outlined' in answer ? answer : null;

export function shownText(
  shown: Shown | null,
  { element, rule }: Pick<Occurrence, 'element' | 'rule'>,
): string {
  if (shown === null) return message('notShown');
  const { kind, reason } = shown;
  if (isFontRule(rule) && kind !== 'gone' && kind !== 'no-selector')
    return shown.outlined > 0 ? `${countText(shown)} ${fontText(shown)}` : fontText(shown);
  const because = visibleText(reason);
  switch (kind) {
    case 'gone':
      return message('elementGone');
    case 'shown':
    case 'not-drawn':
      if (rule === undefined) return elementText(kind, element);
      if (reason === '') return countText(shown);
      return kind === 'shown'
        ? `${countText(shown)} ${message('pseudoShown', because)}`
        : message('pseudoNotDrawn', because);
    case 'off':
      return `${countText(shown)} ${message('ruleInactive', because)}`;
    case 'cut':
      return `${shown.matched > 0 ? countText(shown) : message('ruleNoMatch')} ${message('ruleCut')}`;
    case 'no-match':
      if (reason.startsWith('@')) return message('ruleInactive', because);
      return reason === '' ? message('ruleNoMatch') : message('ruleNoMatchState', because);
    case 'no-selector':
      return message('ruleNoSelector', visibleText(rule ?? ''));
    case 'unsupported':
      return message('ruleUnsupported');
  }
}

const elementText = (kind: 'shown' | 'not-drawn', element: string): string =>
  kind === 'shown' ? message('shown') : message('elementNotDrawn', visibleText(element));

/**
 * Describes how many elements a rule matches, and why none is outlined, if so; '' if the page did not answer or no
 * longer has the element.
 */
export function matchText(shown: Shown | null, occurrence: Pick<Occurrence, 'element' | 'rule'>): string {
  if (shown === null || shown.kind === 'gone') return '';
  const { kind, matched, reason } = shown;
  if (isFontRule(occurrence.rule) && kind !== 'no-selector') return fontText(shown);
  const count = matched > 0 ? message('ruleMatches', matched, formatNumber(matched)) : message('ruleNoMatch');
  if (kind === 'shown') return count;
  if (kind === 'off') return `${count} ${message('ruleInactive', visibleText(reason))}`;
  if (kind === 'cut') return `${count} ${message('ruleCut')}`;
  return shownText(shown, occurrence);
}

/**
 * Whether the data: URL is a font in an `@font-face` rule. Elements use the font because of its family name, not
 * because the rule matches them.
 */
export const isFontRule = (rule: string | undefined): boolean =>
  rule !== undefined && /^@font-face\b/i.test(rule);

function fontText({ kind, matched, reason }: Shown): string {
  const count = matched > 0 ? message('fontListed', formatNumber(matched)) : message('fontNotListed');
  if (kind === 'off') return `${count} ${message('ruleInactive', visibleText(reason))}`;
  return kind === 'cut' ? `${count} ${message('fontCut')}` : count;
}

/** States how many of the elements that a rule matches were outlined. */
function countText({ matched, outlined }: Shown): string {
  if (outlined === 0) return message('ruleNotDrawn', matched, formatNumber(matched));
  if (outlined === matched) return message('ruleShown', outlined, formatNumber(outlined));
  return message('ruleShownSome', matched, formatNumber(outlined), formatNumber(matched));
}
