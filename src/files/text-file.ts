/** Finds data: URLs in running text of any length, with the same search as for pasted text. */
import { isDataUrl } from '../data-url/is-data-url.ts';
import { bareBase64In, type Otherwise } from '../pasted/altered.ts';
import { findPasted } from '../pasted/pasted.ts';
import type { Span } from '../problem.ts';
import { SPELLED } from '../uri/spelled-scheme.ts';
import { spellingSearch } from '../uri/spelling-search.ts';
import { programOf } from './file-kind.ts';
import { allPlaced, moved, type Part } from './found-in-file.ts';
import { maxUrlLength } from './limits.ts';
import { advance, lineEndsIn, type Position } from './line-positions.ts';
import { asIs } from './mapped-text.ts';
import {
  apartFrom,
  isMeantInFile,
  mayLackColon,
  urlsWithoutColon,
  withAddress,
  withoutServers,
} from './meant-in-file.ts';
import { filler } from './placeholders.ts';
import { findAroundPlaceholders } from './template-urls.ts';
import { withMarkupEnd } from './url-ends.ts';

const isSpelledIn = spellingSearch(SPELLED, ['&', '\\', '\t', '\n', '\r', '"', "'", '`']);

/** Matches a part of everything that `mayBePlain` finds. Most texts contain none, and are searched only once. */
const plainPart = /data[:;,%]|external-body/i;
const mayBePlain = (text: string): boolean =>
  /data[:%]/i.test(text) || mayLackColon(text) || /external-body/i.test(text);

/** Whether a text must be searched, which takes fifty times as long as this check. */
export const maySpellDataUrl = (text: string): boolean =>
  (plainPart.test(text) && mayBePlain(text)) || isSpelledIn(text) || isDataUrl(text);

/** Matches `data:` and the scheme after it in a list of sources, where `data:` isn't a URL. */
export const listedScheme = /^data:,(?:blob|data|filesystem|https?|mediastream|wss?)$/i;

/**
 * Finds the data: URLs in running text and decodes the escapes of the text.
 *
 * @param isBare whether base64 outside of URLs counts if its first bytes prove its type
 */
export function textParts(text: string, isBare = false): Part[] {
  if (!maySpellDataUrl(text)) return isBare ? bareParts(text) : [];
  const lacking = urlsWithoutColon(text).map(
    (url): Part => ({ ...url, name: '', place: 'text', destination: 'none' }),
  );
  const searched = withoutServers(text);
  const pasted = findPasted(searched).flatMap(
    ({ written: found, start, end, externalBody, assumed }): Part[] => {
      // If the data of a URL contains the name of a server, the original text is restored.
      const written = found === searched.slice(start, end) ? text.slice(start, end) : found;
      if (assumed === 'type') return isBare ? [barePart({ written, start, end })] : [];
      if (assumed === 'scheme')
        return isBare ? bareParts(text.slice(start, end)).map((part) => moved(part, asIs('', start))) : [];
      if (!isDataUrl(written) || isOtherAddress(written, text.slice(Math.max(0, start - 2), start)))
        return [];
      if (isPropertyName.test(written) || isMention(written, text, { start, end })) return [];
      // Schemes in a list of sources, as in `img-src data:,blob:`.
      if (text[end] === ':' && listedScheme.test(written)) return [];
      const cut = unclosedEnd(text, { start, end });
      if (cut !== null) {
        const pieces = [start - 1, cut].map((from, n) => ({ from, to: [cut, end][n]! }));
        return pieces.flatMap(({ from, to }) =>
          textParts(text.slice(from, to), isBare).map((part) => moved(part, asIs('', from))),
        );
      }
      const cells = cellsOf(written, text, { start, end });
      if (cells)
        return cells.flatMap(({ start: from, end: to }) =>
          textParts(text.slice(from, to), isBare).map((part) => moved(part, asIs('', from))),
        );
      const name = externalBody ? 'external-body' : '';
      const url = withMarkupEnd({ written, start, end }, text);
      const part = delimited({ ...url, name, place: 'text', destination: 'none' }, text);
      return [withAddress(part, text)];
    },
  );
  return [...pasted, ...apartFrom(lacking, pasted)];
}

