/** Each rule must be documented, tested and translated. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { noteTexts } from '../../src/data-url/lints/lint-texts.ts';
import { ruleDocs } from '../../src/rules/docs.ts';
import { crashTexts } from '../../src/rules/findings.ts';
import { categories } from '../../src/vocabulary.ts';
import { importsOf, sourcesIn } from './sources.ts';

test('each has its docs', () => {
  assert.ok(ruleDocs.length >= 25, `${ruleDocs.length} rules`);
  assert.equal(new Set(ruleDocs.map(({ id }) => id)).size, ruleDocs.length);
  for (const { id, category, title, why, fix, messages } of ruleDocs) {
    assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    assert.ok(categories.includes(category), id);
    assert.match(title, /^(?:\S+ ){0,5}[^\s.]+$/, `${id}: a title has at most six words and no full stop`);
    for (const text of [why, fix]) assert.match(text ?? '', /^[^\n]+\.$/, `${id}: why and fix are sentences`);
    assert.doesNotMatch(why, /\. /, `${id}: why in one sentence`);
    assert.ok(Object.keys(messages).length > 0, id);
  }
});

test('each has a file of cases, and each file its rule', () => {
  const files = readdirSync(path.join(root, 'test/unit/rules')).filter((name) => name.endsWith('.test.ts'));
  const ids = new Set([
    ...ruleDocs.map(({ id }) => `${id}.test.ts`),
    'judge.test.ts',
    'rule-examples.test.ts',
    'verdict-key.test.ts',
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
      ...['index.ts', 'docs.ts', 'rule.ts', 'texts.ts', 'findings.ts', 'severity.ts', 'limits.ts'],
      ...['add-english.ts', 'disallowed.ts', 'mismatch.ts'],
    ]),
    ...own('src/rules/page', ['index.ts', 'page-rule.ts', 'policies-by-frame.ts']),
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

test('none imports another: what two need is in a file of their own', () => {
  const files = ruleDocs.flatMap(({ id }) => [`src/rules/${id}.ts`, `src/rules/page/${id}.ts`]);
  assert.deepEqual(
    sourcesIn('src/rules')
      .filter(({ file }) => files.includes(file))
      .flatMap((source) => importsOf(source).map((name) => `${source.file} imports ${name}`))
      .filter((line) => files.some((file) => line.endsWith(` ${file}`))),
    [],
  );
});

test('no two messages have the same id', () => {
  const tables = [...ruleDocs.map(({ messages }) => messages), noteTexts, crashTexts];
  const ids = tables.flatMap((messages) => Object.keys(messages));
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
});
