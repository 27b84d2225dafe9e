/**
 * Tests the reported problems in a language's texts: faults, each with its language, key and file; and gaps, which are
 * not faults.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  englishMessages,
  gapsOf,
  gapText,
  isExact,
  markOf,
  messagesFor,
  messagesOfSrc,
  otherTerms,
  outdatedIn,
  problemsOf,
  type Translations,
  toTranslate,
} from '../../../extension/build/locales.ts';
import { root } from '../../../src/cli/project.ts';
import type { Messages } from '../../../src/texts/locale-file.ts';

const one = { v1: { content: '$1' } };
const english: Messages = {
  hello: { message: 'Hello', description: 'At the top' },
  named: { message: 'Hello, $V1$', placeholders: one },
  count_one: { message: '$V1$ row', placeholders: one },
  count_other: { message: '$V1$ rows', placeholders: one },
};
const of = (key: string, message: string) => ({ english: markOf(english[key]!), message });
const german: Translations = {
  hello: of('hello', 'Hallo'),
  named: of('named', 'Hallo, $V1$'),
  count_one: of('count_one', 'eine Zeile'),
  count_other: of('count_other', '$V1$ Zeilen'),
};
const file = 'extension/_locales/de/messages.json';

test('a text that is not translated is a gap, not a problem', () => {
  const { hello, ...others } = german;
  assert.deepEqual(problemsOf('de', others, english), []);
  assert.deepEqual(gapsOf(others, english), ['hello']);
  assert.equal(gapText('de', german, english), null);
  assert.match(
    gapText('de', others, english)!,
    /^de \(.*npm run -s untranslated -- de.*\): 1 not translated.*: hello$/,
  );
  assert.deepEqual(problemsOf('de', {}, english), []);
});

test('a text is outdated when its English has changed since, by whatever form it has', () => {
  assert.deepEqual(outdatedIn(german, english), []);
  const now = { ...english, hello: { message: 'Hello!' }, count_other: { message: '$V1$ lines' } };
  assert.deepEqual(outdatedIn(german, now), ['hello', 'count_other']);
  assert.equal(gapText('de', german, now)?.endsWith('2 outdated: hello, count_other'), true);
  // Arabic has plural forms that English lacks. They are translated from the English form "other".
  const few = { count_few: of('count_other', 'x') };
  assert.deepEqual(outdatedIn(few, english), []);
  assert.deepEqual(outdatedIn(few, now), ['count_few']);
});

test('what a translator gets has the plural forms of their language, and the mark of its English', () => {
  assert.deepEqual(toTranslate('de', { ...german, hello: { english: '', message: 'Hallo' } }, english), {
    hello: { english: markOf(english.hello!), message: 'Hello', description: 'At the top' },
  });
  const keys = Object.keys(toTranslate('ar', { hello: german.hello! }, english));
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `count_${form}`);
  assert.deepEqual(keys.sort(), ['named', ...forms].sort());
});

test('texts on errors, privacy, permissions and security must be exact', () => {
  const exact = ['failure_restricted', 'grantSite', 'welcomePrivacy', 'rule_phishing_why', 'danger_runs'];
  assert.deepEqual([...exact, 'columns', 'rule_duplicates_why', 'column_name'].filter(isExact), exact);
});

test('a term has the word of the glossary, in every text whose English has the term', () => {
  assert.deepEqual(otherTerms(german, english, { row: ['zeile'], rows: ['Zeile'] }), []);
  assert.deepEqual(otherTerms(german, english, { rows: ['Reihe'] }), ['count_other: "rows" is Reihe']);
});

const faults: [what: string, translations: Translations, key: string, words: RegExp][] = [
  ['no English text', { bye: of('hello', 'Ade') }, 'bye', /English has no such text.*rename.*delete/],
  ['an empty text', { hello: of('hello', ' ') }, 'hello', /is empty.*write it/],
  ['no argument', { named: of('named', 'Hallo') }, 'named', /lacks \$V1\$.*put it in/],
  [
    'another argument',
    { named: of('named', 'Hallo, $V1$ $V2$') },
    'named',
    /English has no \$V2\$ there.*take it out/,
  ],
  [
    'a description',
    { hello: { ...german.hello!, ...english.hello, message: 'Hallo' } },
    'hello',
    /it has description.*leave that out/,
  ],
  ['not all plural forms', { count_other: german.count_other! }, 'count_one', /has that plural form.*add it/],
];

for (const [what, translations, key, words] of faults)
  test(`${what}: reported with language, key and file`, () => {
    const [problem = '', ...more] = problemsOf('de', translations, english);
    assert.deepEqual(more, []);
    assert.ok(problem.startsWith(`de, ${key}: `) && problem.includes(file), problem);
    assert.match(problem, words);
  });

test('English texts of rules and problems are those of src', () => {
  const messages = messagesOfSrc();
  assert.deepEqual(messages.finding_disallowed_declared, {
    message: 'Your policy disallows $TYPE$ $DESTINATION$.',
    placeholders: {
      type: { content: '$2', example: 'text/html' },
      destination: { content: '$1', example: 'in an iframe' },
    },
    description: 'Text of the finding "disallowed-declared". Its first 45 characters show in lists.',
  });
  assert.deepEqual(messages.finding_parameter_without_value_other?.placeholders, {
    count: { content: '$1', example: '3' },
    parameter: { content: '$2', example: 'charset' },
  });
  assert.match(messages.finding_bad_host!.message, /after “data:\/\/”/);
  assert.ok(messages.rule_active_content_title);
  assert.equal(englishMessages(root).locale?.message, 'en');
});

test('a translation has the placeholders of its English text', () => {
  const { finding_disallowed_declared: of } = messagesOfSrc();
  const translated = messagesFor(root, 'de').finding_disallowed_declared;
  assert.deepEqual(translated?.placeholders, of?.placeholders);
});
