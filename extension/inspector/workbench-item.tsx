/**
 * Shows one data: URL on the workbench: its parts, its readings by the standards, and the same details as for a page's
 * URL.
 */

import { useId } from 'preact/hooks';
import { withPlainComma } from '../../src/pasted/altered.ts';
import type { Pasted } from '../../src/pasted/pasted.ts';
import type { Policy } from '../../src/policy/policy-types.ts';
import { detailFor } from '../platform/answers.ts';
import { message } from '../platform/i18n.ts';
import type { Detail } from '../platform/surface-updates.ts';
import { Actions } from '../ui/detail/actions.tsx';
import { NestedUrls } from '../ui/detail/data-url-view.tsx';
import { FactsOfBody, FactsOfRow } from '../ui/detail/facts-table.tsx';
import { FindingView } from '../ui/detail/finding.tsx';
import { Preview } from '../ui/detail/preview.tsx';
import { References } from '../ui/detail/reference-list.tsx';
import { AnatomyView, findingId, placeId } from '../ui/detail/written-url.tsx';
import { useAnswer } from '../ui/hooks/use-answer.ts';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportClient } from '../ui/report-client.ts';
import { visibleText } from '../ui/text/format.ts';
import { ExternalBodyView } from './external-body-view.tsx';
import { Readings, useOthers } from './reading-table.tsx';
import type { BenchEntry } from './source.ts';
import { Forms } from './url-forms.tsx';
import { Verdicts } from './verdicts.tsx';

interface Props {
  entry: BenchEntry;
  client: ReportClient;
  policy: Policy;
  /** Replaces the text on the workbench. */
  onOther: (text: string) => void;
}

/** Maximum length, in code units, of the displayed part of another reading. */
const shownOfReading = 60;

/** Another reading, truncated and made safe to show. The end at which it differs is kept. */
export function readingText(reading: string, differsAt: 'start' | 'end'): string {
  if (reading.length <= shownOfReading) return visibleText(reading);
  return visibleText(
    differsAt === 'end' ? `…${reading.slice(-shownOfReading)}` : `${reading.slice(0, shownOfReading)}…`,
  );
}

/** Whether a reading of a truncated URL mistakes the mark of the truncation for a part of the data. */
const hasMark = ({ isCutOff, written }: Pasted, reading: string): boolean =>
  isCutOff && reading.startsWith(written);

export function BenchItem({ entry: { item, dataUrl }, client, policy, onOther }: Props) {
  const prefix = useId();
  const detail = dataUrl && detailFor(dataUrl, null);
  const question = detail && ({ type: 'detail', id: detail.sha256 } as const);
  const decision = useAnswer<Detail>(client, question, dataUrl)?.decision ?? null;
  const pagePolicy = { ...policy, site: null };
  const { pasted, written } = item;
  const others = useOthers(detail && written);
  return (
    <article class="detail" data-bench-item={item.id} aria-labelledby={`${prefix}-heading`}>
      <h2 id={`${prefix}-heading`}>
        {visibleText(detail === null ? message('otherUrl') : (detail.essence ?? message('brokenUrl')))}
      </h2>
      {pasted && pasted.undone.length > 0 && (
        <p class="note">{message('escapesUndone', pasted.undone.join(', '))}</p>
      )}
      {pasted?.isCutOff && <p class="note">{message('assumedCutOff')}</p>}
      {pasted?.assumed === 'scheme' && <p class="note">{message('assumedScheme')}</p>}
      {pasted?.assumed === 'type' && <p class="note">{message('assumedType', detail?.essence ?? '')}</p>}
      {pasted?.otherReadings.map((reading) => (
        <p key={reading} class="note">
          {hasMark(pasted, reading) ? message('otherReadingMark') : message('otherReading')}{' '}
          <button type="button" data-action="other-reading" onClick={() => onOther(reading)}>
            {readingText(reading, reading === withPlainComma(pasted.written) ? 'start' : 'end')}
          </button>
        </p>
      ))}
      {pasted?.externalBody && <ExternalBodyView body={pasted.externalBody} />}
      {detail && (
        <>
          {others && <Verdicts detail={detail} others={others} />}
          <AnatomyView
            row={detail}
            address={{ id: detail.sha256 }}
            client={client}
            prefix={prefix}
            isAssumed={pasted?.assumed === 'type' || pasted?.assumed === 'scheme'}
          />
          {detail.findings.length === 0 && (
            <p class="note" data-none="findings">
              <Icon name="check" /> {message('nothingFlagged')}
            </p>
          )}
          {detail.findings.length > 0 && (
            <ul class="findings">
              {detail.findings.map((finding, n) => (
                <FindingView
                  key={`${finding.rule} ${finding.messageId} ${finding.start}`}
                  id={findingId(prefix, n)}
                  placeId={placeId(prefix, n)}
                  finding={finding}
                  policy={pagePolicy}
                  client={client}
                  written={detail}
                />
              ))}
            </ul>
          )}
          <Actions row={detail} address={{ id: detail.sha256 }} client={client} />
          <Preview
            key={detail.sha256}
            row={detail}
            address={{ id: detail.sha256 }}
            client={client}
            payload={detail.payload}
            decision={decision}
          />
          <Readings detail={detail} written={written} others={others} />
          <Forms detail={detail} written={written} />
          <section>
            <h3>{message('facts')}</h3>
            <FactsOfRow row={detail} />
          </section>
          {detail.payload && <FactsOfBody payload={detail.payload} />}
          {detail.payload?.references && <References references={detail.payload.references} />}
          <NestedUrls
            nested={detail.nested}
            left={detail.payload?.nestedLeft ?? 0}
            address={{ id: detail.sha256 }}
            client={client}
            policy={pagePolicy}
          />
        </>
      )}
    </article>
  );
}
