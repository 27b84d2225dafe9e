/** Text in the browser's language, with the plural rules of that language, which `browser.i18n` lacks. */
import { numberText } from '../../src/figures.ts';
import type { Danger } from '../../src/policy/dangers.ts';
import type { MessageId, RuleId } from '../../src/rules/docs.ts';
import type { Destination } from '../../src/vocabulary.ts';
import type english from '../_locales/en/messages.json';
import { browser } from './browser.ts';

/** A code in the form of a key of `_locales`. */
export type Snake<Code extends string> = Code extends `${infer Start}-${infer Rest}`
  ? `${Start}_${Snake<Rest>}`
  : Code;

/** `disallowed-declared` becomes `disallowed_declared`. */
export const snake = <Code extends string>(code: Code) => code.replaceAll('-', '_') as Snake<Code>;

type Key = keyof typeof english;
type Base<Each extends string> = Each extends `${infer Start}_other` ? Start : never;
/** Keys of texts that have plural forms. */
export type CountedKey = Base<Key>;
/** All other keys; the build adds those of findings, dangers, usages and rules, which are in `src`. */
export type TextKey =
  | Exclude<Key, `${CountedKey}_${Intl.LDMLPluralRule}`>
  | `finding_${Snake<MessageId>}`
  | `danger_${Danger}`
  | `usage_${Destination}`
  | `rule_${Snake<RuleId>}_${'title' | 'why' | 'fix'}`;

/** The language of our texts, which may differ from the browser's own; numbers and plurals follow it. */
export const locale = (): string => browser.i18n.getMessage('locale');

let pluralRules: Intl.PluralRules | undefined;

export const formatNumber = (value: number): string => numberText(value, locale());

/** Cached texts without arguments: the browser is many times slower, and a list needs hundreds a frame. */
const texts = new Map<string, string>();

function textOf(key: string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = browser.i18n.getMessage(key) || key;
  texts.set(key, text);
  return text;
}

/**
 * The text of a key in `_locales`. A number as the first argument selects the key's plural form: `key_one`, `key_few`,
 * …, else `key_other`.
 */
export function message(key: CountedKey, count: number, ...args: string[]): string;
export function message(key: TextKey, ...args: string[]): string;
export function message(key: string, ...args: (string | number)[]): string {
  if (args.length === 0) return textOf(key);
  const [count, ...rest] = args;
  if (typeof count !== 'number') return browser.i18n.getMessage(key, args.map(String)) || key;
  return messageOfCount(key, count, ...rest.map(String)) ?? key;
}

/** The text of a key's plural form for a number; undefined without a number, or where the key has no such forms. */
export function messageOfCount(
  key: string,
  count: number | undefined,
  ...args: string[]
): string | undefined {
  if (count === undefined) return undefined;
  pluralRules ??= new Intl.PluralRules(locale());
  return (
    browser.i18n.getMessage(`${key}_${pluralRules.select(count)}`, args) ||
    browser.i18n.getMessage(`${key}_other`, args) ||
    undefined
  );
}
