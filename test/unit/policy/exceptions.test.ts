/** Tests the exceptions that a person can make for a disallowed type: narrowest first, and none without an effect. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdit } from '../../../src/policy/edit.ts';
import { exceptionsFor, type OwnPolicies } from '../../../src/policy/exceptions.ts';
import { decidedBy, emptyPolicy, mergePolicies } from '../../../src/policy/policy.ts';
import type { OwnPolicy } from '../../../src/policy/policy-types.ts';
import { type Destination, destinations } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';

const svg = 'image/svg+xml';
const site = '127.0.0.1:8123';
const none: OwnPolicies = { user: emptyPolicy, administrator: emptyPolicy };
const of = (own: Partial<OwnPolicies>, where: string | null = site, essence = svg) =>
  exceptionsFor({ ...none, ...own }, where, essence, 'iframe');
const exceptions = (...args: Parameters<typeof of>) =>
  of(...args).map(({ exception: { destinations, site } }) => `${destinations ?? 'any'} ${site}`);

test('one use on one site with its port comes first, then wider exceptions with what else they allow', () => {
  assert.deepEqual(exceptions({}), [`iframe ${site}`, `any ${site}`, 'iframe 127.0.0.1', 'iframe null']);
  const uses = of({}).map((choice) => choice.uses.join(' '));
  const frames = 'script iframe frame object embed worker document form';
  assert.deepEqual(
    [uses[0], uses[1]?.split(' ').sort(), uses[2]],
    ['iframe', frames.split(' ').sort(), 'iframe'],
  );
  assert.deepEqual(exceptions({}, 'file:'), ['iframe file:', 'any file:', 'iframe null']);
  assert.deepEqual(exceptions({}, null), []);
});

test('an exception that others overrule is not offered', () => {
  const disallow = [{ pattern: svg }];
  assert.deepEqual(exceptions({ administrator: { version: 1, disallow } }), []);
  assert.deepEqual(exceptions({ administrator: { version: 1, locked: true } }), []);
  assert.deepEqual(exceptions({ user: { version: 1, sites: { '127.0.0.1': { disallow } } } }), [
    `iframe ${site}`,
    `any ${site}`,
    'iframe 127.0.0.1',
  ]);
  assert.deepEqual(exceptions({ user: { version: 1, sites: { [site]: { disallow } } } }), [
    `iframe ${site}`,
    `any ${site}`,
  ]);
  const administrator: OwnPolicy = { version: 1, disallow: [{ pattern: '*/*', destinations: ['object'] }] };
  for (const { uses } of of({ administrator })) assert.ok(!uses.includes('object'));
  assert.deepEqual(exceptions({}, site, 'image/*'), []);
});

test('each exception allows the uses that it names, no others, and nothing on other ports unless it says so', () => {
  const type = { pattern: fc.constantFrom(svg, '*/*', 'image/*', 'text/html') };
  const entry = fc.record({
    ...type,
    destinations: fc.uniqueArray(fc.constantFrom(...destinations), { minLength: 1 }),
  });
  const part = fc.record({ disallow: fc.array(entry), allow: fc.array(entry) });
  const own = fc.record({
    disallow: fc.array(entry),
    allow: fc.array(entry),
    sites: fc.dictionary(fc.constantFrom(site, '127.0.0.1', '*.0.0.1'), part),
    locked: fc.boolean(),
  });
  const isAllowed = (policies: OwnPolicies, where: string, essence: string, use: Destination) =>
    !decidedBy(mergePolicies(policies, where), essence, use)?.severity;
  fc.assert(
    fc.property(own, own, fc.constantFrom(...destinations), (mine, theirs, use) => {
      const policies: OwnPolicies = {
        user: { version: 1, ...mine, locked: false },
        administrator: { version: 1, ...theirs },
      };
      for (const { exception, uses } of exceptionsFor(policies, site, svg, use)) {
        const { policy: user } = applyEdit(policies.user, { type: 'allow', ...exception, on: true });
        const then = { ...policies, user };
        for (const each of destinations) {
          const was = isAllowed(policies, site, svg, each);
          assert.equal(isAllowed(then, site, svg, each), was || uses.includes(each), each);
          const other = isAllowed(policies, '127.0.0.1:8124', svg, each);
          if (exception.site === site) assert.equal(isAllowed(then, '127.0.0.1:8124', svg, each), other);
          assert.equal(
            isAllowed(then, site, 'text/html', each),
            isAllowed(policies, site, 'text/html', each),
            'another type',
          );
        }
      }
    }),
    runs(100),
  );
});
