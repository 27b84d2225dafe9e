/** English texts with inserted arguments. */
import { countIn, figureText } from './figures.ts';
import type { Problem } from './problem.ts';

type Args = Problem['args'];

/** `{name}` stands for an argument. The plural form of a text depends on `countIn` of its arguments. */
export type Text = string | { readonly one: string; readonly other: string };

/**
 * The text with its arguments inserted unchanged. Empty without a text: the worker's build omits all texts,
 * and the surfaces add them.
 */
export const fillIn = (text: string | undefined, args: Args): string =>
  text?.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole)) ?? '';

/** The same in the plural form for its count, with figures formatted for people. */
export function inEnglish(text: Text | undefined, args: Args): string {
  const chosen = typeof text === 'object' ? (countIn(args) === 1 ? text.one : text.other) : text;
  const figures = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'number' ? figureText(name, value, 'en') : value,
  ]);
  return fillIn(chosen, Object.fromEntries(figures));
}
