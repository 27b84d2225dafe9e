/** The texts of each language: which the build writes, which have errors, and which are not translated yet. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countNames } from '../../src/format-numbers.ts';
import { dangers } from '../../src/policy/dangers.ts';
import { usageTexts } from '../../src/policy/usage-texts.ts';
import { argumentNames, type MessageId, messageTexts, ruleDocs, shownIn } from '../../src/rules/docs.ts';
import type { Message, Messages } from '../../src/texts/locale-file.ts';
import { argumentExamples, examplesOf } from './argument-examples.ts';

/** From the project's root. */
export const localeFile = (language: string): string => `extension/_locales/${language}/messages.json`;

/** The messages in a language's file. */
export const readMessages = (projectDir: string, language: string): Messages =>
  JSON.parse(readFileSync(path.join(projectDir, localeFile(language)), 'utf8'));

/** The languages that have a folder, English first. */
export const languagesIn = (projectDir: string): string[] => {
  const others = readdirSync(path.join(projectDir, 'extension/_locales')).filter((name) => name !== 'en');
  return ['en', ...others.sort()];
};

const snake = (id: string): string => id.replaceAll('-', '_');

/** The English messages that are generated from `src`: those of findings and their parts, problems and rules. */
export function messagesOfSrc(): Messages {
  const findings = Object.entries(messageTexts).flatMap(([id, text]) => {
    const names = argumentNames(id as MessageId);
    const message = (each: string, form?: string) => ({
      ...messageOf(each, names, {
        ...examplesOf[id as MessageId],
        ...(form === 'one' ? exampleOfOne(names) : {}),
      }),
      description: `Text of the finding "${id}". Its first 45 characters show in lists.`,
    });
    const key = `finding_${snake(id)}`;
    return typeof text === 'string'
      ? [[key, message(text)]]
      : Object.entries(text).map(([form, each]) => [`${key}_${form}`, message(each, form)]);
  });
  const rules = ruleDocs.flatMap(({ id, title, why, fix }) =>
    Object.entries({ title, why, fix }).map(([part, text]) => [
      `rule_${snake(id)}_${part}`,
      { ...messageOf(text), description: `${ruleParts[part as keyof typeof ruleParts]} "${id}".` },
    ]),
  );
  const parts = [
    ...Object.entries(dangers).map(([name, text]) => [
      `danger_${name}`,
      {
        message: text,
        description:
          'The danger of a disallowed media type, at the start of a finding: “Can run scripts or imitate a login page: text/html in an iframe. Disallowed by default.”',
      },
    ]),
    ...Object.entries(usageTexts).map(([name, text]) => [
      `usage_${name}`,
      {
        message: text,
        description:
          'The use of a media type, after its name in a finding: “Can run scripts or imitate a login page: text/html in an iframe. Disallowed by default.”',
      },
    ]),
  ];
  return Object.fromEntries([...findings, ...parts, ...rules]);
}

const ruleParts = {
  title: 'A noun phrase of at most six words: the title of the rule',
  why: 'The consequence, in one sentence, of what is found by the rule',
  fix: 'The advice, an imperative, for findings of the rule',
};

/** `gzippedBefore` becomes `GZIPPED_BEFORE`. */
const placeholderOf = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Examples for a count of one: the part of it that is blocked is also one. */
function exampleOfOne(names: readonly string[]): Record<string, string> {
  const count = countNames.find((name) => names.includes(name));
  return {
    ...(count && { [count]: '1' }),
    ...(names.includes('blocked') && { blocked: '1' }),
    ...(names.includes('where') && { where: argumentExamples.where ?? '' }),
  };
}

/**
 * A text with the curly quotes of surfaces, and with a placeholder of the same name for each argument.
 *
 * @param names all arguments, in the order in which surfaces pass them
 * @param examples those that differ from the usual ones
 */
function messageOf(
  text: string,
  names: readonly string[] = [],
  examples: Readonly<Record<string, string>> = {},
): Message {
  const message = text
    .replace(/"([^"]*)"/g, '“$1”')
    .replaceAll("'", '’')
    .replace(/\{(\w+)\}/g, (_, name: string) => `$${placeholderOf(name)}$`);
  const placeholders = Object.fromEntries(
    shownIn(text).map((name) => [
      placeholderOf(name).toLowerCase(),
      { content: `$${names.indexOf(name) + 1}`, example: examples[name] ?? argumentExamples[name] ?? name },
    ]),
  );
  return Object.keys(placeholders).length > 0 ? { message, placeholders } : { message };
}

