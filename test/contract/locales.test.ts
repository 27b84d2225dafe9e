/** All English texts must exist and be used. Other languages may have gaps, but no texts that English lacks. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  englishMessages,
  gapsOf,
  gapText,
  glossaryOf,
  isExact,
  languagesIn,
  localeFile,
  messagesFor,
  messagesOfSrc,
  otherTerms,
  outdatedIn,
  ownEnglish as ownEnglishIn,
  problemsOf,
  translationsIn,
} from '../../extension/build/locales.ts';
import { parts, tools } from '../../extension/inspector/address.ts';
import { exportFormats } from '../../extension/platform/limits.ts';
import { failures } from '../../extension/platform/scan-state.ts';
import { searchTerms } from '../../extension/ui/bars/search-terms.ts';
import { groupings, orders, states } from '../../extension/ui/list/view.ts';
import { families as typeFamilies, views } from '../../extension/ui/text/kind.ts';
import { root } from '../../src/cli/project.ts';
import { partKinds } from '../../src/data-url/anatomy.ts';
import { rfcProblemCodes } from '../../src/data-url/read-by-rfc.ts';
import { countIn } from '../../src/format-numbers.ts';
import { stateReasons } from '../../src/outcome/state-words.ts';
import { headerMistakeCodes } from '../../src/payload/external-body/header-mistake-codes.ts';
import { refusalCodes } from '../../src/payload/external-body/message-external-body.ts';
import { referenceKinds } from '../../src/payload/references.ts';
import { dangers } from '../../src/policy/dangers.ts';
import { policyProblemCodes } from '../../src/policy/read-policy.ts';
import { layerNames, layerStates } from '../../src/references/base-layers.ts';
import { comparisonLevels } from '../../src/references/compare-references.ts';
import { mailProblems } from '../../src/references/external-body-form.ts';
import { urlForms } from '../../src/references/external-body-writer.ts';
import { draftQuestions } from '../../src/references/read-by-draft.ts';
import { referenceForms } from '../../src/references/reference-form.ts';
import { changeNames } from '../../src/references/resolve-differences.ts';
import { stepNames } from '../../src/references/resolve-steps.ts';
import { riskCodes } from '../../src/references/risks.ts';
import { partNames } from '../../src/references/uri-parts.ts';
import { menuForms } from '../../src/report/copy-forms.ts';
import { countedEffects } from '../../src/report/effects.ts';
import { formNames } from '../../src/report/forms.ts';
import { queryProblemCodes } from '../../src/report/query.ts';
import { reportFileProblems } from '../../src/report/read-reports.ts';
import { runTimes } from '../../src/report/run-time.ts';
import { unreachableReasons } from '../../src/report/unreachable-reasons.ts';
import { argumentNames, type MessageId, messageTexts } from '../../src/rules/docs.ts';
import { categories, destinations, effects, places, severities, stateKinds } from '../../src/vocabulary.ts';
import { codeOf, jsonOf, sourcesIn, textOf } from './sources.ts';

const english = englishMessages(root);
const ownEnglish = ownEnglishIn(root);
const isForm = (key: string) => /_(?:zero|one|two|few|many)$/.test(key);

const product = sourcesIn('extension').filter(({ file }) => !file.startsWith('extension/build/'));
const shared = sourcesIn('src').filter(({ file }) => /^src\/(?:report|texts)\//.test(file));
const code = [...product, ...shared].map((source) => ({ file: source.file, text: codeOf(source) }));

/** The keys that are literals in the code, and the beginnings of composed keys. */
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
    else others.push(`${file}: message(${argument}`);
  }
}

const snake = (ids: readonly string[]) => ids.map((id) => id.replaceAll('-', '_'));

/** Returns the members of a union of string literals. */
function unionIn(file: string, type: string): string[] {
  const text = new RegExp(`type ${type} =([^;]*);`).exec(textOf(file))?.[1] ?? '';
  return [...text.matchAll(/'([^']+)'/g)].map(([, member = '']) => member);
}

/** Returns the members of a list of string literals, from a file that runs only in a browser. */
function listIn(file: string, name: string): string[] {
  const text = new RegExp(`const ${name} = \\[([^\\]]*)\\] as const`).exec(textOf(file))?.[1] ?? '';
  return [...text.matchAll(/'([^']+)'/g)].map(([, member = '']) => member);
}

