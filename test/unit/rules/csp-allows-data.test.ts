import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CspPolicy } from '../../../src/csp/csp.ts';
import type { State } from '../../../src/vocabulary.ts';
import { dataUrl, frame, header, pageFindings } from './page.ts';

const found = (...csp: CspPolicy[]) =>
  pageFindings([], { csp }).map(({ rule, severity, messageId, args }) => {
    assert.equal(rule, 'csp-allows-data');
    return [severity, messageId, args.directive, args.source];
  });
const error = (directive: string, source = 'header') => ['error', 'csp-allows-data', directive, source];

const leaking: [text: string, found: unknown[]][] = [
  ["script-src 'self' data:; object-src 'none'", [error('script-src')]],
  ["script-src-elem data:; script-src 'self'; object-src 'none'", [error('script-src-elem')]],
  ["default-src 'self'; object-src data:", [error('object-src')]],
  ['default-src data:', [error('default-src')]],
  ["default-src 'self' DATA:; script-src 'self'", [error('default-src')]],
  ["default-src 'self'; worker-src data:", [error('worker-src')]],
  ["default-src 'self'; frame-src data:", [['warning', 'csp-allows-documents', 'frame-src', 'header']]],
];
for (const [text, expected] of leaking) {
  test(text, () => assert.deepEqual(found(header(text)), expected));
}

const innocent = [
  "default-src 'self'; img-src 'self' data:; font-src data:",
  "default-src 'self'",
  "default-src data:; script-src 'self'; object-src 'none'; frame-src 'none'; worker-src 'self'",
  "script-src 'strict-dynamic' 'nonce-abc' data:; object-src 'none'",
  'script-src *; object-src *',
  // No browser accepts a data: URL as a base URL.
  "default-src 'self'; base-uri data:",
  "style-src 'unsafe-inline' data:",
  'upgrade-insecure-requests',
  '',
];
for (const text of innocent) test(`innocent: ${text}`, () => assert.deepEqual(found(header(text)), []));

test('innocent: another policy forbids it, or this one only reports', () => {
  assert.deepEqual(found(header("script-src data:, script-src 'self'")), []);
  assert.deepEqual(found(header('script-src data:'), header("default-src 'self'", { source: 'meta' })), []);
  assert.deepEqual(found(header('script-src data:', { reportOnly: true })), []);
});

test('of several policies the one that allows it is named', () => {
  const meta = header('img-src data:', { source: 'meta' });
  const asked = header('script-src data:', { source: 'header without cookies' });
  assert.deepEqual(found(meta, asked), [error('script-src', 'header without cookies')]);
});

test('the policies of another frame are another matter', () => {
  const other = header("script-src 'self'", { frame: 'https://other.example/' });
  assert.deepEqual(found(header('script-src data:', { source: 'meta' }), other), [
    error('script-src', 'meta'),
  ]);
});

test('a data: URL that was seen blocked there says that another policy is at work', async () => {
  const framed = await dataUrl('data:text/html,x', 'iframe');
  const csp = [header('frame-src data:', { source: 'meta' })];
  const foundWith = (by: State['by'], of = frame) => {
    const occurrences = framed.occurrences.map((each) => ({
      ...each,
      frame: of,
      state: { kind: 'blocked', by, directive: 'frame-src' } as const,
    }));
    return pageFindings([{ ...framed, occurrences }], { csp })
      .map(({ rule }) => rule)
      .filter((rule) => rule === 'csp-allows-data');
  };
  assert.deepEqual(foundWith('seen'), []);
  assert.deepEqual(foundWith('devtools'), []);
  assert.deepEqual(foundWith('predicted'), ['csp-allows-data']);
  assert.deepEqual(foundWith('seen', 'https://other.example/'), ['csp-allows-data']);
});
