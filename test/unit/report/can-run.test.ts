import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canRunIn, canRunInReport, dangersIn, runsByEffect } from '../../../src/report/can-run.ts';
import { effectCountsOf } from '../../../src/report/effects.ts';
import type { DataUrl, Finding } from '../../../src/report/report.ts';
import { runTimeOf } from '../../../src/report/run-time.ts';
import type { Occurrence, StateKind } from '../../../src/vocabulary.ts';
import { dataUrl, finding, occurrence, report } from './reports.ts';

const at = (
  destination: Occurrence['destination'],
  kind: StateKind | null,
  rest: Partial<Occurrence> = {},
): Occurrence => occurrence({ destination, ...(kind && { state: { kind, by: 'predicted' } }), ...rest });

test('the time at an occurrence, by its outcome', () => {
  const blocked = at('document', 'not-requested', {
    state: { kind: 'not-requested', by: 'predicted', reason: 'top-level-navigation' },
  });
  const cases: [Occurrence, ReturnType<typeof runTimeOf>][] = [
    [at('iframe', 'loaded'), 'now'],
    [at('object', 'unknown'), 'now'],
    [at('script', null), 'now'],
    [at('worker', 'loaded'), 'now'],
    [at('script', 'loaded', { element: 'link' }), null],
    [at('iframe', 'not-requested'), 'shown'],
    [at('embed', null, { inert: true }), 'shown'],
    [at('iframe', 'download'), 'opened'],
    [at('iframe', 'loaded', { use: 'sandbox ' }), null],
    [at('iframe', 'unknown', { use: 'sandbox allow-popups\nallow-top-navigation' }), null],
    [at('iframe', 'loaded', { use: 'sandbox allow-popups Allow-Forms' }), null],
    [at('iframe', 'loaded', { use: 'sandbox allow-forms allow-scripts' }), 'now'],
    [at('script', 'loaded', { use: 'sandbox ' }), 'now'],
    [at('iframe', 'blocked'), null],
    [at('script', 'refused'), null],
    [at('iframe', 'not-shown'), null],
    [at('iframe', 'loaded', { removedAt: '2026-01-01T00:00:00Z' }), null],
    [
      at('script', 'not-requested', {
        state: { kind: 'not-requested', by: 'predicted', reason: 'data-block' },
      }),
      null,
    ],
    [at('document', 'unknown'), 'clicked'],
    [at('form', null), 'clicked'],
    [at('document', 'not-requested'), 'opened'],
    [blocked, 'entered'],
    [{ ...blocked, place: 'meta-refresh' }, 'entered'],
    [at('document', 'unknown', { place: 'meta-refresh' }), 'now'],
    [at('download', 'download'), 'opened'],
    [at('image', 'loaded'), null],
    [at('none', null, { place: 'comment' }), null],
  ];
  for (const [each, time] of cases) assert.equal(runTimeOf([each]), time, JSON.stringify(each));
});

test('of several occurrences the earliest time counts', () => {
  const many = Array.from({ length: 2000 }, () => at('document', 'not-requested'));
  assert.equal(runTimeOf([...many, at('iframe', 'loaded'), at('download', null)]), 'now');
  assert.equal(runTimeOf([]), null);
});

const runs = finding({ rule: 'active-content', effect: 'can-run', message: 'Runs.' });
const deceives = finding({ rule: 'phishing', effect: 'deceives', severity: 'warning', message: 'Deceives.' });
const disallows = finding({ effect: 'can-run', message: 'Disallowed.' });
const disallowed: DataUrl['disallowed'] = {
  pattern: 'text/html',
  destination: 'iframe',
  type: 'declared',
  by: 'default',
};

test('what says more than that a type is disallowed takes its place', () => {
  assert.deepEqual(dangersIn([disallows, runs]), [runs]);
  assert.deepEqual(dangersIn([disallows]), [disallows]);
  assert.deepEqual(dangersIn([finding({ effect: 'costs' })]), []);
});

test('those that run come by their time, then by severity; of those that deceive only what opens', () => {
  const of = (sha256: string, occurrences: Occurrence[], findings: Finding[], rest: Partial<DataUrl> = {}) =>
    dataUrl({ sha256, occurrences, findings, ...rest });
  const found = canRunInReport(
    report(
      [
        of('picture', [at('image', 'loaded')], [deceives]),
        of('blocked', [at('iframe', 'blocked')], [runs]),
        of('link', [at('document', 'not-requested')], [deceives]),
        of('page', [at('object', 'loaded')], [finding({ effect: 'advice' })]),
        of('script', [at('script', 'loaded')], [disallows], { disallowed }),
        of('frame', [at('iframe', 'loaded')], [{ ...runs, severity: 'warning' }], { disallowed }),
        of('calm', [at('iframe', 'loaded')], []),
      ],
      { findings: [finding({ ...runs, rule: 'csp', dataUrls: ['page'] })] },
    ),
  );
  assert.deepEqual(
    found.map(({ dataUrl: { sha256, runs: time }, findings, isDisallowed }) => [
      sha256,
      time,
      findings.map(({ rule }) => rule).join(),
      isDisallowed,
    ]),
    [
      ['page', 'now', 'csp', false],
      ['script', 'now', 'disallowed-type', false],
      ['frame', 'now', 'active-content', true],
      ['link', 'opened', 'phishing', false],
      ['blocked', null, 'active-content', false],
    ],
  );
  assert.deepEqual(canRunIn([]), []);
});

test('what can run is apart from what only deceives, as it is counted', () => {
  const frame = [at('iframe', 'loaded')];
  const page = report([
    dataUrl({ sha256: 'deceptive', occurrences: frame, findings: [deceives] }),
    dataUrl({ sha256: 'both', occurrences: frame, findings: [disallows, deceives] }),
    dataUrl({ sha256: 'blocked', occurrences: [at('iframe', 'blocked')], findings: [disallows, deceives] }),
  ]);
  const groups = runsByEffect(canRunInReport(page)).map(({ effect, runs: found }) => [
    effect,
    ...found.map(({ dataUrl: { sha256 } }) => sha256),
  ]);
  assert.deepEqual(groups, [
    ['can-run', 'both', 'blocked'],
    ['deceives', 'deceptive'],
  ]);
  assert.equal(effectCountsOf(page).get('can-run'), 2);
  assert.deepEqual(runsByEffect([]), []);
});
