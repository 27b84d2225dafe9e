/** English texts with inserted arguments. */
import { countIn, formatArgument } from './format-numbers.ts';
import { hasEnglish } from './has-english.ts';
import type { Problem } from './problem.ts';

type Args = Problem['args'];

/** `{name}` stands for an argument. The plural form of a text depends on `countIn` of its arguments. */
export type Text = string | { readonly one: string; readonly other: string };

/** The text in the plural form for its count, with figures formatted for people; empty if no texts are at hand. */
export function inEnglish(text: Text, args: Args): string {
  if (!hasEnglish) return '';
  const chosen = typeof text === 'object' ? (countIn(args) === 1 ? text.one : text.other) : text;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name] ?? whole;
    return typeof value === 'number' ? formatArgument(name, value, 'en') : value;
  });
}
