/** Differences and savings in the browser's language. */
import { gainTextIn, signedIn } from '../../../src/texts/difference-text.ts';
import { anyMessage } from '../../platform/i18n.ts';

export const gainText = gainTextIn(anyMessage);
export const signed = signedIn(anyMessage);
