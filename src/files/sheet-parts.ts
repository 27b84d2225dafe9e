/** Finds data: URLs in style sheets of every language. */
import { isCauseInUrl } from '../drop-causes.ts';
import type { Span } from '../problem.ts';
import { languagesOf } from './file-kind.ts';
import { moved, type Part } from './found-in-file.ts';
import { asIs, blanked } from './mapped-text.ts';
import { cssParts, proseParts } from './quoted-parts.ts';
import { maySpellScheme } from './scheme-search.ts';

/**
 * Finds the data: URLs in a style sheet, which may contain the syntax of preprocessors and template engines.
 *
 * @param name the file's name, whose extensions determine the syntax
 */
export function* sheetParts(text: string, name: string): Generator<Part, void, void> {
  if (!maySpellScheme(text)) return;
  const languages = languagesOf(name);
  const isPreprocessed = languages.some((each) => each.isPreprocessed);
  const isCompiled = isPreprocessed || languages.some(({ isEngine }) => isEngine);
  const hasTildes = languages.some((each) => each.hasTildes);
  /** Matches the character before a quotation mark if a preprocessor or template engine computes the URL. */
  const computes = isPreprocessed ? /[^~]/ : /[}>]/;
  const comments = languages.some(({ hasLineComments }) => hasLineComments) ? lineComments(text) : [];
  for (const { start, end } of comments)
    for (const part of proseParts(text.slice(start, end), 'comment')) yield moved(part, asIs('', start));
  for (const { dropped, ...part } of cssParts(blanked(text, comments), 'stylesheet')) {
    if (isCompiled && part.place === 'text') yield withColors(part);
    else if (isCompiled && dropped?.cause === 'quote' && /["']/.test(text[part.start - 1] ?? '')) {
      const before = text[part.start - 2] ?? '';
      if (hasTildes && before === '~') yield part;
      else if (!computes.test(before)) yield { ...part, dropped };
    } else yield dropped && (!isCompiled || isCauseInUrl(dropped.cause)) ? { ...part, dropped } : part;
  }
}

/**
 * Matches an unescaped color in a URL that is otherwise fully escaped, even beyond `encodeURI`: functions of the
 * sheet replace such colors, as in UIkit.
 */
const replacedColor = /(?<=%3D%22)#[\da-f]{3,8}(?=%22)/gi;

/** Marks colors in a URL in a preprocessor's string as placeholders. */
function withColors(part: Part): Part {
  const placeholders = Array.from(part.written.matchAll(replacedColor), ({ 0: color, index }) => ({
    start: index,
    end: index + color.length,
  }));
  return placeholders.length > 0 ? { ...part, placeholders } : part;
}

/**
 * Matches a comment up to the end of the line, or anything in which "//" may occur: a string, a URL, or another
 * comment.
 */
const lineComment =
  /url\(\s*(["']?)\s*data:[^,"'()]*;base64,[\w+/=\s]*\1|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|url\((?:\s*data:[^)"']*|[^)"'\n]*)|\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/gi;

const lineComments = (text: string): Span[] =>
  Array.from(text.matchAll(lineComment), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  })).filter(({ start }) => text.startsWith('//', start));
