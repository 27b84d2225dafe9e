/**
 * Handles the texts of each language: writes them for the build, and finds texts that are incorrect, missing, or
 * outdated.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countNames } from '../../src/format-numbers.ts';
import { dangers } from '../../src/policy/dangers.ts';
import { usageTexts } from '../../src/policy/usage-texts.ts';
import { argumentNames, type MessageId, messageTexts, ruleDocs, shownIn } from '../../src/rules/docs.ts';
import type { Message, Messages } from '../../src/texts/locale-file.ts';
import { argumentExamples, examplesOf } from './argument-examples.ts';

/** The path of the texts of a language, relative to the project's folder. */
export const localeFile = (language: string): string => `extension/_locales/${language}/messages.json`;

const readFile = (projectDir: string, language: string) =>
  JSON.parse(readFileSync(path.join(projectDir, localeFile(language)), 'utf8'));

/** The English texts in `extension/_locales`. */
export const ownEnglish = (projectDir: string): Messages => readFile(projectDir, 'en');

/** A text in another language, with the checksum of the English text that it translates (`markOf`). */
export interface Translation {
  english: string;
  message: string;
}
export type Translations = Record<string, Translation>;

/** The texts in a language's file. */
export const translationsIn = (projectDir: string, language: string): Translations =>
  readFile(projectDir, language);

/** The checksum of a text: eight hexadecimal digits. */
export const markOf = ({ message }: Message): string =>
  createHash('sha256').update(message).digest('hex').slice(0, 8);

/** The languages that have a folder, English first. */
export const languagesIn = (projectDir: string): string[] => {
  const others = readdirSync(path.join(projectDir, 'extension/_locales')).filter((name) => name !== 'en');
  return ['en', ...others.sort()];
};

const snake = (id: string): string => id.replaceAll('-', '_');

/**
 * The English messages that are generated from `src`: the messages of findings and their parts, problems, and rules.
 */
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

/** The placeholder of an argument: `gzippedBefore` becomes `GZIPPED_BEFORE`. */
const placeholderOf = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

/** The examples for a count of one. If the message also counts blocked items, that count must be one, too. */
function exampleOfOne(names: readonly string[]): Record<string, string> {
  const count = countNames.find((name) => names.includes(name));
  return {
    ...(count && { [count]: '1' }),
    ...(names.includes('blocked') && { blocked: '1' }),
    ...(names.includes('where') && { where: argumentExamples.where ?? '' }),
  };
}

/**
 * A message with the curly quotes that surfaces use, and with a placeholder for each argument.
 *
 * @param names all arguments, in the order in which surfaces pass them
 * @param examples the examples that differ from the usual ones
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

/** All English messages: the messages of the surfaces from their file, and the others from `src`. */
export const englishMessages = (projectDir: string): Messages => ({
  ...ownEnglish(projectDir),
  ...messagesOfSrc(),
});

/**
 * The messages of a language in the form that browsers read. Each translation has the placeholders of its English text.
 */
export function messagesFor(projectDir: string, language: string): Messages {
  const english = englishMessages(projectDir);
  if (language === 'en') return english;
  const entries = Object.entries(translationsIn(projectDir, language)).map(([key, { message }]) => {
    const placeholders = sourceOf(key, english)?.placeholders;
    return [key, placeholders ? { message, placeholders } : { message }];
  });
  return Object.fromEntries(entries);
}

/** Removes the parts of messages that only translators read: descriptions, and names and examples of placeholders. */
export const withoutNotes = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, { message, placeholders = {} }]) => {
      const numbered = message.replace(
        /\$(\w+)\$/g,
        (whole, name: string) => placeholders[name.toLowerCase()]?.content ?? whole,
      );
      // Two adjacent numbers, such as `$1$2`, would look like the name of a placeholder.
      if (!/\$\d\$/.test(numbered)) return [key, { message: numbered }];
      const contents = Object.entries(placeholders).map(([name, { content }]) => [name, { content }]);
      return [key, { message, placeholders: Object.fromEntries(contents) }];
    }),
  );

/** Matches the suffix of a plural form. Languages use different forms, but all use `_other`. */
const form = /_(?:zero|one|two|few|many|other)$/;
const isExtraForm = (key: string): boolean => form.test(key) && !key.endsWith('_other');
const baseOf = (key: string): string => key.replace(form, '');

/** The plural forms that a language uses for the whole numbers below 1000. */
function formsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language.replace('_', '-'));
  return new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)));
}

/** The keys that a language needs for an English key. All plural forms of an English key count as one key. */
const keysFor = (language: string, key: string): string[] =>
  key.endsWith('_other') ? [...formsOf(language)].map((each) => `${baseOf(key)}_${each}`) : [key];

/** The English text that a key translates; undefined if there is none. */
const sourceOf = (key: string, english: Messages): Message | undefined =>
  english[key] ?? english[`${baseOf(key)}_other`];

/** The keys of the English texts that a language has not translated. The browser shows these in English. */
export function gapsOf(translations: Translations, english: Messages): string[] {
  return Object.keys(english).filter((key) => !isExtraForm(key) && !(key in translations));
}

/** The keys of the translations whose English text has changed since. */
export const outdatedIn = (translations: Translations, english: Messages): string[] =>
  Object.keys(translations).filter((key) => {
    const source = sourceOf(key, english);
    return source !== undefined && markOf(source) !== translations[key]!.english;
  });

