import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type MimeType, parseMimeType } from '../../../src/mime/mime-type.ts';
import { parsePattern } from '../../../src/mime/patterns.ts';
import { setRule } from '../../../src/policy/edit.ts';
import {
  decidedBy,
  defaultPolicy,
  disallowedBy,
  emptyPolicy,
  mergePolicies,
  siteOf,
  type TypeToCheck,
} from '../../../src/policy/policy.ts';
import type { OwnPolicy, Policy, PolicyEntry } from '../../../src/policy/policy-types.ts';
import { type Destination, destinations, type Severity } from '../../../src/vocabulary.ts';

const type = (essence: string, by: TypeToCheck['type'] = 'declared'): TypeToCheck => ({
  mimeType: parseMimeType(essence) as MimeType,
  type: by,
});

const severityOf = (essence: string, ...used: Destination[]): Severity | null =>
  disallowedBy(defaultPolicy, [type(essence)], new Set(used))?.severity ?? null;

const framed: Destination[] = ['iframe', 'frame', 'object', 'embed'];
const run: Destination[] = ['script', 'worker'];

/** The severities by type and destination. The last severity applies to all other destinations. */
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

const html: TypeToCheck = type('text/html');
const png: TypeToCheck = type('image/png');

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

test('the most severe of all destinations is reported', () => {
  const answer = disallowedBy(defaultPolicy, [html], new Set(['image', 'document', 'embed']));
  assert.deepEqual([answer?.severity, answer?.destination], ['error', 'embed']);
});

test('the detected type counts as the declared one does', () => {
  const detected: TypeToCheck = type('application/x-elf', 'detected');
  const answer = disallowedBy(defaultPolicy, [png, detected], new Set(['download']));
  assert.deepEqual(
    [answer?.severity, answer?.type, answer?.essence],
    ['error', 'detected', 'application/x-elf'],
  );
});

test('of two with the same severity the declared type is reported; a more severe one wins', () => {
  const svg: TypeToCheck = type('image/svg+xml', 'detected');
  assert.equal(disallowedBy(defaultPolicy, [html, svg], new Set(['iframe']))?.type, 'declared');
  const zip: TypeToCheck = type('application/zip', 'detected');
  const script: TypeToCheck = type('text/javascript');
  assert.equal(disallowedBy(defaultPolicy, [script, zip], new Set(['download']))?.type, 'detected');
});

