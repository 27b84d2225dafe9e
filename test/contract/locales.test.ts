/** Every text is there in every language, with the same placeholders, and none is left over. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { tools } from '../../extension/inspector/address.ts';
import { exportFormats, unreachableReasons } from '../../extension/platform/limits.ts';
import { groupings, orders, states } from '../../extension/ui/list/arrange.ts';
import { families as typeFamilies, views } from '../../extension/ui/text/kind.ts';
import { rungNames } from '../../src/compare-references.ts';
import { partKinds } from '../../src/data-url/anatomy.ts';
import { noteCodes } from '../../src/data-url/lints.ts';
import { rfcProblemCodes } from '../../src/data-url/read-by-rfc.ts';
import { referenceKinds } from '../../src/payload/references.ts';
import { policyProblemCodes } from '../../src/policy/read-policy.ts';
import { copyForms } from '../../src/report/copy-forms.ts';
import { formNames } from '../../src/report/forms.ts';
import { queryProblemCodes } from '../../src/report/query.ts';
import { reportFileProblems } from '../../src/report/read-reports.ts';
import { loadings } from '../../src/report/report.ts';
import { messageIds, ruleDocs } from '../../src/rules/index.ts';
import { changeNames } from '../../src/uri/resolve-differences.ts';
import { stepNames } from '../../src/uri/resolve-steps.ts';
import { categories, destinations, places, severities } from '../../src/vocabulary.ts';
import { codeOf, jsonOf, sourcesIn, textOf } from './sources.ts';

interface Message {
  message: string;
  description?: string;
  placeholders?: Record<string, { content: string }>;
}
type Messages = Record<string, Message>;

const names = readdirSync(path.join(root, 'extension/_locales'));
const locales = new Map<string, Messages>(
  names.map((name) => [name, jsonOf(`extension/_locales/${name}/messages.json`)]),
);
const english = locales.get('en') ?? {};

/** Languages differ in their plural forms; `_other` is the one that all have. */
const isForm = (key: string) => /_(?:zero|one|two|few|many)$/.test(key);
const keysOf = (messages: Messages) =>
  Object.keys(messages)
    .filter((key) => !isForm(key))
    .sort();

/** `$1`, `$2`: the arguments that a text shows. */
const argumentsOf = ({ message, placeholders = {} }: Message): string[] => {
  const used = [...message.matchAll(/\$(\w+)\$/g)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(used.map((name) => placeholders[name]?.content ?? `${name} is not declared`))].sort();
};

const product = sourcesIn('extension').filter(({ file }) => !file.startsWith('extension/build/'));
const code = product.map((source) => ({ file: source.file, text: codeOf(source) }));

/** The keys that stand in the code as they are, and the beginnings of those that are put together. */
const literal = new Map<string, string>();
const prefixes = new Map<string, string>();
const others: string[] = [];
for (const { file, text } of code) {
  for (const [, call = ''] of text.matchAll(
    /(?<![\w.])message\((\s*(?:[\w.]+ \? "[^"]*" : "[^"]*"|"[^"]*"|`[^`$]*|[\w.]+))/g,
  )) {
    const argument = call.trim();
    const choice = argument.match(/\? "([^"]*)" : "([^"]*)"$/);
    if (choice) for (const key of choice.slice(1)) literal.set(key, file);
    else if (argument.startsWith('"')) literal.set(argument.slice(1, -1), file);
    else if (argument.startsWith('`')) prefixes.set(argument.slice(1), file);
    else if (file !== 'extension/platform/i18n.ts') others.push(`${file}: message(${argument}`);
  }
}

const snake = (ids: readonly string[]) => ids.map((id) => id.replaceAll('-', '_'));

/** The members of a union of string literals. */
function unionIn(file: string, type: string): string[] {
  const text = new RegExp(`type ${type} =([^;]*);`).exec(textOf(file))?.[1] ?? '';
  return [...text.matchAll(/'([^']+)'/g)].map(([, member = '']) => member);
}

/** The members of a list of string literals, in a file that a browser alone can run. */
function listIn(file: string, name: string): string[] {
  const text = new RegExp(`const ${name} = \\[([^\\]]*)\\] as const`).exec(textOf(file))?.[1] ?? '';
  return [...text.matchAll(/'([^']+)'/g)].map(([, member = '']) => member);
}

const unreachableKinds = [
  .../kind: ([^;]*);/
    .exec(/interface Unreachable \{[^}]*\}/.exec(textOf('src/report/report.ts'))?.[0] ?? '')![1]!
    .matchAll(/'([^']+)'/g),
].map(([, kind = '']) => kind);

