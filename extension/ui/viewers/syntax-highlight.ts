/** Marks comments, strings, numbers, and keywords in source code, which suffices for reading it. */

import { tokensOf } from '../../../src/payload/markup/markup-tokens.ts';
import { type JavascriptToken, javascriptTokens } from '../../../src/payload/script/javascript-tokens.ts';
import type { Language } from './code-language.ts';

export type TokenKind = 'comment' | 'string' | 'number' | 'keyword' | 'tag';

/** A token. Positions are code units of the text. Text between tokens is plain. */
export interface Token {
  kind: TokenKind;
  start: number;
  end: number;
}

const keywords = new Set(
  'async await break case catch class const continue debugger default delete do else export extends false finally for from function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);
const string = `"(?:[^"\\\\\\n]|\\\\[\\s\\S])*"?|'(?:[^'\\\\\\n]|\\\\[\\s\\S])*'?`;
const blockComment = '/\\*[\\s\\S]*?(?:\\*/|$)';

/**
 * One named group for each kind of token. Each alternative consumes the text that it matches, so matching takes linear
 * time.
 */
const patterns = {
  json: /(?<keyword>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*)|(?<tag>true|false|null)/g,
  css: new RegExp(
    `(?<comment>${blockComment})|(?<string>${string}|url\\([^"')]*\\)?)|(?<keyword>@[\\w-]+|!important)|(?<tag>(?<=(?:^|[{;])\\s{0,99})[\\w-]+(?=\\s{0,9}:))|(?<number>#[\\da-f]{3,8}\\b|(?<![\\w-])[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:%|[a-z]+)?)|[\\w-]+`,
    'gi',
  ),
} as const;

/** The tokens of any text, in order and without overlap. Takes linear time. */
export function highlight(text: string, language: Language): Token[] {
  if (language === 'plain') return [];
  if (language === 'html' || language === 'xml') return ofMarkup(text, language);
  return ofCode(text, 0, text.length, language);
}

function ofCode(
  text: string,
  start: number,
  end: number,
  language: Exclude<Language, 'html' | 'xml' | 'plain'>,
) {
  const code = text.slice(start, end);
  if (language === 'javascript') return ofJavascript(code, start);
  const tokens: Token[] = [];
  for (const match of code.matchAll(patterns[language])) {
    const groups = match.groups as Partial<Record<TokenKind, string>>;
    const kind = kinds.find((each) => groups[each] !== undefined);
    if (kind === undefined) continue;
    tokens.push({ kind, start: start + match.index, end: start + match.index + match[0].length });
  }
  return tokens;
}

function ofJavascript(code: string, offset: number): Token[] {
  const tokens: Token[] = [];
  let last = '';
  for (const { kind, start, end } of javascriptTokens(code)) {
    const word = kind === 'word' ? code.slice(start, end) : '';
    const isKeyword = keywords.has(word) && last !== '.';
    last = kind === 'mark' ? (code[start] ?? '') : '';
    const shown = isKeyword ? 'keyword' : shownAs[kind];
    if (shown) tokens.push({ kind: shown, start: offset + start, end: offset + end });
  }
  return tokens;
}
const shownAs: Partial<Record<JavascriptToken['kind'], TokenKind>> = {
  comment: 'comment',
  string: 'string',
  template: 'string',
  pattern: 'string',
  number: 'number',
};

const kinds: readonly TokenKind[] = ['comment', 'string', 'number', 'keyword', 'tag'];

/** The tokens of markup: tags with the values of their attributes, and the scripts and style sheets between them. */
function ofMarkup(text: string, language: 'html' | 'xml'): Token[] {
  const tokens: Token[] = [];
  const add = (kind: TokenKind, start: number, end: number) => {
    if (end > start) tokens.push({ kind, start, end });
  };
  for (const token of tokensOf(text, language)) {
    const { kind, start, end } = token;
    if (kind === 'comment') add('comment', start, end);
    else if (kind === 'end') add('tag', start, end);
    else if (kind === 'doctype' || kind === 'instruction') add('keyword', start, end);
    else if (kind === 'cdata') add('string', start, end);
    if (kind !== 'start') continue;
    const { content, attributes, name } = token;
    let at = start;
    for (const value of attributes) {
      if (value.start < at) continue;
      add('tag', at, value.start);
      add('string', value.start, value.end);
      at = value.end;
    }
    add('tag', at, end);
    if (!content) continue;
    if (name === 'script') tokens.push(...ofCode(text, content.start, content.end, 'javascript'));
    if (name === 'style') tokens.push(...ofCode(text, content.start, content.end, 'css'));
  }
  return tokens.sort((a, b) => a.start - b.start);
}
