/** Predicted outcomes, case by case; test/attack/outcome.test.ts asks browsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { browsers } from '../../src/mime/documents.ts';
import type { Outcome, OutcomeContext } from '../../src/outcome/outcome.ts';
import { outcomeOf } from '../../src/outcome/outcome-of.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { png } from './payload/builders.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const picture = base64(png(3, 2));

const outcome = async (
  written: string,
  destination: Destination,
  context: OutcomeContext,
): Promise<Outcome> => outcomeOf(await inspect(written), destination, context);

/** The same in both. */
const both: [string, Destination, Omit<OutcomeContext, 'browser'>, Outcome][] = [
  [`data:image/png;base64,${picture}`, 'image', {}, { kind: 'loads' }],
  [`data:text/plain;base64,${picture}`, 'image', {}, { kind: 'loads', as: 'image/png' }],
  ['data:text/plain,x', 'image', {}, { kind: 'refused', reason: 'not-an-image' }],
  ['data:text/css,x', 'style', {}, { kind: 'loads' }],
  ['data:text/plain,x', 'style', { isQuirky: false }, { kind: 'refused', reason: 'not-a-style-sheet' }],
  ['data:text/plain,x', 'script', { script: 'module' }, { kind: 'refused', reason: 'not-a-module' }],
  ['data:image/png,x', 'script', { script: 'classic' }, { kind: 'loads', as: 'text/javascript' }],
  ['data:text/html,x', 'iframe', {}, { kind: 'loads' }],
  ['data:text/plain,x', 'none', {}, { kind: 'not-requested' }],
  ['data:x', 'image', {}, { kind: 'refused', reason: 'no-comma', start: 6, end: 6 }],
];

test('the same in both browsers', async () => {
  for (const [written, destination, context, expected] of both)
    for (const browser of browsers) {
      const { isDocument: _isDocument, ...known } = await outcome(written, destination, {
        browser,
        ...context,
      });
      assert.deepEqual(known, expected, `${written} as ${destination} in ${browser}`);
    }
});

test('an object goes by the first semicolon in Chromium, be it in the body', async () => {
  const written = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' style='color:red;'/>`;
  const where = { reason: 'not-shown' };
  assert.deepEqual(await outcome(written, 'object', { browser: 'Chromium' }), { kind: 'refused', ...where });
  assert.equal((await outcome(written, 'object', { browser: 'Firefox' })).kind, 'loads');
  assert.equal((await outcome(written, 'image', { browser: 'Chromium' })).kind, 'loads');
  const long = `data:text/x-long,${'x'.repeat(1 << 17)}`;
  assert.equal((await outcome(`${long};`, 'object', { browser: 'Chromium' })).reason, 'type-verbatim');
  assert.deepEqual(await outcome(long, 'object', { browser: 'Chromium' }), {
    kind: 'loads',
    isDocument: true,
  });
});

test('a charset that is no token: Chromium refuses the URL, at the media type', async () => {
  const written = `data:image/png;charset="a b";base64,${picture}`;
  assert.deepEqual(await outcome(written, 'image', { browser: 'Chromium' }), {
    kind: 'refused',
    reason: 'charset-not-token',
    start: 5,
    end: written.indexOf(','),
  });
  assert.deepEqual(await outcome(written, 'image', { browser: 'Firefox' }), { kind: 'loads' });
});

test('a user name stops fetch(), and in Chromium scripts, sheets and frames; a picture is read and shown', async () => {
  const written = `data://u:p@h/;base64,${picture}`;
  const inspection = await inspect(written);
  assert.equal(inspection.problem?.scope, 'fetch');
  assert.equal(inspection.size, png(3, 2).length);
  assert.equal(inspection.detectedType, 'image/png');
  const kinds = (browser: (typeof browsers)[number]) =>
    (['image', 'font', 'script', 'iframe', 'empty'] as const).map(
      (destination) => outcomeOf(inspection, destination, { browser, script: 'classic' }).reason,
    );
  assert.deepEqual(kinds('Chromium'), [
    ...['type-of-path', 'not-a-font', 'credentials', 'credentials', 'credentials'],
  ]);
  assert.deepEqual(kinds('Firefox'), [undefined, 'not-a-font', undefined, undefined, undefined]);
});
