/**
 * Finds the encoding that markup declares. HTML 13.2.3.2 looks for the encoding byte by byte within 1024 bytes.
 * Chromium and Firefox both use a tokenizer, which ignores a `meta` within a script, a title, or a quoted value, and
 * they continue beyond that limit to the end of the head. This code does the same; if the browsers differ, it follows
 * the standard. `test/attack/charset.test.ts` compares the code with both browsers.
 */

import { decodeReferences } from '../character-references.ts';
import { encodingOf } from './encodings.ts';

/**
 * Maximum number of distinct unknown labels before the search ends. Each lookup is slow, and no page contains more by
 * mistake.
 */
const maxUnknownLabels = 1000;

/** Maximum number of constructs in a head, such as tags, attributes, and comments, which take most of the time. */
const maxPrescanMarks = 1 << 14;

/** Maximum size, in bytes, of a head that is searched for an encoding. */
const maxPrescanHead = 1 << 19;

const latin1 = new TextDecoder('latin1');

/** Number of bytes within which a declaration counts even after the head. */
const prescanLength = 1024;

/** The encoding that HTML declares: `<?x` in UTF-16, the first valid `meta`, or an XML declaration; null if none. */
export const htmlEncoding = (bytes: Uint8Array): string | null =>
  utf16Declaration(bytes) ?? metaEncoding(bytes) ?? declaredInXml(bytes);

/** The encoding that XML declares: `<?x` in UTF-16, or the XML declaration; null if there is neither. */
export const xmlEncoding = (bytes: Uint8Array): string | null =>
  utf16Declaration(bytes) ?? declaredInXml(bytes);

/**
 * https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding, step 3: the encoding in which the text
 * begins with `<?x`, if it is UTF-16.
 */
function utf16Declaration(bytes: Uint8Array): string | null {
  // Most bodies do not begin like this, and are not decoded.
  if (bytes[0] !== 0 && bytes[1] !== 0) return null;
  const head = latin1.decode(bytes.subarray(0, 6));
  return head === '<\0?\0x\0' ? 'utf-16le' : head === '\0<\0?\0x' ? 'utf-16be' : null;
}

/**
 * The encoding that a declaration in ASCII-compatible text stands for. Such text can't be UTF-16, so UTF-16 becomes
 * UTF-8.
 */
const asciiCompatible = (encoding: string | null): string | null =>
  encoding?.startsWith('utf-16') ? 'utf-8' : encoding;

/** https://html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing, for a well-formed XML declaration. */
function declaredInXml(bytes: Uint8Array): string | null {
  if (bytes[1] !== 0x3f || latin1.decode(bytes.subarray(0, 5)) !== '<?xml') return null;
  const declaration = latin1.decode(bytes.subarray(0, bytes.indexOf(0x3e)));
  const after = declaration.slice(declaration.indexOf('encoding') + 8);
  const label = /^[\0- ]*=[\0- ]*(?:"([^\0- "]*)"|'([^\0- ']*)')/.exec(after);
  return declaration.includes('encoding') && label !== null
    ? asciiCompatible(encodingOf(label[1] ?? label[2]!))
    : null;
}

/**
 * The encoding that the first valid `meta` declares. Scans 1024 bytes, then 16 times as many, and so on, until the
 * answer is known.
 */
function metaEncoding(body: Uint8Array): string | null {
  const bytes = body.subarray(0, maxPrescanHead);
  for (let length = prescanLength; ; length *= 16) {
    const found = scan(latin1.decode(bytes.subarray(0, length)));
    if (found !== undefined || length >= bytes.length) return found ?? null;
  }
}

/** Elements whose content is text up to their end tag. */
const rawText = new Set('iframe noembed noframes script style textarea title xmp'.split(' '));
/** Elements after which a `meta` beyond the first 1024 bytes still counts, in at least one of the browsers. */
const headElements = new Set(
  'base basefont bgsound head html link meta noframes noscript object script style title'.split(' '),
);
const headEnds = new Set(['body', 'br', 'head', 'html']);
/**
 * https://html.spec.whatwg.org/#parsing-main-inforeign: matches the names of start tags after which HTML's own rules
 * apply again.
 */
const breakouts =
  /^(?:b|big|blockquote|body|br|center|code|d[dlt]|div|em|embed|h[1-6]|head|hr|i|img|li|listing|menu|meta|nobr|ol|p|pre|ruby|s|small|span|strong|strike|su[bp]|table|tt|u|ul|var|title|desc|foreignobject|m[inos]|mtext)$/;

/** Matches a `<` that begins markup, or that may do so because the text ends there. */
const markup = /<(?:[a-z!?/]|$)/gi;

/**
 * Searches the beginning of a document for a `meta` that declares an encoding.
 *
 * @returns the encoding; null if no later `meta` counts; undefined if the text ends before the answer is known
 */
