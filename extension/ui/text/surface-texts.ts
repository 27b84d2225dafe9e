/** The texts about data: URLs in the browser's language. */
import { textsOf } from '../../../src/texts/index.ts';
import { language } from '../../platform/i18n.ts';

export const texts = textsOf(language);
export const {
  charsetText,
  findingText,
  formatBytes,
  formatMoment,
  gainText,
  isolated,
  kindName,
  reasonText,
  rowName,
  rowWhere,
  ruleText,
  signed,
  stateReason,
  stateText,
} = texts;
