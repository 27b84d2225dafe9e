import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inspect } from '../../../src/inspect.ts';
import { findPasted } from '../../../src/pasted/pasted.ts';
import { defaultPolicy, mergePolicies } from '../../../src/policy/policy.ts';
import { ruleDocs } from '../../../src/rules/docs.ts';
import { judge, verdictKey } from '../../../src/rules/index.ts';
import { destinations, type Occurrence, places } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { occurrence } from './subject.ts';

const dropped = { cause: 'blank', line: 1, column: 1, start: 0, end: 0 } as const;
const disguised = 'photo\u202egpj.exe';
/** Each property with some of its values, regardless of whether a rule depends on them. */
const properties: { [Name in keyof Occurrence]?: readonly (Occurrence[Name] | undefined)[] } = {
  place: places,
  destination: destinations,
  element: ['img', 'script', 'link', 'use', 'a', 'style', 'object', 'path'],
  name: ['src', 'href', 'importmap', 'download', '@import', 'cursor'],
  inert: [false, true],
  fileName: [undefined, 'photo.jpg', disguised, 'setup.exe'],
  use: [
    undefined,
    'module',
    'text/plain',
    'text/javascript;x',
    'stylesheet',
    'preload',
    'modulepreload',
    'icon',
    'sandbox ',
    'sandbox allow-scripts',
  ],
  assumed: [undefined, 'type'],
  frame: ['https://example.com/', 'data:text/html,x'],
  selector: ['#a', 'body > a'],
  rule: [undefined, '.a', '@font-face'],
  face: [undefined, 'Inter 700'],
  label: [undefined, { by: 'alt', text: disguised }],
  cost: [0, 40, 200_000],
  dropped: [
    undefined,
    dropped,
    { ...dropped, cause: 'quote' },
    { ...dropped, hasFallback: true },
    { ...dropped, isMeant: true },
  ],
};

const anOccurrence = fc
  .record(
    Object.fromEntries(
      Object.entries(properties).map(([name, values]) => [name, fc.constantFrom(...(values as unknown[]))]),
    ),
  )
  .map((parts) => ({ ...occurrence('image'), ...parts }) as Occurrence);

test('occurrences with equal keys get the same verdicts', async () => {
  const urls = ruleDocs.flatMap(({ examples }) => findPasted(examples.bad).map(({ written }) => written));
  const inspections = await Promise.all([...new Set([...urls, 'data:,'])].map((url) => inspect(url)));
  assert.ok(inspections.length > 30, `${inspections.length} data: URLs`);
  const allowing = mergePolicies({ user: { version: 1, allow: [{ pattern: '*/*' }] } }, null);
  const verdictsOf = (inspection: (typeof inspections)[number], one: Occurrence) =>
    [defaultPolicy, allowing].flatMap((policy) =>
      judge({ inspection, occurrences: [one], policy }).findings.map(
        ({ rule, severity, messageId }) => `${rule} ${severity} ${messageId}`,
      ),
    );
  /**
   * Two random occurrences rarely have the same key, so the second is a copy of the first in which one property comes
   * from another occurrence.
   */
  const pair = fc
    .tuple(anOccurrence, anOccurrence, fc.constantFrom(...Object.keys(properties)))
    .map(([one, other, name]) => [one, { ...one, [name]: other[name as keyof Occurrence] }] as const);
  let equal = 0;
  fc.assert(
    fc.property(pair, ([one, other]) => {
      if (verdictKey(one) !== verdictKey(other as Occurrence)) return;
      equal++;
      for (const inspection of inspections)
        assert.deepEqual(
          verdictsOf(inspection, other as Occurrence),
          verdictsOf(inspection, one),
          inspection.head,
        );
    }),
    runs(5000, 250),
  );
  assert.ok(equal > 50, `${equal} pairs`);
});
