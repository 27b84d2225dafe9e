import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dangers } from '../../../src/policy/dangers.ts';
import { mergePolicies } from '../../../src/policy/policy.ts';
import type { OwnPolicy } from '../../../src/policy/policy-types.ts';
import { disallowedIn } from '../../../src/rules/disallowed.ts';
import { disallowedType } from '../../../src/rules/disallowed-type.ts';
import { findingOf } from '../../../src/rules/findings.ts';
import type { Subject } from '../../../src/rules/rule.ts';
import type { Destination, Severity } from '../../../src/vocabulary.ts';
import { findingsOf, type Where } from './cases.ts';
import { declared, subject, withPolicy } from './subject.ts';

const judged = (of: Subject) =>
  disallowedType.check(of).map((verdict) => findingOf({ rule: disallowedType, verdict }, of.policy));

const check = (essence: string, detectedType: string | null, ...used: Destination[]) =>
  judged(subject({ ...declared(essence), detectedType }, ...used));

const positive: [
  name: string,
  essence: string,
  detected: string | null,
  used: Destination[],
  Severity,
  id: string,
][] = [
  ['HTML in a frame', 'text/html', null, ['iframe'], 'error', 'disallowed-declared'],
  ['SVG as an object', 'image/svg+xml', 'image/svg+xml', ['object'], 'error', 'disallowed-declared'],
  ['HTML in a link', 'text/html', 'text/html', ['document'], 'warning', 'disallowed-declared'],
  ['an image type that is a script', 'image/png', null, ['script'], 'error', 'disallowed-declared'],
  ['a worker', 'text/plain', null, ['worker'], 'error', 'disallowed-declared'],
  [
    'an archive to download',
    'application/zip',
    'application/zip',
    ['download'],
    'error',
    'disallowed-declared',
  ],
  [
    'a proxy auto-config in a link',
    'application/x-ns-proxy-autoconfig',
    null,
    ['document'],
    'warning',
    'disallowed-declared',
  ],
  [
    'settings for a browser to download',
    'application/x-javascript-config',
    'text/javascript',
    ['download'],
    'warning',
    'disallowed-declared',
  ],
  ['HTML bytes in an image', 'image/png', 'text/html', ['image'], 'warning', 'disallowed-detected'],
  ['an archive in an image', 'image/png', 'application/zip', ['image'], 'warning', 'disallowed-detected'],
  ['SVG bytes in a frame', 'text/plain', 'image/svg+xml', ['iframe'], 'error', 'disallowed-detected'],
  ['the gravest of several places', 'text/html', null, ['image', 'iframe'], 'error', 'disallowed-declared'],
];
for (const [name, essence, detected, used, severity, messageId] of positive) {
  test(name, () => {
    const findings = check(essence, detected, ...used);
    assert.equal(findings.length, 1, 'one cause makes one finding');
    const [finding] = findings;
    assert.deepEqual([finding?.severity, finding?.messageId], [severity, `${messageId}-default`]);
    assert.match(finding?.message ?? '', /: .+ (?:as|in) .+\. Disallowed by default\./);
    const type = messageId === 'disallowed-detected' ? detected : essence;
    const { why, ...args } = finding?.args ?? {};
    assert.deepEqual(args, { type, destination: used.at(-1) });
    assert.ok(Object.values<unknown>(dangers).includes(why) && finding?.message.startsWith(`${why}: `));
    assert.ok(finding?.message.includes(String(type)));
    assert.deepEqual([finding?.start, finding?.end], [0, 40]);
  });
}

const innocent: [name: string, essence: string, detected: string | null, used: Destination[]][] = [
  ['an image', 'image/png', 'image/png', ['image']],
  ['SVG in an image', 'image/svg+xml', 'image/svg+xml', ['image', 'empty', 'none']],
  ['a style sheet', 'text/css', null, ['style']],
  ['a font', 'font/woff2', 'font/woff2', ['font']],
  ['plain text in a frame', 'text/plain', null, ['iframe']],
  ['an image of another type than declared', 'image/png', 'image/gif', ['image']],
  ['a table to download', 'text/csv', null, ['download']],
];
for (const [name, essence, detected, used] of innocent) {
  test(`innocent: ${name}`, () => assert.deepEqual(check(essence, detected, ...used), []));
}

