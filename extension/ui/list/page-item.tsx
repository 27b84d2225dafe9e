/** A finding about the page as a whole, which is listed among the rows. Loaded after the list. */
import type { Finding } from '../../../src/report/report.ts';
import { message } from '../../platform/i18n.ts';
import { Icon } from '../parts/icons.tsx';
import { findingText } from '../text/row-texts.ts';
import type { PageItem } from './arrange.ts';

export function PageItemView({ finding }: PageItem) {
  return (
    <div class="page-item" data-severity={finding.severity}>
      <FindingLine finding={finding} />
      <span class="dim">{message('onThePage')}</span>
    </div>
  );
}

/** A finding on one line: severity and message. */
export function FindingLine({ finding }: { finding: Finding }) {
  const text = findingText(finding);
  return (
    <div class={`row-finding ${finding.severity}`} title={text}>
      <Icon name={finding.severity} />
      <span class="visually-hidden">{message(`severity_${finding.severity}`)}: </span>
      <span class="one-row">
        <span>{text}</span>
      </span>
    </div>
  );
}