/** A summary of a language's missing and outdated texts; null if there are none. */
export function gapText(language: string, translations: Translations, english: Messages): string | null {
  const lists = [
    ['not translated, shown in English', gapsOf(translations, english)],
    ['outdated', outdatedIn(translations, english)],
  ] as const;
  const parts = lists
    .filter(([, keys]) => keys.length > 0)
    .map(([what, keys]) => `${keys.length} ${what}: ${keys.join(', ')}`);
  return parts.length === 0
    ? null
    : `${language} ("npm run -s untranslated -- ${language}" prints them): ${parts.join('; ')}`;
}

/**
 * The English texts of a language's missing and outdated translations, in the plural forms of that language, for
 * translators.
 */
export function toTranslate(
  language: string,
  translations: Translations,
  english: Messages,
): Record<string, Translation & { description?: string }> {
  const missing = gapsOf(translations, english).flatMap((key) => keysFor(language, key));
  const keys = [...missing, ...outdatedIn(translations, english)];
  return Object.fromEntries(
    keys.map((key) => {
      const source = sourceOf(key, english)!;
      const { message, description } = source;
      return [key, { english: markOf(source), message, ...(description && { description }) }];
    }),
  );
}

/** The first parts of the keys of texts about errors, access, data that leaves the computer, and dangers. */
const exactFamilies = new Set(
  (
    'failure reason unreachable query policyProblem mailProblem reportFile refusal importRefused importTooLarge ' +
    'cantRead scanFailed notSaved copyRefused noForm viewerGone stale access accessHint grantSite grantAll ' +
    'grantFrames grantedSites grantedSitesHint noGrantedSites everySite revoke offerToRead localFiles ' +
    'localFilesChromium localFilesFirefox privateWindows privateWindowsChromium privateWindowsFirefox watchSite ' +
    'watchingHow watchedSitesHint watchedNotGranted serverAsk serverAskHint serverRefused headerWithoutCookies ' +
    'benchNotKept welcomePrivacy danger risk runs noneCanRun noneFoundToRun notRendered disallowed'
  ).split(' '),
);

/**
 * Whether a translation must never be older than its English text, because it is about errors, privacy, permissions, or
 * security.
 */
export function isExact(key: string): boolean {
  if (exactFamilies.has(key.split('_', 1)[0]!)) return true;
  const [, kind, name = ''] = /^(rule|finding)_(.+)$/.exec(baseOf(key)) ?? [];
  const security = ruleDocs.filter(({ category }) => category === 'security');
  return kind === 'rule'
    ? security.some(({ id }) => name.startsWith(`${snake(id)}_`))
    : kind === 'finding' && security.some(({ messages }) => Object.keys(messages).map(snake).includes(name));
}

/** The problems in the texts of a language, each with the language, key, and file, and with advice. */
export function problemsOf(language: string, translations: Translations, english: Messages): string[] {
  const problems: string[] = [];
  const report = (key: string, what: string, toDo: string) =>
    problems.push(`${language}, ${key}: ${what}. In ${localeFile(language)} ${toDo}.`);
  for (const [key, text] of Object.entries(translations)) {
    const source = sourceOf(key, english);
    if (source === undefined) {
      report(key, 'English has no such text', 'rename the key or delete it');
      continue;
    }
    if (text.message.trim() === '') report(key, 'the text is empty', 'write it, or delete the key');
    const others = Object.keys(text).filter((name) => name !== 'message' && name !== 'english');
    if (others.length > 0) report(key, `it has ${listed(others)}`, 'leave that out: English has it');
    const [wanted, shown] = [namesIn(source), namesIn(text)];
    // A plural form for one or two may contain a word instead of the number.
    const unshown = isExtraForm(key) ? [] : wanted.filter((name) => !shown.includes(name));
    const unknown = shown.filter((name) => !wanted.includes(name));
    if (unshown.length > 0) report(key, `the text lacks ${listed(unshown)}`, 'put it in, as English has it');
    if (unknown.length > 0)
      report(key, `English has no ${listed(unknown)} there`, 'take it out, or mend its name');
  }
  const begun = new Set(
    Object.keys(translations)
      .filter((key) => form.test(key))
      .map(baseOf),
  );
  for (const base of begun)
    for (const key of keysFor(language, `${base}_other`))
      if (!(key in translations)) report(key, 'this language has that plural form', 'add it');
  return problems;
}

const listed = (names: readonly string[]): string => names.join(', ');

/** The placeholders in a text, in the form `$COUNT$`. */
const namesIn = ({ message }: Message): string[] => [
  ...new Set([...message.matchAll(/\$\w+\$/g)].map(([name]) => name.toUpperCase())),
];

/** The glossary of a language. For each English term, a translation must contain one of the listed words. */
export const glossaryOf = (projectDir: string, language: string): Record<string, readonly string[]> =>
  JSON.parse(readFileSync(path.join(projectDir, `extension/_locales/${language}/glossary.json`), 'utf8'));

/** The translations that use another word for a term in the glossary. */
export const otherTerms = (
  translations: Translations,
  english: Messages,
  glossary: Readonly<Record<string, readonly string[]>>,
): string[] =>
  Object.entries(glossary).flatMap(([term, words]) => {
    const named = new RegExp(`(?<!\\$)\\b${term}\\b(?!\\$)`, 'i');
    const has = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
    return Object.entries(translations)
      .filter(([key, { message }]) => named.test(sourceOf(key, english)?.message ?? '') && !has(message))
      .map(([key]) => `${key}: "${term}" is ${words.join(' or ')}`);
  });