/** All English messages: those of the surfaces from their file, the others from `src`. */
export const englishMessages = (projectDir: string): Messages => ({
  ...readMessages(projectDir, 'en'),
  ...messagesOfSrc(),
});

/** The suffix of a plural form. Languages differ in their forms; all have `_other`. */
const form = /_(?:zero|one|two|few|many|other)$/;
const isExtraForm = (key: string): boolean => form.test(key) && !key.endsWith('_other');
const baseOf = (key: string): string => key.replace(form, '');

/** The plural forms of a language for the whole numbers below 1000. */
function formsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language.replace('_', '-'));
  return new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)));
}

/** The keys that a language needs for an English key; all plural forms of a key count as one. */
const keysFor = (language: string, key: string): string[] =>
  key.endsWith('_other') ? [...formsOf(language)].map((each) => `${baseOf(key)}_${each}`) : [key];

/** The English texts that a language has not translated: the browser shows them in English. */
export function gapsOf(messages: Messages, english: Messages): string[] {
  return Object.keys(english).filter((key) => !isExtraForm(key) && !(key in messages));
}

/** A summary of a language's gaps; null where it has none. */
export function gapText(language: string, messages: Messages, english: Messages): string | null {
  const gaps = gapsOf(messages, english);
  const start = `${language}: ${gaps.length} not translated, shown in English`;
  return gaps.length === 0
    ? null
    : `${start} ("npm run untranslated -- ${language}" prints them): ${gaps.join(', ')}`;
}

/** A template for translators: the messages that a language lacks, in English, with its own plural forms. */
export const missingMessages = (language: string, messages: Messages, english: Messages): Messages =>
  Object.fromEntries(
    gapsOf(messages, english).flatMap((key) =>
      keysFor(language, key).map((each) => [each, english[each] ?? english[key]!]),
    ),
  );

/** The problems in a language's messages, each with language, key and file and with advice. */
export function problemsOf(language: string, messages: Messages, english: Messages): string[] {
  const problems: string[] = [];
  const report = (key: string, what: string, toDo: string) =>
    problems.push(`${language}, ${key}: ${what}. In ${localeFile(language)} ${toDo}.`);
  for (const [key, text] of Object.entries(messages)) {
    const original = english[isExtraForm(key) ? `${baseOf(key)}_other` : key];
    if (original === undefined) {
      report(key, 'English has no such text', 'rename the key or delete it');
      continue;
    }
    if (text.message.trim() === '') report(key, 'the text is empty', 'write it, or delete the key');
    const wanted = placeholdersOf(original);
    const { shown, declared } = placeholdersOf(text);
    // A form for one or two may use a word instead of the number.
    const unshown = isExtraForm(key) ? [] : wanted.shown.filter((name) => !shown.includes(name));
    const unknown = shown.filter((name) => !wanted.shown.includes(name));
    if (unshown.length > 0) report(key, `the text lacks ${listed(unshown)}`, 'put it in, as English has it');
    if (unknown.length > 0)
      report(key, `English has no ${listed(unknown)} there`, 'take it out, or mend its name');
    const due = wanted.declared.filter((each) => shown.includes(each.split(' ')[0]!));
    if (unknown.length === 0 && !isSame(declared, due))
      report(
        key,
        `"placeholders" declares ${listed(declared)}, and the text needs ${listed(due)}`,
        'declare them as English does',
      );
  }
  const begun = new Set(
    Object.keys(messages)
      .filter((key) => form.test(key))
      .map(baseOf),
  );
  for (const base of begun)
    for (const key of keysFor(language, `${base}_other`))
      if (!(key in messages)) report(key, 'this language has that plural form', 'add it');
  return problems;
}

const listed = (names: readonly string[]): string => names.join(', ') || 'none';
const isSame = (a: readonly string[], b: readonly string[]): boolean => `${a}` === `${b}`;

/** The arguments in a text, as `$COUNT$`, and those that it declares, as `$COUNT$ is $1`. */
function placeholdersOf({ message, placeholders = {} }: Message): { shown: string[]; declared: string[] } {
  const shown = [...message.matchAll(/\$\w+\$/g)].map(([name]) => name.toUpperCase());
  const declared = Object.entries(placeholders).map(
    ([name, { content }]) => `$${name.toUpperCase()}$ is ${content}`,
  );
  return { shown: [...new Set(shown)].sort(), declared: declared.sort() };
}
