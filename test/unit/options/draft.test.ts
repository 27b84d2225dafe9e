/** Tests an entry while it is typed: the entry that it represents, and the problems of its fields. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  draftOf,
  emptyDraft,
  groupsOf,
  isOverridden,
  readDraft,
  typedSite,
} from '../../../extension/options/draft.ts';
import { defaultEntries } from '../../../src/policy/defaults.ts';
import type { OwnEntry } from '../../../src/policy/edit.ts';
import type { PolicyEntry } from '../../../src/policy/policy-types.ts';

test('a draft of an entry stands for that entry', () => {
  const entries: OwnEntry[] = [
    { pattern: 'image/gif', destinations: 'any', severity: 'warning', site: null },
    { pattern: 'group:font', destinations: ['font', 'style'], severity: null, site: '*.example.com' },
  ];
  for (const entry of entries) assert.deepEqual(readDraft(draftOf(entry)), { entry, problems: {} });
});

test('every field has its own problem, at once with the others', () => {
  const { problems } = readDraft({
    ...emptyDraft,
    pattern: 'image',
    site: 'a b',
    everywhere: false,
    destinations: [],
  });
  assert.deepEqual(
    Object.entries(problems).map(([field, { code }]) => [field, code]),
    [
      ['pattern', 'not-pattern'],
      ['destinations', 'not-destinations'],
      ['site', 'not-site'],
    ],
  );
  assert.deepEqual(Object.keys(readDraft(emptyDraft).problems), ['pattern']);
});

describe('a site is taken as people type it', () => {
  const cases: [typed: string, site: string | null][] = [
    ['', null],
    ['  ', null],
    ['Example.COM', 'example.com'],
    ['https://example.com/path?query', 'example.com'],
    ['https://example.com:8080/path?query', 'example.com:8080'],
    ['münchen.example:80', 'xn--mnchen-3ya.example:80'],
    ['https://münchen.example:8443/ö', 'xn--mnchen-3ya.example:8443'],
    ['*.Example.com', '*.example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['*.münchen.example', '*.xn--mnchen-3ya.example'],
    ['file:///tmp/a.html', 'file:'],
    ['file:', 'file:'],
    ['[::1]', '[::1]'],
    // The policy's parser rejects an invalid site.
    ['exa mple', 'exa mple'],
    ['data:text/html,x', 'data:text/html,x'],
  ];
  for (const [typed, site] of cases) test(`"${typed}"`, () => assert.equal(typedSite(typed), site));
});

test('the defaults are grouped without loss, in their order', () => {
  const groups = groupsOf(defaultEntries);
  assert.ok(groups.length < 10);
  assert.deepEqual(
    groups.flatMap(({ entries }) => entries),
    defaultEntries,
  );
  for (const { entries, severity, destinations } of groups) {
    for (const entry of entries) {
      assert.deepEqual([entry.severity, entry.destinations], [severity, destinations]);
    }
  }
});

test('an entry is left unheard by one that says something of all its destinations, on all sites', () => {
  const entry: PolicyEntry = {
    pattern: 'text/html',
    destinations: ['iframe', 'object'],
    severity: 'error',
    by: 'default',
    site: null,
  };
  const own = (change: Partial<OwnEntry>): OwnEntry[] => [{ ...entry, severity: null, ...change }];
  assert.ok(isOverridden(entry, own({})));
  assert.ok(isOverridden(entry, own({ destinations: 'any' })));
  assert.ok(isOverridden(entry, own({ destinations: ['embed', 'object', 'iframe'] })));
  assert.ok(!isOverridden(entry, own({ destinations: ['iframe'] })));
  assert.ok(!isOverridden(entry, own({ site: 'example.com' })));
  assert.ok(!isOverridden(entry, own({ pattern: 'text/*' })));
  assert.ok(!isOverridden({ ...entry, destinations: 'any' }, own({})));
  assert.ok(!isOverridden(entry, []));
});
