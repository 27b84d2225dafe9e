/** Handmade subjects of rules. By default, no rule reports anything about them. */

import { defaultPolicy } from '../../../src/policy/policy.ts';
import type { Policy } from '../../../src/policy/policy-types.ts';
import type { Inspection, Reading } from '../../../src/report/report.ts';
import { disallowedIn } from '../../../src/rules/disallowed.ts';
import { type Subject, typesOf } from '../../../src/rules/rule.ts';
import type { Destination, Occurrence } from '../../../src/vocabulary.ts';

export const occurrence = (destination: Destination): Occurrence => ({
  frame: 'https://example.com/',
  place: 'attribute',
  element: 'img',
  name: 'src',
  selector: '#a',
  destination,
  inert: false,
  cost: 40,
});

export const inspection = (parts: Partial<Inspection> = {}): Inspection => ({
  sha256: '0'.repeat(64),
  length: 40,
  head: 'data:image/png;base64,',
  mimeType: 'image/png',
  essence: 'image/png',
  charset: { declared: null, used: null },
  encoding: 'base64',
  size: 12,
  bodySha256: '1'.repeat(64),
  detectedType: 'image/png',
  problem: null,
  payload: reading({ detectedType: 'image/png' }),
  ...parts,
});

/** Returns the result of reading an unremarkable body. */
export const reading = (parts: Partial<Reading> = {}): Reading => ({
  detectedType: null,
  detectedBy: null,
  encodedAs: null,
  trailing: null,
  cutOff: null,
  invalid: null,
  polyglot: [],
  pdf: null,
  facts: null,
  references: null,
  bidiFileName: null,
  unread: [],
  lints: [],
  cost: null,
  disguise: null,
  nested: [],
  nestedLeft: 0,
  otherwise: [],
  ...parts,
});

export function subject(parts: Partial<Inspection> = {}, ...used: Destination[]): Subject {
  const made = inspection(parts);
  const occurrences = (used.length > 0 ? used : (['image'] as const)).map(occurrence);
  return withPolicy({ inspection: made, occurrences, nested: [], ...typesOf(made) }, defaultPolicy);
}

/** Returns the same subject with another policy. */
export const withPolicy = (of: Omit<Subject, 'policy' | 'disallowed'>, policy: Policy): Subject => ({
  ...of,
  policy,
  disallowed: disallowedIn({ ...of, policy }),
});

/** Returns the properties of an Inspection that depend on the media type. */
export const declared = (essence: string): Partial<Inspection> => ({ mimeType: essence, essence });
