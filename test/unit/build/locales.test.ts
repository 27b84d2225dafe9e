/**
 * The problems of a language's texts: each fault with its language, key and file, and gaps, which are not
 * faults.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  englishMessages,
  gapsOf,
  gapText,
  messagesOfSrc,
  missingMessages,
  problemsOf,
} from '../../../extension/build/locales.ts';
import { root } from '../../../src/cli/project.ts';
import type { Messages } from '../../../src/texts/locale-file.ts';

const one = { v1: { content: '$1' } };
const english: Messages = {
  hello: { message: 'Hello' },
  named: { message: 'Hello, $V1$', placeholders: one },
  count_one: { message: '$V1$ row', placeholders: one },
  count_other: { message: '$V1$ rows', placeholders: one },
};
const german: Messages = {
  hello: { message: 'Hallo' },
  named: { message: 'Hallo, $V1$', placeholders: one },
  count_one: { message: 'eine Zeile' },
  count_other: { message: '$V1$ Zeilen', placeholders: one },
};
const file = 'extension/_locales/de/messages.json';

test('a text that is not translated is a gap, not a problem', () => {
  const { hello, ...others } = german;
  assert.deepEqual(problemsOf('de', others, english), []);
  assert.deepEqual(gapsOf(others, english), ['hello']);
  assert.equal(gapText('de', german, english), null);
  assert.match(
    gapText('de', others, english)!,
    /^de: 1 not translated.*npm run untranslated -- de.*: hello$/,
  );
  assert.deepEqual(problemsOf('de', {}, english), []);
});

test('what a translator gets has the plural forms of their language', () => {
  assert.deepEqual(missingMessages('de', {}, english), english);
  const keys = Object.keys(missingMessages('ar', { hello: { message: 'x' } }, english));
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `count_${form}`);
  assert.deepEqual(keys.sort(), ['named', ...forms].sort());
});

const faults: [what: string, messages: Messages, key: string, words: RegExp][] = [
  ['no English text', { bye: { message: 'Ade' } }, 'bye', /English has no such text.*rename.*delete/],
  ['an empty text', { hello: { message: ' ' } }, 'hello', /is empty.*write it/],
  ['no argument', { named: { message: 'Hallo' } }, 'named', /lacks \$V1\$.*put it in/],
  [
    'another argument',
    {
      named: {
        message: 'Hallo, $V1$ $V2$',
        placeholders: { ...one, v2: { content: '$2' } },
      },
    },
    'named',
    /English has no \$V2\$ there.*take it out/,
  ],
  [
    'an argument not declared',
    { named: { message: 'Hallo, $V1$' } },
    'named',
    /declares none.*declare them as English does/,
  ],
  [
    'an argument of another number',
    { named: { message: 'Hallo, $V1$', placeholders: { v1: { content: '$2' } } } },
    'named',
    /declares \$V1\$ is \$2, and the text needs \$V1\$ is \$1/,
  ],
  ['not all plural forms', { count_other: german.count_other! }, 'count_one', /has that plural form.*add it/],
];

for (const [what, messages, key, words] of faults)
  test(`${what}: reported with language, key and file`, () => {
    const [problem = '', ...more] = problemsOf('de', messages, english);
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
