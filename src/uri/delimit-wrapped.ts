/** References in quotes, angle brackets and url(), with the escapes of what they stand in. */
import { asciiLowercase } from './characters.ts';
import {
  apply,
  beginning,
  type Context,
  delimited,
  type Escaping,
  type Found,
  hasPlainReference,
  inTag,
  isBase64,
  prefixStart,
} from './delimit-context.ts';
import { isQuotedPrintable, undoSoftBreaks } from './escapes.ts';
import { readings } from './readings.ts';
import { isReference } from './recognize.ts';
import { closing, opening, type Wrapper } from './wrappers.ts';

/** A reference in quotes, angle brackets or url(). */
export function wrapped(input: string, start: number, colon: number, context: Context): Found | undefined {
  const prefix = prefixStart(input, start);
  const wrapper = opening(input, prefix);
  if (wrapper === undefined) return undefined;
  // A list of references, which whitespace delimits.
  if (/srcset=(?:3D)?$/i.test(input.slice(Math.max(0, wrapper.start - 10), wrapper.start))) return undefined;
  const scheme = input.slice(start, colon);
  const announced = prefix < start;
  if (!isReference(beginning(input, start), scheme, announced, true)) return undefined;
  const isTag = inTag(input, start, context);
  const quotedLines = isQuotedLine(input, start, context);
  let isAttribute = afterAttributeName(input, wrapper.start);
  const close = (from: number, by: Wrapper) =>
    closing(input, from, by, { isAttribute, quotedLines, unclosed: context.unclosed });
  let end = close(start, wrapper);
  if (isAttribute && !isTag && (end === undefined || input.slice(start, end).includes('\\'))) {
    // `src="…"` outside of a tag, with a backslash in it, is an assignment in source code.
    isAttribute = false;
    end = close(start, wrapper);
  }
  if (end === undefined) return undefined;
  const isHtml = wrapper.entity || isTag || isAttribute;

  let written = input.slice(start, end);
  let next = end + wrapper.close.length;
  let last = end;
  const isData = asciiLowercase(scheme) === 'data';
  const isSource = !wrapper.entity && !isAttribute && wrapper.kind !== 'angle-brackets';
  if (isData && isSource && wrapper.level === 0) {
    // "…" + "…" in source code
    for (;;) {
      const plus = PLUS.exec(input.slice(next, next + 256));
      if (plus === null) break;
      const from = next + plus[0].length;
      const quote = { ...wrapper, close: plus[1]! };
      const to = close(from, quote);
      if (to === undefined) break;
      written += input.slice(from, to);
      last = to;
      next = to + 1;
    }
  }
  if (quotedLines) written = written.replace(/\n[ \t]*>[> \t]*/g, '\n');

  const { text, undone } = undo(written, wrapper, isHtml, isAttribute, context);
  if (!isReference(text, scheme, announced, true)) return undefined;
  const alternatives = wrappedReadings(text, wrapper, isData);
  return { delimited: delimited(alternatives, start, last, wrapper.kind, undone), next };
}

const PLUS = /^[ \t\r\n]*\+[ \t\r\n]*(["'`])/;

/** All the ways to read what stands in a wrapper. */
function wrappedReadings(text: string, wrapper: Wrapper, isData: boolean): string[] {
  const soft = /=[ \t]*\r?\n[ \t]*[^\s]/.test(text) ? readings(undoSoftBreaks(text)) : [];
  const unspaced = readings(text);
  if (wrapper.kind === 'angle-brackets') return [...unspaced, ...soft];
  if (isData) {
    // Quotes in source code hold spaces that count; browsers remove line breaks only. In base64 none count.
    const asBrowsers = readings(text, true);
    // An "=" in the midst of base64 can only be the soft line break of quoted-printable.
    if (isBase64(text, 0)) return soft.length > 0 ? soft : unspaced;
    return [...asBrowsers, ...(/[\r\n]/.test(text) ? unspaced : []), ...soft];
  }
  // Somebody's quotation may have ended elsewhere: without a line break, the first space might be the end, too.
  const trimmed = text.trim();
  const space = /[ \t\r\n]/.exec(trimmed);
  const cut = space === null || /[\r\n]/.test(trimmed) ? [] : [trimmed.slice(0, space.index)];
  return [...unspaced, ...cut, ...soft];
}

/** Undoes the layers that a place in a wrapper has, from the outside. */
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
  // Each level of backslashes before the quotes is one string in which the text stands.
  for (let level = wrapper.level; level > 0; level = (level - 1) / 2) layers.push('js');
  if (wrapper.inCss) layers.push('css');
  else if (!isAttribute && wrapper.kind !== 'angle-brackets') layers.push('js');
  return apply(written, layers);
}

const ATTRIBUTE =
  /(?:^|[\s"'])(?:src|href|data|action|poster|formaction|content|value|background|cite|srcdoc|ping|icon|manifest|xlink:href)=(?:3D)?$/i;

/** Whether the name of an HTML attribute and its "=" stand right before. */
function afterAttributeName(input: string, index: number): boolean {
  return ATTRIBUTE.test(input.slice(Math.max(0, index - 24), index));
}

/** Whether the line is quoted from another mail: ">" at its beginning. */
function isQuotedLine(input: string, index: number, context: Context): boolean {
  const line = context.lastLineFeed(index) + 1;
  return /^[ \t]{0,4}>/.test(input.slice(line, Math.min(line + 5, index)));
}
