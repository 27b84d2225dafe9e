/** Texts of rows and findings in the browser's language. */
import { dangers, hasFailed } from '../../../src/report/effects.ts';
import type { Finding } from '../../../src/report/report.ts';
import { isolatedIn } from '../../../src/texts/direction.ts';
import { findingTextIn } from '../../../src/texts/finding-text.ts';
import { kindNameIn, rowNameIn, rowWhereIn } from '../../../src/texts/row-name.ts';
import { stateReasonIn, stateTextIn } from '../../../src/texts/state-text.ts';
import { anyMessage, message, snake } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { formatBytes, formatTime, placesText, visibleText } from './format.ts';
import { ruleText } from './surface-texts.ts';

export const findingText = findingTextIn(anyMessage);
export const isolated = isolatedIn(anyMessage);
export const kindName = kindNameIn(anyMessage);
export const rowName = rowNameIn(anyMessage);
export const rowWhere = rowWhereIn(anyMessage);
/** All known places of a row, one per line. */
export const rowPlaces = ({ places, occurrenceCount }: Pick<Row, 'places' | 'occurrenceCount'>): string =>
  [
    ...places.map((place) => rowWhere({ places: [place] })),
    ...(occurrenceCount > places.length ? ['…'] : []),
  ].join('\n');
export const stateReason = stateReasonIn(anyMessage);
export const stateText = stateTextIn(anyMessage);

/** The state of a data: URL that was removed, is only quoted, or is not simply loaded; null for others. */
export function rowState({
  state,
  isWeak,
  removedAt,
}: Pick<Row, 'state' | 'isWeak' | 'removedAt'>): { kind: string; text: string; why: string } | null {
  if (removedAt !== null)
    return {
      kind: 'gone',
      text: message('gone', formatTime(Date.parse(removedAt))),
      why: message('goneTitle'),
    };
  if (isWeak) return { kind: 'quoted', text: message('quoted'), why: message('quotedTitle') };
  if (state === null || state.kind === 'loaded' || state.kind === 'unknown') return null;
  return { kind: state.kind, text: stateText(state), why: stateReason(state) };
}

/**
 * The title that represents the findings of a row, and the number of other findings; null if there are none. A
 * disallowed type is represented by the danger that explains it.
 *
 * @param findings the most severe first
 */
export function verdictOf(findings: readonly Finding[]) {
  const [worst] = findings;
  if (!worst) return null;
  const danger = worst.rule === 'disallowed-type' && findings.find(({ effect }) => dangers.has(effect));
  const rule = danger === worst ? 'active-content' : (danger || worst).rule;
  const others = findings.length - (danger && danger !== worst ? 2 : 1);
  return { ...worst, title: ruleText(rule).title, others };
}

/** States why a broken data: URL has no type. Its status in the list shows only the title of this finding. */
export const brokenText = ({ findings: [worst] }: Pick<Row, 'findings'>): string =>
  worst ? findingText(worst) : message('brokenUrl');

/**
 * The text of a row for screen readers: its effect and state, name, type, places, and bytes with their meaning.
 *
 * @param findings the findings that the row shows, most severe first
 */
export function rowLabel(row: Row, findings: readonly Finding[]): string {
  const worst = verdictOf(findings);
  return [
    rowState(row)?.text,
    worst && worst.effect !== 'advice' && !hasFailed(row) && message(`effect_${snake(worst.effect)}`),
    worst?.title,
    rowName(row),
    row.essence === null ? brokenText(row) : visibleText(row.essence),
    row.occurrenceCount > 1 && placesText(row.occurrenceCount),
    row.weight.texts > 0 && message('carried', formatBytes(row.weight.cost)),
  ]
    .filter(Boolean)
    .join(', ');
}
