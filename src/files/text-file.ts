/** data: URLs in running text of any length, found by the same search as in pasted text. */
import { isDataUrl } from '../data-url/is-data-url.ts';
import { bareBase64In, type Otherwise } from '../pasted/altered.ts';
import { findPasted } from '../pasted/pasted.ts';
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
} from './meant-url.ts';
import { filler } from './placeholders.ts';
import { findAroundPlaceholders } from './template-urls.ts';

const isSpelledIn = spellingSearch(SPELLED, ['&', '\\', '\t', '\n', '\r', '"', "'", '`']);

/** Whether a text must be searched, which takes fifty times as long as this check. */
export const maySpellDataUrl = (text: string): boolean =>
  /data[:%]/i.test(text) ||
  mayLackColon(text) ||
  /external-body/i.test(text) ||
  isSpelledIn(text) ||
  isDataUrl(text);

/** `data:` and the scheme after it in a list of sources, where `data:` isn't a URL. */
export const listedScheme = /^data:,(?:blob|data|filesystem|https?|mediastream|wss?)$/i;

/**
 * The data: URLs of running text, with its escapes decoded.
 *
 * @param isBare whether base64 outside of URLs counts if its first bytes prove its type
 */
export function textParts(text: string, isBare = false): Part[] {
  if (!maySpellDataUrl(text)) return isBare ? bareParts(text) : [];
  const lacking = urlsWithoutColon(text).map(
    (url): Part => ({ ...url, name: '', place: 'text', destination: 'none' }),
  );
  const pasted = findPasted(withoutServers(text)).flatMap(
    ({ written, start, end, externalBody, assumed }): Part[] => {
      if (assumed === 'type') return isBare ? [barePart({ written, start, end })] : [];
      if (assumed === 'scheme')
        return isBare ? bareParts(text.slice(start, end)).map((part) => moved(part, asIs('', start))) : [];
      if (!isDataUrl(written) || isOtherAddress(written, text.slice(Math.max(0, start - 2), start)))
        return [];
      // Schemes in a list of sources: `img-src data:,blob:`.
      if (text[end] === ':' && listedScheme.test(written)) return [];
      const name = externalBody ? 'external-body' : '';
      const part = delimited({ written, start, end, name, place: 'text', destination: 'none' }, text);
      return [withAddress(part, text)];
    },
  );
  return [...pasted, ...apartFrom(lacking, pasted)];
}

/** Whether "data:" is the end of another scheme, `user-data://a/b`, or a part of a path: `/wiki/Data:Foo/Bar,_baz`. */
const isOtherAddress = (written: string, before: string): boolean =>
  (/^data:\/\//i.test(written) && /[a-z\d][+.-]$/i.test(before)) ||
  (/\w\/$/.test(before) && !isMeantInFile(`/${written}`));

/** AsciiDoc: a macro's target ends at the bracket; passthrough and emphasis marks enclose the text. */
const macro = /(?:image|video|audio|icon|link|include)::?$/;
/** The rest of a plain scalar or value after a space, which base64 allows; a placeholder may be short. */
const afterBlank = new RegExp(
  String.raw`^[ \t]{1,8}(?:[A-Za-z0-9+/]{0,7}${filler}|[A-Za-z0-9+/]{8})[A-Za-z0-9+/${filler}]*={0,2}(?=\s|$)`,
);

/** The line, possibly with the column, after the URL of a script. */
const position = /:\d{1,7}(?::\d{1,7})?$/;
/** Number of code units within which ";base64," must occur. */
const maxHead = 200;

/** Removes the marks around a URL in text, and adds the body after a space. */
function delimited(part: Part, text: string): Part {
  const { written, start, end } = part;
  const cut = (length: number): Part => ({ ...part, written: written.slice(0, length), end: start + length });
  // In messages and stack traces, a line and column follow, which base64 can't contain.
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

/** Bare base64 whose first bytes prove its type, in text of any language. */
export const bareParts = (text: string): Part[] => bareBase64In(text).map(barePart);

/** A URL of a text that is read piece by piece; `written` is null if it is too long to be kept in memory. */
export interface Streamed extends Position {
  written: string | null;
  /** The URL as it is in the text, escapes included. */
  source: string;
  assumed?: Part['assumed'];
  placeholders?: Part['placeholders'];
}

/** A piece of a text that is decoded on demand: most of a log need not be. */
export interface TextPiece {
  /** The text, correct only for ASCII characters: one code unit for each byte of UTF-8, or the text itself. */
  ascii: string;
  /** Decodes a part of `ascii` that does not begin or end within a character. */
  decode(start: number, end: number): string;
}

/** A piece that is already decoded. */
export const textPiece = (text: string): TextPiece => ({
  ascii: text,
  decode: (start, end) => text.slice(start, end),
});

/** Minimum code units that are searched at a time, and those at their end in which a URL may be cut off. */
const windowLength = 1 << 18;
const margin = 1 << 15;
/** Code units at a piece's end in which "data:" may be incomplete, in any spelling. */
const tailLength = 1 << 10;

/** The start of the last `tailLength` code units of a piece, moved past a split character or line end. */
function tailOf(ascii: string): number {
  let start = Math.max(0, ascii.length - tailLength);
  while (start < ascii.length && (ascii.charCodeAt(start) & 0xc0) === 0x80) start++;
  return ascii[start] === '\n' ? start + 1 : start;
}

/**
 * The data: URLs of a text of any length. Memory is bounded by the window and twice the longest URL.
 *
 * @param pieces the pieces of the text, in order, none cut within a character or CRLF
 * @param isBare see `textParts`
 * @param name the file's name; its extensions decide which placeholders it may contain
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
  /** The number of code units of `held` whose URLs have been yielded. */
  let done = 0;
  let wanted = windowLength;
  /** Whether the text continues a URL that is too long, up to the next match of `urlEnd`. */
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
  /** The end of the pieces so far. Kept separately, because taking it from `held` would copy all of that. */
  let lastOfPieces = '';
  /** Whether a piece contains no beginning of a URL. */
  const isQuiet = ({ ascii }: TextPiece): boolean => {
    const around = lastOfPieces + ascii.slice(0, tailLength);
    lastOfPieces = (lastOfPieces + ascii.slice(-tailLength)).slice(-tailLength);
    return !mayHold(around) && !mayHold(ascii);
  };
  /** Skips a piece in which no URL begins, if none is open. */
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
    // A URL that spans windows is searched again whenever it has doubled, so that the time stays linear.
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
    // Of text without URLs, only as much as must follow a URL is needed: most logs have few URLs.
    const isEnough = held.length >= wanted || (busyEnd > 0 && held.length - busyEnd >= margin);
    if (isEnough && !(isOpen && held.length <= maxUrlLength)) yield* search(false);
  }
  yield* search(true);
}

/** Characters that end a URL in running text, unless they are a part of it. */
const urlEnd = /[\s"'`<>]/;

/** Number of code units before a URL that decide how it is read, such as a quote or the name of an attribute. */
const before = 16;
