import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Affecting, standsFor } from '../../../src/report/effects.ts';
import type { Finding } from '../../../src/report/report.ts';
import { type Effect, effects } from '../../../src/vocabulary.ts';
import { finding } from './reports.ts';

const item = (parts: Partial<Affecting> & { effects?: Effect[] }): Affecting => ({
  sha256: 'a',
  findings: (parts.effects ?? []).map((effect) => finding({ effect })),
  disallowed: null,
  state: null,
  isWeak: false,
  removedAt: null,
  ...parts,
});
/** Returns the effects that each finding represents. */
const stoodFor = (of: Affecting, about: Finding[] = []) =>
  [...of.findings, ...about].map((each) => effects.filter((effect) => standsFor(effect, each, of, about)));

const disallowed = { pattern: 'a/b', destination: 'iframe', type: 'declared', by: 'user' } as const;
const blocked = { kind: 'blocked', by: 'seen' } as const;

test('an effect without a finding of its own is explained by dangers, else by the most severe finding', () => {
  const runs = item({ effects: ['not-shown', 'can-run', 'deceives', 'costs'], disallowed });
  assert.deepEqual(stoodFor(runs), [[], ['not-allowed'], ['not-allowed'], []]);
  assert.deepEqual(stoodFor({ ...runs, isWeak: true }), [[], [], [], []]);
  const failed = item({ effects: ['can-run', 'costs'], state: blocked });
  assert.deepEqual(stoodFor(failed), [['not-shown'], []]);
  assert.deepEqual(stoodFor(item({ effects: ['costs', 'advice'], disallowed })), [['not-allowed'], []]);
});

test('a finding of the effect explains it, that of the page too', () => {
  assert.deepEqual(stoodFor(item({ effects: ['can-run', 'not-allowed'], disallowed })), [[], []]);
  const onPage = [finding({ effect: 'not-shown', dataUrls: ['a'] })];
  assert.deepEqual(stoodFor(item({ effects: ['costs'], state: blocked }), onPage), [[], []]);
});
