/** Makes the Report of the sample page, with the same core as for any page, and provides the client that shows it. */

import { parsePolicies } from '../../../src/csp/csp.ts';
import { inspect } from '../../../src/inspect.ts';
import { outcomeOf } from '../../../src/outcome/predict-outcome.ts';
import { stateOf } from '../../../src/outcome/state.ts';
import { mergePolicies } from '../../../src/policy/policy.ts';
import type { Policy } from '../../../src/policy/policy-types.ts';
import type { DataUrl, Report } from '../../../src/report/report.ts';
import { jsonTextsOf } from '../../../src/report/report-json.ts';
import { blobOf } from '../../../src/report/text-blob.ts';
import { totalsOf } from '../../../src/report/totals.ts';
import { judge, judgePage } from '../../../src/rules/index.ts';
import { rowFor } from '../../platform/answers.ts';
import { editUserPolicy, loadPolicies, watchPolicies } from '../../platform/settings.ts';
import type { ReportClient, ReportState } from '../../ui/report-client.ts';
import { firstReport, type HeldReport, type ReportEvent, reduceReport } from '../../ui/report-state.ts';
import { benchClient, type Held } from '../workbench-client.ts';
import { page, policies, type SampleUrl, sampleUrls } from './sample-page.ts';

const browser = location.protocol === 'moz-extension:' ? 'Firefox' : 'Chromium';

/** Decodes and judges one data: URL of the sample as if it were on a page, and predicts its states. */
async function readSample({ written, occurrences }: SampleUrl, policy: Policy): Promise<Held> {
  const inspection = await inspect(written);
  const enforced = policies.flatMap((each) => parsePolicies({ ...each, browser }));
  const dataUrl: DataUrl = { ...inspection, occurrences, ...judge({ inspection, occurrences, policy }) };
  const seen = { sight: undefined, requests: [], isReported: false, isWhole: false };
  for (const occurrence of occurrences) {
    const outcome = outcomeOf(dataUrl, occurrence.destination, { browser });
    occurrence.state = stateOf(occurrence, { ...seen, policies: enforced, browser, outcome });
  }
  return { written, dataUrl };
}

function reportOf(dataUrls: DataUrl[], policy: Policy): Report {
  const findings = judgePage({ page, dataUrls, csp: policies, policy });
  return {
    version: 2,
    page,
    unreachable: [],
    timing: { scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    totals: totalsOf(dataUrls, findings),
    dataUrls,
    findings,
  };
}

/** Shows the sample, judged by the current policies, through a client like that of a tab. */
export function connectSample(onChange: (state: ReportState) => void): ReportClient {
  let shown: HeldReport = firstReport;
  let held = new Map<string, Held>();
  let report: Report | null = null;
  const apply = (event: ReportEvent) => {
    shown = reduceReport(shown, event);
    // No page was scanned, so there is no time of a scan.
    onChange({ ...shown, readAt: null });
  };
  const read = async () => {
    const policy = mergePolicies(await loadPolicies(), null);
    const all = await Promise.all(sampleUrls().map((each) => readSample(each, policy)));
    const dataUrls = all.map(({ dataUrl }) => dataUrl);
    held = new Map(all.map((each) => [each.dataUrl.sha256, each]));
    report = reportOf(dataUrls, policy);
    const { dataUrls: _listed, version: _version, ...overview } = report;
    const rows = dataUrls.flatMap((each) => rowFor(each) ?? []);
    apply({ type: 'reset' });
    apply({ type: 'rows', updates: [{ type: 'rows', rows, gone: [] }] });
    apply({
      type: 'state',
      state: { kind: 'done', at: Date.now() },
      overview,
      origin: '',
      watching: { page: false, isLive: false, site: null },
      policy: { site: null, rules: policy.rules, ruledBy: policy.ruledBy },
      cspRequest: null,
    });
  };
  void read();
  watchPolicies(() => void read());
  const bench = benchClient(
    (id) => held.get(id),
    (name, undo) => apply({ type: 'kept', ruling: { what: 'muted', name, site: null, undo } }),
  );
  return {
    ...bench,
    isSample: true,
    async ask(question) {
      if (question.type !== 'report') return bench.ask(question);
      return report && blobOf(jsonTextsOf(report), 'application/json');
    },
    async undo(ruling) {
      await editUserPolicy(ruling.undo);
      apply({ type: 'undone', ruling });
    },
    closeRuling: () => apply({ type: 'kept', ruling: null }),
  };
}
