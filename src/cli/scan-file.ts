/** Reads a file according to its kind, and reports its data: URLs. */

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ContactFault } from '../files/contact-faults.ts';
import { type FileKind, kindOfFile, kindOfName } from '../files/file-kind.ts';
import { noElement, noFacts } from '../files/found-in-file.ts';
import { maxUrlLength } from '../files/limits.ts';
import { positionsIn } from '../files/line-positions.ts';
import { type FileToReport, type Located, reportOfFile } from '../files/report-of-file.ts';
import { suppressionMark, suppressionsIn, type WrongSuppression } from '../files/suppressions.ts';
import { streamedParts, type TextPiece, textPiece } from '../files/text-file.ts';
import { bomEncoding, decodeText, encodingOf, isText, readCharset } from '../mime/charset.ts';
import { decode, streamDecoder } from '../mime/encodings.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { htmlEncoding, xmlEncoding } from '../mime/prescan.ts';
import { detectedType } from '../payload/detect/detected-type.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { DataUrl, Report, Unreachable } from '../report/report.ts';
import { fileReason } from '../report/unreachable-reasons.ts';
import { ruleIds } from '../rules/index.ts';
import { didYouMean } from './did-you-mean.ts';
import {
  isWithoutDataUrls,
  type ReadAt,
  readIn,
  unmarkedUtf16,
  unreadEncoding,
  wholeEnd,
} from './first-look.ts';
import type { LongText } from './long-report.ts';
import type { ArchivedFile } from './warc.ts';

/** Maximum size, in bytes, of a file that is parsed. Larger files are searched as plain text. */
const maxParsedSize = 1 << 26;

/** Maximum size, in bytes, of a text in which comments can suppress findings. */
const maxCommentedSize = 1 << 20;

/** @typeParam Long the result for a long text */
export interface ScanOptions<Long = never> {
  policy: Policy;
  /** Whether the user named this very file. Every reason not to scan the file is then reported. */
  isNamed: boolean;
  /** Whether comments in the file suppress findings. Default: false */
  suppresses?: boolean;
  /** Whether base64 without "data:" counts if its first bytes prove the type. */
  isBare: boolean;
  /** Reports anything unusual about the file, in one sentence. */
  note(sentence: string): void;
  /** Reports a data: URL that was not scanned, in one sentence. Default: `note` */
  skip?(sentence: string): void;
  onRead?: FileToReport['onRead'];
  /** Makes the Report of a long text, instead of `reportOfFile`. */
  reportOfLong?(text: LongText): Promise<Long>;
  /** The kind and charset that a server declared, which replace those that follow from the file's name. */
  served?: { kind: FileKind; charset: string | null };
}

/** Number of bytes at the beginning that determine a file's kind and encoding. */
const headLength = 1 << 16;
const pieceLength = 1 << 20;

/**
 * Scans a file.
 *
 * @param path the path to read, if it differs from the displayed one
 * @returns null for a file that isn't text and need not be mentioned: the user didn't name it, and its extension isn't
 * one of a text file
 */
