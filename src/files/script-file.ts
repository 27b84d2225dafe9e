/**
 * Finds data: URLs in JavaScript and TypeScript: in string literals, templates, and comments, which a tokenizer
 * separates.
 */

import { isCauseInUrl } from '../drop-causes.ts';
import { looksLikeDataUrl } from '../payload/quoted-data-urls.ts';
import { type JavascriptToken, javascriptTokens } from '../payload/script/javascript-tokens.ts';
import { maxTokensBefore, type ScriptUse, useOfLiteral } from '../payload/script/script-use.ts';
import { decodeJs } from './decode-escapes.ts';
import { moved, type Part } from './found-in-file.ts';
import { stringParts } from './json-file.ts';
import { decodeJsx, jsxStrings } from './jsx-attributes.ts';
import { asIs } from './mapped-text.ts';
import { filler } from './placeholders.ts';
import { partsOfComment, quotedParts } from './quoted-parts.ts';
import { quoteStarts } from './scheme-search.ts';

/** Finds the data: URLs in a script. */
export function* scriptParts(text: string): Generator<Part, void, void> {
  const starts = quoteStarts(text);
  if (starts?.length === 0) return;
  let tokens: Quoting[];
  try {
    tokens = quoting(text, starts);
  } catch {
    // The regular expression throws for a literal with millions of escapes.
    yield* quotedParts(text, 'script', 'script');
    return;
  }
  for (const token of tokens) {
    if (token.kind === 'comment') yield* commentParts(text, token);
    else if (!isCutTemplate(text, token)) yield* literalParts(text, token);
  }
}

/** A token that may contain a URL. For a literal, includes its use, and whether it is an attribute's value in JSX. */
interface Quoting extends JavascriptToken {
  use?: ScriptUse;
  isJsx?: true;
}

/** Selects the literals and comments of a script in which a URL may begin: only a few of possibly millions. */
function quoting(text: string, starts: number[] | null): Quoting[] {
  const tokens: Quoting[] = [];
  let recent: JavascriptToken[] = [];
  let next = 0;
  const openTags = jsxStrings<Quoting>(text, (token) => {
    token.isJsx = true;
  });
  let open = 0;
  for (const token of javascriptTokens(text)) {
    if (starts) while (next < starts.length && starts[next]! < token.start) next++;
    if (next === starts?.length && open === 0) break;
    open = openTags(token);
    const { kind, start, end } = token;
    const mayHold = starts === null || starts[next]! < end;
    if (mayHold && kind === 'comment') tokens.push(token);
    if (mayHold && (kind === 'string' || kind === 'template')) {
      // Only a literal that may begin with the scheme is checked for its use.
      const mayBegin = /[dD\\\0- ]/.test(text[start + 1] ?? '');
      tokens.push(mayBegin ? Object.assign(token, { use: useOfLiteral(text, recent, token) }) : token);
    }
    if (kind !== 'comment') recent.push(token);
    if (recent.length > 4 * maxTokensBefore) recent = recent.slice(-maxTokensBefore);
  }
  return tokens;
}

/** Whether a data: URL may be cut off by a substitution in a template literal. */
function isCutTemplate(text: string, { kind, start, end }: JavascriptToken): boolean {
  return (
    kind === 'template' &&
    text.endsWith('${', end) &&
    looksLikeDataUrl(decodeJs(text, start + 1, end - 2).text)
  );
}

