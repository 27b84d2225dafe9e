/** The schema that Chromium uses for an administrator's policy must match the properties that the extension accepts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleSettings } from '../../src/policy/policy.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';
import { severities } from '../../src/vocabulary.ts';
import { jsonOf } from './sources.ts';

const schema = jsonOf('extension/managed-schema.json');
const part = schema.properties.sites.additionalProperties.properties;

/** Returns the property names in the error message about an unknown property. */
const membersOf = (policy: object): string[] => {
  const [problem] = readPolicy(policy).problems;
  return (problem?.args.members ?? '').split(/, | and /).sort();
};

test('the same members', () => {
  const wrong = { '?': 0 };
  const type = { pattern: 'a/b', ...wrong };
  assert.deepEqual(Object.keys(schema.properties).sort(), membersOf(wrong));
  assert.deepEqual(Object.keys(part).sort(), membersOf({ sites: { 'example.com': wrong } }));
  assert.deepEqual(Object.keys(part.disallow.items.properties).sort(), membersOf({ disallow: [type] }));
  assert.deepEqual(Object.keys(part.allow.items.properties).sort(), membersOf({ allow: [type] }));
});

test('the same severities', () => {
  assert.deepEqual(part.disallow.items.properties.severity.enum, [...severities]);
  assert.deepEqual(part.rules.additionalProperties.enum, [...ruleSettings]);
});

test('every reference has what it names', () => {
  const text = JSON.stringify(schema);
  const named = [...text.matchAll(/"\$ref":"(\w+)"/g)].map(([, name]) => name);
  const ids = [...text.matchAll(/"id":"(\w+)"/g)].map(([, name]) => name);
  assert.ok(named.length >= 4);
  assert.deepEqual(
    named.filter((name) => !ids.includes(name)),
    [],
  );
});
