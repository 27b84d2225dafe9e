/** Computes the costs and states of a scan's occurrences before other code reads them. */

import { type Directives, parsePolicies } from '../../../src/csp/csp.ts';
import type { Outcome } from '../../../src/outcome/outcome-types.ts';
import { outcomeAt } from '../../../src/outcome/predict-outcome.ts';
import { stateOf } from '../../../src/outcome/state.ts';
import { bodyDocuments, chargeCosts, sourceTextOf } from '../../../src/report/source-text.ts';
import type { Entry, Scan } from './model.ts';
import { policiesOf } from './page-csp.ts';

/** The browser, according to the worker's own URL. Without an extension, Chromium is assumed. */
const browser = globalThis.location?.protocol === 'moz-extension:' ? 'Firefox' : 'Chromium';

/**
 * Computes the costs and states of the entries that have changed. Must be called before costs or states are shown: in
 * answers to surfaces, postings, the Report, and its totals.
 */
export function computeOutcomes(scan: Scan): void {
  const { outdated } = scan.entries;
  if (outdated.size === 0) return;
  computeCosts(scan, outdated);
  computeStates(scan, outdated);
  outdated.clear();
}

/** Sets the cost of the occurrences of some entries. */
function computeCosts({ frames, entries: { facts } }: Scan, entries: Iterable<Entry>): void {
  const isInBody = bodyDocuments([...frames.values()]);
  for (const { bytes, dataUrl } of entries)
    chargeCosts(dataUrl.occurrences, (each) => sourceTextOf(bytes, each, facts.get(each), isInBody));
}

function computeStates(scan: Scan, changed: Iterable<Entry>): void {
  const {
    tab,
    entries: { facts },
  } = scan;
  const enforced = directivesByDocument(scan);
  const isWhole = tab.network.coverage === 'whole';
  for (const { dataUrl, requestId } of changed) {
    const { requests = [], occurrences } = dataUrl;
    const isReported = tab.network.byRequest.get(requestId)?.file === null;
    const outcomes = new Map<string, Outcome>();
    for (const occurrence of occurrences) {
      const { frame, destination, element, name, use } = occurrence;
      const known = facts.get(occurrence);
      const isQuirky = known?.inFrame?.frame.isQuirky;
      const key = [destination, isQuirky, element, name, use].join(' ');
      const outcome = outcomes.get(key) ?? outcomeAt(dataUrl, occurrence, { browser, isQuirky });
      outcomes.set(key, outcome);
      occurrence.state = stateOf(occurrence, {
        sight: known?.observed,
        requests,
        isReported,
        isWhole,
        policies: enforced.get(frame) ?? [],
        browser,
        outcome,
      });
    }
  }
}

/** The directives that each document enforces, by the document's URL. */
function directivesByDocument(scan: Scan): Map<string, Directives[]> {
  const enforced = new Map<string, Directives[]>();
  for (const policy of [...policiesOf(scan), ...scan.enforcedPolicies]) {
    if (policy.reportOnly) continue;
    const parsed = parsePolicies({ ...policy, browser });
    enforced.set(policy.frame, [...(enforced.get(policy.frame) ?? []), ...parsed]);
  }
  return enforced;
}
