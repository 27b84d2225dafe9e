/** Reads the files in WARC archives (ISO 28500): responses with HTML, CSS, scripts, SVG, XML, or JSON. */
import { createReadStream } from 'node:fs';
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AsyncIterReader, LimitReader, WARCParser, type WARCRecord } from 'warcio';
import { type FileKind, kindOfName, kindOfType } from '../files/file-kind.ts';
import { bytesText } from '../format-numbers.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { gunzip } from './gunzip.ts';
import { type Shell, systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

/** A file in an archive. Its bytes can be read only before the next file is requested. */
export interface ArchivedFile {
  /** WARC-Target-URI, without the angle brackets that some tools add. */
  url: string;
  /** WARC-Record-ID; empty if there is none. */
  record: string;
  /** The position of the record in the decompressed archive. */
  byte: number;
  kind: FileKind;
  /** The charset in the HTTP header; null if there is none. */
  charset: string | null;
  /** The body, with HTTP's codings decoded. Throws if a coding is invalid, unknown, or cut off. */
  bytes: AsyncIterable<Uint8Array>;
}

/** A part of an archive that can't be read. */
export interface Damage {
  /** The position in the decompressed archive. */
  byte: number;
  problem: string;
}

const kinds: readonly FileKind[] = ['html', 'xml', 'css', 'script', 'json'];

/** Maximum number of bytes to read without finding a record. Beyond that, the file isn't an archive. */
const maxHeaderLength = 1 << 24;

const cutInHeader = 'the record is cut off in its header';

const minChunkLength = 1 << 10;

/**
 * Yields the files of an archive, which is either uncompressed or consists of gzip members. If the rest of the archive
 * can't be read, its last item is the damage.
 *
 * @param file the archive's path; "-" is standard input
 */
export async function* archivedFiles(
  file: string,
  { cwd, stdin }: Shell,
): AsyncGenerator<ArchivedFile | Damage, void, void> {
  const source = file === '-' ? stdin() : createReadStream(systemPath(file, cwd), { highWaterMark: 1 << 20 });
  let length = 0;
  let damage: Damage | null = null;
  let isInBody = false;
  let headerLength = 0;
  let ending = '';
  async function* limited() {
    try {
      for await (const chunk of inLongChunks(await decompressed(source))) {
        length += chunk.length;
        ending = (ending + Buffer.from(chunk.subarray(-4)).toString('latin1')).slice(-4);
        headerLength = isInBody ? 0 : headerLength + chunk.length;
        if (headerLength > maxHeaderLength) {
          length -= headerLength; // where no record begins
          throw new Error('no WARC record within 16 MiB');
        }
        yield chunk;
      }
    } catch (error) {
      damage = { byte: length, problem: reasonOf(error) };
      throw error;
    }
  }
  try {
    yield* recordsIn(new AsyncIterReader(limited(), null));
  } catch (error) {
    // An error of the source is the damage, also if the reading of a body has already reported the error.
    damage ??= { byte: length, problem: reasonOf(error) };
  }
  if (damage) yield damage;

  async function* recordsIn(reader: AsyncIterReader): AsyncGenerator<ArchivedFile | Damage, void, void> {
    const parser = new WARCParser(reader);
    let isDamaged = false;
    let isEmpty = true;
    for (let record = await parser.parse(); record !== null; record = await parser.parse()) {
      const byte = parser.offset;
      isEmpty = false;
      const { statusline } = record.warcHeaders;
      // Only the end of the archive ends a header without an empty line.
      const isWhole = parser._warcHeadersLength < length || ending === '\r\n\r\n';
      if (!isWhole && (statusline.startsWith('WARC/') || 'WARC/'.startsWith(statusline))) {
        if (!damage) yield { byte, problem: cutInHeader };
        return;
      }
      if (!/^WARC\/\d/.test(statusline)) {
        if (!isDamaged) yield { byte, problem: 'not a WARC record; skipped to the next record' };
        isDamaged = true;
        continue;
      }
      isDamaged = false;
      isInBody = true;
      const found = archivedFile(record, byte);
      if (found) yield found;
      const { _reader: reader } = record;
      const body = reader instanceof LimitReader ? reader : null;
      for await (const _ of body ?? []);
      if (damage) return;
      if (body && body.limit > 0) {
        // The archive has ended, and the parser would wait for the rest forever.
        yield { byte, problem: `the record is cut off, ${bytesText(body.limit, 'en')} missing` };
        return;
      }
      isInBody = false;
      headerLength = 0;
    }
    if (isEmpty && !damage) throw new Error('no WARC record');
    // The parser skips lines of two bytes, as it skips empty ones.
    if (ending === '\r\nWA') yield { byte: length - 2, problem: cutInHeader };
  }
}

/** Decompresses gzip, which is detected by the first bytes, because standard input has no name. */
async function decompressed(source: NodeJS.ReadableStream): Promise<AsyncIterable<Uint8Array>> {
  const chunks = (source as Readable)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const { value: first, done } = await chunks.next();
  async function* all() {
    if (!done) yield first as Uint8Array;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return !done && first[0] === 0x1f && first[1] === 0x8b ? gunzip(all()) : all();
}

/** Joins short chunks, because the parser loses records in chunks of up to four bytes. */
async function* inLongChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let short = new Uint8Array();
  try {
    for await (const chunk of source) {
      const joined = short.length === 0 ? chunk : Buffer.concat([short, chunk]);
      const isLong = joined.length >= minChunkLength;
      short = isLong ? new Uint8Array() : new Uint8Array(joined);
      if (isLong) yield joined;
    }
  } catch (error) {
    yield short;
    throw error;
  }
  yield short;
}

/** Passes the bytes of a source through a Node stream. Throws the errors of either. */
async function* through(
  source: AsyncIterable<Uint8Array>,
  decoder: Transform,
): AsyncGenerator<Uint8Array, void, void> {
  const encoded = Readable.from(source);
  encoded.once('error', (error) => decoder.destroy(error));
  yield* encoded.pipe(decoder) as AsyncIterable<Uint8Array>;
}

/** The file in a record; null if the record contains no file of a scanned kind. */
function archivedFile(record: WARCRecord, byte: number): ArchivedFile | null {
  const { warcType, httpHeaders } = record;
  if (warcType !== 'response' && warcType !== 'resource') return null;
  const url = (record.warcTargetURI ?? '').replace(/^<|>$/g, '');
  const header = (name: string): string => httpHeaders?.headers.get(name)?.trim() ?? '';
  const type = warcType === 'response' ? header('Content-Type') : (record.warcContentType ?? '');
  const kind = type === '' ? kindOfName(url.replace(/[?#].*$/s, '')) : kindOfType(type);
  if (kind === null || !kinds.includes(kind)) return null;
  const charset = parseMimeType(type)?.parameters.get('charset') ?? null;
  const isChunked = /\bchunked\b/i.test(header('Transfer-Encoding'));
  const bytes = contentOf(record, isChunked, header('Content-Encoding').toLowerCase());
  return { url, record: record.warcHeader('WARC-Record-ID') ?? '', byte, kind, charset, bytes };
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

async function* contentOf(
  record: WARCRecord,
  isChunked: boolean,
  coding: string,
): AsyncGenerator<Uint8Array, void, void> {
  const plain = new AsyncIterReader(record.reader, null, isChunked);
  if (coding === '' || coding === 'identity') {
    yield* plain;
    return;
  }
  const decoder = decoders.get(coding)?.();
  if (!decoder) throw new Error(`unknown content coding "${coding}"; not scanned`);
  yield* through(plain, decoder);
}