export async function scanFile<Long = never>(
  file: string,
  options: ScanOptions<Long>,
  path: string | Buffer = file,
): Promise<Report | Long | null> {
  const small = smallFile(path);
  if (small) return scanSource(file, onePiece(small), null, options);
  const handle = await open(path, 'r');
  try {
    return await scanSource(file, piecesOf(handle), handle, options);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a regular file that is smaller than `headLength` and not empty. Reads synchronously, because asynchronous steps
 * would take longer than reading most files. Returns null for any other file, and for one whose size changes in the
 * meantime.
 */
function smallFile(path: string | Buffer): Uint8Array | null {
  // Without this flag, opening a pipe would wait for its writer. Windows has neither the flag nor pipes in folders.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size >= headLength) return null;
    const bytes = Buffer.allocUnsafe(stats.size + 1);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    return length > 0 && length === stats.size ? bytes.subarray(0, length) : null;
  } finally {
    closeSync(descriptor);
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

/**
 * Yields the bytes of a file in pieces that are no larger than the file, because most files are small and allocating
 * memory takes longer than reading.
 */
async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  const { size } = await handle.stat();
  // A pipe reports no size, and a file may grow.
  const length = Math.min(pieceLength, size > 0 ? size + 1 : pieceLength);
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Scans standard input.
 *
 * @returns null if the input isn't text
 */
export const scanInput = <Long = never>(input: AsyncIterable<Uint8Array>, options: ScanOptions<Long>) =>
  scanSource('-', input[Symbol.asyncIterator](), null, options);

/** Yields the rest of a long file. All pieces share one buffer, so the caller must not keep them. */
async function* restOf(handle: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  const buffer = Buffer.allocUnsafe(pieceLength);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, pieceLength);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Scans a file from an archive.
 *
 * @returns null if the file isn't text
 */
export const scanArchived = <Long = never>(
  { url, kind, charset, bytes }: Pick<ArchivedFile, 'url' | 'kind' | 'charset' | 'bytes'>,
  options: ScanOptions<Long>,
) => scanSource(url, bytes[Symbol.asyncIterator](), null, { ...options, served: { kind, charset } });

async function scanSource<Long>(
  file: string,
  pieces: AsyncIterator<Uint8Array>,
  handle: FileHandle | null,
  options: ScanOptions<Long>,
): Promise<Report | Long | null> {
  const { note, policy, isBare, onRead, served } = options;
  const onWrongSuppression =
    options.suppresses === true && !served && ((wrong: WrongSuppression) => note(wordsOf(wrong)));
  const start = performance.now();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isEnd = false;
  const readUpTo = async (wanted: number) => {
    while (!isEnd && length < wanted) {
      const { value, done } = await pieces.next();
      if (done) isEnd = true;
      else {
        chunks.push(value);
        length += value.length;
      }
    }
  };
  /** Returns all bytes that were read, copied at most once. */
  const bytesRead = (): Buffer => {
    const [only] = chunks;
    const bytes =
      chunks.length === 1 && only
        ? Buffer.from(only.buffer, only.byteOffset, only.length)
        : Buffer.concat(chunks);
    chunks.splice(0, chunks.length, bytes);
    return bytes;
  };
  await readUpTo(headLength);
  const head = bytesRead().subarray(0, headLength);
  if (head.length === 0 && file === '-') throw new Error('standard input is empty');
  const unread = unreadEncoding(head);
  if (unread !== null) throw new Error(`${unread}, which browsers do not read`);
  const unreachable: Unreachable[] = [];
  const base = { path: file, policy, isBare, unreachable, start, ...(onRead && { onRead }) };
  let named = served?.charset ? encodingOf(served.charset) : null;
  if (isBinary(head, bomEncoding(head) ?? named ?? htmlEncoding(head))) {
    named = unmarkedUtf16(head);
    if (named === null) {
      const claimed = served ? served.kind : kindOfName(file);
      const reason = `not text${typeText(head)}`;
      if (options.isNamed)
        throw new Error(reason + (/\.warc(\.gz)?$/i.test(file) ? '. Use --warc for archives' : ''));
      if (claimed === null || claimed === 'text') return null;
      note(`${reason}; not scanned`);
      unreachable.push({ kind: 'page', url: file, reason: fileReason(reason) });
      return reportOfFile({ ...base, located: [], facts: noFacts });
    }
    note(`${named.toUpperCase()} without a byte order mark`);
  }
  const kind = served?.kind ?? kindOfFile(file, headText('text', head, named));
  if (!isBare && named === null && (await needsNoText(isEnd ? bytesRead() : handle, kind, head))) {
    const isPage = kind === 'html';
    const { facts } = isPage ? (await finders()).findInFile(kind, headText(kind, head)) : { facts: noFacts };
    return reportOfFile({ ...base, located: [], facts });
  }
  // A file that is too large to be parsed is read into memory only as far as a text would be.
  const isLarge = handle !== null && (await handle.stat()).size > maxParsedSize;
  await readUpTo(kind === 'text' || isLarge ? maxCommentedSize : maxParsedSize + 1);
  if (kind === 'text' || isLarge || length > maxParsedSize) {
    if (kind !== 'text') {
      note(`larger than ${maxParsedSize >> 20} MiB, so scanned as text`);
      unreachable.push({ kind: 'page', url: file, reason: 'beyond-limit' });
    }
    const rest = handle ? restOf(handle) : { [Symbol.asyncIterator]: () => pieces };
    const encoding = readable(named ?? declaredEncoding(kind, head) ?? 'utf-8');
    const bytes = onWrongSuppression && isEnd ? bytesRead() : null;
    const commented = bytes?.includes(suppressionMark) ? decode(bytes, encoding) : '';
    const own = onWrongSuppression
      ? suppressionsIn(kind, commented, positionsIn(commented), onWrongSuppression)
      : {};
    const located = await locatedInText(
      textOf(chunks, isEnd ? null : rest, encoding, note),
      base,
      options.skip ?? note,
    );
    if (!isEnd && options.reportOfLong) return options.reportOfLong({ ...base, located });
    return { ...(await reportOfFile({ ...base, located, facts: noFacts })), ...own };
  }
  const bytes = bytesRead();
  const text = decodedText(kind, bytes, named, note);
  const { reportOfText } = await import('../files/scan-text.ts');
  const { report, parts } = await reportOfText(text, {
    ...{ ...base, kind },
    ...(onWrongSuppression && { onWrongSuppression }),
  });
  const { tooDeep, tooMany, undeclared, unquoted } = parts;
  const skip = options.skip ?? note;
  if (tooDeep)
    skip(`line ${tooDeep.line}, column ${tooDeep.column}: nested too deeply; such parts aren't scanned`);
  if (tooMany) skip(`line ${tooMany.line}, column ${tooMany.column}: too many parts; the rest isn't scanned`);
  if (undeclared)
    note(
      kind === 'html'
        ? "looks like quoted-printable of a mail, which browsers don't decode"
        : `line ${undeclared.line}: looks like quoted-printable that the header doesn't declare, so mail programs don't decode it`,
    );
  if (unquoted)
    note(
      `line ${unquoted.line}, column ${unquoted.column}: the URL of an external body must be quoted: URL="data:…" (RFC 2017, section 3.1; RFC 2045, section 5.1)`,
    );
  for (const [fault, words] of Object.entries(contactWords)) {
    const at = parts[fault as ContactFault];
    if (at) note(`line ${at.line}: ${words}`);
  }
  const isImageInMail = ({ occurrences }: DataUrl) =>
    occurrences.some(({ destination, state }) => destination === 'image' && state?.reason === 'mail');
  if (report.dataUrls.some(isImageInMail))
    note("many mail programs don't show data: images; attach them, and use their cid: URLs");
  return report;
}

const contactWords: Record<ContactFault, string> = {
  unfolded:
    'looks like the rest of the URL in the line before; such a line begins with a space or a tab (RFC 6350, section 3.2; RFC 5545, section 3.1)',
  encoded:
    'the value is declared as base64, but is a URL. Write VALUE=uri without ENCODING, or only the base64 (RFC 2426; RFC 5545, section 3.2.7)',
  escaped: 'a URI has no backslashes: write ";" and "," without them (RFC 5545, section 3.3.13)',
};

function wordsOf({ line, column, problem, unknown }: WrongSuppression): string {
  const guess = unknown ? didYouMean(unknown, ruleIds()) : '';
  return `line ${line}, column ${column}: suppresses nothing: ${problem}${guess && `.${guess}`}`;
}

/** Loaded on demand, because this is a third of the command's code, and most files don't need it. */
const finders = () => import('../files/find-in-file.ts');

/**
 * Whether the search of a file's bytes shows that its text need not be parsed.
 *
 * @param bytes the open file, or all of its bytes; null for a stream
 */
async function needsNoText(
  bytes: FileHandle | Buffer | null,
  kind: FileKind,
  head: Uint8Array,
): Promise<boolean> {
  if (bytes === null || (declaredEncoding(kind, head) ?? 'utf-8') !== 'utf-8') return false;
  if (Buffer.isBuffer(bytes)) return isWithoutDataUrls(readIn(bytes), kind, bytes.length);
  const stats = await bytes.stat();
  const isParsed = kind === 'text' || stats.size <= maxParsedSize;
  const read: ReadAt = (...place) => bytes.read(...place);
  return stats.isFile() && isParsed && isWithoutDataUrls(read, kind, stats.size);
}

/**
 * Creates the Report of a file that could not be scanned.
 *
 * @param reason in a few words
 */
export const reportOfFailure = (file: string, reason: string, policy: Policy): Promise<Report> =>
  reportOfFile({
    ...{ path: file, located: [], facts: noFacts, policy, start: performance.now() },
    unreachable: [{ kind: 'page', url: file, reason: fileReason(reason) }],
  });

/**
 * Whether the first bytes of a file show that it isn't text: they contain a zero or, in a file of a known type, another
 * byte that no text contains.
 *
 * @param encoding the declared encoding
 */
function isBinary(head: Uint8Array, encoding: string | null): boolean {
  if (encoding?.startsWith('utf-16')) return false;
  if (head.subarray(0, 8192).includes(0)) return true;
  if (encoding !== null || isUtf8(head.subarray(0, wholeEnd(head))) || !head.some(isBinaryByte)) return false;
  const type = parseMimeType(detectedType(head) ?? '');
  return type !== null && !isText(type);
}

/** Whether a byte is a binary data byte: https://mimesniff.spec.whatwg.org/#binary-data-byte */
const isBinaryByte = (byte: number): boolean =>
  byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x1b) || (byte > 0x1b && byte < 0x20);

function typeText(head: Uint8Array): string {
  const type = detectedType(head);
  return type === null ? '' : ` but ${type}`;
}

/** The encoding that a file declares, by a byte order mark or in a declaration of its language; null if none. */
function declaredEncoding(kind: FileKind, bytes: Uint8Array): string | null {
  const bom = bomEncoding(bytes);
  if (bom) return bom;
  if (kind === 'html') return htmlEncoding(bytes);
  if (kind === 'xml') return xmlEncoding(bytes);
  if (kind === 'text') return commentEncoding(bytes);
  const charset = kind === 'css' ? readCharset('text/css', bytes) : null;
  return charset && !charset.isInherited ? charset.used : null;
}

/** The encoding that a comment in the first two lines declares, as in Python (PEP 263), Ruby, Emacs, or Vim. */
function commentEncoding(bytes: Uint8Array): string | null {
  const start = decode(bytes.subarray(0, 512), 'windows-1252');
  const label = /^.{0,200}(?:\n.{0,200})?coding[:=][ \t]{0,8}([\w.-]+)/.exec(start)?.[1];
  if (label === undefined) return null;
  const encoding = encodingOf(label.toLowerCase().replace(/^latin-/, 'latin'));
  // The declaration was readable as ASCII, so the text can't be UTF-16.
  return encoding?.startsWith('utf-16') ? null : encoding;
}

function headText(kind: FileKind, head: Buffer, named: string | null = null): string {
  const encoding = readable(named ?? declaredEncoding(kind, head) ?? 'utf-8');
  return utf8Text(head.subarray(0, wholeEnd(head)), encoding) ?? decode(head, encoding, true);
}

/** Decodes valid UTF-8, much faster than other decoders. Null for anything else. */
const utf8Text = (bytes: Buffer, encoding: string): string | null =>
  encoding === 'utf-8' && isUtf8(bytes) ? bytes.toString('utf8', bomEncoding(bytes) ? 3 : 0) : null;

/** Browsers don't decode text in the encodings that map to `replacement`, but such text is searched nevertheless. */
const readable = (encoding: string): string => (encoding === 'replacement' ? 'windows-1252' : encoding);

/**
 * Decodes the text of a file, without its byte order mark. HTML that is not UTF-8 and declares no encoding is decoded
 * as windows-1252, as in browsers. The same applies to .properties files, as in Java.
 */
function decodedText(kind: FileKind, bytes: Buffer, named: string | null, note: ScanOptions['note']): string {
  const declared = bomEncoding(bytes) ?? named ?? declaredEncoding(kind, bytes.subarray(0, headLength));
  const encoding = readable(declared ?? 'utf-8');
  const valid = utf8Text(bytes, encoding);
  if (valid !== null) return valid;
  const { text, errorCount } = decodeText(bytes, encoding);
  if (errorCount === 0) return text;
  const isLatin = kind === 'html' || kind === 'properties';
  const fallback = isLatin && declared === null ? 'windows-1252' : encoding;
  note(
    `not valid ${encoding.toUpperCase()}; decoded ${fallback === encoding ? 'with U+FFFD for invalid bytes' : `as ${fallback}`}`,
  );
  return fallback === encoding ? text : decode(bytes, fallback);
}

/** Yields the text of a file, piece by piece. */
function textOf(
  chunks: Uint8Array[],
  rest: AsyncIterable<Uint8Array> | null,
  encoding: string,
  note: ScanOptions['note'],
): AsyncGenerator<TextPiece, void, void> {
  let isNoted = false;
  const noteErrors = () => {
    if (!isNoted) note(`not valid ${encoding.toUpperCase()}; decoded with U+FFFD for invalid bytes`);
    isNoted = true;
  };
  async function* all() {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
    if (rest) yield* rest;
  }
  return encoding === 'utf-8'
    ? utf8Pieces(all(), rest !== null, noteErrors)
    : decodedPieces(all(), encoding, noteErrors);
}

async function* decodedPieces(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
  noteErrors: () => void,
): AsyncGenerator<TextPiece, void, void> {
  const decoder = streamDecoder(encoding);
  let held = '';
  const piece = (text: string): TextPiece => {
    if (text.includes('\ufffd')) noteErrors();
    return textPiece(text);
  };
  for await (const chunk of chunks) {
    const text = held + decoder.decode(chunk);
    held = text.endsWith('\r') ? '\r' : '';
    yield piece(text.slice(0, text.length - held.length));
  }
  yield piece(held + decoder.end());
}

/**
 * Number of bytes of a long text that are searched at a time. The memory of larger strings isn't freed soon after use.
 */
const searchedLength = 1 << 15;

/** Yields UTF-8 text in pieces. Most of the text need not be decoded, because the search needs only ASCII. */
async function* utf8Pieces(
  chunks: AsyncIterable<Uint8Array>,
  isLong: boolean,
  noteErrors: () => void,
): AsyncGenerator<TextPiece, void, void> {
  let held: Buffer = Buffer.alloc(0);
  const piece = (bytes: Buffer, from: number, to: number): TextPiece => ({
    ascii: bytes.toString('latin1', from, to),
    decode: (start, end) => bytes.toString('utf8', from + start, from + end),
  });
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes =
      held.length > 0
        ? Buffer.concat([held, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const start = isFirst && bytes.indexOf('\ufeff') === 0 ? 3 : 0;
    const end = wholeEnd(bytes);
    held = Buffer.from(bytes.subarray(end));
    isFirst = false;
    if (!isUtf8(bytes.subarray(start, end))) noteErrors();
    for (let at = start; at < end; ) {
      const cut = isLong ? Math.min(end, at + searchedLength) : end;
      const whole = wholeEnd(bytes, cut);
      // A piece that consists only of CRs or lead bytes contains no complete character and is passed on unchanged.
      const to = whole > at ? whole : cut;
      yield piece(bytes, at, to);
      at = to;
    }
  }
  if (!isUtf8(held)) noteErrors();
  yield piece(held, 0, held.length);
}

async function* locatedInText(
  pieces: AsyncIterable<TextPiece>,
  { path, isBare, unreachable }: { path: string; isBare: boolean; unreachable: Unreachable[] },
  skip: ScanOptions['note'],
): AsyncGenerator<Located, void, void> {
  for await (const found of streamedParts(pieces, isBare, path)) {
    const { written, line, column, source, assumed, placeholders } = found;
    if (written === null) {
      skip(`line ${line}, column ${column}: a data: URL larger than ${maxUrlLength >> 20} MiB; not scanned`);
      unreachable.push({ kind: 'page', url: `${path}:${line}:${column}`, reason: 'beyond-limit' });
      continue;
    }
    const own: Located['found'] = {
      ...noElement,
      ...{ written: copyOf(written), place: 'text', name: '', destination: 'none', inert: true },
      ...(assumed && { assumed }),
      ...(placeholders && { placeholders }),
    };
    yield { found: own, line, column, source };
  }
}

/** Copies a substring, because a slice would keep the whole text in memory. */
function copyOf(text: string): string {
  const encoding = /^[\0-\x7f]*$/.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
