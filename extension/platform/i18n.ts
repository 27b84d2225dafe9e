/** Text in the browser's language; plurals by its own rules, which `browser.i18n` does not know. */
import { browser } from './browser.ts';

/** The language of our texts, which is not always the browser's own; numbers and plurals follow it. */
export const locale = (): string => browser.i18n.getMessage('locale');

let pluralRules: Intl.PluralRules | undefined;
let numbers: Intl.NumberFormat | undefined;

export function formatNumber(value: number): string {
  numbers ??= new Intl.NumberFormat(locale());
  return numbers.format(value);
}

/**
 * The text of a key in `_locales`. With a number as the first argument the key's plural form is taken: `key_one`,
 * `key_few`, …, else `key_other`.
 */
export function message(key: string, ...args: (string | number)[]): string {
  const [count, ...rest] = args;
  if (typeof count !== 'number') return browser.i18n.getMessage(key, args.map(String)) || key;
  pluralRules ??= new Intl.PluralRules(locale());
  const texts = rest.map(String);
  return (
    browser.i18n.getMessage(`${key}_${pluralRules.select(count)}`, texts) ||
    browser.i18n.getMessage(`${key}_other`, texts) ||
    key
  );
}
