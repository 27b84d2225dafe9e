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
import { findAroundPlaceholders } from './template-urls.ts';

const isSpelledIn = spellingSearch(SPELLED, ['&', '\\', '\t', '\n', '\r', '"', "'", '`']);

/** Whether a text has to be searched, which takes fifty times as long. */
export const maySpellDataUrl = (text: string): boolean =>
  /data[:%]/i.test(text) ||
  mayLackColon(text) ||
  /external-body/i.test(text) ||
  isSpelledIn(text) ||
  isDataUrl(text);

/** `data:`, which is no URL there, and the scheme after it. */
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

/** AsciiDoc: the target of a macro ends at the bracket; marks of passthroughs and emphasis stand on both sides. */
const macro = /(?:image|video|audio|icon|link|include)::?$/;
/** The body of a plain scalar or a value after a blank, which base64 allows. */
const afterBlank = /^[ \t]{1,8}[A-Za-z0-9+/]{8,}={0,2}(?=\s|$)/;

/** The line, perhaps with the column, behind the address of a script. */
const position = /:\d{1,7}(?::\d{1,7})?$/;
/** Code units in which ";base64," must be. */
const maxHead = 200;

/** A URL in text without its marks on either side, and with the body after a blank. */
function delimited(part: Part, text: string): Part {
  const { written, start, end } = part;
  const cut = (length: number): Part => ({ ...part, written: written.slice(0, length), end: start + length });
  // In messages and stacks, line and column follow, which base64 cannot contain.
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

/** Code units of a body after a blank. */
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
  /** The URL as the text has it, escapes included. */
  source: string;
  assumed?: Part['assumed'];
  placeholders?: Part['placeholders'];
}

/** A piece of a text that is decoded only where needed, which most of a log is not. */
export interface TextPiece {
  /** Correct for ASCII characters: one code unit for each byte of UTF-8, or the text itself. */
  ascii: string;
  /** The text of a part of `ascii`, which is not cut within a character. */
  decode(start: number, end: number): string;
}

/** A piece that is already decoded. */
export const textPiece = (text: string): TextPiece => ({
  ascii: text,
  decode: (start, end) => text.slice(start, end),
});

/** Code units that are searched at once, at least, and those at their end in which a URL may be cut. */
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
 * @param pieces of the text, in order, none cut within a character or CRLF
 * @param isBare see `textParts`
 * @param name of the file: its extensions decide on the placeholders that it may have
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
  /** Code units of `held` whose URLs were yielded. */
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
  /** The end of the pieces so far; that of `held` would be copied out of all of it. */
  let lastOfPieces = '';
  /** Whether no URL begins in a piece. */
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
    // A URL that spans windows is searched again each time that it has doubled, so that the time stays linear.
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
    // Not more of a quiet text than must follow a URL: most logs have few.
    const isEnough = held.length >= wanted || (busyEnd > 0 && held.length - busyEnd >= margin);
    if (isEnough && !(isOpen && held.length <= maxUrlLength)) yield* search(false);
  }
  yield* search(true);
}

/** Characters that end a URL in running text, unless they are a part of it. */
const urlEnd = /[\s"'`<>]/;

/** Code units before a URL that decide how it is read: a quote, the name of an attribute. */
const before = 16;
