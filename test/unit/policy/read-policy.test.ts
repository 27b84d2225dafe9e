import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { pathText } from '../../../src/payload/json/json-places.ts';
import { mergePolicies } from '../../../src/policy/policy.ts';
import type { OwnPolicy } from '../../../src/policy/policy-types.ts';
import {
  parsePolicy,
  policyProblemCodes,
  readPolicy,
  serializePolicy,
} from '../../../src/policy/read-policy.ts';

const full: OwnPolicy = {
  version: 1,
  disallow: [{ pattern: 'text/html', destinations: ['iframe'], severity: 'warning' }, { pattern: 'image/*' }],
  allow: [{ pattern: '*/*+xml' }, { pattern: 'group:javascript', destinations: ['script'] }],
  rules: { 'disallowed-type': 'error', other: 'off' },
  sites: { 'example.com': { rules: { other: 'info' } }, '*.example.com': {}, 'file:': { allow: [] } },
  locked: true,
};

test('what is written is read again, from text and from storage', () => {
  for (const policy of [full, { version: 1 } as OwnPolicy]) {
    assert.deepEqual(parsePolicy(serializePolicy(policy)), { policy, problems: [] });
    assert.deepEqual(readPolicy(structuredClone(policy)), { policy, problems: [] });
  }
});

test('the examples of the documentation can be imported as they are copied', () => {
  const page = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8');
  const examples = Array.from(page.matchAll(/^( *)```json(\w*)\n(.*?)\n\1```$/gms));
  assert.ok(examples.length >= 2);
  for (const [, , dialect, text = ''] of examples) {
    assert.equal(dialect, '');
    assert.doesNotThrow(() => JSON.parse(text), text);
  }
  const { policy, problems } = parsePolicy(examples[0]?.[3] ?? '');
  assert.deepEqual(problems, []);
  assert.ok(policy.sites?.['*.example.com']);
});

test('the version may be missing, and a byte order mark be there', () => {
  assert.deepEqual(parsePolicy('\ufeff{}'), { policy: { version: 1 }, problems: [] });
});

test('a pattern is read in lower case, a destination once', () => {
  const { policy } = readPolicy({
    disallow: [{ pattern: ' Text/HTML ', destinations: ['iframe', 'iframe'] }],
  });
  assert.deepEqual(policy.disallow, [{ pattern: 'text/html', destinations: ['iframe'] }]);
});

/** Invalid policies. `^` marks the position that must be reported. */
const wrong: [text: string, code: (typeof policyProblemCodes)[number], message: RegExp][] = [
  ['^', 'not-json', /^the policy|not JSON$/],
  ['{"a":^}', 'not-json', /not JSON/],
  ['{} ^x', 'not-json', /not JSON/],
  ["^'a'", 'not-json', /not JSON/],
  ['^[]', 'not-object', /^the policy: must be an object, not a list$/],
  ['^null', 'not-object', /not null$/],
  ['{"version": ^2}', 'unknown-version', /^version: must be 1, not 2$/],
  ['{"locked": ^"yes"}', 'not-boolean', /^locked: must be true or false, not "yes"$/],
  ['{\n  "alow": ^[]\n}', 'unknown-member', /^alow: is not a known member .* version, disallow, allow/],
  ['{"allow": ^{}}', 'not-list', /^allow: must be a list, not an object$/],
  ['{"allow": [^"text/html"]}', 'not-object', /^allow\[0\]: .* not "text\/html"$/],
  ['{"allow": [^{}]}', 'missing-pattern', /^allow\[0\]: has no "pattern"$/],
  [
    '{"allow": [{"pattern": ^"html"}]}',
    'not-pattern',
    /^allow\[0\]\.pattern: "html" is not a media-type pattern/,
  ],
  ['{"allow": [{"pattern": ^["text/html"]}]}', 'not-pattern', /a list is no/],
  ['{"allow": [{"pattern": "a/b", "severity": ^"info"}]}', 'unknown-member', /^allow\[0\]\.severity/],
  ['{"disallow": [{"pattern": "a/b"}, {"pattern": "a/b", "severity": ^"off"}]}', 'not-severity', /\[1\]/],
  ['{"disallow": [{"pattern": "a/b", "destinations": ^["img"]}]}', 'not-destinations', /image, script/],
  ['{"disallow": [{"pattern": "a/b", "destinations": ^[]}]}', 'not-destinations', /must be a list/],
  ['{"disallow": [{"pattern": "a/b", "destinations": ^"image"}]}', 'not-destinations', /must be a list/],
  ['{"rules": ^[]}', 'not-object', /^rules: must be an object/],
  [
    '{"rules": {"known": ^"no"}}',
    'not-setting',
    /^rules\.known: must be off, error, warning or info, not "no"$/,
  ],
  [
    '{"rules": {"unheard-of": ^"off"}}',
    'unknown-rule',
    /^rules\["unheard-of"\]: there is no rule "unheard-of"$/,
  ],
  ['{"rules": {"__proto__": ^"off"}}', 'unknown-rule', /there is no rule/],
  ['{"sites": ^1}', 'not-object', /^sites: must be an object/],
  ['{"sites": {"example.com": ^1}}', 'not-object', /^sites\["example\.com"\]: must be an object, not 1$/],
  ['{"sites": {"https://example.com/": ^{}}}', 'not-site', /is not a site such as "example\.com"/],
  ['{"sites": {"Example.com": ^{}}}', 'not-site', /"Example\.com" is not a site/],
  ['{"sites": {"*": ^{}}}', 'not-site', /is not a site/],
  ['{"sites": {"a.*.com": ^{}}}', 'not-site', /is not a site/],
  ['{"sites": {"": ^{}}}', 'not-site', /is not a site/],
  [
    '{"sites": {"a.b": {"locked": ^true}}}',
    'unknown-member',
    /^sites\["a\.b"\]\.locked: .*disallow, allow and rules$/,
  ],
  [
    '{"sites": {"a.b": {"disallow": [{"pattern": ^3}]}}}',
    'not-pattern',
    /^sites\["a\.b"\]\.disallow\[0\]\.pattern/,
  ],
  ['{"rules": {"a\\u0062c": "off", "known": ^1}}', 'not-setting', /known/],
];

