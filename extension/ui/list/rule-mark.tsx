/** Says in a row that no element uses its rules now; loaded after the list, and found in idle time. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/messages.ts';
import type { ReportClient } from '../report-client.ts';
import { isInRulesAlone, type Unused, unusedOf } from '../rule-matches.ts';
import { whenInView } from './in-view.ts';

export function RuleMark({ row, client }: { row: Row; client: ReportClient }) {
  const place = useRef<HTMLSpanElement>(null);
  const [latest, setLatest] = useState<{ of: Row; unused: Unused | null } | null>(null);
  const isWanted = !client.isSample && isInRulesAlone(row);
  useEffect(() => {
    const element = place.current;
    if (!isWanted || !element) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    whenInView(element, signal)
      .then(() => unusedOf(row, client, signal))
      .then((unused) => signal.aborted || setLatest({ of: row, unused }));
    return () => gone.abort();
  }, [row, isWanted, client]);
  if (!isWanted) return null;
  const answer = latest?.of === row ? latest : null;
  const unused = answer?.unused;
  return (
    <span
      ref={place}
      class={unused ? 'mark' : undefined}
      // Takes no gap in its line until it says something.
      style={unused ? undefined : { position: 'absolute' }}
      title={unused?.text}
      data-use={answer ? (unused?.kind ?? 'unknown') : undefined}
    >
      {unused && (unused.kind === 'unmatched' ? message('unmatched') : message('undrawn'))}
    </span>
  );
}
