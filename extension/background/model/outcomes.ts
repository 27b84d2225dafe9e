/** Computes the costs and states of a scan's occurrences before other code reads them. */

import { type DocumentPolicies, documentPolicies } from '../../../src/csp/document-policies.ts';
import type { Outcome } from '../../../src/outcome/outcome-types.ts';
import { outcomeAt } from '../../../src/outcome/predict-outcome.ts';
import { stateOf } from '../../../src/outcome/state.ts';
import { bodyDocuments, chargeCosts, sourceTextOf } from '../../../src/report/source-text.ts';
import type { Entry, FrameLink, Scan } from './model.ts';
import { headerPoliciesOf, topOf } from './page-csp.ts';

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
  const known = new Map<FrameLink | string, DocumentPolicies>();
  const isWhole = tab.network.coverage === 'whole';
  for (const { dataUrl, requestId } of changed) {
    const { requests = [], occurrences } = dataUrl;
    const isReported = tab.network.byRequest.get(requestId)?.file === null;
    const outcomes = new Map<string, Outcome>();
    for (const occurrence of occurrences) {
      const { frame, destination, element, name, use } = occurrence;
      const { inFrame, observed } = facts.get(occurrence) ?? {};
      const isQuirky = inFrame?.frame.isQuirky;
      const document = inFrame?.frame ?? frame;
      const policies = known.get(document) ?? policiesAt(scan, inFrame?.frame, frame);
      known.set(document, policies);
      const key = [destination, isQuirky, element, name, use].join(' ');
      const outcome = outcomes.get(key) ?? outcomeAt(dataUrl, occurrence, { browser, isQuirky });
      outcomes.set(key, outcome);
      occurrence.state = stateOf(occurrence, {
        sight: observed,
        requests,
        isReported,
        isWhole,
        ...policies,
        browser,
        outcome,
      });
    }
  }
}

/** The policies of a document; those of its URL if the document is gone, or if a header named the data: URL. */
function policiesAt(scan: Scan, frame: FrameLink | undefined, url: string): DocumentPolicies {
  const isTop = frame ? frame.frameId === 0 : url === topOf(scan);
  const headers = (isTop && headerPoliciesOf(scan)) || [];
  const texts = {
    sent: headers.filter(({ reportOnly }) => !reportOnly).map(({ text }) => text),
    observed: [...(frame?.enforced ?? [])],
    meta: frame?.policies ?? scan.policies.filter((each) => each.frame === url).map(({ text }) => text),
  };
  return documentPolicies(texts, browser);
}
