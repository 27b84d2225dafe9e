/** Messages from a page's process or from a surface are accepted only in exactly the allowed form. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as esbuild from 'esbuild';
import { withoutIssues } from '../../../extension/build/without-issues.ts';
import * as frameMessages from '../../../extension/platform/frame-messages.ts';
import { inlineLength } from '../../../extension/platform/limits.ts';
import * as surfaceMessages from '../../../extension/platform/surface-messages.ts';
import { root } from '../../../src/cli/project.ts';

/** The readers as the extension's build makes them: without the descriptions of mistakes. */
const { outputFiles } = await esbuild.build({
  stdin: {
    contents: "export * from './frame-messages.ts'; export * from './surface-messages.ts';",
    resolveDir: `${root}/extension/platform`,
  },
  bundle: true,
  format: 'esm',
  write: false,
  plugins: [withoutIssues],
});
const built = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);

/** Both forms of a reader, which must return the same. */
const bothOf =
  <Result>(name: string, read: (message: unknown) => Result) =>
  (message: unknown): Result => {
    const result = read(message);
    assert.deepEqual(built[name](message), result);
    return result;
  };
const readFrameMessage = bothOf('readFrameMessage', frameMessages.readFrameMessage);
const readSurfaceMessage = bothOf('readSurfaceMessage', surfaceMessages.readSurfaceMessage);

const id = '0123456789abcdef'.repeat(4);
const occurrence = {
  place: 'attribute',
  element: 'img',
  name: 'src',
  selector: '#a',
  destination: 'image',
  inert: false,
};
const sighting = { key: 0, text: 'data:,x', occurrences: [occurrence] };
const child = { url: 'https://example.com/frame', isAccessible: true, reason: 'no-answer' };
const unreachable = { at: null, kind: 'frame', url: 'https://example.com/', reason: 'cross-origin' };
const request = {
  destination: 'image',
  status: 200,
  error: null,
  initiator: null,
  startedAt: '2026-01-01T00:00:00Z',
};
const long = 'x'.repeat(4097);

type Message = Record<string, unknown>;

const goodFrame: Record<string, Message> = {
  'nothing found': { type: 'found', sightings: [] },
  found: { type: 'found', sightings: [sighting, { key: 7, occurrences: [] }] },
  'found, as a Blob': { type: 'found', sightings: [{ ...sighting, text: new Blob(['data:,x']) }] },
  'found, as long as a text may be': {
    type: 'found',
    sightings: [{ ...sighting, text: 'x'.repeat(inlineLength) }],
  },
  'found, with what its element shows': {
    type: 'found',
    sightings: [{ ...sighting, occurrences: [{ ...occurrence, sight: 'not-shown' }] }],
  },
  'what elements show by now': {
    type: 'seen',
    seen: [
      { key: 0, occurrence: 3, sight: 'loaded' },
      { key: 1, occurrence: 0, sight: null },
    ],
  },
  'a policy that is enforced': { type: 'policy', text: "img-src 'self'" },
  unreachable: { type: 'unreachable', unreachable: [unreachable] },
  'unreachable, and where': {
    type: 'unreachable',
    unreachable: [{ ...unreachable, at: { element: 'link', selector: '#a' } }],
  },
  changed: {
    type: 'changed',
    changes: [
      { key: 0, occurrence: 1, removedAt: 1.5 },
      { key: 0, occurrence: 1, removedAt: null },
    ],
  },
  'the first message': {
    type: 'started',
    url: '',
    isAccessible: true,
    isQuirky: false,
    charset: 'UTF-8',
    lineage: { own: '0 ', parent: '' },
  },
  'the frames of a document': { type: 'frames', frames: [child] },
  'out of sight': { type: 'unwatched' },
  'a sign of life': { type: 'alive' },
  done: { type: 'done', title: '', frames: [child], policies: ['x'], scanMs: 0, longestTaskMs: 1.5 },
  'an answer of text': { type: 'answer', request: 3, value: 'data:,x' },
  'an answer of a Blob': { type: 'answer', request: 3, value: new Blob(['x']) },
  'an answer of a key': { type: 'answer', request: 0, value: 4 },
  'an answer of yes': { type: 'answer', request: 0, value: true },
  'no answer': { type: 'answer', request: 0, value: null },
};

