/** Each rule is told about, tested and translated. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { problemCodes } from '../../src/data-url/problems.ts';
import { messageIds, ruleDocs } from '../../src/rules/index.ts';
import { texts } from '../../src/rules/messages.ts';
import { categories, severities } from '../../src/vocabulary.ts';
import { jsonOf } from './sources.ts';

test('each has its docs', () => {
  assert.ok(ruleDocs.length >= 25, `${ruleDocs.length} rules`);
  assert.equal(new Set(ruleDocs.map(({ id }) => id)).size, ruleDocs.length);
  for (const { id, category, severity, title, why, fix, messageIds: own } of ruleDocs) {
    assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    assert.ok(categories.includes(category) && severities.includes(severity), id);
    for (const text of [title, why, fix]) assert.match(text, /^[^\n]+\.$/, id);
    assert.doesNotMatch(title, /\. /, `${id}: one sentence`);
    assert.ok(own.length > 0, id);
  }
});

test('each has a file of cases, and each file its rule', () => {
  const files = readdirSync(path.join(root, 'test/unit/rules')).filter((name) => name.endsWith('.test.ts'));
  const ids = new Set([...ruleDocs.map(({ id }) => `${id}.test.ts`), 'judge.test.ts']);
  assert.deepEqual(
    [...ids].filter((name) => !files.includes(name)),
    [],
  );
  assert.deepEqual(
    files.filter((name) => !ids.has(name)),
    [],
  );
});

test('each stands in a file of its name, and no file is left out of the index', () => {
  const own = (folder: string, others: string[]) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.ts') && !others.includes(name))
      .map((name) => name.replace(/\.ts$/, ''));
  const named = [
    ...own('src/rules', ['index.ts', 'rule.ts', 'findings.ts', 'limits.ts', 'messages.ts']),
    ...own('src/rules/page', ['index.ts', 'page-rule.ts', 'csp.ts']),
    ...['csp-allows-data', 'csp-blocks'],
  ];
  assert.deepEqual(named.sort(), ruleDocs.map(({ id }) => id).sort());
});

test("every message is some rule's, and has its text", () => {
  const own = Object.keys(texts).filter((id) => !messageIds.includes(id));
  assert.deepEqual(own, []);
  assert.deepEqual(
    messageIds.filter((id) => !(id in texts) && !(problemCodes as readonly string[]).includes(id)),
    [],
  );
});

/** A text with its arguments, which stand in it in the order of their names. */
function inLocale(id: string): string {
  const names = [...texts[id as keyof typeof texts].matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .sort();
  const hidden = unshown[id] ?? [];
  const all = [...new Set([...names, ...hidden])].sort();
  return texts[id as keyof typeof texts].replace(/\{(\w+)\}/g, (_, name) => `$V${all.indexOf(name) + 1}$`);
}
/** Arguments that their text does not show. */
const unshown: Record<string, string[]> = {
  'charset-without-name': ['count'],
  'parameter-without-value': ['count'],
  'parameter-without-name': ['count'],
  'parameter-name': ['count'],
  'duplicate-parameter': ['count'],
};

test('the English texts of the extension are those of the rules', () => {
  const english: Record<string, { message: string }> = jsonOf('extension/_locales/en/messages.json');
  for (const id of Object.keys(texts)) {
    assert.equal(english[`finding_${id.replaceAll('-', '_')}`]?.message, inLocale(id), id);
  }
  for (const { id, title, why, fix } of ruleDocs) {
    for (const [part, text] of Object.entries({ title, why, fix })) {
      assert.equal(english[`rule_${id.replaceAll('-', '_')}_${part}`]?.message, text, id);
    }
  }
});
