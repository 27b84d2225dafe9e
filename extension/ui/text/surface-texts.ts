/** Texts of all surfaces in the browser's language. */
import { charsetTextIn, formatBytesIn, formatMomentIn } from '../../../src/texts/figure-text.ts';
import { ruleTextIn } from '../../../src/texts/rule-text.ts';
import { anyMessage } from '../../platform/i18n.ts';

export const charsetText = charsetTextIn(anyMessage);
export const formatBytes = formatBytesIn(anyMessage);
export const formatMoment = formatMomentIn(anyMessage);
export const ruleText = ruleTextIn(anyMessage);