const goodSurface: Record<string, Message> = {
  open: { type: 'open', tabId: 1, scan: 'if-needed', byAction: true },
  follow: { type: 'follow' },
  'open and read now': { type: 'open', tabId: 0, scan: 'now', byAction: false },
  detail: { type: 'detail', request: 0, id },
  body: { type: 'body', request: 1, id },
  'a body within a body': { type: 'body', request: 1, id, path: [id, id] },
  anatomy: { type: 'anatomy', request: 1, id },
  written: { type: 'written', request: 1, id },
  'keep-log': { type: 'keep-log' },
  navigated: { type: 'navigated', keep: true },
  headers: {
    type: 'headers',
    policies: [{ text: "img-src 'self'", reportOnly: false }],
    links: [{ url: 'https://example.com/', text: '<data:,x>; rel=preload' }],
  },
  'a sheet that DevTools have': { type: 'sheet-loaded', url: 'https://example.com/a.css' },
  marked: { type: 'marked', request: 3, name: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d' },
  csp: { type: 'csp', request: 3 },
  mark: { type: 'mark', request: 3, id, occurrence: 0, name: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d' },
  show: { type: 'show', request: 3, id, occurrence: 0, outlines: 'instead' },
  report: { type: 'report', request: 4 },
  'watch the page': { type: 'watch', what: 'page', on: true },
  'watch the site no more': { type: 'watch', what: 'site', on: false },
  'no network': { type: 'network', sightings: [], coverage: null },
  network: {
    type: 'network',
    coverage: 'whole',
    sightings: [
      { key: 0, text: 'data:,x', request, nth: 1, destination: 'image', file: null },
      { key: 0, request: null, nth: 0, destination: 'empty', file: 'https://a.example/a.js' },
      { key: 1, text: new Blob(['data:,x']), request: null, nth: 0, destination: 'empty', file: null },
    ],
  },
};

describe('what may be sent is read as it is', () => {
  for (const [name, message] of Object.entries(goodFrame)) {
    test(`from a frame: ${name}`, () => assert.deepEqual(readFrameMessage(message), message));
  }
  for (const [name, message] of Object.entries(goodSurface)) {
    test(`from a surface: ${name}`, () => assert.deepEqual(readSurfaceMessage(message), message));
  }
});

test('neither may send what the other may', () => {
  for (const message of Object.values(goodFrame)) assert.equal(readSurfaceMessage(message), null);
  for (const message of Object.values(goodSurface)) assert.equal(readFrameMessage(message), null);
});

test('what is no message at all', () => {
  const nothing = [
    undefined,
    null,
    true,
    0,
    '',
    'found',
    [],
    {},
    () => {},
    Symbol('x'),
    1n,
    new Map(),
    new Blob([]),
  ];
  const kinds = [
    { type: 'other' },
    { type: null },
    { type: 1 },
    { type: ['found'] },
    { type: '__proto__' },
    { type: 'Found' },
  ];
  for (const each of [...nothing, ...kinds, [goodFrame.found], [goodSurface.open]]) {
    assert.equal(readFrameMessage(each), null);
    assert.equal(readSurfaceMessage(each), null);
  }
});

/** Yields the path of every object within a message, so that a test can change that object in a copy. */
function* within(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return;
  if (!Array.isArray(value)) yield path;
  for (const [key, each] of Object.entries(value)) yield* within(each, [...path, key]);
}
const at = (message: unknown, path: string[]): Message =>
  path.reduce((value, key) => (value as Message)[key] as Message, message as Message);

const isOptional = (path: string[], key: string): boolean =>
  key === 'path' ||
  // In an occurrence, `sight` is optional; in a list of sights, it is not.
  (key === 'sight' && path.at(-2) === 'occurrences') ||
  (key === 'text' && ['sightings', 'seen'].includes(path.at(-2) ?? ''));

for (const [who, read, messages] of [
  ['frame', readFrameMessage, goodFrame],
  ['surface', readSurfaceMessage, goodSurface],
] as const) {
  test(`from a ${who}: without any one of its parts it is none`, () => {
    let tried = 0;
    for (const [name, message] of Object.entries(messages)) {
      for (const path of within(message)) {
        for (const key of Object.keys(at(message, path))) {
          if (isOptional(path, key)) continue;
          const copy = structuredClone(message);
          delete at(copy, path)[key];
          assert.equal(read(copy), null, `${name} without ${[...path, key].join('.')}`);
          tried++;
        }
      }
    }
    assert.ok(tried > 15);
  });

  test(`from a ${who}: with a part of the wrong kind it is none`, () => {
    for (const [name, message] of Object.entries(messages)) {
      for (const path of within(message)) {
        for (const key of Object.keys(at(message, path))) {
          for (const wrong of [
            undefined,
            Symbol('x'),
            { a: 1 },
            [['x']],
            Number.NaN,
            Number.POSITIVE_INFINITY,
            -1,
            1n,
          ]) {
            if (wrong === undefined && isOptional(path, key)) continue;
            // Symbols cannot be cloned, so the copy is made before the change.
            const copy = structuredClone(message);
            at(copy, path)[key] = wrong;
            // Infinity is not a valid number of milliseconds, but is harmless.
            const isTime = key.endsWith('Ms') && wrong === Number.POSITIVE_INFINITY;
            if (!isTime)
              assert.equal(read(copy), null, `${name} with ${[...path, key].join('.')} ${String(wrong)}`);
          }
        }
      }
    }
  });

  test(`from a ${who}: what else it carries is left behind`, () => {
    for (const [name, message] of Object.entries(messages)) {
      for (const path of within(message)) {
        const copy = structuredClone(message);
        at(copy, path).extra = 'x';
        assert.deepEqual(read(copy), message, `${name}: ${path.join('.')}`);
      }
    }
  });
}

const badFrame: [name: string, message: Message][] = [
  [
    'a text too long for a message',
    { type: 'found', sightings: [{ ...sighting, text: 'x'.repeat(inlineLength + 1) }] },
  ],
  ['an answer too long for a message', { type: 'answer', request: 0, value: 'x'.repeat(inlineLength + 1) }],
  ['bytes for a text', { type: 'found', sightings: [{ ...sighting, text: new Uint8Array(3) }] }],
  ['an unknown sight', found({ sight: 'blocked' })],
  ['a sight of nothing', { type: 'seen', seen: [{ key: 0, occurrence: 0 }] }],
  ['a sight of no occurrence', { type: 'seen', seen: [{ key: 0, occurrence: -1, sight: 'loaded' }] }],
  [
    'more sights than a message has',
    {
      type: 'seen',
      seen: Array.from({ length: 1001 }, () => ({ key: 0, occurrence: 0, sight: 'loaded' })),
    },
  ],
  ['a policy too long', { type: 'policy', text: 'x'.repeat(16_385) }],
  ['a negative key', { type: 'found', sightings: [{ ...sighting, key: -1 }] }],
  ['half a key', { type: 'found', sightings: [{ ...sighting, key: 0.5 }] }],
  ['a key as text', { type: 'found', sightings: [{ ...sighting, key: '0' }] }],
  ['an object for a list', { type: 'found', sightings: { 0: sighting, length: 1 } }],
  ['an unknown place', found({ place: 'elsewhere' })],
  ['an unknown destination', found({ destination: 'popup' })],
  ['a destination of the prototype', found({ destination: 'constructor' })],
  ['yes as text', found({ inert: 'false' })],
  ['yes as a number', found({ inert: 0 })],
  ['a long element', found({ element: long })],
  ['a long name', found({ name: long })],
  ['a long selector', found({ selector: long })],
  ['a long address of a sheet', found({ sheet: { href: long, nth: 1 } })],
  ['the number of none in a sheet', found({ sheet: { href: '', nth: 0 } })],
  ['a spelling of no bytes', found({ bytes: 0 })],
  ['a spelling of half a byte', found({ bytes: 1.5 })],
  ['a spelling without end', found({ bytes: 1e300 })],
  ['an unknown kind', { type: 'unreachable', unreachable: [{ ...unreachable, kind: 'planet' }] }],
  ['a long address', { type: 'unreachable', unreachable: [{ ...unreachable, url: long }] }],
  ['a long reason', { type: 'unreachable', unreachable: [{ ...unreachable, reason: long }] }],
  ['a change at no time', { type: 'changed', changes: [{ key: 0, occurrence: 0 }] }],
  ['a change of no place', { type: 'changed', changes: [{ key: 0, occurrence: -1, removedAt: 1 }] }],
  [
    'too many changes',
    { type: 'changed', changes: Array(1001).fill({ key: 0, occurrence: 0, removedAt: null }) },
  ],
  [
    'too many policies',
    { type: 'done', title: '', frames: [child], policies: Array(21).fill(''), scanMs: 0, longestTaskMs: 0 },
  ],
  [
    'a long title',
    { type: 'done', title: long, frames: [child], policies: ['x'], scanMs: 0, longestTaskMs: 0 },
  ],
  [
    'a negative time',
    { type: 'done', title: '', frames: [child], policies: ['x'], scanMs: -0.1, longestTaskMs: 0 },
  ],
  ['no time', { type: 'done', title: '', frames: [child], policies: ['x'], scanMs: 0, longestTaskMs: null }],
  ['a negative request', { type: 'answer', request: -1, value: null }],
  ['half a request', { type: 'answer', request: 1.5, value: null }],
  ['an answer of texts', { type: 'answer', request: 1, value: ['x'] }],
  ['an answer of too many keys', { type: 'answer', request: 1, value: Array(10_001).fill(0) }],
  ['a negative answer', { type: 'answer', request: 1, value: -1 }],
];

function found(parts: Message): Message {
  return { type: 'found', sightings: [{ ...sighting, occurrences: [{ ...occurrence, ...parts }] }] };
}

const badSurface: [name: string, message: Message][] = [
  ['a negative tab', { type: 'open', tabId: -1, scan: 'now', byAction: true }],
  ['half a tab', { type: 'open', tabId: 1.5, scan: 'now', byAction: true }],
  ['a tab as text', { type: 'open', tabId: '1', scan: 'now', byAction: true }],
  ['an unknown scan', { type: 'open', tabId: 1, scan: 'always', byAction: true }],
  ['an action as text', { type: 'open', tabId: 1, scan: 'now', byAction: 'true' }],
  ['an id in capitals', { type: 'detail', request: 0, id: id.toUpperCase() }],
  ['an id that is not hexadecimal', { type: 'detail', request: 0, id: id.replace('f', 'g') }],
  ['a path too deep', { type: 'body', request: 0, id, path: Array(6).fill(id) }],
  ['a path of no ids', { type: 'body', request: 0, id, path: ['0'] }],
  ['an id too short', { type: 'body', request: 0, id: id.slice(1) }],
  ['an id too long', { type: 'body', request: 0, id: `${id}0` }],
  ['an id with a line more', { type: 'body', request: 0, id: `${id}\n` }],
  ['an id behind a line', { type: 'body', request: 0, id: `\n${id}` }],
  ['an empty id', { type: 'show', request: 0, id: '', occurrence: 0, outlines: 'instead' }],
  ['a negative occurrence', { type: 'show', request: 0, id, occurrence: -1, outlines: 'instead' }],
  ['half an occurrence', { type: 'show', request: 0, id, occurrence: 0.5, outlines: 'instead' }],
  ['a negative request', { type: 'report', request: -1 }],
  ['a text that is bytes', seen({ text: new Uint8Array(1) })],
  ['an unknown destination', seen({ destination: 'popup' })],
  ['a request with an unknown destination', seen({ request: { ...request, destination: 'popup' } })],
  ['a negative status', seen({ request: { ...request, status: -1 } })],
  ['a name that is none', { ...goodSurface.mark, name: 'x' }],
  ['a sighting without a key', seen({ key: undefined })],
  [
    'too many sightings',
    {
      type: 'network',
      coverage: 'whole',
      sightings: Array(501).fill({ key: 0, request: null, nth: 0, destination: 'image', file: null }),
    },
  ],
  ['half a status', seen({ request: { ...request, status: 200.5 } })],
  ['half a count', seen({ nth: 0.5 })],
  ['a long error', seen({ request: { ...request, error: long } })],
  ['a long initiator', seen({ request: { ...request, initiator: long } })],
  ['a time that is a number', seen({ request: { ...request, startedAt: 0 } })],
];

function seen(parts: Message): Message {
  const sighting = {
    key: 0,
    text: 'data:,x',
    request: null,
    nth: 0,
    destination: 'image',
    file: null,
    ...parts,
  };
  return { type: 'network', coverage: 'whole', sightings: [sighting] };
}

describe('what may not be sent from a frame', () => {
  for (const [name, message] of badFrame) test(name, () => assert.equal(readFrameMessage(message), null));
});
describe('what may not be sent from a surface', () => {
  for (const [name, message] of badSurface) test(name, () => assert.equal(readSurfaceMessage(message), null));
});

test('a surface sets rules, on sites as a policy names them', () => {
  const off = { type: 'severity', rule: 'disallowed-type', site: 'example.com:8443', severity: 'off' };
  assert.deepEqual(readSurfaceMessage(off), off);
  assert.notEqual(readSurfaceMessage({ ...off, site: null, severity: null }), null);
  for (const wrong of [
    { site: 'https://example.com/' },
    { site: '' },
    { site: 'example.com:0' },
    { rule: '__proto__' },
    { severity: 'fatal' },
  ]) {
    assert.equal(readSurfaceMessage({ ...off, ...wrong }), null, JSON.stringify(wrong));
  }
});

test('a surface allows types for some uses or for every use', () => {
  const allow = { type: 'allow', request: 1, pattern: 'a/b', destinations: ['iframe'], site: null, on: true };
  assert.deepEqual(readSurfaceMessage(allow), allow);
  const { destinations: _, ...everyUse } = allow;
  assert.deepEqual(readSurfaceMessage(everyUse), everyUse);
  for (const wrong of [{ destinations: [] }, { destinations: ['page'] }, { pattern: 'a' }, { on: 1 }])
    assert.equal(readSurfaceMessage({ ...allow, ...wrong }), null, JSON.stringify(wrong));
});

test('from a frame: that it stands in a sheet, spelled in another way', () => {
  const message = found({ bytes: 9, sheet: { href: 'https://e.example/', nth: 2 } });
  assert.deepEqual(readFrameMessage(message), message);
});
