/** Subjects of rules, made by hand: what a case does not name is innocent. */
import { defaultPolicy } from '../../../src/policy.ts';
import type { Inspection, Reading } from '../../../src/report/report.ts';
import type { Subject } from '../../../src/rules/rule.ts';
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
  payload: reading(),
  ...parts,
});

/** What reading a body tells that has nothing remarkable. */
export const reading = (parts: Partial<Reading> = {}): Reading => ({
  detectedType: null,
  detectedBy: null,
  encodedAs: null,
  trailing: null,
  polyglot: [],
  pdf: null,
  facts: null,
  references: null,
  turnedName: null,
  sending: null,
  unread: [],
  lints: [],
  cost: null,
  disguise: null,
  nested: [],
  nestedLeft: 0,
  otherwise: [],
  ...parts,
});

export const subject = (parts: Partial<Inspection> = {}, ...used: Destination[]): Subject => ({
  inspection: inspection(parts),
  occurrences: (used.length > 0 ? used : (['image'] as const)).map(occurrence),
  policy: defaultPolicy,
  nested: [],
});

/** The parts of an Inspection that a media type decides. */
export const declared = (essence: string): Partial<Inspection> => ({ mimeType: essence, essence });