function scan(text: string): string | null | undefined {
  let inHead = true;
  let isForeign = false;
  const unknown = new Set<string>();
  let marks = 0;
  for (let at = 0; ; ) {
    if (++marks > maxPrescanMarks) return null;
    markup.lastIndex = at;
    at = markup.exec(text)?.index ?? -1;
    if (!inHead && (at < 0 ? text.length : at) >= prescanLength) return null;
    if (at < 0) return undefined;
    const tag = tagAt(text, at, maxPrescanMarks - marks);
    if (tag === 'too-long') return null;
    if (tag === null) {
      at = endOfMarkup(text, at, isForeign);
      if (at < 0) return undefined;
      continue;
    }
    const { name } = tag;
    marks += tag.count;
    at = tag.end;
    if (at < 0) return undefined;
    if (tag.isEnd) {
      if (headEnds.has(name)) inHead = false;
      if (name === 'svg' || name === 'math') isForeign = false;
      continue;
    }
    const label = name === 'meta' ? labelOfMeta(tag.attributes) : null;
    if (label !== null && !unknown.has(label)) {
      const encoding = encodingOf(label);
      // HTML 13.2.3.2, "processing".
      if (encoding !== null)
        return encoding === 'x-user-defined' ? 'windows-1252' : asciiCompatible(encoding);
      if (unknown.add(label).size === maxUnknownLabels) return null;
    }
    if (!headElements.has(name)) inHead = false;
    if (name === 'plaintext') return null;
    if (rawText.has(name) && !isForeign) at = endOfRawText(text, name, at);
    if (at < 0) return undefined;
    if (name === 'svg' || name === 'math') isForeign = text[tag.end - 2] !== '/';
    else if (breakouts.test(name)) isForeign = false;
  }
}

interface Tag {
  name: string;
  isEnd: boolean;
  /** The values of the attributes, by name in lower case; of a repeated name, the first value. */
  attributes: Map<string, string>;
  /** Number of all attributes, including repeated ones. */
  count: number;
  /** The index after the tag; -1 if the text ends before the tag. */
  end: number;
}

const tagName = /<(\/?)([a-z][^\t\n\f\r />]*)/iy;
const space = /[\t\n\f\r ]*/y;
const beforeName = /[\t\n\f\r /]*/y;
const attributeName = /[^\t\n\f\r />][^\t\n\f\r />=]*/y;
const unquoted = /[^\t\n\f\r >]*/y;

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/**
 * https://html.spec.whatwg.org/#tag-open-state: the tag at a `<`; null if there is none; `too-long` if the tag contains
 * more than `maxCount` attributes.
 */
function tagAt(text: string, start: number, maxCount: number): Tag | 'too-long' | null {
  const open = match(tagName, text, start);
  if (open === '') return null;
  const isEnd = open[1] === '/';
  const attributes = new Map<string, string>();
  const tag = { name: open.slice(isEnd ? 2 : 1).toLowerCase(), isEnd, attributes, count: 0, end: -1 };
  for (let at = start + open.length; ; ) {
    at += match(beforeName, text, at).length;
    if (at >= text.length) return tag;
    if (text[at] === '>') return { ...tag, end: at + 1 };
    if (++tag.count > maxCount) return 'too-long';
    const name = match(attributeName, text, at);
    at += name.length;
    const equals = at + match(space, text, at).length;
    let value = '';
    if (text[equals] === '=') {
      at = equals + 1;
      at += match(space, text, at).length;
      const quote = text[at];
      if (quote === '"' || quote === "'") {
        const end = text.indexOf(quote, at + 1);
        if (end < 0) return tag;
        value = text.slice(at + 1, end);
        at = end + 1;
      } else {
        value = match(unquoted, text, at);
        at += value.length;
      }
    }
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, value);
  }
}

/**
 * The index after a construct such as a comment or a DOCTYPE, or after a `<` that is text; -1 if the construct does not
 * end.
 */
function endOfMarkup(text: string, at: number, isForeign: boolean): number {
  const behind = (mark: string, from: number) => {
    const found = text.indexOf(mark, from);
    return found < 0 ? -1 : found + mark.length;
  };
  if (text.startsWith('<!--', at)) {
    const end = /--!?>/g;
    if (text.startsWith('>', at + 4)) return at + 5;
    if (text.startsWith('->', at + 4)) return at + 6;
    end.lastIndex = at + 4;
    return end.exec(text) === null ? -1 : end.lastIndex;
  }
  if (isForeign && text.startsWith('<![CDATA[', at)) return behind(']]>', at + 9);
  if (at + 1 === text.length) return -1;
  return /[!?/]/.test(text[at + 1]!) ? behind('>', at + 2) : at + 1;
}

/** The index of the element's end tag; -1 if there is none. */
function endOfRawText(text: string, name: string, from: number): number {
  if (name === 'script') return endOfScript(text, from);
  const end = new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi');
  end.lastIndex = from;
  return end.exec(text)?.index ?? -1;
}

/**
 * https://html.spec.whatwg.org/#script-data-state: after `<!--` a script may contain a nested `<script>` with
 * its end tag.
 */
function endOfScript(text: string, from: number): number {
  const marks = /<!--|-->|<(\/?)script[\t\n\f\r />]/gi;
  marks.lastIndex = from;
  let state: 'plain' | 'escaped' | 'double' = 'plain';
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '<!--') {
      if (state === 'plain') state = 'escaped';
      // The dashes of "<!--" can also be the dashes of "-->".
      marks.lastIndex -= 2;
    } else if (mark[0] === '-->') state = 'plain';
    else if (mark[1] === '') {
      if (state === 'escaped') state = 'double';
    } else if (state === 'double') state = 'escaped';
    else return mark.index;
  }
  return -1;
}

/** HTML 13.2.6.4.4 on meta: the label in the element's attributes; null if there is none. */
function labelOfMeta(attributes: ReadonlyMap<string, string>): string | null {
  const value = (name: string) => decodeReferences(attributes.get(name) ?? '');
  if (attributes.has('charset')) return value('charset').slice(0, 100);
  return value('http-equiv').toLowerCase() === 'content-type' ? labelInContent(value('content')) : null;
}

/** https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element */
function labelInContent(content: string): string | null {
  const found =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))?/i.exec(content);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}
