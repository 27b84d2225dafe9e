import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Affecting, countingFlagged, standsFor } from '../../../src/report/effects.ts';
import type { Finding } from '../../../src/report/report.ts';
import { type Effect, effects } from '../../../src/vocabulary.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { dataUrl, finding, occurrence } from './reports.ts';

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

test('the badge counts data: URLs, each once, and findings about the page; not costs and advice', () => {
  const of = (sha256: string, found: Effect[], parts: Partial<Parameters<typeof dataUrl>[0]> = {}) =>
    dataUrl({ sha256, findings: found.map((effect) => finding({ effect })), ...parts });
  const failed = [occurrence({ state: blocked })];
  const counted = [
    of('both', ['can-run', 'not-allowed', 'costs'], { disallowed }),
    of('deceives', ['deceives']),
    of('blocked', [], { occurrences: failed }),
    of('disallowed', [], { disallowed }),
    of('about', []),
  ];
  const others = [
    of('costs', ['costs', 'advice']),
    of('gone', [], { occurrences: [{ ...failed[0]!, removedAt: '2026-01-01T00:00:00Z' }] }),
    of('quoted', [], { disallowed, occurrences: [occurrence({ place: 'comment', destination: 'none' })] }),
  ];
  const about = finding({ effect: 'not-shown', dataUrls: ['about'] });
  const ofPage = [about, finding({ effect: 'can-run' }), finding({ effect: 'costs', severity: 'error' })];
  assert.equal(atOnce(countingFlagged([...counted, ...others], ofPage)), counted.length + 1);
  assert.equal(atOnce(countingFlagged(others, [])), 0);
});
