/** English texts with their arguments put in. */
import { countIn, figureText } from './figures.ts';
import type { Problem } from './problem.ts';

/** `{name}` stands for an argument. A text with plural forms counts `countIn` of its arguments. */
export type Text = string | { readonly one: string; readonly other: string };

/**
 * The text with its arguments, figures formatted for people; empty without a text: the worker's build leaves out all
 * texts, and surfaces put them in.
 */
export function inEnglish(text: Text | undefined, args: Problem['args']): string {
  const chosen = typeof text === 'object' ? (countIn(args) === 1 ? text.one : text.other) : (text ?? '');
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name] ?? whole;
    return typeof value === 'number' ? figureText(name, value, 'en') : value;
  });
}
