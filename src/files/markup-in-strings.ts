/** Finds data: URLs in the attributes of markup in strings. Character references are decoded as by an HTML parser. */
import { urlAttributes } from '../elements.ts';
import { attributesAt, endOfName } from '../payload/markup/markup-attributes.ts';
import { tokensOf } from '../payload/markup/markup-tokens.ts';
import { parseSrcset } from '../payload/markup/srcset.ts';
import { looksLikeDataUrl } from '../payload/quoted-data-urls.ts';
import type { Span } from '../problem.ts';
import { decodeMarkup } from './decode-escapes.ts';
import { moved, type Part } from './found-in-file.ts';
import type { Mapped } from './mapped-text.ts';
import { cssParts } from './quoted-parts.ts';

/** The span of an attribute's raw value, and the attribute's name in lower case. */
interface Value extends Span {
  name: string;
}

/**
 * Finds the data: URLs in attributes with character references, in text order. Positions are in code units of the text.
 */
export function* markupParts(text: string): Generator<Part, void, void> {
  if (!text.includes('&') || !/<[a-z]/i.test(text)) return;
  for (const { name, start, end } of valuesIn(text)) {
    if (!text.slice(start, end).includes('&')) continue;
    const value = decodeMarkup(text, start, end, 'attribute');
    for (const url of urlsOf(value, name))
      yield { ...moved(url, value), name: '', place: 'script', destination: 'none' };
  }
}

/** The URLs in an attribute's value. */
function urlsOf({ text }: Mapped, name: string): Pick<Part, 'written' | 'start' | 'end'>[] {
  if (name === 'style')
    return Array.from(cssParts(text, 'script', false), ({ written, start, end }) => ({
      written,
      start,
      end,
    }));
  const whole = { url: text, start: 0, end: text.length };
  return [...(name.endsWith('srcset') ? parseSrcset(text) : [whole])]
    .filter(({ url }) => looksLikeDataUrl(url))
    .map(({ url, start, end }) => ({ written: url, start, end }));
}

let known: ReadonlySet<string> | undefined;

/** Finds the attributes that may contain URLs, in the start tags that an HTML parser finds. */
function* valuesIn(text: string): Generator<Value, void, void> {
  known ??= urlAttributes();
  // Browsers that don't run scripts parse the content of `noscript`.
  for (const token of tokensOf(text, 'html', { scripting: false, isFragment: true })) {
    let attributes: readonly Value[];
    if (token.kind === 'start') attributes = token.attributes;
    else if (token.kind === 'comment' && token.end === text.length) attributes = begunTag(text, token.start);
    else continue;
    const tagName = text.slice(token.start + 1, endOfName(text, token.start + 1));
    if (attributes.length === 0 || !/^[a-z][\w:.-]*$/i.test(tagName)) continue;
    for (const { name, start, end } of attributes) {
      // In code after a less-than sign, operators appear in place of names.
      if (!attributeName.test(name)) break;
      const local = name.slice(name.indexOf(':') + 1);
      if (known.has(local) || local.startsWith('data-')) yield { name: local, start, end };
    }
  }
}

/** Matches the name of an attribute, including the syntax of frameworks: `:src`, `(load)`, `{...props}`. */
const attributeName = /^[:@#*.[({]*\w[\w:.$-]*[\])}]*$/;

/** The complete attribute values of a tag that does not end within the text: other strings may continue the tag. */
function begunTag(text: string, start: number): Value[] {
  if (!/^<[a-z]/i.test(text.slice(start, start + 2))) return [];
  const tag = text.slice(start);
  for (const rest of ['>', '">', "'>"]) {
    const steps = attributesAt(tag + rest, endOfName(tag, 0), () => true, null);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { closed, end, attributes } = step.value;
    if (!closed || end < tag.length + rest.length) continue;
    return attributes
      .map((each) => ({ name: each.name, start: start + each.start, end: start + each.end }))
      .filter((each) => each.end < text.length);
  }
  return [];
}

/**
 * Replaces URLs of prose with the URLs of attributes that contain them or begin at the same position. An attribute's
 * URL inside a URL of prose that begins earlier is dropped, because it belongs to the data of the other URL.
 *
 * @param prose the URLs of prose, in any order
 * @param own the URLs of attributes, in text order
 */
export function* joined(prose: Iterable<Part>, own: readonly Part[]): Generator<Part, void, void> {
  let at = 0;
  for (const url of [...prose].sort((a, b) => a.start - b.start)) {
    while (at < own.length && own[at]!.end <= url.start) yield own[at++]!;
    const first = own[at];
    if (first && first.start <= url.start) continue;
    yield url;
    while (at < own.length && own[at]!.start < url.end) at++;
  }
  yield* own.slice(at);
}
