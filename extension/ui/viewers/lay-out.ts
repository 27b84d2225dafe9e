/** Lays out code that was written without line breaks: only white space is added or removed. */

import { tokensOf } from '../../../src/payload/markup/markup-tokens.ts';
import { highlight, type Language } from './syntax-highlight.ts';

/** Open elements that are searched for the one that an end tag closes. */
const maxSearchedElements = 100;

/** Levels of indentation: deeper ones are not indented any further. */
const maxIndent = 40;

const newLine = (depth: number): string => `\n${'  '.repeat(Math.min(depth, maxIndent))}`;

/** Lays out a text in lines, by its language if that is known; linear in its length. */
export function layOut(text: string, language: Language): string {
  if (language === 'plain') return text;
  if (language === 'json') return layOutJson(text);
  return language === 'html' || language === 'xml'
    ? layOutMarkup(text, language)
    : layOutCode(text, language);
}

/** JSON with a line for each entry. */
function layOutJson(text: string): string {
  let depth = 0;
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"?|[[{]\s*[\]}]|[[\]{},:]|\s+/g, (token) => {
    const first = token[0] ?? '';
    if (first === '"') return token;
    if (/\s/.test(first)) return '';
    if (token === ':') return ': ';
    if (token === ',') return `,${newLine(depth)}`;
    if (first === '[' || first === '{') {
      if (token.length > 1) return token.replace(/\s+/, '');
      return token + newLine(++depth);
    }
    depth = Math.max(0, depth - 1);
    return newLine(depth) + token;
  });
}

/** Code that stays on the line of a closing brace. */
const goesOn = /\s*(?:[;,)\].(:]|(?:else|catch|finally)\b)/y;
const emptyBlock = /\{\s*\}/y;
/** A run of plain code, up to a character that matters or may begin a string or comment. */
const plain = /[^\s{}()[\];,"'`/]+|\s+|[\s\S]/y;
/** The beginning of a `url(` whose argument is unquoted. */
const openUrl = /^url\([^)]*$/i;

/** One line per statement, declaration and entry; other brackets stay on one line. */
function layOutCode(text: string, language: 'javascript' | 'css'): string {
  const parts: string[] = [];
  const open: string[] = [];
  let depth = 0;
  let isDue = false;
  const write = (part: string) => {
    if (isDue) parts.push(newLine(depth));
    isDue = false;
    parts.push(part);
  };
  const matches = (pattern: RegExp, at: number): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  const closeBlock = () => {
    // A closing brace also closes the brackets left open inside its block.
    while (depth > 0 && open.pop() !== '{');
    depth = Math.max(0, depth - 1);
  };
  const isInBlock = () => open.length === 0 || open.at(-1) === '{';
  const endsLine = (mark: string): boolean =>
    isInBlock() && (mark === ';' || (mark === ',' && language === 'javascript'));

  /** Lays out the code between two strings or comments. */
  const between = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      if (matches(emptyBlock, at) && emptyBlock.lastIndex <= to) {
        write('{}');
        at = emptyBlock.lastIndex;
        isDue = !matches(goesOn, at);
        continue;
      }
      plain.lastIndex = at;
      const part = (plain.exec(text)?.[0] ?? '').slice(0, to - at);
      at += part.length;
      if (part.trim() === '') {
        if (/[\n\r]/.test(part)) isDue = parts.length > 0;
        else if (!isDue) parts.push(part);
      } else if (part === '{') {
        write(part);
        open.push(part);
        depth++;
        isDue = true;
      } else if (part === '}') {
        closeBlock();
        isDue = parts.length > 0;
        write(part);
        isDue = !matches(goesOn, at);
      } else {
        write(part);
        if (part === '(' || part === '[') open.push(part);
        else if ((part === ')' || part === ']') && !isInBlock()) open.pop();
        else if (endsLine(part)) isDue = true;
      }
    }
  };
  let at = 0;
  for (const { kind, start, end } of highlight(text, language)) {
    if (kind !== 'string' && kind !== 'comment') continue;
    between(at, start);
    write(text.slice(start, end));
    if (language === 'css' && openUrl.test(text.slice(start, end))) open.push('(');
    at = end;
  }
  between(at, text.length);
  return parts.join('');
}

/** Elements without an end tag (HTML 13.1.2). */
const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** One line for each tag without text beside it; text, scripts and style sheets stay unchanged. */
function layOutMarkup(text: string, language: 'html' | 'xml'): string {
  const parts: string[] = [];
  const open: string[] = [];
  let at = 0;
  for (const token of tokensOf(text, language, { wanted: () => false })) {
    const { kind, start, end } = token;
    if (kind === 'text') continue;
    const gap = text.slice(at, start);
    if (kind === 'end') {
      const from = Math.max(0, open.length - maxSearchedElements);
      const own = open.slice(from).lastIndexOf(token.name);
      if (own >= 0) open.length = from + own;
    }
    parts.push(gap.trim() === '' ? (at === 0 ? '' : newLine(open.length)) : gap, text.slice(start, end));
    at = end;
    if (kind !== 'start' || token.selfClosing) continue;
    if (language === 'xml' || token.namespace !== 'html' || !voidElements.has(token.name))
      open.push(token.name);
  }
  parts.push(text.slice(at));
  return parts.join('');
}