/** Matches text that base64 can't contain, after the marks of quoted mail were removed. */
const otherText = /[()<>[\]{}:]/;
const lineStart = /[\n\r]+[ \t>]*/g;

/**
 * The end of base64 after a quotation mark that isn't closed on its line, as in a log whose messages are shortened: the
 * next mark is that of another string. Null if the URL may extend to that mark.
 */
export function unclosedEnd(text: string, { start, end }: Span): number | null {
  if (!/["'`]/.test(text[start - 1] ?? '')) return null;
  const source = text.slice(start, end);
  const head = /;base64,/i.exec(source.slice(0, maxHead));
  if (!head || !/[\n\r]/.test(source)) return null;
  const from = head.index + head[0].length;
  const length = source.slice(from).search(/\s/);
  const isOther = length >= 0 && otherText.test(source.slice(from + length).replace(lineStart, ''));
  return isOther ? start + from + length : null;
}

/**
 * The cells of a table whose edges a URL without quotation marks contains; null if there are none. Base64 can't contain
 * "|".
 */
function cellsOf(written: string, text: string, { start, end }: Span): Span[] | null {
  const head = /;base64,/i.exec(written.slice(0, maxHead));
  if (!head || !written.includes('|', head.index) || text.slice(start, end) !== written) return null;
  if (/["'`<(]/.test(text[start - 1] ?? '')) return null;
  // A single "|" within base64 may be damage to it.
  const after = end === text.length ? '\n' : (/^\s{1,8}\|?/.exec(text.slice(end, end + 9))?.[0] ?? '');
  const isRow =
    /\|[ \t]*$/.test(text.slice(Math.max(0, start - 9), start)) ||
    /[=\s]\||\|(?:\s|data:|[^|\n\r]*\|)/i.test(written.slice(head.index) + after);
  if (!isRow) return null;
  let next = start;
  return written.split('|').map(({ length }) => {
    const from = next;
    next += length + 1;
    return { start: from, end: from + length };
  });
}

/**
 * Whether "data:" is the end of another scheme, as in `user-data://a/b`, or part of a path, as in
 * `/wiki/Data:Foo/Bar,_baz`.
 */
const isOtherAddress = (written: string, before: string): boolean =>
  (/^data:\/\//i.test(written) && /[a-z\d][+.-]$/i.test(before)) ||
  (/\w\/$/.test(before) && !isMeantInFile(`/${written}`));

/** Matches a name in a module or namespace of a program, such as `data::Item,` and, in Elixir, `data::binary,`. */
export const isPropertyName = /^data::\s{0,9}\w[^/;,]*(?:,|$)/i;

/** Matches a word that continues a sentence after the mention of a type. */
const mentioned =
  /^[ \t](?:ur[il]s?|images?|pictures?|strings?|types?|formats?|prefix(?:es)?|schemes?|links?|sources?|content|data|only|instead|and|or|is|are|as|for|from|in|to|with)\b/i;

/** Whether a sentence only mentions a type, as in "from data:image/png URLs". */
const isMention = (written: string, text: string, { start, end }: Span): boolean =>
  /^data:[\w.+-]+\/[\w.+*-]+$/i.test(written) &&
  /[\s(]/.test(text[start - 1] ?? '') &&
  mentioned.test(text.slice(end, end + 12));

/**
 * Matches the name of an AsciiDoc macro, whose target ends at the bracket. Passthrough and emphasis marks (`+`, `_`)
 * can also enclose a URL.
 */
const macro = /(?:image|video|audio|icon|link|include)::?$/;
/**
 * Matches the rest of base64 after a space, in a plain scalar or another unquoted value. The rest may be short if it
 * contains a placeholder.
 */
const afterBlank = new RegExp(
  String.raw`^[ \t]{1,8}(?:[A-Za-z0-9+/]{0,7}${filler}|[A-Za-z0-9+/]{8})[A-Za-z0-9+/${filler}]*={0,2}(?=\s|$)`,
);

/** Matches the line, and possibly the column, after the URL of a script. */
const position = /:\d{1,7}(?::\d{1,7})?$/;
/** Maximum number of code units at the beginning of a URL that are searched for ";base64,". */
const maxHead = 200;

/** Removes the marks around a URL in text, and adds the body that follows a space. */
function delimited(part: Part, text: string): Part {
  const { written, start, end } = part;
  const cut = (length: number): Part => ({ ...part, written: written.slice(0, length), end: start + length });
  // In messages and stack traces, the URL is followed by a line and column, which base64 can't contain.
  const place = /;base64,/i.test(written.slice(0, maxHead)) && position.exec(written.slice(-20));
  if (place) return cut(written.length - place[0].length);
  const mark = /[+_]{0,3}$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? '';
  if (mark !== '' && written.endsWith(mark)) return cut(written.length - mark.length);
  const bracket = macro.test(text.slice(Math.max(0, start - 10), start)) ? written.indexOf('[') : -1;
  if (bracket >= 0) return cut(bracket);
  if (!/;base64,$/i.test(written.slice(-20))) return part;
  const rest = afterBlank.exec(text.slice(end, end + maxRest))?.[0] ?? '';
  return { ...part, written: written + rest, end: end + rest.length };
}

/** Maximum length, in code units, of a body after a space. */
const maxRest = 1 << 24;

const barePart = (url: Otherwise): Part => ({
  ...url,
  ...{ name: '', place: 'text', destination: 'none', assumed: 'type' },
});

/** Finds bare base64 whose first bytes prove its type, in text of any language. */
export const bareParts = (text: string): Part[] => bareBase64In(text).map(barePart);

/** A URL in a text that is read piece by piece. `written` is null if the URL is too long to be kept in memory. */
export interface Streamed extends Position {
  written: string | null;
  /** The URL as in the text, including escapes. */
  source: string;
  assumed?: Part['assumed'];
  placeholders?: Part['placeholders'];
}

/** A piece of a text that is decoded on demand, because most of a log need not be decoded. */
export interface TextPiece {
  /** The text, correct only for ASCII characters: one code unit for each byte of UTF-8, or the text itself. */
  ascii: string;
  /** Decodes a part of `ascii` that does not begin or end within a character. */
  decode(start: number, end: number): string;
}

/** Makes a piece from text that is already decoded. */
export const textPiece = (text: string): TextPiece => ({
  ascii: text,
  decode: (start, end) => text.slice(start, end),
});

/**
 * Minimum number of code units that are searched at a time, and the number of code units at their end in which a URL
 * may be cut off.
 */
const windowLength = 1 << 18;
const margin = 1 << 15;
/** Number of code units at the end of a piece in which "data:" may be incomplete, in any spelling. */
const tailLength = 1 << 10;

/** The start of the last `tailLength` code units of a piece, moved past a split character or line end. */
function tailOf(ascii: string): number {
  let start = Math.max(0, ascii.length - tailLength);
  while (start < ascii.length && (ascii.charCodeAt(start) & 0xc0) === 0x80) start++;
  return ascii[start] === '\n' ? start + 1 : start;
}

/**
 * Finds the data: URLs in a text of any length. Memory use is bounded by the window and twice the longest URL.
 *
 * @param pieces the pieces of the text, in order; none ends within a character or CRLF
 * @param isBare see `textParts`
 * @param name the file's name; its extensions determine which placeholders the file may contain
 */
export async function* streamedParts(
  pieces: AsyncIterable<TextPiece>,
  isBare = false,
  name = '',
): AsyncGenerator<Streamed, void, void> {
  const file = { name, program: programOf('text', name) };
  let held = '';
  /** The position of the first code unit of `held`. */
  let position: Position = { line: 1, column: 1 };
  /** The length of the beginning of `held` in which all URLs have been yielded. */
  let done = 0;
  let wanted = windowLength;
  /** Whether the text continues a URL that is too long and that ends at the next match of `urlEnd`. */
  let isSkipping = false;
  /** Whether the text so far ends within a URL, so that the next search waits for its end. */
  let isOpen = false;
  /** The end of the last piece of `held` in which a URL may begin. */
  let busyEnd = 0;
  const drop = (length: number) => {
    position = advance(position, held.slice(0, length));
    held = held.slice(length);
    done = Math.max(0, done - length);
    busyEnd = Math.max(0, busyEnd - length);
  };
  const mayHold = (text: string) => maySpellDataUrl(text) || (isBare && bareBase64In(text).length > 0);
  /** The end of the pieces so far. Stored separately, because slicing `held` would copy all of it. */
  let lastOfPieces = '';
  /** Whether no URL begins in a piece. */
  const isQuiet = ({ ascii }: TextPiece): boolean => {
    const around = lastOfPieces + ascii.slice(0, tailLength);
    lastOfPieces = (lastOfPieces + ascii.slice(-tailLength)).slice(-tailLength);
    return !mayHold(around) && !mayHold(ascii);
  };
  /** Skips a piece in which no URL begins, if no earlier URL continues in it. */
  const skip = ({ ascii, decode }: TextPiece) => {
    const tail = tailOf(ascii);
    const { count, last } = lineEndsIn(ascii, tail);
    drop(held.length);
    const column = decode(last, tail).length + 1;
    position =
      count === 0
        ? { line: position.line, column: position.column + column - 1 }
        : { line: position.line + count, column };
    held = decode(tail, ascii.length);
  };
  function* search(isLast: boolean): Generator<Streamed, void, void> {
    const certain = isLast ? held.length : Math.max(0, held.length - margin);
    const found = findAroundPlaceholders(held, file, (text) => allPlaced(textParts(text, isBare))).sort(
      (a, b) => a.start - b.start,
    );
    const open = isLast ? undefined : found.find(({ end }) => end >= certain);
    const whole = Math.min(open?.start ?? certain, certain);
    const next = isLast ? held.length : Math.max(0, whole - before);
    let at = position;
    let last = 0;
    for (const { written, start, end, assumed, placeholders } of found) {
      if (start < done || end > whole) continue;
      at = advance(at, held.slice(last, start));
      last = start;
      yield {
        ...at,
        written,
        source: held.slice(start, end),
        ...(assumed && { assumed }),
        ...(placeholders && { placeholders }),
      };
    }
    done = whole;
    isOpen = open?.end === held.length;
    drop(held.startsWith('\n', next) && held[next - 1] === '\r' ? next - 1 : next);
    if (!open && !mayHold(held)) drop(tailOf(held));
    // A URL that spans windows is searched again only after its text has doubled, so that the total time is linear.
    wanted = Math.min(Math.max(windowLength, 2 * held.length), maxUrlLength + margin);
    if (held.length <= maxUrlLength) return;
    yield { ...advance(position, held.slice(0, (open?.start ?? next) - next)), written: null, source: '' };
    drop(held.length);
    wanted = windowLength;
    isOpen = false;
    isSkipping = true;
  }
  for await (const piece of pieces) {
    const quiet = isQuiet(piece);
    if (quiet && !isSkipping && held.length <= tailLength) {
      skip(piece);
      continue;
    }
    const text = piece.decode(0, piece.ascii.length);
    held += text;
    if (!quiet) busyEnd = held.length;
    if (isSkipping) {
      const end = held.search(urlEnd);
      isSkipping = end < 0;
      drop(end < 0 ? held.length : end);
    }
    if (/[\s"'`<>)}\]]/.test(text)) isOpen = false;
    // In text without URLs, only the part that must follow a URL is kept. Most logs contain few URLs.
    const isEnough = held.length >= wanted || (busyEnd > 0 && held.length - busyEnd >= margin);
    if (isEnough && !(isOpen && held.length <= maxUrlLength)) yield* search(false);
  }
  yield* search(true);
}

/** Matches the characters that end a URL in running text unless they are part of the URL. */
const urlEnd = /[\s"'`<>]/;

/**
 * Number of code units before a URL that may affect its parsing, such as a quotation mark or the name of an attribute.
 */
const before = 16;
