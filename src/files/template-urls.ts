/** Finds the URLs in a text around its placeholders, and those in the code of the placeholders. */
import type { Program } from './file-kind.ts';
import { allPlaced, type Found, moved, type Part } from './found-in-file.ts';
import { asIs } from './mapped-text.ts';
import { apartFrom, isMeantAsDataUrl, isWithoutColon } from './meant-in-file.ts';
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
    const before = text.slice(Math.max(0, each.start - maxExpression), each.start);
    if (program === 'all' || (program === 'scripts' && isProgram(each, before)) || inTag.test(before))
      return continued(each, text, syntax) ?? [];
    const own = interpolatedIn(each, text);
    return own.place === 'text' ? [continuedInProse(own, text)] : [own];
  });
}

/**
 * Matches the names of attributes whose values are expressions: those of Vue, Angular, Alpine, Knockout, Thymeleaf, and
 * Genshi, and event handlers.
 */
const expression = /^(?:[:@[(*#]|v-|x-|ng-|data-bind|on|(?:data-)?th[:-]|py:)/;

/**
 * Matches the text before a string in an attribute's expression: `src={"data:…" + a}` in Astro and Svelte and, where
 * the expression may contain the attribute's own quotation mark, `src="@F("data:…")"` in Razor and `src="{{ "data:…" ~
 * a }}"`.
 */
const inExpression = /=\s{0,9}(?:\{|["'](?:@|\{[{!])[^"'`<>]{0,200})\s{0,9}["'`]$/;
/**
 * Matches the text before a string in a tag of a template: `{% set a = "data:…" ~ b %}`, `{{concat "data:…" b}}`,
 * `#{'data:…'.concat(b)}`.
 */
const inTag = /(?:\{[{%]|[#$]\{)[^"'`<>{}%]{0,200}["'`]$/;
/** Maximum number of code units between the beginning of an expression and a string in it. */
const maxExpression = 240;

const isProgram = ({ place, name }: Found, before: string): boolean =>
  place === 'script' ||
  (place === 'other-attribute' && expression.test(name)) ||
  (place.endsWith('attribute') && inExpression.test(before));

/** Matches a string without escapes or whitespace that begins with "data". */
const quotedData = /(?<=(["']))data[:;,][^"'\\\s<>]+(?=\1)/gi;

/** Finds the strings in code that were meant as data: URLs but have a typo in their head. */
const meantInCode = (code: string): Part[] =>
  Array.from(code.matchAll(quotedData), ({ 0: written, index: start }): Part => {
    const own = {
      written,
      start,
      end: start + written.length,
      name: '',
      ...(isMeantAsDataUrl(written) && { meant: true as const }),
    };
    return { ...own, place: 'script', destination: 'none' };
  }).filter(({ written, meant }) => meant || isWithoutColon(written));

function findInCode(text: string, start: number, name: string): Found[] {
  if (!maySpellScheme(text)) return [];
  const quoted = (unfilled: string) => {
    const urls = [...quotedParts(unfilled, 'script', 'script')];
    return allPlaced([...urls, ...apartFrom(meantInCode(unfilled), urls)]);
  };
  const inFile = asIs(text, start);
  return findAroundPlaceholders(text, { name, program: 'all' }, quoted).map((each) => moved(each, inFile));
}
