/**
 * The tags of HTML and XML text, for one who wants to know what it holds and never builds it. Tolerant as
 * HTML parsers are (HTML 13.2.5), and no deeper than a loop: nesting costs nothing. Linear: every search goes
 * on from where the last one ended.
 */
import { decodeReferences } from './character-references.ts';

export type Language = 'html' | 'xml';

export interface Attribute {
  /** In lower case for HTML, as written for XML. */
  name: string;
  /** With character references undone. */
  value: string;
  /** Code units of the text: the value as written, between its quotes. */
  start: number;
  end: number;
}

export type Token =
  | {
      kind: 'start';
      name: string;
      /** Code units of the text, of the whole tag. */
      start: number;
      end: number;
      attributes: Attribute[];
      selfClosing: boolean;
      /** HTML: whether it stands in SVG or MathML. */
      foreign: boolean;
      /** The text in a script, style, title …, undecoded, where the element can hold only text. */
      content: { start: number; end: number } | null;
    }
  | { kind: 'end'; name: string; start: number; end: number }
  | { kind: 'text' | 'comment' | 'cdata' | 'instruction'; start: number; end: number }
  | { kind: 'doctype'; start: number; end: number };

/** HTML 13.1.2: elements whose content is text. */
const rawText = new Set('script style textarea title xmp iframe noembed noframes plaintext'.split(' '));
/** HTML 13.2.6.5 and 4.8.16: where foreign content holds HTML again. */
const integration = new Set('foreignobject desc title annotation-xml mi mo mn ms mtext'.split(' '));

const isSpace = (c: number) => c === 0x20 || (c >= 9 && c <= 13 && c !== 11);
const isLetter = (c: number) => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;
/** XML names may begin with a letter of any script. */
const isNameStart = (c: number, language: Language) =>
  isLetter(c) || (language === 'xml' && (c === 0x5f || c === 0x3a || c >= 0x80));

const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;

/** Longer ones are no element's; a name is cut there so that no token holds megabytes. */
const nameLength = 100;
/** More attributes of one tag than this are stepped over. */
const attributeCount = 128;

/**
 * @param text any text at all
 * @param wanted which attributes to give, by their name in lower case; others are stepped over
 * @yields the tokens in order; text only where there is something in it that is not white space
 */
export function* tokensOf(
  text: string,
  language: Language,
  wanted: (name: string) => boolean,
): Generator<Token, void, void> {
  const length = text.length;
  const isHtml = language === 'html';
  const endOf = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? length : at + mark.length;
  };
  const lowered = (name: string) => (isHtml ? name.toLowerCase() : name);
  const foreign: ForeignContent = { depth: 0, html: 0 };
  const isForeign = () => foreign.depth > 0 && foreign.html === 0;

  let textStart = 0;
  let at = text.indexOf('<');
  while (at >= 0 && at < length) {
    const c = text.charCodeAt(at + 1);
    const isEnd = c === SLASH;
    const isTag = isNameStart(isEnd ? text.charCodeAt(at + 2) : c, language);
    if (!isTag && !isEnd && c !== 0x21 && c !== 0x3f) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    if (hasText(text, textStart, at)) yield { kind: 'text', start: textStart, end: at };
    let next: number;
    if (!isTag) {
      const special = specialAt(text, at, language, isForeign(), endOf);
      next = special.end;
      yield { kind: special.kind, start: at, end: next };
    } else if (isEnd) {
      const nameEnd = endOfName(text, at + 2);
      const name = lowered(text.slice(at + 2, Math.min(nameEnd, at + 2 + nameLength)));
      next = endOf('>', nameEnd);
      if (isHtml) leave(foreign, name);
      yield { kind: 'end', name, start: at, end: next };
    } else {
      const nameEnd = endOfName(text, at + 1);
      const name = lowered(text.slice(at + 1, Math.min(nameEnd, at + 1 + nameLength)));
      const tag = attributesAt(text, nameEnd, language, wanted);
      next = tag.end;
      const wasForeign = isHtml && isForeign();
      let content: { start: number; end: number } | null = null;
      if (isHtml && !wasForeign && rawText.has(name)) {
        content = { start: next, end: rawTextEnd(text, name, next) };
        next = content.end;
      }
      if (isHtml && !(wasForeign && tag.selfClosing)) enter(foreign, name, wasForeign);
      const { attributes, selfClosing, end } = tag;
      yield { kind: 'start', name, start: at, end, attributes, selfClosing, foreign: wasForeign, content };
    }
    textStart = next;
    at = next >= length ? -1 : text.indexOf('<', next);
  }
  if (hasText(text, textStart, length)) yield { kind: 'text', start: textStart, end: length };
}

/** How many foreign roots are open, and how many places in them that hold HTML again. */
interface ForeignContent {
  depth: number;
  html: number;
}
function enter(foreign: ForeignContent, name: string, isForeign: boolean): void {
  if (name === 'svg' || name === 'math') {
    // An svg in HTML in an svg is foreign again.
    foreign.depth++;
    foreign.html = 0;
  } else if (isForeign && integration.has(name)) foreign.html++;
}
function leave(foreign: ForeignContent, name: string): void {
  if (name === 'svg' || name === 'math') {
    if (foreign.depth > 0) foreign.depth--;
    foreign.html = 0;
  } else if (foreign.html > 0 && integration.has(name)) foreign.html--;
}