test('a URL that is rejected has no type', () => {
  const rejected = { mimeType: null, essence: null, size: null, bodySha256: null, detectedType: null };
  assert.deepEqual(disallowedType.check(subject(rejected, 'script')), []);
});

test('the policy of the subject decides', () => {
  const administrator: OwnPolicy = { version: 1, disallow: [{ pattern: 'image/*', severity: 'info' }] };
  const strict = withPolicy(subject(declared('image/png')), mergePolicies({ administrator }, null));
  assert.equal(disallowedIn(strict)?.by, 'administrator');
  assert.equal(judged(strict)[0]?.severity, 'info');
  assert.equal(judged(strict)[0]?.message, "Your administrator's policy disallows image/png as an image.");
  const user = withPolicy(subject(declared('image/png')), mergePolicies({ user: administrator }, null));
  assert.equal(judged(user)[0]?.message, 'Your policy disallows image/png as an image.');
  assert.equal(disallowedIn({ ...strict, policy: { types: [], rules: {}, ruledBy: {} } }), null);
});

test('by default nothing is disallowed that holds nothing', async () => {
  const errors = async (written: string, where: Destination) =>
    (await findingsOf(written, [where]))
      .filter(({ severity }) => severity === 'error')
      .map(({ rule }) => rule);
  for (const written of [
    'data:text/html,',
    'data:text/html,%20%0A',
    'data:text/html;base64,',
    'data:text/html,<p></p>',
  ]) {
    assert.deepEqual(await errors(written, 'iframe'), [], written);
  }
  assert.deepEqual(await errors('data:text/javascript,', 'script'), []);
  assert.deepEqual(await errors('data:text/html,<p>x</p>', 'iframe'), ['disallowed-type']);
  assert.deepEqual(await errors('data:text/html;charset=utf-16le,%20%20%20%20', 'iframe'), [
    'disallowed-type',
  ]);
});

test('what no browser runs is not called a script that runs', async () => {
  const script = { element: 'script', name: 'src', destination: 'script' } as const;
  const link = { element: 'link', name: 'href', destination: 'script' } as const;
  const found = async (written: string, where: Where) =>
    (await findingsOf(written, [where]))
      .filter(({ rule }) => rule === 'disallowed-type' || rule === 'active-content')
      .map(({ severity, effect, message }) => `${severity} ${effect} ${message}`);
  const js = 'data:text/javascript,run()';
  const contains = 'warning not-allowed Contains a script: text/javascript';
  const runs = (as: string) => [
    `error can-run Runs as a script: text/javascript ${as}. Disallowed by default.`,
  ];
  for (const use of ['', 'module', 'TEXT/JavaScript', '\u2003text/javascript', ' module'])
    assert.deepEqual(await found(js, { ...script, use }), runs('as a script'), use);
  for (const use of [
    'text/template',
    'application/json',
    'text/babel',
    'speculationrules',
    'text/javascript;x',
  ])
    assert.deepEqual(await found(js, { ...script, use }), [
      `${contains} in text that browsers never fetch. Disallowed by default.`,
    ]);
  for (const use of ['preload', 'modulepreload', 'preload prefetch'])
    assert.deepEqual(await found(js, { ...link, use }), [`${contains} as a script. Disallowed by default.`]);
  assert.deepEqual(await found(js, { ...link, destination: 'worker', use: 'preload' }), [
    `${contains} as a worker. Disallowed by default.`,
  ]);
  assert.deepEqual(await found(js, { element: '', name: '', destination: 'worker' }), runs('as a worker'));
  // Both browsers refuse these modules.
  for (const written of ['data:text/plain,run()', 'data:application/json,{}'])
    assert.deepEqual(await found(written, { ...script, use: 'module' }), []);
  const isDisallowed = await found('data:text/plain,run()', { ...script, use: '' });
  assert.match(isDisallowed.join(), /^error can-run Runs as a script: text\/plain/);
});

test('what somebody disallows is disallowed, whatever it holds', async () => {
  const policy = mergePolicies(
    { user: { version: 1, disallow: [{ pattern: 'text/html', severity: 'error' }] } },
    null,
  );
  assert.ok(
    (await findingsOf('data:text/html,', ['iframe'], policy)).some(({ rule }) => rule === 'disallowed-type'),
  );
});
