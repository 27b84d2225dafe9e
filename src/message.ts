/** Returns texts by key in one language, with plural forms, which the browsers' `i18n` API lacks. */

/**
 * Returns the text of a key; the key itself if there is no text. A number as the first argument selects the key's
 * plural form: `key_one`, `key_few`, …, otherwise `key_other`. The text of the key `locale` is the language (BCP 47),
 * which number formats follow.
 */
export type MessageFunction = (key: string, ...args: (string | number)[]) => string;

/** `disallowed-declared` becomes `disallowed_declared`. */
export const snake = <Code extends string>(code: Code) => code.replaceAll('-', '_') as Snake<Code>;

/** A code in the form of a key. */
export type Snake<Code extends string> = Code extends `${infer Start}-${infer Rest}`
  ? `${Start}_${Snake<Rest>}`
  : Code;

/**
 * Creates a `MessageFunction`.
 *
 * @param textOf returns the text of a key with the arguments inserted, like `i18n.getMessage`; '' if there is no text
 */
export function messagesFrom(textOf: (key: string, args?: string[]) => string): MessageFunction {
  /**
   * Texts without arguments are cached, because the browser's lookup is many times slower, and a list needs hundreds of
   * texts per frame.
   */
  const texts = new Map<string, string>();
  let pluralRules: Intl.PluralRules | undefined;

  return function message(key: string, first?: string | number, ...rest: (string | number)[]): string {
    if (first === undefined) {
      const text = texts.get(key) ?? (textOf(key) || key);
      texts.set(key, text);
      return text;
    }
    const values = rest.map(String);
    if (typeof first !== 'number') return textOf(key, [first, ...values]) || key;
    pluralRules ??= new Intl.PluralRules(message('locale'));
    return textOf(`${key}_${pluralRules.select(first)}`, values) || textOf(`${key}_other`, values) || key;
  };
}