function hasText(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(text.charCodeAt(i))) return true;
  return false;
}

function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (isSpace(c) || c === SLASH || c === GREATER) break;
    at++;
  }
  return at;
}

/** What begins with `<!`, `<?` or `</` and is no tag. */
function specialAt(
  text: string,
  at: number,
  language: Language,
  isForeign: boolean,
  endOf: (mark: string, from: number) => number,
): { kind: 'comment' | 'cdata' | 'instruction' | 'doctype'; end: number } {
  const isHtml = language === 'html';
  if (text.startsWith('<!--', at)) {
    if (!isHtml) return { kind: 'comment', end: endOf('-->', at + 4) };
    // HTML 13.2.5.43: these two are whole comments.
    if (text.startsWith('>', at + 4)) return { kind: 'comment', end: at + 5 };
    if (text.startsWith('->', at + 4)) return { kind: 'comment', end: at + 6 };
    return { kind: 'comment', end: htmlCommentEnd(text, at + 4) };
  }
  if (text.startsWith('<![CDATA[', at) && (!isHtml || isForeign)) {
    return { kind: 'cdata', end: endOf(']]>', at + 9) };
  }
  if (text.startsWith('<?', at) && !isHtml) return { kind: 'instruction', end: endOf('?>', at + 2) };
  if (/^<!doctype$/i.test(text.slice(at, at + 9))) {
    return { kind: 'doctype', end: isHtml ? endOf('>', at + 2) : endOfDoctype(text, at + 9) };
  }
  return { kind: 'comment', end: endOf('>', at + 2) };
}

/** HTML comments end with `--!>` too; the nearer of the two ends is looked for in one go. */
function htmlCommentEnd(text: string, from: number): number {
  const end = /--!?>/g;
  end.lastIndex = from;
  return end.exec(text) ? end.lastIndex : text.length;
}

/**
 * XML 2.8: a DOCTYPE may hold declarations in brackets, and these quotes, comments and instructions of any
 * text.
 */
export function endOfDoctype(text: string, from: number): number {
  let inSubset = false;
  const mark = /["'[\]>]|<!--|<\?/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const [what] = found;
    if (what === '[') inSubset = true;
    else if (what === ']') inSubset = false;
    else if (what === '>') {
      if (!inSubset) return mark.lastIndex;
    } else if (inSubset || what === '"' || what === "'") {
      const close = what === '<!--' ? '-->' : what === '<?' ? '?>' : what;
      const end = text.indexOf(close, mark.lastIndex);
      if (end < 0) return text.length;
      mark.lastIndex = end + close.length;
    }
  }
  return text.length;
}

/** HTML 13.2.5.2 on: the end tag of the same name, and nothing else, ends text that is no markup. */
function rawTextEnd(text: string, name: string, from: number): number {
  if (name === 'plaintext') return text.length;
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

interface Attributes {
  attributes: Attribute[];
  selfClosing: boolean;
  /** Behind the tag. */
  end: number;
}

/** HTML 13.2.5.32 on: the attributes from behind a tag's name. The first of two of a name counts. */
function attributesAt(
  text: string,
  from: number,
  language: Language,
  wanted: (name: string) => boolean,
): Attributes {
  const length = text.length;
  // Most tags have none.
  if (text.charCodeAt(from) === GREATER) return { attributes: [], selfClosing: false, end: from + 1 };
  const attributes: Attribute[] = [];
  let at = from;
  let selfClosing = false;
  while (at < length) {
    const c = text.charCodeAt(at);
    if (c === GREATER) return { attributes, selfClosing, end: at + 1 };
    if (isSpace(c) || c === SLASH) {
      selfClosing = c === SLASH;
      at++;
      continue;
    }
    // What was meant for the next tag is an attribute's name for HTML, and an error, from which to go on, for
    // XML.
    if (c === 0x3c && language === 'xml') return { attributes, selfClosing, end: at };
    selfClosing = false;
    const nameStart = at;
    // An equals sign that begins a name is part of it.
    at++;
    while (at < length && !endsAttributeName(text.charCodeAt(at))) at++;
    const nameEnd = at;
    while (at < length && isSpace(text.charCodeAt(at))) at++;
    let start = nameEnd;
    let end = nameEnd;
    if (text.charCodeAt(at) === EQUALS) {
      at++;
      while (at < length && isSpace(text.charCodeAt(at))) at++;
      const quote = text[at];
      if (quote === '"' || quote === "'") {
        start = at + 1;
        const found = text.indexOf(quote, start);
        end = found < 0 ? length : found;
        at = found < 0 ? length : found + 1;
      } else {
        start = at;
        while (at < length && !isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== GREATER) at++;
        end = at;
      }
    }
    if (nameEnd - nameStart > nameLength || attributes.length >= attributeCount) continue;
    const written = text.slice(nameStart, nameEnd);
    const lower = written.toLowerCase();
    if (!wanted(lower)) continue;
    const name = language === 'html' ? lower : written;
    if (attributes.some((each) => each.name === name)) continue;
    attributes.push({ name, value: decodeReferences(text.slice(start, end)), start, end });
  }
  return { attributes, selfClosing, end: length };
}

const endsAttributeName = (c: number) => isSpace(c) || c === SLASH || c === GREATER || c === EQUALS;
