/**
 * Tests the decisions of a scan: which frames it waits for, when it starts rounds for missing frames, and when the scan
 * is complete.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type FrameFacts,
  firstRound,
  maxExtraWaits,
  missingFrameRounds,
  nextStep,
  type Round,
  type Step,
  waitsAgain,
} from '../../../../extension/background/scan/frame-wait.ts';
import { messageTimeout } from '../../../../extension/background/timeout.ts';

const [first, second, last] = missingFrameRounds;
const since = 1000;
/** The facts when all frames have finished and none is missing. */
const finished: FrameFacts = {
  now: since,
  since,
  isStopped: false,
  awaited: [],
  isTopDue: false,
  connected: 1,
  mayAnswer: false,
  round: firstRound,
};
const round = (nth: number, end: number | null, connected = 1): Round => ({ nth, end, connected });

const cases: [name: string, facts: Partial<FrameFacts>, step: Step][] = [
  ['all have finished: read', {}, { kind: 'read' }],
  [
    'frames are awaited: until the one that has been silent longest is given up',
    { awaited: [1200, 1100, 1300], mayAnswer: true },
    { kind: 'wait', until: 1100 + messageTimeout, round: firstRound },
  ],
  [
    'the top document may still connect: from the beginning of the wait',
    { isTopDue: true, now: 1500 },
    { kind: 'wait', until: since + messageTimeout, round: firstRound },
  ],
  ['it has not for too long: read', { isTopDue: true, now: since + messageTimeout }, { kind: 'read' }],
  [
    'a frame is missing: a first round',
    { mayAnswer: true, now: 1500 },
    { kind: 'wait', until: 1500 + first, round: round(0, 1500 + first) },
  ],
  [
    'the round goes on after a change',
    { mayAnswer: true, now: 1600, round: round(0, 1750) },
    { kind: 'wait', until: 1750, round: round(0, 1750) },
  ],
  [
    'another frame has connected: the round is extended',
    { mayAnswer: true, now: 1700, connected: 2, round: round(0, 1750) },
    { kind: 'wait', until: 1700 + first, round: round(0, 1700 + first, 2) },
  ],
  [
    'but not for longer than a page may be silent',
    { mayAnswer: true, now: since + messageTimeout, connected: 2, round: round(1, 1750) },
    { kind: 'ask-again', round: round(2, null, 2) },
  ],
  [
    'the round is over: the frames are asked again',
    { mayAnswer: true, now: 1750, round: round(0, 1750) },
    { kind: 'ask-again', round: round(1, null) },
  ],
  [
    'each round has its own length',
    { mayAnswer: true, now: 2000, round: round(1, null) },
    { kind: 'wait', until: 2000 + second, round: round(1, 2000 + second) },
  ],
  [
    'after the last round: read',
    { mayAnswer: true, round: round(missingFrameRounds.length, null) },
    { kind: 'read' },
  ],
  ['the user has stopped the scan: read', { isStopped: true, awaited: [1000] }, { kind: 'read' }],
];

for (const [name, facts, step] of cases)
  test(name, () => assert.deepEqual(nextStep({ ...finished, ...facts }), step));

test('where a missing frame never connects, all rounds take their time, and nothing else', () => {
  let facts: FrameFacts = { ...finished, mayAnswer: true };
  const steps: string[] = [];
  for (let step = nextStep(facts); step.kind !== 'read'; step = nextStep(facts)) {
    steps.push(step.kind);
    facts = { ...facts, round: step.round, now: step.kind === 'wait' ? step.until : facts.now };
  }
  assert.equal(facts.now, since + first + second + last);
  assert.deepEqual(
    steps,
    missingFrameRounds.flatMap(() => ['wait', 'ask-again']),
  );
});

test('a scan waits again for what is due, a few times for news alone, and never once it is stopped', () => {
  const read = { isStopped: false, due: 0, hasNews: false, extraWaits: 0 };
  assert.equal(waitsAgain(read), false);
  assert.equal(waitsAgain({ ...read, due: 1, extraWaits: maxExtraWaits }), true);
  assert.equal(waitsAgain({ ...read, hasNews: true, extraWaits: maxExtraWaits - 1 }), true);
  assert.equal(waitsAgain({ ...read, hasNews: true, extraWaits: maxExtraWaits }), false);
  assert.equal(waitsAgain({ ...read, isStopped: true, due: 1, hasNews: true }), false);
});
