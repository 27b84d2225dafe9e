/** Texts in the browser's language. */
import { numberText } from '../../src/format-numbers.ts';
import { type MessageFunction, messagesFrom, type Snake } from '../../src/message.ts';
import type { Danger } from '../../src/policy/dangers.ts';
import type { MessageId, RuleId } from '../../src/rules/docs.ts';
import type { Destination } from '../../src/vocabulary.ts';
import type english from '../_locales/en/messages.json';
import { browser } from './browser.ts';

export { snake } from '../../src/message.ts';

type Key = keyof typeof english;
type Base<Each extends string> = Each extends `${infer Start}_other` ? Start : never;
/** The keys of texts that have plural forms, without their suffixes. */
type CountedKey = Base<Key>;
/**
 * The keys of all other texts. The build adds the texts of findings, dangers, usages, and rules, which are in `src`.
 */
type TextKey =
  | Exclude<Key, `${CountedKey}_${Intl.LDMLPluralRule}`>
  | `finding_${Snake<MessageId>}`
  | `danger_${Danger}`
  | `usage_${Destination}`
  | `rule_${Snake<RuleId>}_${'title' | 'why' | 'fix'}`;

interface Message {
  (key: CountedKey, count: number, ...args: string[]): string;
  (key: TextKey, ...args: string[]): string;
}

/**
 * Like `message`, but for texts whose keys are composed in `src`. These keys are checked by
 * `test/contract/locales.test.ts`.
 */
export const anyMessage: MessageFunction = messagesFrom((key, args) => browser.i18n.getMessage(key, args));

/**
 * The text of a key in `_locales`. The compiler checks the key. If the first argument is a number, it selects the
 * plural form.
 */
export const message: Message = anyMessage;

/**
 * The language of the extension's texts, which may differ from the browser's own. Numbers and plural forms are
 * formatted for this language.
 */
export const locale = (): string => message('locale');

export const formatNumber = (value: number): string => numberText(value, locale());