describe('each mistake is reported with its path and position, and the rest is read', () => {
  for (const [marked, code, message] of wrong) {
    test(marked.replaceAll('\n', ' '), () => {
      const at = marked.indexOf('^');
      const text = marked.replace('^', '');
      const { problems } = parsePolicy(text, { rules: ['known', 'abc'] });
      assert.equal(problems.length, 1, JSON.stringify(problems));
      const [problem] = problems;
      assert.equal(problem?.code, code);
      assert.match(problem?.message ?? '', message);
      assert.doesNotMatch(problem?.message ?? '', /\n/);
      const lines = text.slice(0, at).split('\n');
      assert.deepEqual(problem?.position, { line: lines.length, column: (lines.at(-1) ?? '').length + 1 });
    });
  }

  test('every code has a case', () => {
    assert.deepEqual([...new Set(wrong.map(([, code]) => code))].sort(), policyProblemCodes.toSorted());
  });
});

test('of a policy with mistakes all that is right holds', () => {
  const { policy, problems } = readPolicy({
    disallow: [{ pattern: 'x' }, { pattern: 'image/png', severity: 'fatal' }, 7],
    rules: { a: 'off', b: 'on' },
    sites: { 'example.com': { rules: { c: 'info', d: 1 } }, '???': {} },
    locked: 1,
  });
  assert.equal(problems.length, 7);
  assert.deepEqual(policy, {
    version: 1,
    disallow: [{ pattern: 'image/png' }],
    rules: { a: 'off' },
    sites: { 'example.com': { rules: { c: 'info' } } },
  });
});

test('a hostile policy: deep, long, with the names that objects have', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const text of [deep, `{"allow":${deep}}`, `{"sites":{"a":${deep}}}`, `{"${'x'.repeat(1e6)}":1}`]) {
    const { problems } = parsePolicy(text);
    assert.ok(problems.length > 0);
    for (const { message } of problems) assert.ok(message.length < 1000, message.slice(0, 1000));
  }
  const { policy } = parsePolicy('{"sites":{"__proto__":{"rules":{"constructor":"off"}}}}');
  assert.deepEqual(mergePolicies({ user: policy }, 'example.com').rules, {});
  assert.deepEqual(mergePolicies({ user: policy }, '__proto__').rules, { constructor: 'off' });
});

test('a site is a host with or without a port, as URLs have them', () => {
  const isRight = (site: string) => readPolicy({ sites: { [site]: {} } }).problems.length === 0;
  for (const site of ['a.b:1', 'a.b:65535', '*.a.b:80', '127.0.0.1:8123', '[::1]', '[::1]:443', 'file:'])
    assert.ok(isRight(site), site);
  const wrong = ['a.b:', 'a.b:0', 'a.b:080', 'a.b:65536', 'a.b:1:2', 'a.b:*', ':80', '::1', 'http://a.b:80'];
  for (const site of wrong) assert.ok(!isRight(site), site);
});

test('a path is written as a program would', () => {
  assert.equal(pathText(['sites', 'a.b', 'disallow', 2, 'pattern']), 'sites["a.b"].disallow[2].pattern');
});
