/** Compares two Reports of a page, before and after a change, from exported files or from the page as it is now. */

import type { ComponentChildren } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import {
  type Change,
  type ComparedReport,
  type ComparedUrl,
  compareReports,
  type FindingOf,
  type ReportComparison,
} from '../../src/report/compare-reports.ts';
import { type ReportFileProblem, readReports } from '../../src/report/read-reports.ts';
import { flaggedCount, weightOf } from '../../src/report/totals.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { SeverityMark } from '../ui/parts/severity.tsx';
import { signed } from '../ui/text/direction.ts';
import { findingText } from '../ui/text/finding-text.ts';
import { formatBytes, visibleText } from '../ui/text/format.ts';
import { maxListed, maxReportFile } from './limits.ts';
import { reportOfTab } from './report-of-tab.ts';

interface Chosen {
  name: string;
  reports: ComparedReport[];
  /** The index of the Report, where a file has several. */
  at: number;
}

export function ReportsTool({ isShown, tabId }: { isShown: boolean; tabId: number | null }) {
  const [before, setBefore] = useState<Chosen | null>(null);
  const [after, setAfter] = useState<Chosen | null>(null);
  const comparison = useMemo(() => {
    const from = before?.reports[before.at];
    const to = after?.reports[after.at];
    return from && to ? compareReports(from, to) : null;
  }, [before, after]);
  return (
    <div class="bench" hidden={!isShown}>
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
    </div>
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
    else take(message('pageNow'), await report.text());
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
      <strong>{visibleText(name)}</strong>{' '}
      <span class="dim">
        {visibleText((report?.page.url ?? '').slice(0, 200))},{' '}
        {all === undefined
          ? message('dataUrls', listed, formatNumber(listed))
          : message('partOf', all, formatNumber(listed), formatNumber(all))}
      </span>
    </>
  );
}

function Comparison({ comparison }: { comparison: ReportComparison }) {
  const { before, after, came, went, changed, same, newFindings, goneFindings, isEstimated } = comparison;
  const isSame = [came, went, changed, newFindings, goneFindings].every((list) => list.length === 0);
  return (
    <article class="detail" aria-labelledby="reports-heading" data-comparison>
      <div role="status">
        <h2 id="reports-heading">{isSame ? message('nothingChanged') : message('whatChanged')}</h2>
      </div>
      <TotalsTable before={before} after={after} isEstimated={isEstimated} />
      {isEstimated && <p class="dim">{message('costsEstimated')}</p>}
      <List name="new-findings" title="newFindings" items={newFindings}>
        {(finding) => <FindingLine {...finding} />}
      </List>
      <List name="gone-findings" title="goneFindings" items={goneFindings}>
        {(finding) => <FindingLine {...finding} />}
      </List>
      <List name="changed" title="changedUrls" items={changed}>
        {(change) => <ChangeLine change={change} />}
      </List>
      <List name="came" title="cameUrls" items={came}>
        {(url) => <UrlLine url={url} />}
      </List>
      <List name="went" title="wentUrls" items={went}>
        {(url) => <UrlLine url={url} />}
      </List>
      <p class="dim">{message('sameUrls', same, formatNumber(same))}</p>
    </article>
  );
}

function TotalsTable({
  before,
  after,
  isEstimated,
}: Pick<ReportComparison, 'before' | 'after' | 'isEstimated'>) {
  type Line = [name: string, before: number, after: number, format: (value: number) => string];
  const savings: Line = [message('sizeSavings'), before.savings, after.savings, formatBytes];
  const lines: Line[] = [
    [message('differentUrls'), before.dataUrls, after.dataUrls, formatNumber],
    [message('placesInAll'), before.occurrences, after.occurrences, formatNumber],
    [message('sizeCarried'), before.cost, after.cost, formatBytes],
    [message('sizeRepeated'), before.copiesCost, after.copiesCost, formatBytes],
    ...(isEstimated ? [] : [savings]),
    [message('sizeDecoded'), before.size, after.size, formatBytes],
    [message('errorsAndWarnings'), flaggedCount(before), flaggedCount(after), formatNumber],
  ];
  return (
    <table class="totals">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">{message('property')}</span>
          </th>
          <th scope="col">{message('before')}</th>
          <th scope="col">{message('after')}</th>
          <th scope="col">{message('difference')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, from, to, format]) => (
          <tr key={name} class={from === to ? '' : 'differs'}>
            <th scope="row">{name}</th>
            <td>{format(from)}</td>
            <td>{format(to)}</td>
            <td>{signed(to - from, format)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ListProps<Of> {
  name: string;
  /** Key of a counted text. */
  title: 'newFindings' | 'goneFindings' | 'changedUrls' | 'cameUrls' | 'wentUrls';
  items: readonly Of[];
  children: (item: Of) => ComponentChildren;
}

function List<Of>({ name, title, items, children }: ListProps<Of>) {
  if (items.length === 0) return null;
  const left = items.length - maxListed;
  return (
    <section data-list={name}>
      <h3>{message(`list_${title}`, items.length, formatNumber(items.length))}</h3>
      <ul class="compared">
        {items.slice(0, maxListed).map((item, n) => (
          <li key={n}>{children(item)}</li>
        ))}
      </ul>
      {left > 0 && <p class="dim">{message('morePlaces', left, formatNumber(left))}</p>}
    </section>
  );
}

const typeText = ({ essence }: ComparedUrl): string =>
  visibleText(essence?.slice(0, 100) ?? message('brokenUrl'));

function UrlLine({ url }: { url: ComparedUrl }) {
  const [first] = url.occurrences;
  return (
    <>
      <strong>{typeText(url)}</strong> <span>{formatBytes(weightOf(url.occurrences).cost)}</span>{' '}
      <code class="dim">{visibleText((first?.selector || url.head).slice(0, 120))}</code>
    </>
  );
}

function ChangeLine({ change: { kind, after, costGrew, placesGrew } }: { change: Change }) {
  return (
    <>
      <UrlLine url={after} /> <span class="tag">{message(`changed_${kind}`)}</span>{' '}
      <span>{message('grewCost', signed(costGrew, formatBytes))}</span>
      {placesGrew !== 0 && (
        <>
          {' '}
          <span>{message('grewPlaces', signed(placesGrew, formatNumber))}</span>
        </>
      )}
    </>
  );
}

const FindingLine = ({ finding, dataUrl }: FindingOf) => (
  <>
    <SeverityMark severity={finding.severity} /> <span>{findingText(finding)}</span>{' '}
    <span class="dim">{dataUrl === null ? message('thePage') : typeText(dataUrl)}</span>
  </>
);
