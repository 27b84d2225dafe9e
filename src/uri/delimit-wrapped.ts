/** Finds references in quotes, angle brackets and url(), with the escapes of the surrounding format. */
import { asciiLowercase } from './characters.ts';
import {
  apply,
  beginning,
  type Context,
  type Delimitation,
  delimited,
  type Escaping,
  hasPlainReference,
  inTag,
  isBase64,
  isQuotedLine,
  prefixStart,
  type Scheme,
  unquoted,
} from './delimit-context.ts';
import { isQuotedPrintable, undoSoftBreaks } from './escapes.ts';
import { readings } from './readings.ts';
import { isReference } from './recognize.ts';
import { JOIN, rejoinScheme } from './spelled-scheme.ts';
import { closing, opening, type Wrapper } from './wrappers.ts';

/** Finds a reference in quotes, angle brackets or url(). */
export function wrapped(input: string, scheme: Scheme, context: Context): Delimitation | undefined {
  const { name, start } = scheme;
  const prefix = prefixStart(input, start);
  const wrapper = opening(input, prefix);
  if (wrapper === undefined) return undefined;
  // A `srcset` is a list of references that are delimited by whitespace.
  if (/srcset=(?:3D)?$/i.test(input.slice(Math.max(0, wrapper.start - 10), wrapper.start))) return undefined;
  const announced = prefix < start;
  const isTag = inTag(input, start, context);
  const quotedLines = isQuotedLine(input, start, context);
  const isData = asciiLowercase(name) === 'data';
  let isAttribute = afterAttributeName(input, wrapper.start);
  const read = (written: string) => {
    const isHtml = wrapper.entity || isTag || isAttribute;
    const lines = quotedLines ? unquoted(written) : written;
    const { text: unescaped, undone } = undo(lines, wrapper, isHtml, isAttribute, context);
    const text = scheme.isSpelled ? rejoinScheme(unescaped) : unescaped;
    return { text, undone, fits: isReference(text, name, announced, true) };
  };
  // This is checked before the search for the end of the wrapper, so that only the beginning of a text that is not a
  // reference is examined.
  const first = beginning(input, scheme);
  if (!read(first).fits) {
    isAttribute = false;
    if (isTag || !read(first).fits) return undefined;
  }
  const close = (from: number, by: Wrapper) =>
    closing(input, from, by, { isAttribute, quotedLines, unclosed: context.unclosed });
  let end = close(start, wrapper);
  if (isAttribute && !isTag && (end === undefined || input.slice(start, end).includes('\\'))) {
    // Outside of a tag, `src="…"` with a backslash in it is an assignment in source code.
    isAttribute = false;
    end = close(start, wrapper);
  }
  if (end === undefined) return undefined;

  let written = input.slice(start, end);
  let next = end + wrapper.close.length;
  let last = end;
  const isSource = !wrapper.entity && !isAttribute && wrapper.kind !== 'angle-brackets';
  /**
   * The text before a doubled quote, or before the first literal that isn't joined by an operator. The reference may
   * end there.
   */
  let before: string | undefined;
  const isDoubled =
    isSource &&
    !isTag &&
    wrapper.level === 0 &&
    /^["']$/.test(wrapper.close) &&
    input[wrapper.start - 1] !== wrapper.close;
  // In YAML, CSV, and SQL, a doubled quote stands for a quote within quotes.
  while (isData && isDoubled && input[next] === wrapper.close) {
    const to = close(next + 1, wrapper);
    if (to === undefined) break;
    before ??= written;
    written += input.slice(next, to);
    last = to;
    next = to + 1;
  }
  if (isData && isSource && wrapper.level === 0) {
    for (;;) {
      const join = JOIN.exec(input.slice(next, next + 256));
      if (join === null) break;
      const from = next + join[0].length;
      const isOperator = join[1] !== undefined;
      if (!isOperator && (isTag || SCHEME.test(input.slice(from, from + 40)))) break;
      const to = close(from, { ...wrapper, close: join[2]! });
      if (to === undefined) break;
      if (!isOperator) before ??= written;
      written += input.slice(from, to);
      last = to;
      next = to + 1;
    }
  }

  const { text, undone, fits } = read(written);
  if (!fits) return undefined;
  const alternatives = wrappedReadings(text, wrapper, isData);
  if (before !== undefined) alternatives.push(read(before).text);
  return { delimited: delimited(alternatives, start, last, wrapper.kind, undone), next };
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** All readings of the text in a wrapper. */
function wrappedReadings(text: string, wrapper: Wrapper, isData: boolean): string[] {
  const soft = /=[ \t]*\r?\n[ \t]*[^\s]/.test(text) ? readings(undoSoftBreaks(text)) : [];
  const unspaced = readings(text);
  if (wrapper.kind === 'angle-brackets') return [...unspaced, ...soft];
  if (isData) {
    // Outside of base64, spaces in source code are data, because browsers remove only line breaks.
    const asBrowsers = readings(text, true);
    // Spaces in a broken media type are not data, but the indentation of the next line.
    if (/^[^,]*[\r\n]+[ \t]/.test(text)) return [...unspaced, ...asBrowsers, ...soft];
    // An "=" within base64 can only be a soft line break of quoted-printable.
    if (isBase64(text, 0)) return soft.length > 0 ? soft : spacedHead(text, unspaced);
    return [...asBrowsers, ...(/[\r\n]/.test(text) ? unspaced : []), ...soft];
  }
  // If there is no line break, the quotation may have ended earlier, and the first space may be the end of the
  // reference.
  const trimmed = text.trim();
  const space = /[ \t\r\n]/.exec(trimmed);
  const cut = space === null || /[\r\n]/.test(trimmed) ? [] : [trimmed.slice(0, space.index)];
  return [...unspaced, ...cut, ...soft];
}

/** Keeps spaces before the data if there is no line break, because the spaces are then part of a value. */
function spacedHead(text: string, unspaced: string[]): string[] {
  const head = text.slice(0, text.indexOf(',')).trim();
  if (!head.includes(' ') || /[\t\r\n]/.test(head)) return unspaced;
  return unspaced.map((url) => head + url.slice(url.indexOf(',')));
}

/** Decodes the layers of escapes in a wrapper, outermost first. */
function undo(
  written: string,
  wrapper: Wrapper,
  isHtml: boolean,
  isAttribute: boolean,
  context: Context,
): { text: string; undone: Escaping[] } {
  const layers: Escaping[] = [];
  if (context.quotedPrintable && isQuotedPrintable(written)) layers.push('quoted-printable');
  if (isHtml || hasPlainReference(written)) layers.push('html');
  // Each further level of backslashes before the quotes means one more string around the text.
  for (let level = wrapper.level; level > 0; level = (level - 1) / 2) layers.push('js');
  if (wrapper.inCss) layers.push('css');
  else if (!isAttribute && wrapper.kind !== 'angle-brackets') layers.push('js');
  return apply(written, layers);
}

const ATTRIBUTE =
  /(?:^|[\s"'])(?:src|href|data|action|poster|formaction|content|value|background|cite|srcdoc|ping|icon|manifest|xlink:href)=(?:3D)?$/i;

/** Whether the name of an HTML attribute and its "=" come directly before `index`. */
function afterAttributeName(input: string, index: number): boolean {
  return ATTRIBUTE.test(input.slice(Math.max(0, index - 24), index));
}
