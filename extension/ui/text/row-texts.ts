/** Texts of rows and findings in the browser's language. */
import { isolatedIn } from '../../../src/texts/direction.ts';
import { findingTextIn } from '../../../src/texts/finding-text.ts';
import { reasonTextIn } from '../../../src/texts/reason-text.ts';
import { kindNameIn, rowNameIn, rowWhereIn } from '../../../src/texts/row-name.ts';
import { stateReasonIn, stateTextIn } from '../../../src/texts/state-text.ts';
import { anyMessage } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';

export const findingText = findingTextIn(anyMessage);
export const isolated = isolatedIn(anyMessage);
export const kindName = kindNameIn(anyMessage);
export const reasonText = reasonTextIn(anyMessage);
export const rowName = rowNameIn(anyMessage);
export const rowWhere = rowWhereIn(anyMessage);
/** All places of a row that are known, one per line. */
export const rowPlaces = ({ places, occurrenceCount }: Pick<Row, 'places' | 'occurrenceCount'>): string =>
  [
    ...places.map((place) => rowWhere({ places: [place] })),
    ...(occurrenceCount > places.length ? ['…'] : []),
  ].join('\n');
export const stateReason = stateReasonIn(anyMessage);
export const stateText = stateTextIn(anyMessage);
