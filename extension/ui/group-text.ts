/** The headings of the list's groups. */
import { formatNumber, message } from '../platform/i18n.ts';
import type { GroupText } from './arrange.ts';
import { visibleText } from './format.ts';
import { ruleText } from './rule-text.ts';

export const groupText: GroupText = (grouping, name, first) => {
  switch (grouping) {
    case 'use':
      return message(`use_${name}`);
    case 'type':
      return name === '' ? message('brokenUrl') : visibleText(name);
    case 'place':
      return message(`place_${name.replaceAll('-', '_')}`);
    case 'frame':
      return visibleText(name);
    case 'finding':
      return name === '' ? message('noFindings') : ruleText(name).title;
    case 'duplicate':
      return name === '' ? message('onceOnly') : visibleText(first.essence ?? '');
  }
};
