/** Marks a row if no element currently uses its rules. Loaded after the list, and determined in idle time. */
import { useRef } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';
import { isInRulesAlone, unusedOf } from '../rule-matches.ts';
import { useAnswerInView } from './in-view.ts';

export function RuleMark({ row, client }: { row: Row; client: ReportClient }) {
  const place = useRef<HTMLSpanElement>(null);
  const isWanted = !client.isSample && isInRulesAlone(row);
  const unused = useAnswerInView(place, row, client, isWanted, unusedOf);
  if (!isWanted) return null;
  return (
    <span
      ref={place}
      // The mark takes up no space on its line until it has a text.
      class={unused ? 'mark' : 'visually-hidden'}
      title={unused?.text}
      data-use={unused === undefined ? undefined : (unused?.kind ?? 'unknown')}
    >
      {unused && (unused.kind === 'unmatched' ? message('unmatched') : message('undrawn'))}
    </span>
  );
}
