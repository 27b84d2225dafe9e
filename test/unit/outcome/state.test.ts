/** Tests how the observed, reported and predicted states of an occurrence are combined. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePolicies } from '../../../src/csp/csp.ts';
import { browsers } from '../../../src/mime/documents.ts';
import { elsewhere } from '../../../src/outcome/outcome-types.ts';
import { type Evidence, stateOf } from '../../../src/outcome/state.ts';
import { sights } from '../../../src/outcome/state-words.ts';
import type { DataUrlRequest } from '../../../src/report/report.ts';
import { kindsOf, mostSevereState, stateWords } from '../../../src/report/states.ts';
import { destinations, type Occurrence, places, type State, stateKinds } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { occurrence } from '../report/reports.ts';

const evidence = (given: Partial<Evidence> = {}): Evidence => ({
  sight: undefined,
  requests: [],
  isReported: false,
  isWhole: false,
  policies: [],
  browser: 'Chromium',
  outcome: { kind: 'loads' },
  ...given,
});
const policies = (text: string) => parsePolicies({ source: 'header', reportOnly: false, text });
const request = (given: Partial<DataUrlRequest> = {}): DataUrlRequest => ({
  destination: 'image',
  status: 200,
  error: null,
  initiator: null,
  startedAt: '',
  ...given,
});
const refused: Evidence['outcome'] = { kind: 'refused', reason: 'alphabet' };
const strict = policies("img-src 'none'");

const cases: [what: string, of: Partial<Occurrence>, known: Partial<Evidence>, state: State][] = [
  ['nothing but the prediction', {}, {}, { kind: 'loaded', by: 'predicted' }],
  [
    'of a rule it is not known whether anything is drawn with it',
    { place: 'stylesheet' },
    {},
    { kind: 'unknown', by: 'predicted', reason: 'if-used' },
  ],
  [
    'of a rule whose picture DevTools report',
    { place: 'stylesheet' },
    { isReported: true },
    { kind: 'loaded', by: 'devtools' },
  ],
  [
    'a prediction with its reason',
    {},
    { outcome: refused },
    { kind: 'refused', by: 'predicted', reason: 'alphabet' },
  ],
  ['nothing known', {}, { outcome: { kind: 'unknown' } }, { kind: 'unknown', by: 'predicted' }],
  ['seen as predicted', {}, { sight: 'loaded' }, { kind: 'loaded', by: 'seen' }],
  [
    'shown, though it should be refused',
    {},
    { sight: 'loaded', outcome: refused },
    { kind: 'loaded', by: 'seen', predicted: 'refused' },
  ],
  [
    'not shown, and the prediction says why',
    {},
    { sight: 'not-shown', outcome: refused },
    { kind: 'not-shown', by: 'seen', reason: 'alphabet' },
  ],
  [
    'not shown, and nobody knows why',
    {},
    { sight: 'not-shown' },
    { kind: 'not-shown', by: 'seen', predicted: 'loaded' },
  ],
  [
    'not shown under a policy that blocks it',
    {},
    { sight: 'not-shown', policies: strict, outcome: refused },
    { kind: 'blocked', by: 'seen', directive: 'img-src' },
  ],
  [
    'not shown under a policy that allows it',
    {},
    { sight: 'not-shown', policies: policies('img-src data:') },
    { kind: 'not-shown', by: 'seen', predicted: 'loaded' },
  ],
  [
    'shown under a policy that blocks it',
    {},
    { sight: 'loaded', policies: strict },
    { kind: 'loaded', by: 'seen', predicted: 'blocked' },
  ],
  [
    'a policy before the URL is read',
    {},
    { policies: strict, outcome: refused },
    { kind: 'blocked', by: 'predicted', directive: 'img-src' },
  ],
  [
    'the second policy blocks it, by what stands in for its directive',
    {},
    { policies: policies("img-src data:, default-src 'self'") },
    { kind: 'blocked', by: 'predicted', directive: 'default-src' },
  ],
  [
    'no policy blocks what is not asked for',
    { destination: 'document' },
    { policies: strict, outcome: { kind: 'not-requested', reason: 'top-level-navigation' } },
    { kind: 'not-requested', by: 'predicted', reason: 'top-level-navigation' },
  ],
  [
    'a nonce decides',
    { destination: 'script' },
    { policies: policies("script-src 'nonce-abc'") },
    { kind: 'unknown', by: 'predicted', directive: 'script-src', reason: 'nonce' },
  ],
  ['lazy', {}, { sight: 'lazy' }, { kind: 'not-requested', by: 'seen', reason: 'lazy' }],
  [
    'another candidate, whatever would become of this one',
    {},
    { sight: 'other-chosen', outcome: refused },
    { kind: 'not-requested', by: 'seen', reason: 'other-chosen' },
  ],
  [
    'still loading',
    {},
    { sight: 'pending' },
    { kind: 'unknown', by: 'seen', reason: 'pending', predicted: 'loaded' },
  ],
  [
    'still loading, and DevTools know',
    {},
    { sight: 'pending', isReported: true, requests: [request()] },
    { kind: 'loaded', by: 'devtools' },
  ],
  [
    'a request that succeeded',
    {},
    { isReported: true, requests: [request()] },
    { kind: 'loaded', by: 'devtools' },
  ],
  ['a resource of the page', {}, { isReported: true }, { kind: 'loaded', by: 'devtools' }],
  [
    'a resource that no browser can decode',
    {},
    { isReported: true, outcome: refused },
    { kind: 'refused', by: 'predicted', reason: 'alphabet' },
  ],
  [
    'a request that failed, with what is known of why',
    {},
    { isReported: true, requests: [request({ status: 0, error: 'net::ERR_INVALID_URL' })], outcome: refused },
    { kind: 'refused', by: 'devtools', reason: 'alphabet' },
  ],
  [
    'the happiest request counts',
    {},
    { isReported: true, requests: [request({ status: 0, error: 'x' }), request()] },
    { kind: 'loaded', by: 'devtools' },
  ],
  [
    'the request of its own destination counts',
    {},
    {
      isReported: true,
      requests: [request({ destination: 'empty' }), request({ status: 0, error: 'blocked' })],
    },
    { kind: 'blocked', by: 'devtools', predicted: 'loaded' },
  ],
  [
    'blocked, and a policy is known that does',
    {},
    {
      isReported: true,
      requests: [request({ status: 0, error: 'net::ERR_BLOCKED_BY_CSP' })],
      policies: strict,
    },
    { kind: 'blocked', by: 'devtools', directive: 'img-src' },
  ],
  [
    'not shown, and DevTools know that it was blocked',
    {},
    { sight: 'not-shown', isReported: true, requests: [request({ status: 0, error: 'blocked' })] },
    { kind: 'blocked', by: 'devtools', predicted: 'loaded' },
  ],
  [
    'a request without an outcome, as of a worker',
    { destination: 'worker' },
    { isReported: true, requests: [request({ status: 0, destination: 'worker' })] },
    { kind: 'loaded', by: 'predicted' },
  ],
  [
    'no request of what a policy blocks',
    {},
    { isWhole: true, policies: strict },
    { kind: 'blocked', by: 'predicted', directive: 'img-src' },
  ],
  ['no request where one would be known', {}, { isWhole: true }, { kind: 'not-requested', by: 'devtools' }],
  [
    'no data: URL, of which a list of their requests and a policy say nothing',
    {},
    { isWhole: true, policies: strict, outcome: elsewhere },
    { kind: 'unknown', by: 'predicted' },
  ],
  ['no request, of media', { destination: 'video' }, { isWhole: true }, { kind: 'loaded', by: 'predicted' }],
  [
    'a saved link is no request of the page',
    { destination: 'download' },
    { isReported: true, outcome: { kind: 'download' } },
    { kind: 'download', by: 'predicted' },
  ],
  [
    'a download ends its request',
    { destination: 'iframe' },
    {
      isReported: true,
      requests: [request({ destination: 'iframe', status: 0, error: 'net::ERR_ABORTED' })],
      outcome: { kind: 'download' },
    },
    { kind: 'download', by: 'devtools' },
  ],
  [
    'inert',
    { inert: true },
    { isReported: true, policies: strict },
    { kind: 'not-requested', by: 'predicted', reason: 'inert' },
  ],
  [
    'quoted',
    { place: 'comment', destination: 'none' },
    { isReported: true },
    { kind: 'not-requested', by: 'predicted', reason: 'quoted' },
  ],
  ['an import of a module', { place: 'script', name: 'import' }, {}, { kind: 'loaded', by: 'predicted' }],
  [
    'an address in an import map',
    { place: 'script', name: 'importmap' },
    {},
    { kind: 'unknown', by: 'predicted' },
  ],
  ['code that may run', { place: 'script', name: '' }, {}, { kind: 'unknown', by: 'predicted' }],
  ...(
    [
      ["script-src 'self' data:", { kind: 'not-requested', by: 'predicted' }],
      ["script-src 'strict-dynamic' 'unsafe-inline' data:", { kind: 'not-requested', by: 'predicted' }],
      ["script-src 'nonce-abc' data:", { kind: 'unknown', by: 'predicted' }],
      ["script-src 'unsafe-inline' data:", { kind: 'loaded', by: 'predicted' }],
      ["img-src 'none'", { kind: 'loaded', by: 'predicted' }],
      ["script-src 'unsafe-inline'", { kind: 'blocked', by: 'predicted', directive: 'script-src' }],
    ] as const
  ).map(([csp, state]): (typeof cases)[number] => [
    `an import of an inline module under ${csp}`,
    { place: 'script', name: 'import', destination: 'script' },
    { policies: policies(csp) },
    state,
  ]),
  [
    'code that may request what a policy blocks',
    { place: 'script', name: '', destination: 'empty' },
    { policies: policies("connect-src 'self'") },
    { kind: 'unknown', by: 'predicted' },
  ],
  [
    'code that has requested what a policy blocks',
    { place: 'script', name: '', destination: 'script' },
    {
      policies: policies("script-src 'self'"),
      isReported: true,
      requests: [request({ destination: 'script', status: 0, error: 'net::ERR_BLOCKED_BY_CSP' })],
    },
    { kind: 'blocked', by: 'devtools' },
  ],
  ['a handler', { place: 'other-attribute', name: 'onclick' }, {}, { kind: 'unknown', by: 'predicted' }],
  ['code in a file', { place: 'script', name: '', file: 'a.js' }, {}, { kind: 'loaded', by: 'predicted' }],
  [
    'what was only requested',
    { place: 'network', destination: 'document' },
    { isReported: true, requests: [request({ destination: 'document' })] },
    { kind: 'loaded', by: 'devtools' },
  ],
];

for (const [what, of, known, state] of cases)
  test(`state: ${what}`, () => assert.deepEqual(stateOf(occurrence(of), evidence(known)), state));

test('state: each sight goes before all else, blocked needs a known policy or DevTools, agreement is not reported', () => {
  const anything = fc.record({
    sight: fc.option(fc.constantFrom(...sights), { nil: undefined }),
    requests: fc.array(
      fc.record({
        destination: fc.constantFrom(...destinations),
        status: fc.constantFrom(0, 200),
        error: fc.constantFrom(null, 'blocked', 'net::ERR_FAILED'),
        initiator: fc.constant(null),
        startedAt: fc.constant(''),
      }),
      { maxLength: 3 },
    ),
    isReported: fc.boolean(),
    isWhole: fc.boolean(),
    policies: fc
      .constantFrom('', "img-src 'none'", "default-src 'self'", "script-src 'nonce-a'", 'img-src data:')
      .map(policies),
    browser: fc.constantFrom(...browsers),
    outcome: fc.record({
      isDocument: fc.boolean(),
      kind: fc.constantFrom<Evidence['outcome']['kind']>(
        'loads',
        'refused',
        'download',
        'not-requested',
        'unknown',
      ),
    }),
  });
  const any = fc.record({
    place: fc.constantFrom(...places),
    destination: fc.constantFrom(...destinations),
    inert: fc.boolean(),
  });
  fc.assert(
    fc.property(any, anything, (given, known) => {
      const state = stateOf(occurrence(given), known);
      const { sight, requests, isReported } = known;
      assert.ok(stateKinds.includes(state.kind));
      assert.notEqual(state.predicted, state.kind);
      assert.notEqual(state.predicted, 'unknown');
      if (state.by === 'predicted') assert.equal(state.predicted, undefined);
      if (state.by === 'seen') assert.notEqual(sight, undefined);
      if (state.by === 'devtools') assert.ok(isReported || known.isWhole);
      if (sight === 'loaded') assert.deepEqual([state.kind, state.by], ['loaded', 'seen']);
      if (sight === 'not-shown') assert.ok(['not-shown', 'blocked'].includes(state.kind));
      const isBlockKnown = known.policies.length > 0 || requests.some(({ error }) => error === 'blocked');
      if (state.kind === 'blocked' || state.predicted === 'blocked') assert.ok(isBlockKnown);
      if (state.directive !== undefined) assert.ok(known.policies.length > 0);
    }),
    runs(2000),
  );
});

const at = (kind: State['kind'], given: Partial<Occurrence> = {}) =>
  occurrence({ ...given, state: { kind, by: 'seen' } });

test('the gravest state of what is in use stands for all', () => {
  const kind = (...all: Occurrence[]) => mostSevereState(all)?.kind ?? null;
  assert.equal(kind(), null);
  assert.equal(kind(occurrence()), null);
  assert.equal(kind(at('loaded'), at('blocked'), at('not-shown')), 'blocked');
  assert.equal(kind(at('not-requested'), at('loaded')), 'loaded');
  assert.equal(kind(at('loaded'), at('blocked', { removedAt: '2026-01-01T00:00:00Z' })), 'loaded');
  assert.equal(kind(at('blocked', { removedAt: '2026-01-01T00:00:00Z' })), 'blocked');
  assert.equal(kind(at('loaded'), at('not-requested', { place: 'comment', destination: 'none' })), 'loaded');
  assert.deepEqual(kindsOf([at('loaded'), at('blocked'), at('loaded'), occurrence()]), ['loaded', 'blocked']);
});

test('a state in English', () => {
  assert.equal(stateWords(null), '');
  assert.equal(stateWords({ kind: 'not-shown', by: 'seen' }), 'not shown');
  assert.equal(stateWords({ kind: 'blocked', by: 'seen', directive: 'img-src' }), 'blocked by img-src');
});
