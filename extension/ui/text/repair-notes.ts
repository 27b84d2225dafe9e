/** Describes the changes that a repair makes to a data: URL, and its losses. */
import type { Differences, Loss, LossReason, TextChange } from '../../../src/repair/compare-urls.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import { visibleText } from './format.ts';

/**
 * Maximum number of changes that are listed, because a text in another script may require a change for each character.
 */
const maxNamed = 8;

export function repairNotes({ edits, lost }: Differences): string[] {
  const named = edits.slice(0, maxNamed).map(changeText);
  if (edits.length > maxNamed) named.push('…');
  return [...(named.length > 0 ? [`${message('mended')}: ${named.join('; ')}`] : []), ...lost.map(lossText)];
}

function changeText({ before, after, count }: TextChange): string {
  const [old, anew] = [before, after].map(visibleText);
  if (before === ' ' && after !== '') return message('spacesBecame', count, formatNumber(count), anew!);
  const times = count > 1 ? `${formatNumber(count)} × ` : '';
  if (before === '') return times + message('textAdded', anew!);
  if (after === '') return times + message('textRemoved', old!);
  return times + message('textBecame', old!, anew!);
}

const reasonTexts: Record<LossReason, () => string> = {
  'unknown-charset': () => message('lostCharset'),
  'charset-of-binary': () => message('lostCharsetOfBinary'),
  'not-kept': () => message('lostUnwritable'),
};

const lossText = ({ text, reason }: Loss): string =>
  message('lostText', visibleText(text), reasonTexts[reason]());