const reasons = unreachableReasons;

/** All that can stand behind each beginning. */
const families: Record<string, string[]> = {
  severity_: snake(severities),
  count_: severities.map((severity) => `${severity}_other`),
  encoding_: ['base64', 'percent'],
  place_: snake(places),
  failure_: snake(unionIn('extension/platform/messages.ts', 'Failure')),
  unreachable_: snake(unreachableKinds),
  reason_: snake(reasons),
  ruled_: ['muted_site', 'muted_everywhere', 'allowed_site', 'allowed_everywhere'],
  finding_: snake([...messageIds, ...noteCodes]),
  destination_: [...destinations],
  category_: [...categories],
  policyProblem_: snake(policyProblemCodes),
  disallowed_: [...severities],
  decided_: ['user', 'administrator', 'default', 'nobody'],
  part_: [...partKinds],
  view_: [...views],
  copy_: [...copyForms],
  leads_: snake(referenceKinds.map((kind) => (kind === 'other' ? 'elsewhere' : kind))),
  when_: ['view', 'click', 'tools', 'never'],
  theme_: listIn('extension/platform/theme.ts', 'themes'),
  use_: ['used', 'quoted', 'gone'],
  order_: snake(orders),
  grouping_: [...groupings],
  state_: snake(states),
  csp_: ['allows', 'blocks', 'unknown'],
  loading_: snake(loadings).flatMap((loading) => (loading === 'loaded' ? [] : [loading, `${loading}Title`])),
  family_: [...typeFamilies],
  query_: snake(queryProblemCodes),
  export_: [...exportFormats],
  tool_: [...tools],
  rfc_: snake(rfcProblemCodes),
  form_: [...formNames],
  noForm_: [...formNames],
  example_: listIn('extension/inspector/examples.tsx', 'exampleNames'),
  rung_: [...rungNames],
  equal_: [...rungNames, 'different'],
  step_: [...stepNames],
  change_: snake(changeNames),
  component_: ['scheme', 'authority', 'path', 'query', 'fragment'],
  changed_: unionIn('src/report/compare-reports.ts', 'ChangeKind'),
  reportFile_: [...reportFileProblems, 'too_large', 'no_answer'],
  list_: ['newFindings', 'goneFindings', 'changedUrls', 'cameUrls', 'wentUrls'].map((key) => `${key}_other`),
  rule_: snake(ruleDocs.map(({ id }) => id)).flatMap((id) => [`${id}_title`, `${id}_why`, `${id}_fix`]),
};

const inManifest = [...textOf('manifest.json').matchAll(/__MSG_(\w+)__/g)].map(([, key = '']) => key);
/** No text, but the language of all others: asked for by the platform's own name of the question. */
const language = 'locale';

test('the sources tell which texts they need', () => {
  assert.ok(literal.size > 40, `${literal.size} keys`);
  assert.ok(inManifest.length >= 2);
  assert.ok(families.failure_!.length >= 8);
  assert.equal(families.unreachable_!.length, 6);
  assert.ok(families.reason_!.length >= 2);
  assert.ok(messageIds.length > 10);
  assert.deepEqual(others, ['extension/ui/text/finding-text.ts: message(key'], 'a key that no one can check');
  for (const prefix of prefixes.keys()) {
    assert.ok(
      prefix in families,
      `${prefix}… in ${prefixes.get(prefix)}: a family that this test does not know`,
    );
  }
});

