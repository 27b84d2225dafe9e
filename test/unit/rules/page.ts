/** Handmade pages for the rules about a whole page. */
import type { CspPolicy } from '../../../src/csp/csp.ts';
import { utf8Length } from '../../../src/data-url/pieces.ts';
import { inspect } from '../../../src/inspect.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import type { DataUrl, Finding } from '../../../src/report/report.ts';
import { chargeCosts } from '../../../src/report/source-text.ts';
import { judge, judgePage } from '../../../src/rules/index.ts';
import { place, type Where } from './cases.ts';

export const frame = 'https://example.com/';

export async function dataUrl(written: string, ...where: Where[]): Promise<DataUrl> {
  const inspection = await inspect(written);
  const occurrences = (where.length > 0 ? where : ['image' as const]).map(place);
  chargeCosts(occurrences, () => ({ bytes: utf8Length(written), key: null }));
  return { ...inspection, occurrences, ...judge({ inspection, occurrences, policy: defaultPolicy }) };
}

export const header = (text: string, parts: Partial<CspPolicy> = {}): CspPolicy => ({
  source: 'header',
  reportOnly: false,
  text,
  frame,
  ...parts,
});

export const pageFindings = (
  dataUrls: readonly DataUrl[],
  { csp = [], url = frame }: { csp?: CspPolicy[]; url?: string } = {},
): Finding[] => judgePage({ page: { url }, dataUrls, csp, policy: defaultPolicy });
