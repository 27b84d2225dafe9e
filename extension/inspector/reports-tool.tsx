/**
 * Compares two Reports of a page, from before and after a change. Each comes from an exported file or from the current
 * page.
 */

import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { type ComparedReport, compareReports } from '../../src/report/compare-reports.ts';
import { type ReportFileProblem, readReports } from '../../src/report/read-reports.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { formatClock, visibleText } from '../ui/text/format.ts';
import { Bench } from './bench.tsx';
import { Comparison } from './comparison.tsx';
import { reportOfTab } from './report-of-tab.ts';
import type { ToolProps } from './tool-props.ts';

/**
 * Maximum size, in bytes, of a Report's file. A larger file was probably chosen by mistake, and reading it would block
 * the page.
 */
const maxReportFile = 200_000_000;

interface Chosen {
  name: string;
  reports: ComparedReport[];
  /** The index of the chosen Report, because a file may contain several. */
  at: number;
}

export function ReportsTool({ isShown, tabId }: ToolProps) {
  const [before, setBefore] = useState<Chosen | null>(null);
  const [after, setAfter] = useState<Chosen | null>(null);
  const comparison = useMemo(() => {
    const from = before?.reports[before.at];
    const to = after?.reports[after.at];
    return from && to ? compareReports(from, to) : null;
  }, [before, after]);
  return (
    <Bench isShown={isShown}>
      <div class="bench-side">
        <Slot slot="before" label={message('before')} chosen={before} onChoose={setBefore} tabId={tabId} />
        <Slot slot="after" label={message('after')} chosen={after} onChoose={setAfter} tabId={tabId} />
        <p class="dim">{message('reportsHint')}</p>
      </div>
      <div class="bench-main">
        {comparison ? (
          <Comparison comparison={comparison} />
        ) : (
          <p class="detail note">{message('reportsEmpty')}</p>
        )}
      </div>
    </Bench>
  );
}

interface SlotProps {
  slot: 'before' | 'after';
  label: string;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
  tabId: number | null;
}

function Slot({ slot, label, chosen, onChoose, tabId }: SlotProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReportFileProblem | 'too_large' | 'no_answer' | null>(null);
  const [isReading, setIsReading] = useState(false);
  const take = (name: string, text: string) => {
    const read = readReports(text);
    setProblem(read.ok ? null : read.problem);
    if (read.ok) onChoose({ name, reports: read.reports, at: 0 });
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxReportFile) return setProblem('too_large');
    take(file.name, await file.text());
  };
  const readPage = async () => {
    if (tabId === null) return;
    setIsReading(true);
    const report = await reportOfTab(tabId);
    setIsReading(false);
    if (report === null) setProblem('no_answer');
    else take(message('readAt', formatClock(Date.now())), await report.text());
  };
  const prefix = useId();
  return (
    <section
      class="slot"
      data-slot={slot}
      aria-labelledby={prefix}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void open(event.dataTransfer?.files[0]);
      }}
    >
      <h2 id={prefix}>{label}</h2>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={message('chooseReport')}
        onChange={({ currentTarget }) => {
          void open(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <div class="bench-tools">
        <button type="button" data-action={`choose-${slot}`} onClick={() => chooser.current?.click()}>
          <Icon name="file" />
          {message('chooseReport')}
        </button>
        {tabId !== null && (
          <button type="button" data-action={`page-${slot}`} onClick={() => void readPage()}>
            <Icon name="rescan" />
            {message('pageNow')}
          </button>
        )}
      </div>
      <p role="status">
        {isReading ? message('reading') : problem !== null && message(`reportFile_${problem}`)}
        {!isReading && problem === null && chosen && <ChosenReport chosen={chosen} />}
      </p>
      {chosen && chosen.reports.length > 1 && (
        <label>
          {message('whichPage')}{' '}
          <select
            value={chosen.at}
            onChange={({ currentTarget }) => onChoose({ ...chosen, at: Number(currentTarget.value) })}
          >
            {chosen.reports.map(({ page }, n) => (
              <option key={n} value={n}>
                {visibleText((page.title || page.url).slice(0, 100))}
              </option>
            ))}
          </select>
        </label>
      )}
    </section>
  );
}

function ChosenReport({ chosen: { name, reports, at } }: { chosen: Chosen }) {
  const report = reports[at];
  const listed = report?.dataUrls.length ?? 0;
  const all = report?.partOf;
  return (
    <>
      <strong>
        <bdi>{visibleText(name)}</bdi>
      </strong>{' '}
      <span class="dim">
        <bdi dir="ltr">{visibleText((report?.page.url ?? '').slice(0, 200))}</bdi>
        {' · '}
        {all === undefined
          ? message('dataUrls', listed, formatNumber(listed))
          : message('partOf', all, formatNumber(listed), formatNumber(all))}
      </span>
    </>
  );
}
