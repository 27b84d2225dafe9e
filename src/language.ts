/** Texts by their keys in one language, with its plural rules, which the `i18n` of browsers lacks. */
import { numberText } from './format-numbers.ts';

export interface Language {
  /** The language of the texts (BCP 47); numbers and plurals follow it. */
  locale(): string;
  formatNumber(value: number): string;
  /**
   * The text of a key; the key itself if it has none. A number as the first argument selects the key's plural form:
   * `key_one`, `key_few`, …, else `key_other`.
   */
  message(key: string, ...args: (string | number)[]): string;
  /** The text of a key's plural form for a number; undefined without a number, or where the key has no such forms. */
  messageOfCount(key: string, count: number | undefined, ...args: string[]): string | undefined;
}

/** `disallowed-declared` becomes `disallowed_declared`. */
export const snake = <Code extends string>(code: Code) => code.replaceAll('-', '_') as Snake<Code>;

/** A code in the form of a key. */
export type Snake<Code extends string> = Code extends `${infer Start}-${infer Rest}`
  ? `${Start}_${Snake<Rest>}`
  : Code;

/** @param textOf the text of a key with the arguments in their places, as `i18n.getMessage` gives it; '' if there is none */
export function languageOf(textOf: (key: string, args?: string[]) => string): Language {
  /** Cached texts without arguments: the browser is many times slower, and a list needs hundreds a frame. */
  const texts = new Map<string, string>();
  let pluralRules: Intl.PluralRules | undefined;

  // May differ from the browser's own language.
  const locale = (): string => textOf('locale');

  function plainText(key: string): string {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = textOf(key) || key;
    texts.set(key, text);
    return text;
  }

  function message(key: string, ...args: (string | number)[]): string {
    if (args.length === 0) return plainText(key);
    const [count, ...rest] = args;
    if (typeof count !== 'number') return textOf(key, args.map(String)) || key;
    return messageOfCount(key, count, ...rest.map(String)) ?? key;
  }

  function messageOfCount(key: string, count: number | undefined, ...args: string[]): string | undefined {
    if (count === undefined) return undefined;
    pluralRules ??= new Intl.PluralRules(locale());
    return textOf(`${key}_${pluralRules.select(count)}`, args) || textOf(`${key}_other`, args) || undefined;
  }

  return { locale, formatNumber: (value) => numberText(value, locale()), message, messageOfCount };
}
