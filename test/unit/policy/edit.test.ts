/** Tests an editor's changes to a policy: nothing else may be modified, and undoing a change must leave no trace. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  addEntry,
  allEntries,
  applyEdit,
  type OwnEntry,
  type PolicyEdit,
  removeEntry,
  setRule,
} from '../../../src/policy/edit.ts';
import { emptyPolicy } from '../../../src/policy/policy.ts';
import type { OwnPolicy } from '../../../src/policy/policy-types.ts';
import { readPolicy } from '../../../src/policy/read-policy.ts';
import { type Destination, destinations, severities } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';

const gif: OwnEntry = { pattern: 'image/gif', destinations: 'any', severity: 'warning', site: null };

describe('an entry', () => {
  const cases: [name: string, entry: OwnEntry, policy: OwnPolicy][] = [
    ['everywhere', gif, { version: 1, disallow: [{ pattern: 'image/gif', severity: 'warning' }] }],
    ['allowed', { ...gif, severity: null }, { version: 1, allow: [{ pattern: 'image/gif' }] }],
    [
      'in some destinations',
      { ...gif, destinations: ['image', 'style'] },
      {
        version: 1,
        disallow: [{ pattern: 'image/gif', destinations: ['image', 'style'], severity: 'warning' }],
      },
    ],
    [
      'of a site',
      { ...gif, severity: null, site: '*.example.com' },
      { version: 1, sites: { '*.example.com': { allow: [{ pattern: 'image/gif' }] } } },
    ],
  ];
  for (const [name, entry, policy] of cases) {
    test(`${name} is written, listed and taken away again`, () => {
      const added = addEntry(emptyPolicy, entry);
      assert.deepEqual(added, policy);
      assert.deepEqual(allEntries(added, 'user'), [{ ...entry, by: 'user' }]);
      assert.deepEqual(allEntries(removeEntry(added, entry), 'user'), []);
    });
  }

  test('takes the place of what was said of the same, however it was said', () => {
    const policy: OwnPolicy = {
      version: 1,
      disallow: [{ pattern: 'image/gif', destinations: ['style', 'image'] }, { pattern: 'image/gif' }],
    };
    const added = addEntry(policy, { ...gif, destinations: ['image', 'style'], severity: null });
    assert.deepEqual(added.disallow, [{ pattern: 'image/gif' }]);
    assert.deepEqual(added.allow, [{ pattern: 'image/gif', destinations: ['image', 'style'] }]);
  });

  test('of one site says nothing of another, or of all', () => {
    const policy = addEntry(addEntry(emptyPolicy, gif), { ...gif, site: 'example.com' });
    assert.deepEqual(removeEntry(policy, { ...gif, site: 'example.com' }), addEntry(emptyPolicy, gif));
    assert.deepEqual(removeEntry(policy, { ...gif, site: 'other.example' }), policy);
  });

  test('whatever is added is read again without a problem, and removed without a trace', () => {
    const entries = fc.record<OwnEntry>({
      pattern: fc.constantFrom('a/b', 'image/*', '*/*+xml', 'group:font'),
      destinations: fc.oneof(
        fc.constant('any' as const),
        fc.uniqueArray(fc.constantFrom(...destinations), { minLength: 1 }),
      ),
      severity: fc.constantFrom(...severities, null),
      site: fc.constantFrom(null, 'example.com', '*.example.com', 'file:'),
    });
    fc.assert(
      fc.property(fc.array(entries), entries, (others, entry) => {
        const before = others.reduce(addEntry, removeEntry(emptyPolicy, entry));
        const after = addEntry(before, entry);
        assert.deepEqual(readPolicy(after), { policy: after, problems: [] });
        assert.ok(allEntries(after, 'user').length <= allEntries(before, 'user').length + 1);
        const left = allEntries(removeEntry(after, entry), 'user');
        assert.deepEqual(left, allEntries(removeEntry(before, entry), 'user'));
        if (others.length === 0) assert.deepEqual(removeEntry(after, entry), emptyPolicy);
      }),
      runs(100),
    );
  });
});

