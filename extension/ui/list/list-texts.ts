/** Texts of groups and findings in the list. */

import type { Occurrence } from '../../../src/vocabulary.ts';
import { locale, message, snake } from '../../platform/i18n.ts';
import { visibleText } from '../text/format.ts';
import { findingText, rowName, rowWhere } from '../text/row-texts.ts';
import { ruleText } from '../text/surface-texts.ts';
import type { Texts } from './view.ts';

let collator: Intl.Collator | undefined;

export const listTexts: Texts = {
  heading,
  finding: findingText,
  name: rowName,
  where: rowWhere,
  compare(a, b) {
    collator ??= new Intl.Collator(locale(), { numeric: true });
    return collator.compare(a, b);
  },
};

function heading(...[grouping, name, first]: Parameters<Texts['heading']>): string {
  switch (grouping) {
    case 'use':
      return message(`use_${name as 'used' | 'quoted' | 'gone'}`);
    case 'type':
      return name === '' ? message('brokenUrl') : visibleText(name);
    case 'place':
      return message(`place_${snake(name as Occurrence['place'])}`);
    case 'frame':
      return visibleText(name);
    case 'finding':
      return name === '' ? message('noFindings') : ruleText(name).title;
    case 'duplicate':
      return name === '' ? message('onceOnly') : visibleText(first.essence ?? '');
  }
}
