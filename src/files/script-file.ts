/** JavaScript and TypeScript: the string literals, templates and comments, by their tokens. */
import { type JavascriptToken, javascriptTokens } from '../payload/javascript-tokens.ts';
import { findQuotedDataUrls, looksLikeDataUrl, mayQuoteDataUrl } from '../payload/quoted-data-urls.ts';
import { decodeJs } from './decode-escapes.ts';
import type { Part } from './found-in-file.ts';
import { stringParts } from './json-strings.ts';
import { quotedParts } from './quoted-parts.ts';

/** The data: URLs of a script. */
export function* scriptParts(text: string): Generator<Part, void, void> {
  if (!mayQuoteDataUrl(text)) return;
  let tokens: JavascriptToken[];
  try {
    tokens = quoting(text);
  } catch {
    // A literal of millions of escapes is too much for one expression.
    yield* quotedParts(text, 'script', 'script');
    return;
  }
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'comment') yield* commentParts(text, token);
    else if (!isJoined(text, tokens, at)) yield* literalParts(text, token);
  }
}

/** The literals and comments of a script, and the marks that join them. */
function quoting(text: string): JavascriptToken[] {
  const tokens: JavascriptToken[] = [];
  let before: JavascriptToken | null = null;
  for (const token of javascriptTokens(text)) {
    const isText = token.kind === 'string' || token.kind === 'template' || token.kind === 'comment';
    const isPlus = token.kind === 'mark' && text[token.start] === '+';
    if (isText || isPlus) tokens.push(token);
    // Something else stands between two literals.
    else if (before && tokens.at(-1) === before) tokens.push(token);
    before = token;
  }
  return tokens;
}

/** A string that is continued in another, or by a substitution: the URL in it is in pieces. */
function isJoined(text: string, tokens: readonly JavascriptToken[], at: number): boolean {
  const { end, kind } = tokens[at] as JavascriptToken;
  if (kind === 'template') return text.endsWith('${', end) && looksCut(text, tokens[at] as JavascriptToken);
  const next = tokens[at + 1];
  return next?.kind === 'mark' && text[next.start] === '+' && text.slice(end, next.start).trim() === '';
}

/** Whether a data: URL runs up to the end of a template's piece. */
function looksCut(text: string, { start, end }: JavascriptToken): boolean {
  const piece = decodeJs(text, start + 1, end - 2).text;
  return looksLikeDataUrl(piece);
}

function* literalParts(text: string, token: JavascriptToken): Generator<Part, void, void> {
  const { kind, start, end } = token;
  if (kind !== 'string' && kind !== 'template') return;
  const open = text[start];
  const isCut = kind === 'template' && text.endsWith('${', end);
  const isClosed = !isCut && end - start > 1 && text[end - 1] === (open === '}' ? '`' : open);
  const contentEnd = end - (isCut ? 2 : isClosed ? 1 : 0);
  const value = decodeJs(text, start + 1, contentEnd);
  // The piece behind a substitution goes on with what that inserts.
  const isBegun = open === '}';
  for (const part of stringParts(value, '')) {
    if (isCut && part.end >= contentEnd) continue;
    if (isBegun && part.start <= start + 1) continue;
    yield part;
  }
}

function* commentParts(text: string, { start, end }: JavascriptToken): Generator<Part, void, void> {
  const comment = text.slice(start, end);
  const body = comment.startsWith('/*') && comment.endsWith('*/') ? comment.slice(0, -2) : comment;
  for (const url of findQuotedDataUrls(body, 'prose')) {
    if (!url) continue;
    const { written, isSourceMap } = url;
    const found = { written, start: start + url.start, end: start + url.end, destination: 'none' } as const;
    if (isSourceMap) yield { ...found, place: 'script', name: 'sourceMappingURL' };
    else yield { ...found, place: 'comment', name: '' };
  }
}
