/** Finds the attributes of JSX, whose strings contain character references instead of escapes. */
import { DecodingMode, HtmlEntityDecoder } from 'entities/decode';
import { beforeOperand, type JavascriptToken } from '../payload/script/javascript-tokens.ts';
import { decoding, type Mapped } from './mapped-text.ts';

/** A start tag that may be JSX. */
interface Tag<Token> {
  /** The part before the next token: the tag's name, an attribute's name, an equals sign, or a value. */
  last: 'tag' | 'name' | 'equals' | 'value';
  /** The number of open braces. If it isn't 0, the next token belongs to an expression or a spread. */
  depth: number;
  end: number;
  strings: Token[];
  /** Whether the tag can't be a comparison whose line, without a semicolon, precedes assignments: `a <b`. */
  isCertain: boolean;
}

/** Whether a comparison may follow a token. Text in JSX also consists of tokens. */
const isOperand = (token: string): boolean =>
  /[\w$)\]"'`]$/.test(token) && !beforeOperand.has(token) && token !== 'default';

/**
 * Returns a function to call with each token of a script, in order, which returns the number of start tags that are
 * open. A comparison may look like the beginning of a tag, so `onString` is called for a tag's strings when the tag has
 * ended.
 */
export function jsxStrings<Token extends JavascriptToken>(
  text: string,
  onString: (token: Token) => void,
): (token: Token) => number {
  const tags: Tag<Token>[] = [];
  let before: JavascriptToken | undefined;
  return (token) => {
    const { kind, start, end } = token;
    if (kind === 'comment') return tags.length;
    const last = before;
    before = token;
    let tag = tags.at(-1);
    while (tag && !isInside(tag, token, text)) {
      tags.pop();
      const isEnd = text.startsWith('/>', start) || (text[start] === '>' && tag.isCertain);
      if (isEnd && tag.last !== 'equals') {
        for (const string of tag.strings) onString(string);
        return tags.length;
      }
      tag = tags.at(-1);
    }
    if (kind === 'mark' && text[start] === '<' && /[A-Za-z_$]/.test(text[end] ?? '')) {
      const isCertain = !last || !isOperand(text.slice(Math.max(last.start, last.end - maxWord), last.end));
      tags.push({ last: 'tag', depth: 0, end, strings: [], isCertain });
    }
    return tags.length;
  };
}

/** The length, in code units, of the longest words that are compared. */
const maxWord = 10;

/** Whether a tag continues with a token, which is then added to the tag. */
function isInside<Token extends JavascriptToken>(tag: Tag<Token>, token: Token, text: string): boolean {
  const { kind, start, end } = token;
  const { last } = tag;
  const source = end - start > maxWord ? '' : text.slice(start, end);
  const isAdjacent = start === tag.end;
  const isAfterName = last === 'tag' && tag.depth === 0 && !isAdjacent;
  if (isAfterName && !/[\n\r\u2028\u2029]/.test(text.slice(tag.end, start))) tag.isCertain = true;
  if (kind === 'mark' && source === '{') {
    tag.depth++;
    return true;
  }
  if (tag.depth > 0) {
    if (kind === 'mark' && source === '}' && --tag.depth === 0) tag.last = 'value';
    return true;
  }
  tag.end = end;
  // A name may contain numbers after a hyphen, and its parts are separate tokens.
  if (
    isAdjacent &&
    (last === 'tag' || last === 'name') &&
    /^(?:word|number)$|^[-.:]$/.test(kind === 'mark' ? source : kind)
  )
    // In TypeScript, these words begin a type parameter: `<const T = "a">`.
    return last !== 'tag' || !/^(?:const|in|out)$/.test(source);
  if (kind === 'word' && last !== 'equals') {
    tag.last = 'name';
    return source !== 'extends';
  }
  if (source === '=' && last === 'name') tag.last = 'equals';
  else if (kind === 'string' && last === 'equals') {
    tag.last = 'value';
    tag.strings.push(token);
  } else return false;
  return true;
}

/**
 * The names of character references in JSX: those of HTML 4, which all have the characters of HTML, except `lang` and
 * `rang`, and `apos`.
 */
const names: ReadonlySet<string> = new Set(
  (
    'quot amp apos lt gt nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg ' +
    'macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
    'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
    'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
    'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
    'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml ' +
    'OElig oelig Scaron scaron Yuml fnof circ tilde Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota ' +
    'Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta ' +
    'epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi ' +
    'psi omega thetasym upsih piv ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo ' +
    'rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo oline frasl euro image weierp ' +
    'real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty ' +
    'nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong ' +
    'asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor loz ' +
    'spades clubs hearts diams'
  ).split(' '),
);
const brackets: Readonly<Record<string, string>> = { lang: '\u2329', rang: '\u232a' };

/** Matches a character reference of JSX, which always ends with a semicolon. */
const reference = /&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g;

/** Decodes the content of a string in JSX as compilers do, which know fewer references than HTML. */
export function decodeJsx(source: string, start: number, end: number): Mapped {
  const decoded = decoding(source);
  let from = start;
  for (const { 0: whole, 1: decimal, 2: hex, 3: name = '', index } of source
    .slice(start, end)
    .matchAll(reference)) {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : characterOf(name);
    if (character === undefined) continue;
    decoded.keep(from, start + index);
    decoded.put(character, start + index);
    from = start + index + whole.length;
  }
  decoded.keep(from, end);
  return decoded.done(end);
}

function characterOf(name: string): string | undefined {
  if (!names.has(name)) return Object.hasOwn(brackets, name) ? brackets[name] : undefined;
  let character: string | undefined;
  const decoder = new HtmlEntityDecoder((code) => {
    character = String.fromCodePoint(code);
  });
  decoder.startEntity(DecodingMode.Strict);
  decoder.write(`${name};`, 0);
  return character;
}