const unreachableKinds = [
  .../kind: ([^;]*);/
    .exec(/interface Unreachable \{[^}]*\}/.exec(textOf('src/report/report.ts'))?.[0] ?? '')![1]!
    .matchAll(/'([^']+)'/g),
].map(([, kind = '']) => kind);

/** The possible endings for each beginning of a key. */
const families: Record<string, string[]> = {
  severity_: snake(severities),
  search_: Object.keys(searchTerms),
  count_: snake(countedEffects).map((effect) => `${effect}_other`),
  effect_: snake(effects),
  encoding_: ['base64', 'percent'],
  place_: snake(places),
  failure_: snake(Object.keys(failures)),
  unreachable_: snake(unreachableKinds),
  reason_: snake(Object.keys(unreachableReasons)),
  destination_: [...destinations],
  category_: [...categories],
  policyProblem_: snake(policyProblemCodes),
  disallowed_: [...severities],
  decided_: ['user', 'administrator', 'default', 'nobody'],
  part_: [...partKinds],
  view_: [...views],
  copy_: [...menuForms],
  leads_: snake(referenceKinds.map((kind) => (kind === 'other' ? 'elsewhere' : kind))),
  when_: ['view', 'trigger', 'click', 'tools', 'never'],
  runs_: [...runTimes],
  runsDisallowed_: ['default', 'user', 'administrator'],
  theme_: listIn('extension/platform/theme.ts', 'themes'),
  use_: ['used', 'quoted', 'gone'],
  order_: snake(orders),
  grouping_: [...groupings],
  state_: snake(states),
  csp_: ['allows', 'blocks', 'unknown'],
  became_: snake(stateKinds),
  by_: ['seen', 'devtools', 'predicted'],
  why_: snake(stateReasons),
  family_: [...typeFamilies],
  danger_: Object.keys(dangers),
  usage_: [...destinations],
  query_: snake(queryProblemCodes),
  export_: [...exportFormats],
  tool_: [...tools],
  tab_: [...parts],
  rfc_: snake(rfcProblemCodes),
  form_: [...formNames, 'external'],
  noForm_: [...formNames, 'external'],
  uriPart_: [...partNames],
  uriForm_: [...referenceForms],
  risk_: snake(riskCodes),
  baseSource_: ['document', 'message', 'retrieval', 'default'],
  baseLayer_: [...layerNames],
  baseState_: [...layerStates],
  draft_: snake(Object.keys(draftQuestions)),
  mailProblem_: snake(mailProblems),
  mailUrlForm_: [...urlForms],
  refusal_: snake(refusalCodes),
  mailNote_: snake(headerMistakeCodes),
  example_: listIn('extension/inspector/examples.tsx', 'exampleNames'),
  rung_: [...comparisonLevels],
  equal_: [...comparisonLevels, 'different'],
  step_: [...stepNames],
  change_: snake(changeNames),
  component_: ['scheme', 'authority', 'path', 'query', 'fragment'],
  changed_: unionIn('src/report/compare-reports.ts', 'ChangeKind'),
  reportFile_: [...reportFileProblems, 'too_large', 'no_answer'],
  list_: ['newFindings', 'goneFindings', 'changedUrls', 'cameUrls', 'wentUrls'].map((key) => `${key}_other`),
};

const inManifest = [...textOf('manifest.json').matchAll(/__MSG_(\w+)__/g)].map(([, key = '']) => key);

test('no language promises that nothing leaves the computer: requests go to sites that the user allowed', () => {
  const promises =
    /nichts verlässt|rien ne quitte|nada sale|nada sai|nothing leaves|データがコンピューターの外|任何数据都不会|لا يغادر أي شيء/i;
  for (const language of languagesIn(root))
    for (const [key, { message }] of Object.entries(messagesFor(root, language)))
      assert.doesNotMatch(message, promises, `${language}: ${key}`);
});

test('the sources name the texts that they need', () => {
  assert.ok(literal.size > 40, `${literal.size} keys`);
  assert.ok(inManifest.length >= 2);
  assert.equal(families.unreachable_!.length, 8);
  assert.deepEqual(others, ['src/texts/finding-text.ts: message(key'], 'a key that no one can check');
  const known = [...Object.keys(families), 'rule_'];
  for (const [prefix, file] of prefixes)
    assert.ok(known.includes(prefix), `${prefix}… in ${file}: add it to "families" in this test`);
});