test('every key that is used is there', () => {
  const missing = [...literal.keys(), ...inManifest].filter(
    (key) => !(key in english) && !(`${key}_other` in english),
  );
  assert.deepEqual(missing, []);
  for (const [prefix, members] of Object.entries(families)) {
    const absent = members.filter((member) => !(prefix + member in english));
    assert.deepEqual(absent, [], `${prefix}…`);
  }
});

test('a counted text has its plural, and no text of the same name without one', () => {
  for (const key of Object.keys(english)) {
    if (!isForm(key)) continue;
    const base = key.replace(/_[a-z]+$/, '');
    assert.ok(`${base}_other` in english, `${base}_other`);
    assert.ok(!(base in english), base);
  }
  for (const { file, text } of code) {
    for (const [, key = '', next] of text.matchAll(/(?<![\w.])message\(\s*"([^"]*)"\s*([,)])/g)) {
      if (`${key}_other` in english) assert.equal(next, ',', `${file}: ${key} needs a number`);
    }
  }
});

test('no key is left over', () => {
  const used = new Set([
    ...[...literal.keys(), ...inManifest].flatMap((key) => [key, `${key}_other`]),
    ...Object.entries(families).flatMap(([prefix, members]) => members.map((member) => prefix + member)),
    language,
  ]);
  assert.deepEqual(
    keysOf(english).filter((key) => !used.has(key)),
    [],
  );
});

test('English and at least one other language are there, and the manifest names the first', () => {
  assert.equal(jsonOf('manifest.json').default_locale, 'en');
  assert.ok(locales.size >= 2);
});

for (const [name, messages] of locales) {
  describe(`the texts of ${name}`, () => {
    test('have the same keys as the English ones', () => {
      assert.deepEqual(keysOf(messages), keysOf(english));
    });

    test('are not empty, and show only arguments that they declare', () => {
      for (const [key, { message, placeholders = {} }] of Object.entries(messages)) {
        assert.notEqual(message.trim(), '', key);
        const used = [...message.matchAll(/\$(\w+)\$/g)].map(([, each = '']) => each.toLowerCase());
        assert.deepEqual([...new Set(used)].sort(), Object.keys(placeholders).sort(), key);
        for (const { content } of Object.values(placeholders)) assert.match(content, /^\$[1-9]$/, key);
      }
    });

    test('show the same arguments as the English ones', () => {
      for (const [key, text] of Object.entries(messages)) {
        const base = english[isForm(key) ? key.replace(/_[a-z]+$/, '_other') : key];
        // "One" may be a word, not a number.
        const wanted = base ? argumentsOf(base) : [];
        const shown = argumentsOf(text);
        if (isForm(key)) {
          const unknown = shown.filter((each) => !wanted.includes(each));
          assert.deepEqual(unknown, [], key);
        } else assert.deepEqual(shown, wanted, key);
      }
    });

    test('have every plural form of that language', () => {
      const { pluralCategories } = new Intl.PluralRules(name.replace('_', '-')).resolvedOptions();
      // Numbers of our size and whole: the forms that only fractions or millions have are not needed.
      const rules = new Intl.PluralRules(name.replace('_', '-'));
      const needed = new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)));
      assert.ok(pluralCategories.length >= needed.size);
      for (const key of keysOf(messages).filter((each) => each.endsWith('_other'))) {
        for (const form of needed) {
          const full = key.replace(/other$/, form);
          assert.ok(full in messages, full);
        }
      }
    });
  });
}

test('the direction of the texts is that of their language', () => {
  for (const [name, { textDirection }] of locales) {
    // Not yet in TypeScript's library.
    const language = new Intl.Locale(name.replace('_', '-')) as Intl.Locale & {
      getTextInfo?(): { direction: string };
    };
    const direction = language.getTextInfo?.().direction ?? (language.language === 'ar' ? 'rtl' : 'ltr');
    assert.equal(textDirection?.message, direction, name);
  }
});
