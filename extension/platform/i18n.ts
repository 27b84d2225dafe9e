/** Text in the browser's language. The compiler knows the keys. */
import { languageOf, type Snake } from '../../src/language.ts';
import type { Danger } from '../../src/policy/dangers.ts';
import type { MessageId, RuleId } from '../../src/rules/docs.ts';
import type { Destination } from '../../src/vocabulary.ts';
import type english from '../_locales/en/messages.json';
import { browser } from './browser.ts';

export { type Snake, snake } from '../../src/language.ts';

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

interface Message {
  (key: CountedKey, count: number, ...args: string[]): string;
  (key: TextKey, ...args: string[]): string;
}

export const language = languageOf((key, args) => browser.i18n.getMessage(key, args));
export const { locale, formatNumber } = language;
export const message: Message = language.message;
