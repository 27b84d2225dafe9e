/** Measures how long the heaviest URLs and pages, one after the other, keep the worker from doing anything else. */
import { anatomyFor, bodyOf, rowFor } from '../../extension/platform/answers.ts';
import { requestIdOf } from '../../src/data-url/request-url.ts';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { copying } from '../../src/report/copy-text.ts';
import { csvOf } from '../../src/report/csv.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/report.ts';
import { withoutReading } from '../../src/report/report-json-form.ts';
import { sarifOf } from '../../src/report/sarif.ts';
import { blobOf } from '../../src/report/text-blob.ts';
import { totaling } from '../../src/report/totals.ts';
import { zipOf } from '../../src/report/zip-of-bodies.ts';
import { ruleDocs } from '../../src/rules/docs.ts';
import { judge, judgingPage } from '../../src/rules/index.ts';
import { inTurns, turn } from '../../src/yield-to-event-loop.ts';
import { heavyQuestions, heavyUrls, largestReport } from '../attack/worker.ts';
import { longestHold } from './hold.ts';
import type { Measured } from './table.ts';

/** Number of samples. The lowest one counts, because other work on the machine only adds to the time. */
const samples = 3;

interface Held {
  was: string;
  hold: number;
}

async function held(was: string, work: () => Promise<unknown>): Promise<Held> {
  let hold = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < samples; sample++) hold = Math.min(hold, await longestHold(work));
  return { was, hold };
}

async function reading(): Promise<Held[]> {
  const holds: Held[] = [];
  for (const { was, make } of heavyUrls) {
    const url = make();
    holds.push(
      await held(was, async () => {
        const inspection = await inspect(url);
        judge({ inspection, occurrences: [], policy: defaultPolicy });
        await requestIdOf(url, inspection.sha256);
      }),
    );
  }
  return holds;
}

/** Answers questions as the worker does. The text arrives from its page as a Blob. */
async function asking(): Promise<Held[]> {
  const holds: Held[] = [];
  for (const { was, asked, make } of heavyQuestions) {
    const url = make();
    const inspection = await inspect(url);
    const judgement = judge({ inspection, occurrences: [], policy: defaultPolicy });
    const dataUrl = { ...inspection, occurrences: [], ...judgement };
    const written = new Blob([url]);
    holds.push(
      await held(was, () => {
        if (asked === 'anatomy') return anatomyFor(dataUrl, written);
        return asked === 'body' ? bodyOf(written) : inTurns(copying(url, asked, dataUrl));
      }),
    );
  }
  return holds;
}

const csp = Array.from({ length: 50 }, (_, n) => ({
  frame: `https://example.com/${n}`,
  source: 'meta' as const,
  text: "default-src 'self'; img-src data:",
  reportOnly: false,
}));

function* jsonOf({ dataUrls }: Report): Generator<string> {
  for (const dataUrl of dataUrls) yield JSON.stringify(withoutReading(dataUrl));
}

async function reporting(): Promise<Held[]> {
  const report = await largestReport();
  const { page, dataUrls } = report;
  const large = { ...report, dataUrls: dataUrls.slice(0, 3) };
  const body = new Blob([new Uint8Array(100)]);
  const largeBody = new Blob([new Uint8Array(20 << 20)]);
  return [
    await held('page judged: 452', () =>
      inTurns(judgingPage({ page, dataUrls, csp, policy: defaultPolicy })),
    ),
    await held('all judged anew: 1,282', async () => {
      for (const inspection of dataUrls) {
        judge({ inspection, occurrences: inspection.occurrences, policy: defaultPolicy });
        await turn();
      }
    }),
    await held('totals: 74', () => inTurns(totaling(dataUrls, []))),
    await held('300 rows: 8', async () => dataUrls.slice(0, 300).map((each) => rowFor(each))),
    await held('JSON: 290', () => blobOf(jsonOf(report))),
    await held('CSV: 438', () => blobOf(csvOf([report]))),
    await held('SARIF: 157', () => blobOf(sarifOf([report], { rules: ruleDocs, version: '1' }))),
    await held('Markdown: 61', () => blobOf(markdownOf([report]))),
    await held('ZIP: 1,767', () => zipOf(report, async () => body)),
    await held('ZIP of 60 MB: 346', () => zipOf(large, async () => largeBody)),
  ];
}

const highestSeverity = (what: string, holds: Held[]): Measured => {
  const sorted = holds.sort((a, b) => b.hold - a.hold);
  return {
    what,
    value: sorted[0]?.hold ?? 0,
    unit: 'ms',
    budget: 50,
    goal: 16,
    note: sorted.map(({ was, hold }) => `${was} → ${hold.toFixed(0)}`).join('; '),
  };
};

export async function workerHold(): Promise<Measured[]> {
  return [
    highestSeverity('the worker held by any one URL that is read, processor time', await reading()),
    highestSeverity('by any one answer about a URL of 10 MB', await asking()),
    highestSeverity('by a page of 25,000 data: URLs in 250,000 places', await reporting()),
  ];
}
