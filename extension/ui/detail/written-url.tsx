/** The written URL split into parts. Each part is colored and named, and each mark is explained. */

import { useState } from 'preact/hooks';
import type { PartKind, Run } from '../../../src/data-url/anatomy.ts';
import type { Mark } from '../../../src/report/marks.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Address } from '../../platform/surface-messages.ts';
import type { MarkedAnatomy, Row } from '../../platform/surface-updates.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { focusOn } from '../parts/focus-on.ts';
import type { ReportClient } from '../report-client.ts';
import { visibleText } from '../text/format.ts';
import { findingText, isolated } from '../text/row-texts.ts';

/** Maximum length, in code units, of each part that the legend shows. */
const maxPartLength = 60;

/** Maximum number of parts that the legend lists. */
const maxParts = 16;

interface Props {
  row: Row;
  address: Address;
  client: ReportClient;
  /** The prefix of the ids of all elements for this data: URL. */
  prefix: string;
  /** Whether some parts of the URL were assumed, because the text that contains it lacks them. */
  isAssumed?: boolean;
}

export const findingId = (prefix: string, finding: number): string => `${prefix}-finding-${finding}`;
/** The id of the element at the position of a finding. */
export const placeId = (prefix: string, finding: number): string => `${prefix}-place-${finding}`;
const noteId = (prefix: string, mark: number): string => `${prefix}-note-${mark}`;

export function AnatomyView({ row, address, client, prefix, isAssumed = false }: Props) {
  // The version changes with the findings, because the marks belong to them.
  const version = row.findings.map(({ messageId, start }) => `${messageId} ${start}`).join();
  const anatomy = useAnswer<MarkedAnatomy>(client, { type: 'anatomy', ...address }, version);
  return (
    <section class="anatomy" data-waiting={anatomy === undefined ? '' : undefined}>
      <h3>{isAssumed ? message('assumedUrl') : message('writtenUrl')}</h3>
      {anatomy ? (
        <TakenApart anatomy={anatomy} prefix={prefix} />
      ) : (
        <>
          <p class="written">
            {visibleText(row.head)}
            {row.length > row.head.length && '…'}
          </p>
          {anatomy === null && <p class="note">{message('bodyGone')}</p>}
        </>
      )}
    </section>
  );
}

function TakenApart({ anatomy, prefix }: { anatomy: MarkedAnatomy; prefix: string }) {
  const { runs, marked } = anatomy;
  const [about, setAbout] = useState('');
  const targetOf = (mark: number) => {
    const finding = marked[mark]?.finding ?? null;
    return finding === null ? noteId(prefix, mark) : findingId(prefix, finding);
  };
  const notes = [...marked.entries()].filter(([, { finding }]) => finding === null);
  return (
    <>
      {/* The paragraph scrolls. Without marks, nothing in it is focusable, so the paragraph itself is. */}
      <p class="written" tabIndex={marked.length === 0 ? 0 : undefined} onMouseLeave={() => setAbout('')}>
        {runs.map((run, n) => {
          const first = run.marks[0];
          if (first === undefined || run.text === null) {
            const describe = () => setAbout(aboutRun({ ...run, ...partAround(runs, n) }, marked));
            return <Plain key={run.start} run={run} describe={describe} />;
          }
          const describe = () => setAbout(aboutRun(run, marked));
          const isFirst = !runs[n - 1]?.marks.includes(first);
          return (
            <a
              key={run.start}
              id={isFirst ? markId(prefix, first, marked) : undefined}
              class={`part part-${run.kind} marked`}
              href={`#${targetOf(first)}`}
              tabIndex={isFirst ? 0 : -1}
              aria-describedby={targetOf(first)}
              title={aboutRun(run, marked)}
              onMouseEnter={describe}
              onFocus={describe}
              onBlur={() => setAbout('')}
              onClick={(event) => {
                event.preventDefault();
                focusOn(targetOf(first));
              }}
            >
              {visibleText(run.text)}
            </a>
          );
        })}
      </p>
      <p class="anatomy-about" aria-hidden="true">
        {about || message('anatomyHint')}
      </p>
      <Legend runs={runs} />
      {notes.length > 0 && (
        <details>
          <summary>{message('writingNotes', notes.length, formatNumber(notes.length))}</summary>
          <ul class="writing-notes">
            {notes.map(([n, mark]) => (
              <li key={n} id={noteId(prefix, n)} tabIndex={-1}>
                {findingText(mark)}{' '}
                <button
                  type="button"
                  class="link"
                  data-action="to-place"
                  onClick={() => focusOn(markId(prefix, n, marked))}
                >
                  {message('position', formatNumber(mark.start))}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const markId = (prefix: string, mark: number, marked: readonly Mark[]): string => {
  const finding = marked[mark]?.finding ?? null;
  return finding === null ? `${prefix}-mark-${mark}` : placeId(prefix, finding);
};

function Plain({ run, describe }: { run: Run; describe: () => void }) {
  const { kind, text, start, end } = run;
  if (text === null) {
    return <span class="elided">{message('leftOut', end - start, formatNumber(end - start))}</span>;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the legend has the same text for people without a mouse
    <span class={`part part-${kind}`} title={partName(kind)} onMouseEnter={describe}>
      {visibleText(text)}
    </span>
  );
}

const partName = (kind: PartKind): string => message(`part_${kind}`);

/** The range of code units from `start`. The displayed end is the last code unit. */
const rangeText = (start: number, end: number): string =>
  end - start === 1 ? formatNumber(start) : isolated(`${formatNumber(start)}–${formatNumber(end - 1)}`);

/** The start and end of the part to which a run belongs. A part is divided by its marks. */
function partAround(runs: readonly Run[], n: number): Pick<Run, 'start' | 'end'> {
  const { kind, start, end } = runs[n]!;
  let [first, last] = [n, n];
  while (runs[first - 1]?.kind === kind) first--;
  while (runs[last + 1]?.kind === kind) last++;
  return { start: runs[first]?.start ?? start, end: runs[last]?.end ?? end };
}

/** The name and position of a part or of a marked run in it, and the texts of its marks. */
const aboutRun = ({ kind, start, end, marks }: Run, marked: readonly Mark[]): string =>
  [
    `${partName(kind)}, ${rangeText(start, end)}`,
    ...marks.flatMap((n) => (marked[n] ? [findingText(marked[n])] : [])),
  ].join(' · ');

interface LegendPart {
  kind: PartKind;
  text: string;
  length: number;
}

/** Lists every part by name, with its text if that is short, because colors alone are not enough. */
function Legend({ runs }: { runs: readonly Run[] }) {
  const parts: LegendPart[] = [];
  for (const [n, { kind, text, start, end }] of runs.entries()) {
    if (kind === 'delimiter') continue;
    const last = parts.at(-1);
    if (last && runs[n - 1]?.kind === kind) {
      last.text += text ?? '';
      last.length += end - start;
    } else parts.push({ kind, text: text ?? '', length: end - start });
  }
  return (
    <dl class="legend">
      {parts.slice(0, maxParts).map(({ kind, text, length }, n) => (
        <div key={n} class={`part-${kind}`}>
          <dt>{partName(kind)}</dt>
          <dd>
            {kind === 'body' || kind === 'trimmed' || length > maxPartLength ? (
              message('codeUnits', length, formatNumber(length))
            ) : (
              <bdi dir="ltr">{visibleText(text)}</bdi>
            )}
          </dd>
        </div>
      ))}
      {parts.length > maxParts && (
        <div>{message('morePlaces', parts.length - maxParts, formatNumber(parts.length - maxParts))}</div>
      )}
    </dl>
  );
}
