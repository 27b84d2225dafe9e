/** The functions of this folder that the HTML report needs, for one language. */
import { numberText } from '../format-numbers.ts';
import type { MessageFunction } from '../message.ts';
import type { HtmlTexts } from '../report/html-report.ts';
import { gainTextIn, signedIn } from './difference-text.ts';
import { charsetTextIn, formatBytesIn, formatMomentIn } from './figure-text.ts';
import { findingTextIn } from './finding-text.ts';
import { reasonTextIn } from './reason-text.ts';
import { rowNameIn } from './row-name.ts';
import { ruleTextIn } from './rule-text.ts';
import { runLinesIn, runTimeTextIn } from './run-text.ts';
import { stateReasonIn, stateTextIn } from './state-text.ts';

export const htmlTextsIn = (message: MessageFunction): HtmlTexts => ({
  message,
  charsetText: charsetTextIn(message),
  findingText: findingTextIn(message),
  formatBytes: formatBytesIn(message),
  formatNumber: (value) => numberText(value, message('locale')),
  formatMoment: formatMomentIn(message),
  gainText: gainTextIn(message),
  reasonText: reasonTextIn(message),
  rowName: rowNameIn(message),
  ruleText: ruleTextIn(message),
  runLines: runLinesIn(message),
  runTimeText: runTimeTextIn(message),
  signed: signedIn(message),
  stateReason: stateReasonIn(message),
  stateText: stateTextIn(message),
});
