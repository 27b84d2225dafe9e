import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePattern } from '../../src/mime/patterns.ts';
import {
  defaultPolicy,
  disallowedBy,
  type Policy,
  type PolicyEntry,
  settle,
  type TypeToCheck,
} from '../../src/policy.ts';
import { type Destination, destinations, type Severity } from '../../src/report/report.ts';

const severityOf = (essence: string, ...used: Destination[]): Severity | null =>
  disallowedBy(defaultPolicy, [{ essence, type: 'declared' }], new Set(used))?.severity ?? null;

const framed: Destination[] = ['iframe', 'frame', 'object', 'embed'];
const run: Destination[] = ['script', 'worker'];

/** By type, what each destination is; those that are not named have the last. */
const table: [
  types: string[],
  by: Partial<Record<Destination, Severity | null>>,
  elsewhere: Severity | null,
][] = [
  [
    [
      'image/png',
      'image/gif',
      'text/plain',
      'text/css',
      'font/woff2',
      'application/json',
      'video/mp4',
      'foo/bar',
    ],
    each(run, 'error'),
    null,
  ],
  [['application/octet-stream'], { ...each(run, 'error'), download: 'error' }, null],
  [
    ['text/javascript', 'application/javascript', 'application/ecmascript', 'text/jscript', 'text/vbscript'],
    each(run, 'error'),
    'warning',
  ],
  [['text/html', 'application/xhtml+xml'], { ...each(run, 'error'), ...each(framed, 'error') }, 'warning'],
  [
    ['image/svg+xml', 'text/xml', 'application/xml'],
    { ...each(run, 'error'), ...each(framed, 'error'), document: 'warning', form: 'warning' },
    null,
  ],
  [
    [
      'application/vnd.microsoft.portable-executable',
      'application/x-elf',
      'application/x-mach-binary',
      'application/x-msdownload',
      'application/x-sh',
      'application/hta',
      'application/java-archive',
      'application/x-apple-diskimage',
      'application/zip',
      'application/gzip',
      'application/x-gzip',
      'application/x-rar-compressed',
      'application/x-7z-compressed',
    ],
    { ...each(run, 'error'), download: 'error' },
    'warning',
  ],
];

function each(which: Destination[], severity: Severity): Partial<Record<Destination, Severity>> {
  return Object.fromEntries(which.map((destination) => [destination, severity]));
}

describe('the default policy, by type and destination', () => {
  for (const [types, by, elsewhere] of table) {
    for (const type of types) {
      test(type, () => {
        for (const destination of destinations) {
          const expected = destination in by ? by[destination] : elsewhere;
          assert.equal(severityOf(type, destination), expected, destination);
        }
      });
    }
  }
});

test('every default is a pattern, and says that it is a default', () => {
  for (const { pattern, by, site } of defaultPolicy.types) {
    assert.notEqual(parsePattern(pattern), null, pattern);
    assert.deepEqual([by, site], ['default', null]);
  }
});

const html: TypeToCheck = { essence: 'text/html', type: 'declared' };
const png: TypeToCheck = { essence: 'image/png', type: 'declared' };

test('it says which pattern, where, of which type and by whom', () => {
  assert.deepEqual(disallowedBy(defaultPolicy, [html], new Set(['iframe'])), {
    pattern: 'text/html',
    destination: 'iframe',
    type: 'declared',
    by: 'default',
    severity: 'error',
    essence: 'text/html',
  });
});

test('the gravest of all destinations is told', () => {
  const answer = disallowedBy(defaultPolicy, [html], new Set(['image', 'document', 'embed']));
  assert.deepEqual([answer?.severity, answer?.destination], ['error', 'embed']);
});

test('the detected type counts as the declared one does', () => {
  const detected: TypeToCheck = { essence: 'application/x-elf', type: 'detected' };
  const answer = disallowedBy(defaultPolicy, [png, detected], new Set(['download']));
  assert.deepEqual(
    [answer?.severity, answer?.type, answer?.essence],
    ['error', 'detected', 'application/x-elf'],
  );
});

test('of two of one gravity the declared type is told; a graver one wins', () => {
  const svg: TypeToCheck = { essence: 'image/svg+xml', type: 'detected' };
  assert.equal(disallowedBy(defaultPolicy, [html, svg], new Set(['iframe']))?.type, 'declared');
  const zip: TypeToCheck = { essence: 'application/zip', type: 'detected' };
  const script: TypeToCheck = { essence: 'text/javascript', type: 'declared' };
  assert.equal(disallowedBy(defaultPolicy, [script, zip], new Set(['download']))?.type, 'detected');
});

test('of two entries of one gravity the earlier is told; a graver one wins', () => {
  const policy = settle(
    {
      user: {
        version: 1,
        disallow: [
          { pattern: 'image/*', severity: 'info' },
          { pattern: 'image/png', severity: 'info' },
          { pattern: '*/*', destinations: ['font'], severity: 'warning' },
        ],
      },
    },
    null,
  );
  assert.equal(disallowedBy(policy, [png], new Set(['image']))?.pattern, 'image/*');
  assert.equal(disallowedBy(policy, [png], new Set(['font']))?.pattern, '*/*');
});

test('what is nowhere, of no type or under no policy is not disallowed', () => {
  assert.equal(disallowedBy(defaultPolicy, [html], new Set()), null);
  assert.equal(disallowedBy(defaultPolicy, [], new Set(['script'])), null);
  const policyOf = (...types: PolicyEntry[]): Policy => ({ types, rules: {}, ruledBy: {} });
  assert.equal(disallowedBy(policyOf(), [html], new Set(['iframe'])), null);
  const broken: PolicyEntry = {
    pattern: 'not a pattern',
    destinations: 'any',
    severity: 'error',
    by: 'user',
    site: null,
  };
  assert.equal(disallowedBy(policyOf(broken), [html], new Set(['iframe'])), null);
});
