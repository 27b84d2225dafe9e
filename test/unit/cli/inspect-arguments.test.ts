import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArgumentError } from '../../../src/cli/command-line.ts';
import { parseInspectArguments } from '../../../src/cli/inspect-arguments.ts';

/** Returns the arguments without the function that assigns pages to shards, because all pages are in a single shard. */
const ownOf = (args: string[]) => {
  const { isInShard, ...others } = parseInspectArguments(args) ?? assert.fail('help');
  assert.ok(isInShard('any'));
  return others;
};

test('pages alone: a table, a minute, all hosts, with network, without a policy', () => {
  assert.deepEqual(ownOf(['a.html', 'https://example.com/']), {
    format: 'table',
    zip: null,
    policy: null,
    seeksConfig: true,
    failOn: 'error',
    baseline: null,
    updateBaseline: false,
    budget: null,
    timeout: 60_000,
    grant: 'all',
    offline: false,
    csp: null,
    cspWhatIf: null,
    jobs: 1,
    resume: null,
    summary: false,
    pages: ['a.html', 'https://example.com/'],
  });
});

test('every option, before and after the pages', () => {
  const args = [
    '--sarif',
    '--zip',
    'bodies.zip',
    '--policy=policy.json',
    '--no-config',
    '--fail-on',
    'warning',
    '--baseline=known.json',
    '--update-baseline',
    '--budget',
    'budget.json',
    'a.html',
    '--timeout',
    '500',
    '--grant=active',
    '--offline',
    '--summary',
    '--csp',
    "script-src 'none'",
  ];
  assert.deepEqual(ownOf(args), {
    format: 'sarif',
    zip: 'bodies.zip',
    policy: 'policy.json',
    seeksConfig: false,
    failOn: 'warning',
    baseline: 'known.json',
    updateBaseline: true,
    budget: 'budget.json',
    timeout: 500,
    grant: 'active',
    offline: true,
    csp: "script-src 'none'",
    cspWhatIf: null,
    jobs: 1,
    resume: null,
    summary: true,
    pages: ['a.html'],
  });
});

test('many pages: how many at a time, as NDJSON, and without those of an earlier run', () => {
  const args = parseInspectArguments(['--ndjson', '--jobs=4', '--resume', 'earlier.ndjson', '-']);
  assert.equal(args?.format, 'ndjson');
  assert.equal(args.jobs, 4);
  assert.equal(args.resume, 'earlier.ndjson');
  assert.deepEqual(args.pages, ['-']);
});

test('a policy to try, in the forms that have a place for its effect', () => {
  const policy = "img-src 'self'";
  for (const form of [[], ['--json'], ['--ndjson']])
    assert.equal(parseInspectArguments(['--csp-what-if', policy, ...form, 'a.html'])?.cspWhatIf, policy);
});

test('what follows -- is a page, whatever it looks like', () => {
  assert.deepEqual(parseInspectArguments(['--', '--json'])?.pages, ['--json']);
});

const wrong: [string, string[], RegExp][] = [
  ['no page', [], /no page to inspect/],
  ['an empty page', [''], /is empty/],
  ['an unknown option', ['--colour', 'a.html'], /^unknown option "--colour"\. --help/],
  ['an option with a mistake', ['--jsno', 'a.html'], /Did you mean "--json"\?/],
  ['a value with a mistake', ['--fail-on', 'eror', 'a.html'], /"error", "warning" or "never"/],
  ['a flag with a value', ['--json=yes', 'a.html'], /--json/],
  ['an option without its value', ['a.html', '--timeout'], /--timeout/],
  ['a timeout that is no number', ['--timeout', 'soon', 'a.html'], /not "soon"/],
  ['a timeout of zero', ['--timeout', '0', 'a.html'], /from 1 to/],
  ['a negative timeout', ['--timeout=-5', 'a.html'], /from 1 to/],
  ['a timeout that no timer can wait', ['--timeout', '99999999999', 'a.html'], /from 1 to 2,147,483,647/],
  [
    'a policy to try in another form',
    ['--csp-what-if', 'a', '--csv', 'a.html'],
    /--csp-what-if works only with/,
  ],
  ['an empty policy to try', ['--csp-what-if', ' ', 'a.html'], /--csp-what-if needs/],
  ['two formats', ['--csv', '--sarif', 'a.html'], /--csv or --sarif/],
  ['a level that is none', ['--fail-on', 'info', 'a.html'], /not "info"/],
  ['a policy file without a name', ['--policy', '', 'a.html'], /--policy needs FILE/],
  ['two pages in one HTML file', ['--html', 'a.html', 'b.html'], /--html takes one page/],
  ['the bodies of two pages in one file', ['--zip', 'x.zip', 'a.html', 'b.html'], /one page/],
  ['no job', ['--jobs', '0', 'a.html'], /from 1 to 64, not "0"/],
  ['more jobs than a machine has', ['--jobs', '65', 'a.html'], /from 1 to 64/],
  ['an earlier run in another format', ['--json', '--resume', 'x', 'a.html'], /needs --ndjson/],
  ['a list as one HTML file', ['--html', '-'], /--html takes one page/],
  ['several tabs, one of them active', ['--jobs', '2', '--grant', 'active', 'a.html'], /one page at a time/],
  ['an unknown grant', ['--grant', 'some', 'a.html'], /"all" or "active"/],
  ['an empty policy', ['--csp', ' ', 'a.html'], /one line/],
  ['a policy of two lines', ['--csp', "img-src 'none'\nx", 'a.html'], /one line/],
];
for (const [name, args, message] of wrong) {
  test(`refused in one line: ${name}`, () => {
    assert.throws(
      () => parseInspectArguments(args),
      (error: unknown) => {
        assert.ok(error instanceof ArgumentError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
  });
}
