import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categories, type Finding, type Severity, severities } from '../../../src/report/report.ts';
import { isFlagged, judge, messageIds, rules, worstOf } from '../../../src/rules/index.ts';
import type { Rule } from '../../../src/rules/rule.ts';
import { declared, subject } from './subject.ts';

const rule = (id: string, severity: Severity, check: Rule['check']): Rule => ({
  id,
  category: 'correctness',
  severity,
  title: 'T.',
  why: 'W.',
  fix: 'F.',
  messageIds: ['m'],
  check,
});
const verdict = { messageId: 'm', args: {}, message: 'M.', start: 1, end: 2 };

test('every rule says what it is', () => {
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
  for (const { id, category, severity, title, why, fix } of rules) {
    assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    assert.ok(categories.includes(category) && severities.includes(severity), id);
    for (const text of [title, why, fix]) assert.match(text, /\.$/, id);
  }
  assert.equal(new Set(messageIds).size, messageIds.length);
});

test('a verdict takes from its rule what it does not say itself', () => {
  const { findings } = judge(subject(), [
    rule('a-rule', 'warning', () => [verdict, { ...verdict, severity: 'info' }]),
  ]);
  const common = { rule: 'a-rule', category: 'correctness', help: '#a-rule', ...verdict };
  assert.deepEqual(findings, [
    { ...common, severity: 'warning' },
    { ...common, severity: 'info' },
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
  assert.ok(messageIds.includes('rule-crashed'));
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
    assert.ok(messageIds.includes(findings[0]!.messageId));
  }
});

test('the worst of findings, and what is flagged', () => {
  const of = (...severities: Severity[]): Finding[] =>
    severities.map((severity) => ({ rule: 'r', category: 'policy', help: '#r', ...verdict, severity }));
  assert.equal(worstOf([]), null);
  assert.equal(worstOf(of('info', 'error', 'warning')), 'error');
  assert.equal(worstOf(of('info', 'warning', 'info')), 'warning');
  assert.equal(worstOf(of('info')), 'info');
  assert.ok(!isFlagged([]) && !isFlagged(of('info', 'info')));
  assert.ok(isFlagged(of('info', 'warning')) && isFlagged(of('error')));
});
