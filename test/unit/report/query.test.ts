import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  parseQuery,
  type Searched,
  type Surroundings,
  stateNames,
  wordsOf,
} from '../../../src/report/query.ts';
import { stateKinds } from '../../../src/vocabulary.ts';

const searched = (own: Partial<Searched> = {}): Searched => ({
  sha256: 'ab12',
  head: 'data:image/png;base64,iVBORw0KGgo',
  length: 5000,
  mimeType: 'image/png',
  essence: 'image/png',
  detectedType: 'image/webp',
  charset: { declared: null, used: null },
  encoding: 'base64',
  size: 4096,
  bodySha256: 'cd34',
  problem: null,
  disallowed: null,
  findings: [
    {
      rule: 'large-inline',
      severity: 'info',
      category: 'performance',
      effect: 'costs',
      messageId: 'large-in-css',
      args: {},
      message: 'It is large.',
      start: 0,
      end: 5000,
      help: '#large-inline',
    },
  ],
  weight: { cost: 12_000, texts: 2, least: 6000 },
  isUnused: false,
  places: [
    {
      frame: 'https://example.com/a',
      place: 'attribute',
      element: 'img',
      name: 'src',
      selector: 'nav > img.Logo',
      destination: 'image',
    },
  ],
  occurrenceCount: 3,
  states: ['loaded'],
  isWeak: false,
  removedAt: null,
  name: null,
  isRequestedOnly: false,
  ...own,
});

const around: Surroundings = {
  isDuplicate: false,
  isRepairable: false,
  effects: new Set(['can-run'] as const),
};
const parsed = (query: string) => parseQuery(query, (each) => wordsOf(each, () => 'Sie ist groß.'));
const finds = (query: string, own?: Partial<Searched>, where = around): boolean =>
  parsed(query).matches(searched(own), where);

test('what there is to find is found by it, and not by anything else', () => {
  const cases: [found: string, not: string][] = [
    ['', 'nowhere'],
    ['   ', '-png'],
    ['png', 'gif'],
    ['PNG', '"p n g"'],
    ['iVBOR', 'iVBOX'],
    ['groß', 'klein'],
    ['nav', 'footer'],
    ['"nav > img"', '"nav  > img"'],
    ['type:image/*', 'type:text/*'],
    ['type:image/webp', 'type:image/gif'],
    ['type:web', 'type:svg'],
    ['TYPE:Image/PNG', 'type:*/*+xml'],
    ['text:base64', 'text:BASE65'],
    ['rule:large', 'rule:small'],
    ['severity:info', 'severity:error'],
    ['category:perf', 'category:security'],
    ['place:attr', 'place:srcset'],
    ['destination:image', 'destination:script'],
    ['element:img', 'element:a'],
    ['selector:logo', 'selector:src'],
    ['frame:example.com', 'frame:example.org'],
    ['encoding:base64', 'encoding:percent'],
    ['hash:ab', 'hash:b1'],
    ['hash:cd34', 'hash:34'],
    ['size>4k', 'size>4.1k'],
    ['size>=4096', 'size>4096'],
    ['size=4KiB', 'size=4k'],
    ['size<4.1kB', 'size<4096'],
    ['size<=1M', 'size>=1MiB'],
    ['length:5000', 'length:5001'],
    ['places>2', 'places>3'],
    ['-is:flagged', 'is:flagged'],
    ['-is:broken', 'is:broken'],
    ['png webp -gif', 'png gif'],
    ['-"nav > a"', '-"nav > img"'],
    ['data:image', 'data:text'],
    ['size>', 'size>0 nowhere'],
    ['type:', 'type:x'],
  ];
  for (const [found, not] of cases) {
    assert.equal(finds(found), true, `${found} finds it`);
    assert.equal(finds(not), false, `${not} does not`);
  }
});

test('states', () => {
  const states: [string, Partial<Searched>][] = [
    ['is:broken', { problem: { code: 'no-comma', args: {}, message: '', start: 0, end: 0 }, size: null }],
    ['is:broken', { findings: searched().findings.map((each) => ({ ...each, rule: 'cut-off-file' })) }],
    ['is:disallowed', { disallowed: { pattern: 'a/b', destination: 'image', type: 'declared', by: 'user' } }],
    ['is:quoted', { isWeak: true }],
    ['is:gone', { removedAt: '2020-01-01T00:00:00Z' }],
    ['is:empty', { size: 0 }],
    // At least one of the occurrences has this state.
    ...stateKinds
      .filter((kind) => kind !== 'loaded')
      .map((kind): [string, Partial<Searched>] => [`is:${kind}`, { states: ['loaded', kind] }]),
    ...(['blocked', 'refused', 'not-shown'] as const).map((kind): [string, Partial<Searched>] => [
      'is:failed',
      { states: [kind] },
    ]),
    ['-is:loaded', { states: ['unknown'] }],
    [
      'is:security',
      { findings: searched().findings.map((each) => ({ ...each, severity: 'error', category: 'security' })) },
    ],
    ['awesome', { name: { text: 'Font Awesome', by: 'font' } }],
    ['is:flagged', { findings: searched().findings.map((each) => ({ ...each, severity: 'warning' })) }],
  ];
  for (const [query, own] of states) {
    assert.equal(finds(query, own), true, query);
    assert.equal(finds(query), false, query);
  }
  assert.equal(finds('is:duplicate', {}, { ...around, isDuplicate: true }), true);
  assert.equal(finds('is:repairable'), false);
  assert.equal(finds('is:repairable', {}, { ...around, isRepairable: true }), true);
  assert.equal(finds('is:duplicate'), false);
});

test('what a broken URL does not have is neither large nor small', () => {
  assert.equal(finds('size>0', { size: null }), false);
  assert.equal(finds('size<1M', { size: null }), false);
  assert.equal(finds('-size>0', { size: null }), true);
});

test('a term without meaning is reported with its position, and ignored', () => {
  const { problems, matches } = parsed('png size>x4 is:nice');
  assert.deepEqual(problems, [
    { code: 'not-a-quantity', value: 'x4', known: [], start: 4, end: 11 },
    { code: 'unknown-state', value: 'nice', known: stateNames, start: 12, end: 19 },
  ]);
  assert.equal(matches(searched(), around), true);
});

test('names of what every object has are no fields and no states', () => {
  assert.equal(finds('constructor:x'), false);
  assert.deepEqual(parsed('constructor:x toString>3').problems, []);
  assert.equal(parsed('is:constructor').problems[0]?.code, 'unknown-state');
});

test('an open quotation mark holds to the end', () => {
  assert.equal(finds('"nav > img'), true);
  assert.equal(finds('"nav > img x'), false);
  assert.equal(finds('"'), true);
  assert.equal(finds('-'), true);
});

test('a long query takes no more than its length', () => {
  const many = 'a'.repeat(100_000);
  assert.equal(finds(many), false);
  assert.equal(finds('-'.repeat(100_000)), true);
  assert.equal(finds(`size>${'9'.repeat(10_000)}`), false);
});