test('a rule is set for all and for one site, and what it was before is kept nowhere', () => {
  const set = setRule(setRule(emptyPolicy, { rule: 'a' }, 'off'), { rule: 'a', site: 'example.com' }, 'info');
  assert.deepEqual(set, {
    version: 1,
    rules: { a: 'off' },
    sites: { 'example.com': { rules: { a: 'info' } } },
  });
  assert.deepEqual(setRule(set, { rule: 'a', site: 'example.com' }, null), {
    version: 1,
    rules: { a: 'off' },
  });
  assert.deepEqual(setRule(setRule(emptyPolicy, { rule: 'a' }, 'off'), { rule: 'a' }, null), emptyPolicy);
});

const allow = (on: boolean, more: { destinations?: Destination[]; pattern?: string } = {}): PolicyEdit => ({
  type: 'allow',
  pattern: 'image/gif',
  site: 'example.com:8443',
  on,
  ...more,
});

test('a type is allowed for a use on a site and no more, and other entries stay', () => {
  const before = addEntry(emptyPolicy, { ...gif, site: 'example.com:8443' });
  const { policy, undo } = applyEdit(before, allow(true, { destinations: ['iframe'] }));
  assert.deepEqual(policy.sites?.['example.com:8443']?.allow, [
    { pattern: 'image/gif', destinations: ['iframe'] },
  ]);
  assert.ok(undo);
  assert.deepEqual(allEntries(applyEdit(policy, undo).policy, 'user'), allEntries(before, 'user'));
  // Exceptions for these patterns are refused, because a page could also declare other types that match them.
  for (const pattern of ['*/*', 'text/*', '*/html', 'text/*+xml', '*/*+xml', 'group:html', 'a/b*'])
    assert.deepEqual(applyEdit(before, allow(true, { pattern })), { policy: before, undo: null }, pattern);
});

test('an edit that changes nothing has nothing to undo', () => {
  const { policy } = applyEdit(emptyPolicy, allow(true));
  assert.equal(applyEdit(policy, allow(true)).undo, null);
  assert.equal(applyEdit(emptyPolicy, allow(false)).undo, null);
  const off = { type: 'severity', rule: 'constructor', site: '__proto__', severity: 'off' } as const;
  const { policy: muted, undo } = applyEdit(emptyPolicy, off);
  assert.deepEqual(undo, { ...off, severity: null });
  assert.equal(applyEdit(muted, off).undo, null);
});

test('an edit is undone exactly, whatever was edited before and meanwhile', () => {
  const site = fc.constantFrom(null, 'a.b', 'a.b:80', '*.b');
  const edits: fc.Arbitrary<PolicyEdit> = fc.oneof(
    fc.record({
      type: fc.constant('allow' as const),
      pattern: fc.constantFrom('image/gif', 'text/html'),
      destinations: fc.option(fc.constantFrom<Destination[]>(['iframe'], ['object', 'iframe']), {
        nil: undefined,
      }),
      site,
      on: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('severity' as const),
      rule: fc.constantFrom('x', 'constructor'),
      site,
      severity: fc.constantFrom(null, 'off' as const, 'info' as const),
    }),
  );
  const keyOf = (edit: PolicyEdit): string => {
    const { site } = edit;
    if (edit.type === 'severity') return JSON.stringify([site, edit.rule]);
    return JSON.stringify([site, edit.pattern, edit.destinations?.toSorted()]);
  };
  const apply = (own: OwnPolicy, all: readonly PolicyEdit[]) =>
    all.reduce((policy, edit) => applyEdit(policy, edit).policy, own);
  const stateOf = (own: OwnPolicy) => [
    new Set(allEntries(own, 'user').map((entry) => JSON.stringify(entry))),
    own.rules ?? {},
    Object.entries(own.sites ?? {})
      .flatMap(([name, { rules = {} }]) =>
        Object.entries(rules).map(([rule, setting]) => [name, rule, setting].join()),
      )
      .sort(),
  ];
  fc.assert(
    fc.property(fc.array(edits), edits, fc.array(edits), (before, edit, meanwhile) => {
      const own = apply(emptyPolicy, before);
      const others = meanwhile.filter((each) => keyOf(each) !== keyOf(edit));
      const { policy, undo } = applyEdit(own, edit);
      const after = apply(policy, others);
      const undone = undo ? applyEdit(after, undo).policy : after;
      assert.deepEqual(stateOf(undone), stateOf(apply(own, others)));
    }),
    runs(100),
  );
});
