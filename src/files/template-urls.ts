/** Finds the URLs in a text around its placeholders, and those in the code of the placeholders. */
import type { Program } from './file-kind.ts';
import { allPlaced, type Found, moved } from './found-in-file.ts';
import { asIs } from './mapped-text.ts';
import { continued, continuedInProse, interpolatedIn, withoutPlaceholders } from './placeholders.ts';
import { quotedParts } from './quoted-parts.ts';
import { maySpellScheme } from './scheme-search.ts';
import { templateSyntaxOf } from './template-syntaxes.ts';

/** The file whose text is searched. */
export interface SourceFile {
  /** The file's path, whose extensions determine the syntax of placeholders. */
  name: string;
  /** Whether blocks of code may occur anywhere in the markup. */
  isMarkup?: boolean;
  /** Where literals are parts of a program: everywhere, only in scripts, or nowhere. */
  program?: Program;
}

/**
 * Finds the URLs in a text with placeholders.
 *
 * @param find finds the URLs in a text in which fillers replace the placeholders
 * @returns the URLs as in the file, with their placeholders
 */
export function findAroundPlaceholders(
  text: string,
  { name, isMarkup = false, program = 'none' }: SourceFile,
  find: (text: string) => readonly Found[],
): Found[] {
  const syntax = templateSyntaxOf(name);
  const { text: unfilled, code, restored } = withoutPlaceholders(text, syntax, isMarkup);
  const inCode = code.flatMap(({ start, end }) => findInCode(text.slice(start, end), start, name));
  const found = [...find(unfilled).map(restored), ...inCode];
  return found.flatMap((each) => {
    if (program === 'all' || (program === 'scripts' && isProgram(each, text)))
      return continued(each, text, syntax) ?? [];
    const own = interpolatedIn(each, text);
    return own.place === 'text' ? [continuedInProse(own, text)] : [own];
  });
}

/**
 * Matches the names of attributes whose values are expressions: those of Vue, Angular, Alpine, and Knockout, and event
 * handlers.
 */
const expression = /^(?:[:@[(*#]|v-|x-|ng-|data-bind|on)/;

/**
 * Matches the text before a string in an attribute's expression: `src={"data:…" + a}` in Astro and Svelte and, where
 * the expression may contain the attribute's own quotation mark, `src="@F("data:…")"` in Razor and `src="{{ "data:…" ~
 * a }}"`.
 */
const inExpression = /=\s{0,9}(?:\{|["'](?:@|\{[{!])[^"'`<>]{0,200})\s{0,9}["'`]$/;
/** Maximum number of code units between the beginning of an expression and a string in it. */
const maxExpression = 240;

const isProgram = ({ place, name, start }: Found, text: string): boolean =>
  place === 'script' ||
  (place === 'other-attribute' && expression.test(name)) ||
  (place.endsWith('attribute') && inExpression.test(text.slice(Math.max(0, start - maxExpression), start)));

function findInCode(text: string, start: number, name: string): Found[] {
  if (!maySpellScheme(text)) return [];
  const quoted = (unfilled: string) => allPlaced(quotedParts(unfilled, 'script', 'script'));
  const inFile = asIs(text, start);
  return findAroundPlaceholders(text, { name, program: 'all' }, quoted).map((each) => moved(each, inFile));
}
