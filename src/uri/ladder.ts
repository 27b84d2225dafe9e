/** The comparison ladder of rfc2396bis section 6.2 rung by rung, for people to see where two references meet. */
import { compare } from './compare.ts';
import { normalizeCase, normalizeScheme, normalizeSyntax } from './normalize.ts';

export const rungNames = ['string', 'case', 'percent', 'path', 'scheme'] as const;
export type RungName = (typeof rungNames)[number];

export interface Rung {
  name: RungName;
  /** Both as this rung has them; what is equal on one is equal on all above. */
  a: string;
  b: string;
  equal: boolean;
}

/** What each rung makes of a reference, in their order (6.2.1, 6.2.2.1 to 6.2.2.3, 6.2.3). */
const forms: Record<RungName, (reference: string) => string> = {
  string: (reference) => reference,
  case: normalizeCase,
  percent: (reference) => normalizeSyntax(reference, false),
  path: (reference) => normalizeSyntax(reference),
  scheme: normalizeScheme,
};

/** Five rungs, the lowest first. For data: URLs the last compares what they decode to. Linear in both. */
export const ladder = (a: string, b: string): Rung[] =>
  rungNames.map((name) => {
    const form = forms[name];
    const rung = { name, a: form(a), b: form(b) };
    return { ...rung, equal: name === 'scheme' ? compare(a, b) !== 'different' : rung.a === rung.b };
  });