test('of two entries with the same severity the earlier is reported; a more severe one wins', () => {
  const policy = mergePolicies(
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

const judged = (
  own: Parameters<typeof mergePolicies>[0],
  site: string | null,
  essence: string,
  used: Destination,
) => {
  const found = disallowedBy(mergePolicies(own, site), [type(essence)], new Set([used]));
  return found && `${found.severity} by ${found.by}`;
};

describe('the administrator is heard before the user, the user before the defaults', () => {
  const allowHtml: OwnPolicy = { version: 1, allow: [{ pattern: 'text/html' }] };
  const noteHtml: OwnPolicy = { version: 1, disallow: [{ pattern: 'text/*', severity: 'info' }] };
  const cases: [name: string, own: Parameters<typeof mergePolicies>[0], answer: string | null][] = [
    ['nobody says anything', {}, 'error by default'],
    ['the user allows', { user: allowHtml }, null],
    ['the user finds it less grave', { user: noteHtml }, 'info by user'],
    ['the administrator finds it less grave', { administrator: noteHtml }, 'info by administrator'],
    [
      'the administrator disallows, the user allows',
      { user: allowHtml, administrator: noteHtml },
      'info by administrator',
    ],
    ['the administrator allows, the user disallows', { user: noteHtml, administrator: allowHtml }, null],
    [
      "locked: the user's own does not count",
      { user: allowHtml, administrator: locked() },
      'error by default',
    ],
    ['a user locks nothing', { user: { ...allowHtml, locked: true }, administrator: emptyPolicy }, null],
  ];
  for (const [name, own, answer] of cases) {
    test(name, () => assert.equal(judged(own, 'example.com', 'text/html', 'iframe'), answer));
  }
});

function locked(): OwnPolicy {
  return { version: 1, locked: true };
}

test('what is said of some destinations says nothing of the others', () => {
  const user: OwnPolicy = {
    version: 1,
    allow: [{ pattern: 'text/html', destinations: ['iframe', 'object'] }],
  };
  assert.equal(judged({ user }, null, 'text/html', 'iframe'), null);
  assert.equal(judged({ user }, null, 'text/html', 'embed'), 'error by default');
});

test('in one part allowing is the exception to disallowing, whatever their order', () => {
  const user: OwnPolicy = {
    version: 1,
    disallow: [{ pattern: 'image/*' }],
    allow: [{ pattern: 'image/png' }],
  };
  assert.equal(judged({ user }, null, 'image/png', 'image'), null);
  assert.equal(judged({ user }, null, 'image/gif', 'image'), 'error by user');
});

test('the entry that decides is named, also where it allows the type', () => {
  const user: OwnPolicy = {
    version: 1,
    disallow: [
      { pattern: 'image/*', severity: 'info' },
      { pattern: 'image/gif', severity: 'warning' },
    ],
    allow: [{ pattern: 'image/png' }],
  };
  const decided = (essence: string, destination: Destination, own: OwnPolicy = user) => {
    const entry = decidedBy(mergePolicies({ user: own }, null), essence, destination);
    return entry && `${entry.by}: ${entry.pattern} ${entry.severity}`;
  };
  assert.equal(decided('image/png', 'image'), 'user: image/png null');
  assert.equal(decided('image/gif', 'image'), 'user: image/gif warning');
  assert.equal(decided('image/avif', 'image'), 'user: image/* info');
  assert.equal(decided('text/html', 'iframe'), 'default: text/html error');
  assert.equal(decided('text/plain', 'iframe'), null);
  assert.equal(decided('no type', 'iframe'), null);
});

test('an allowed declared type does not hide a disallowed detected one', () => {
  const user: OwnPolicy = { version: 1, allow: [{ pattern: 'image/*' }] };
  const types: TypeToCheck[] = [png, type('text/html', 'detected')];
  const found = disallowedBy(mergePolicies({ user }, null), types, new Set(['iframe']));
  assert.deepEqual([found?.type, found?.essence], ['detected', 'text/html']);
});

describe('sites', () => {
  const part = (severity: Severity) => ({ disallow: [{ pattern: 'image/png', severity }] });
  const user: OwnPolicy = {
    version: 1,
    sites: {
      '*.example.com': part('info'),
      '*.b.example.com': part('warning'),
      'a.b.example.com': part('error'),
      'file:': part('error'),
    },
  };
  const cases: [url: string, answer: string | null][] = [
    ['https://a.b.example.com/x', 'error by user'],
    ['http://a.b.example.com:8080/x', 'error by user'],
    ['https://c.b.example.com/', 'warning by user'],
    ['https://b.example.com/', 'warning by user'],
    ['https://example.com/', 'info by user'],
    ['https://notexample.com/', null],
    ['https://a.b.example.com.evil.example/', null],
    ['https://a.b.example.com./x', 'error by user'],
    ['https://c.b.example.com.:444/', 'warning by user'],
    ['blob:https://a.b.example.com/0b1c', 'error by user'],
    ['blob:null/0b1c', null],
    ['file:///tmp/a.html', 'error by user'],
    ['data:text/html,x', null],
    ['about:blank', null],
    ['no URL', null],
  ];
  for (const [url, answer] of cases) {
    test(url, () => assert.equal(judged({ user }, siteOf(url), 'image/png', 'image'), answer));
  }

  test('a site with a port is that port, a site without is any', () => {
    const own: OwnPolicy = {
      version: 1,
      sites: {
        '127.0.0.1': part('info'),
        '127.0.0.1:8123': part('error'),
        '[::1]:8123': part('error'),
        '*.example.com:8443': part('error'),
        'a.example.com': part('info'),
        'b.example.com:443': part('error'),
        'c.example.com.:80': part('error'),
      },
    };
    const ports: [url: string, answer: string | null][] = [
      ['http://127.0.0.1:8123/', 'error by user'],
      ['https://127.0.0.1:8123/', 'error by user'],
      ['http://127.0.0.1:8124/', 'info by user'],
      ['http://127.0.0.1/', 'info by user'],
      ['http://[::1]:8123/', 'error by user'],
      ['http://[::1]:81/', null],
      // An exact host takes precedence over a port.
      ['https://a.example.com:8443/', 'info by user'],
      ['https://d.example.com:8443/', 'error by user'],
      ['https://d.example.com/', null],
      ['https://b.example.com/', 'error by user'],
      ['http://b.example.com/', null],
      ['http://c.example.com/', 'error by user'],
      ['blob:http://127.0.0.1:8123/0b1c', 'error by user'],
    ];
    for (const [url, answer] of ports)
      assert.equal(judged({ user: own }, siteOf(url), 'image/png', 'image'), answer, url);
  });

  test("the administrator's for all sites comes before the user's for one", () => {
    const administrator: OwnPolicy = { version: 1, ...part('info') };
    assert.equal(
      judged({ user, administrator }, 'a.b.example.com', 'image/png', 'image'),
      'info by administrator',
    );
  });
});

describe('rules', () => {
  const user: OwnPolicy = {
    version: 1,
    rules: { a: 'off', b: 'error', c: 'info' },
    sites: { 'example.com': { rules: { b: 'off', d: 'warning' } } },
  };
  const administrator: OwnPolicy = {
    version: 1,
    rules: { c: 'error' },
    sites: { 'example.com': { rules: { d: 'off' } } },
  };

  test('a site before all sites, the administrator before the user, and who it was', () => {
    assert.deepEqual(mergePolicies({ user, administrator }, 'other.example').rules, {
      a: 'off',
      b: 'error',
      c: 'error',
    });
    const { rules, ruledBy } = mergePolicies({ user, administrator }, 'example.com');
    assert.deepEqual(rules, { a: 'off', b: 'off', c: 'error', d: 'off' });
    assert.deepEqual(ruledBy, {
      a: { by: 'user', site: null },
      b: { by: 'user', site: 'example.com' },
      c: { by: 'administrator', site: null },
      d: { by: 'administrator', site: 'example.com' },
    });
  });

  test('muted and heard again, nothing is left of it', () => {
    for (const own of [emptyPolicy, { version: 1, rules: { x: 'info' } } as OwnPolicy]) {
      for (const site of [null, 'example.com']) {
        const muted = setRule(own, { rule: 'a', site }, 'off');
        assert.equal(mergePolicies({ user: muted }, 'example.com').rules.a, 'off');
        assert.equal(
          mergePolicies({ user: muted }, 'other.example').rules.a,
          site === null ? 'off' : undefined,
        );
        const undone = setRule(muted, { rule: 'a', site }, null);
        assert.deepEqual(
          mergePolicies({ user: undone }, 'example.com'),
          mergePolicies({ user: own }, 'example.com'),
        );
        assert.equal(undone.sites, undefined);
      }
    }
  });

  test('muting one for a site leaves what else is said of it', () => {
    const own: OwnPolicy = { version: 1, sites: { 'example.com': { disallow: [{ pattern: 'image/*' }] } } };
    const muted = setRule(own, { rule: 'a', site: 'example.com' }, 'off');
    assert.deepEqual(
      setRule(muted, { rule: 'a', site: 'example.com' }, null).sites?.['example.com']?.disallow,
      [{ pattern: 'image/*' }],
    );
    assert.deepEqual(own.sites?.['example.com'], { disallow: [{ pattern: 'image/*' }] });
  });

  test('names that objects have of themselves are rules like others', () => {
    const muted = setRule(emptyPolicy, { rule: 'constructor', site: '__proto__' }, 'off');
    assert.deepEqual(mergePolicies({ user: muted }, '__proto__').rules, { constructor: 'off' });
    assert.deepEqual(mergePolicies({ user: muted }, 'example.com').rules, {});
  });
});