test('the texts of the manifest are there', () => {
  assert.deepEqual(
    inManifest.filter((key) => !(key in english)).map((key) => `${key}: add it to ${localeFile('en')}`),
    [],
  );
  assert.equal(jsonOf('manifest.json').default_locale, 'en');
});

test('no English text is left over, and none stands here and in src', () => {
  const used = new Set([
    ...[...literal.keys(), ...inManifest].flatMap((key) => [key, `${key}_other`]),
    ...Object.entries(families).flatMap(([prefix, members]) => members.map((member) => prefix + member)),
  ]);
  const fromSrc = messagesOfSrc();
  const unused = Object.keys(ownEnglish).filter((key) => !(key in fromSrc) && !isForm(key) && !used.has(key));
  assert.deepEqual(
    [
      ...unused.map((key) => `${key}: nothing shows it, delete it from every ${localeFile('*')}`),
      ...Object.keys(ownEnglish)
        .filter((key) => key in fromSrc)
        .map((key) => `${key}: its text stands in src/, delete it from ${localeFile('en')}`),
    ],
    [],
  );
});

test('each text that code names is in English', () => {
  const keys = Object.entries(families).flatMap(([prefix, members]) =>
    members.map((member) => prefix + member),
  );
  assert.deepEqual(
    [...literal.keys(), ...keys].filter((key) => !(key in english || `${key}_other` in english)),
    [],
  );
});

test('a counted text has its plural, and there is no text of the same name without one', () => {
  for (const key of Object.keys(english).filter(isForm)) {
    const base = key.replace(/_[a-z]+$/, '');
    assert.ok(`${base}_other` in english, `${base}_other: add it to ${localeFile('en')}`);
    assert.ok(!(base in english), `${base}: ${localeFile('en')} has its plural forms, too; rename one`);
  }
});

test('a finding has plural forms exactly where its arguments hold the number that chooses one', () => {
  // Firefox logs an error if a requested plural form does not exist.
  for (const [id, text] of Object.entries(messageTexts)) {
    const names = argumentNames(id as MessageId).map((name) => [name, 1]);
    assert.equal(countIn(Object.fromEntries(names)) !== undefined, typeof text !== 'string', id);
  }
});

for (const name of languagesIn(root))
  test(`${name} names its language and its direction`, () => {
    const messages = messagesFor(root, name);
    const language = name.replace('_', '-');
    // TypeScript's library does not declare this method yet.
    const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo?(): { direction: string } };
    const direction = locale.getTextInfo?.().direction ?? (locale.language === 'ar' ? 'rtl' : 'ltr');
    const said = [messages.locale?.message, messages.textDirection?.message];
    assert.deepEqual(said, [language, direction], `"locale" and "textDirection" in ${localeFile(name)}`);
  });

for (const name of languagesIn(root).slice(1)) {
  const translations = translationsIn(root, name);

  test(`the texts of ${name} are right, and name each term as its glossary does`, () => {
    assert.deepEqual(problemsOf(name, translations, english), []);
    const glossary = glossaryOf(root, name);
    assert.ok(Object.keys(glossary).length <= 40, 'at most 40 terms');
    assert.deepEqual(otherTerms(translations, english, glossary), []);
  });

  test(`the texts of ${name} are as new as their English`, () => {
    const due = [...gapsOf(translations, english), ...outdatedIn(translations, english)];
    const gap = gapText(name, translations, english);
    if (gap !== null) process.stdout.write(`${gap}\n`);
    assert.deepEqual(due.filter(isExact), [], 'errors, privacy, permissions and security');
    assert.ok(due.length <= 0.02 * Object.keys(english).length, `${due.length} texts`);
  });
}

test('the documents have no words but their titles, which no language of the browser changes', () => {
  const documents = readdirSync(path.join(root, 'extension'), { recursive: true })
    .map((name) => `extension/${name}`)
    .filter((name) => name.endsWith('.html'));
  assert.ok(documents.length >= 8, documents.join());
  for (const file of documents) {
    const text = textOf(file).replace(/<title>.*?<\/title>|<[^>]*>/gs, '');
    assert.equal(text.trim(), '', file);
  }
});
