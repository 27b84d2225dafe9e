/** Texts by their keys in one language, with its plural rules, which the `i18n` of browsers lacks. */

/**
 * The text of a key; the key itself if it has none. A number as the first argument selects the key's plural form:
 * `key_one`, `key_few`, …, else `key_other`. The text of `locale` is the language (BCP 47), which numbers follow.
 */
export type MessageFunction = (key: string, ...args: (string | number)[]) => string;

/** `disallowed-declared` becomes `disallowed_declared`. */
export const snake = <Code extends string>(code: Code) => code.replaceAll('-', '_') as Snake<Code>;

/** A code in the form of a key. */
export type Snake<Code extends string> = Code extends `${infer Start}-${infer Rest}`
  ? `${Start}_${Snake<Rest>}`
  : Code;

/** @param textOf the text of a key with the arguments in their places, as `i18n.getMessage` gives it; '' if there is none */
export function messagesFrom(textOf: (key: string, args?: string[]) => string): MessageFunction {
  /** Cached texts without arguments: the browser is many times slower, and a list needs hundreds a frame. */
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
