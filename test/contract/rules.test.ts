/** Each rule is documented, tested and translated. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { noteTexts } from '../../src/data-url/lints/note-texts.ts';
import { messageIds, ruleDocs } from '../../src/rules/docs.ts';
import { findingTexts } from '../../src/rules/finding-texts.ts';
import { ruleTexts } from '../../src/rules/rule-texts.ts';
import { categories, severities } from '../../src/vocabulary.ts';

test('each has its docs', () => {
  assert.ok(ruleDocs.length >= 25, `${ruleDocs.length} rules`);
  assert.equal(new Set(ruleDocs.map(({ id }) => id)).size, ruleDocs.length);
  assert.deepEqual(
    Object.keys(ruleTexts)
      .filter((id) => !ruleDocs.some((rule) => rule.id === id))
      .map((id) => `no rule has the id ${id}`),
    [],
  );
  for (const { id, category, severity, title, why, fix, messageIds: own } of ruleDocs) {
    assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    assert.ok(categories.includes(category) && severities.includes(severity), id);
    assert.match(title, /^(?:\S+ ){0,5}[^\s.]+$/, `${id}: a title has at most six words and no full stop`);
    for (const text of [why, fix])
      assert.match(text ?? '', /^[^\n]+\.$/, `${id}: add its why and fix to src/rules/rule-texts.ts`);
    assert.doesNotMatch(why, /\. /, `${id}: why in one sentence`);
    assert.ok(own.length > 0, id);
  }
});

test('each has a file of cases, and each file its rule', () => {
  const files = readdirSync(path.join(root, 'test/unit/rules')).filter((name) => name.endsWith('.test.ts'));
  const ids = new Set([
    ...ruleDocs.map(({ id }) => `${id}.test.ts`),
    'judge.test.ts',
    'rule-examples.test.ts',
  ]);
  assert.deepEqual(
    [...ids].filter((name) => !files.includes(name)).map((name) => `write test/unit/rules/${name}`),
    [],
  );
  assert.deepEqual(
    files.filter((name) => !ids.has(name)).map((name) => `no rule is called as test/unit/rules/${name} is`),
    [],
  );
});

test('each stands in a file of its name, and no file is left out of the index', () => {
  const own = (folder: string, others: string[]) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.ts') && !others.includes(name))
      .map((name) => name.replace(/\.ts$/, ''));
  const named = [
    ...own('src/rules', [
      'index.ts',
      'docs.ts',
      'rule.ts',
      'findings.ts',
      'limits.ts',
      'messages.ts',
      'add-english.ts',
      'finding-texts.ts',
      'rule-texts.ts',
      'rule-examples.ts',
    ]),
    ...own('src/rules/page', ['index.ts', 'page-rule.ts', 'csp.ts']),
    ...['csp-allows-data', 'csp-ignored-directive', 'csp-blocks'],
  ];
  const listed = ruleDocs.map(({ id }) => id);
  assert.deepEqual(
    named
      .filter((id) => !listed.includes(id))
      .map((id) => `add ${id} to src/rules/index.ts or page/index.ts`),
    [],
  );
  assert.deepEqual(
    listed.filter((id) => !named.includes(id)).map((id) => `${id}: no file in src/rules has this name`),
    [],
  );
});

test("every message is some rule's or a note, and has its text", () => {
  const said = [...messageIds, ...Object.keys(noteTexts)];
  assert.deepEqual(
    Object.keys(findingTexts)
      .filter((id) => !said.includes(id))
      .map((id) => `${id}: no rule names it in messageIds`),
    [],
  );
  assert.deepEqual(
    messageIds
      .filter((id) => !(id in findingTexts))
      .map((id) => `${id}: add its text to src/rules/finding-texts.ts`),
    [],
  );
});