function* literalParts(text: string, token: Quoting): Generator<Part, void, void> {
  const { kind, start, end } = token;
  if (kind !== 'string' && kind !== 'template') return;
  const open = text[start];
  const isCut = kind === 'template' && text.endsWith('${', end);
  const isClosed = !isCut && end - start > 1 && text[end - 1] === (open === '}' ? '`' : open);
  const rest = kind === 'string' && !isClosed ? restOfAttribute(text, start, end) : 0;
  const contentEnd = end + rest - (isCut ? 2 : isClosed ? 1 : 0);
  // A backslash before a quotation mark or a line end doesn't continue a string in JSX, as the tokenizer assumes.
  const isJsx = rest > 0 || (token.isJsx && isClosed && !/\\["'\n\r]/.test(text.slice(start, end)));
  const value = (isJsx ? decodeJsx : decodeJs)(text, start + 1, contentEnd);
  // A template part after a substitution continues the inserted text.
  const isBegun = open === '}';
  let last = start;
  for (const part of stringParts(value, '')) {
    last = part.end;
    if (isCut && part.end >= contentEnd) continue;
    if (isBegun && part.start <= start + 1) continue;
    const isString = kind === 'string' && part.written.includes(filler);
    // A value of a property contains no name, unlike "Usage: url(…)".
    const isValue = part.dropped && part.name === '' && isCauseInUrl(part.dropped.cause);
    const isMeant = isValue && isStyleValue(text, start);
    if (isMeant) yield { ...part, dropped: { ...part.dropped!, isMeant } };
    else if (part.written !== value.text) yield part;
    else if (isString) yield { ...part, ...token.use, isString };
    else yield { ...part, ...token.use, ...(kind === 'string' && isClosed && withLiterals(part, text, end)) };
  }
  const isJoined = kind === 'string' && last < contentEnd && /^\s*\+/.test(text.slice(end, end + 100));
  const begun = isJoined && begunAtEnd.exec(value.text);
  // If the string is CSS, the URL at this position was already found.
  if (!begun || value.at(begun.index) < last) return;
  const own = { written: begun[0], start: value.at(begun.index), end: contentEnd };
  yield { ...own, name: '', place: 'script', destination: 'none' };
}

/** Matches the end of an attribute's name. */
const attributeName = /[\w-]\s?=\s?$/;
/** Matches lines of base64 up to the quotation mark, and what follows it in a tag. */
const linesOfBase64 =
  /(?:\s+[A-Za-z0-9+/]{20,})*(?:\s+[A-Za-z0-9+/]{1,19})?={0,2}\s*(?=(["'])\s*(?:\/?>|\{|[\w:-]+\s?=))/y;

/**
 * The length of the other lines of an attribute's value, which only JSX allows, after the one at which the tokenizer
 * ends the string.
 */
function restOfAttribute(text: string, start: number, end: number): number {
  if (!attributeName.test(text.slice(Math.max(0, start - 4), start))) return 0;
  linesOfBase64.lastIndex = end;
  try {
    const found = linesOfBase64.exec(text);
    return found?.[1] === text[start] ? found![0].length : 0;
  } catch {
    // The engine's stack is too small for a value of many megabytes.
    return 0;
  }
}

/** The names of style properties with URLs, in a program or a style sheet. */
const styleNames =
  '(?:(?:-?webkit-?)?(?:background|mask|border-?image|mask-?border|list-?style)(?:-?(?:image|source))?|cursor|clip-?path|(?:backdrop-?)?filter)';
/**
 * Matches the name of a style property before its value: as a key of an object, as a member that is assigned, or as the
 * first argument of `setProperty()`. Before a colon, a brace or a comma must precede the key, because `cursor:` also
 * ends a condition or a case.
 */
const styleProperty = new RegExp(
  String.raw`(?:[{,]\s{0,50}(?:\[\s?(["'\x60])${styleNames}\1\s?\]|(["']?)${styleNames}\2)\s{0,9}:` +
    String.raw`|(?:\.\s?${styleNames}|\[\s?(["'\x60])${styleNames}\3\s?\])\s{0,9}=` +
    String.raw`|\.setProperty\(\s{0,50}(["'\x60])${styleNames}\4\s{0,9},)\s{0,50}$`,
  'i',
);
/** Maximum length, in code units, of the text before a literal that is examined. */
const maxBefore = 200;

/** Whether a literal is assigned to a style property, as in `style={{ maskImage: "url(…)" }}`. */
const isStyleValue = (text: string, start: number): boolean =>
  styleProperty.test(text.slice(Math.max(0, start - maxBefore), start));

/**
 * Matches a URL at the end of a literal with markup, to which the program appends text: `'<img
 * src="data:image/png;base64,' + a`.
 */
const begunAtEnd = /(?<=["'(=]\s?)data:[^\s"'<>(),]{1,200},\s{0,9}$/i;

/** Matches the next literal of a constant expression: `"a" + "b"`. */
const nextLiteral =
  /\s*\+\s*(?:"([^"\\\n\r]*(?:\\[\s\S][^"\\\n\r]*)*)"|'([^'\\\n\r]*(?:\\[\s\S][^'\\\n\r]*)*)')/y;

/** Extends a URL with the literals that are concatenated to its own literal, which ends at `end`. */
function withLiterals(part: Part, text: string, end: number): Pick<Part, 'written' | 'end'> {
  const pieces = [part.written];
  let last = part.end;
  nextLiteral.lastIndex = end;
  for (let next = nextLiteral.exec(text); next; next = nextLiteral.exec(text)) {
    const to = nextLiteral.lastIndex - 1;
    const own = decodeJs(text, to - (next[1] ?? next[2] ?? '').length, to).text;
    // Stops at another URL, as in a concatenated list, and at a literal that a call or an index changes.
    if (looksLikeDataUrl(own) || own.includes(filler) || /^\s*[.[(*/%?]/.test(text.slice(to + 1, to + 100)))
      break;
    pieces.push(own);
    last = to;
  }
  return { written: pieces.join(''), end: last };
}

/**
 * Matches a line of a user script's header. The value extends to the end of the line, including spaces and quotation
 * marks.
 */
const metadata = /^\/\/[ \t]*@(?:icon\w*|require|resource[ \t]+\S+)[ \t]+(data:.*\S)/i;

function* commentParts(text: string, { start, end }: JavascriptToken): Generator<Part, void, void> {
  const comment = text.slice(start, end);
  const value = metadata.exec(comment);
  if (value?.[1] !== undefined) {
    const to = start + value[0].length;
    const own = { written: value[1], start: to - value[1].length, end: to };
    yield { ...own, name: '', place: 'comment', destination: 'none' };
    return;
  }
  const body = comment.startsWith('/*') && comment.endsWith('*/') ? comment.slice(0, -2) : comment;
  for (const part of partsOfComment(body)) {
    const found = moved(part, asIs('', start));
    yield part.name === 'sourceMappingURL' ? { ...found, place: 'script' } : found;
  }
}
