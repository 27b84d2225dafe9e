/** Collects the known Content Security Policies and links of a page. */

import type { CspPolicy } from '../../../src/csp/csp.ts';
import { withoutFragment } from '../../../src/uri/fragment.ts';
import type { Scan } from './model.ts';

/** The policies in the server's headers, each with its source; null if unknown. */
export function headerPoliciesOf({
  tab: { network },
  cspRequest,
}: Scan): Pick<CspPolicy, 'source' | 'text' | 'reportOnly'>[] | null {
  if (network.headers) return network.headers.policies.map((each) => ({ ...each, source: 'header' }));
  if (cspRequest?.kind !== 'answered') return null;
  return cspRequest.policies.map((each) => ({ ...each, source: 'header without cookies' }));
}

/** The known `Link` fields, by the URL of their document. */
export const linksOf = ({ tab: { network }, cspRequest }: Scan): ReadonlyMap<string, string> =>
  new Map(
    [...(network.headers?.links ?? []), ...(cspRequest?.kind === 'answered' ? cspRequest.links : [])].map(
      ({ url, text }) => [withoutFragment(url), text],
    ),
  );

/** The URL of the top document, in the form that its frame and its occurrences use. */
export const topOf = ({ page, frames }: Scan): string => frames.get(0)?.url ?? page.url;

/** The policies that apply to the top document, one per line. */
export const ownPolicies = (scan: Scan): string =>
  policiesOf(scan)
    .filter(({ frame, reportOnly }) => frame === topOf(scan) && !reportOnly)
    // Line breaks within a policy become spaces, because line breaks separate the policies here. Other characters, even
    // no-break spaces, are kept.
    .map(({ text }) => text.replaceAll(/[\t\n\f\r ]+/g, ' ').replaceAll(/^ | $/g, ''))
    .join('\n');

/** The policies of all documents. */
export function policiesOf(scan: Scan): CspPolicy[] {
  const frame = topOf(scan);
  const sent = headerPoliciesOf(scan) ?? [];
  return [...scan.policies, ...sent.map((each) => ({ ...each, frame }))];
}
