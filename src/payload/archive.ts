/**
 * Lists archives: names and sizes as the archive declares them; nothing is extracted. Follows APPNOTE.TXT for ZIP,
 * and POSIX ustar with its GNU and pax extensions for tar.
 */

import { clip } from '../truncate.ts';
import { hasAt, lastIndexOfText, latin1, u8, u16le, u32le, u64le } from './bytes.ts';
import { type ArchiveFacts, listed, lister } from './facts.ts';

/** Maximum length, in code units, of an entry's name in the facts. Longer paths don't help people. */
const maxEntryNameLength = 200;

/** Maximum number of entries of an archive that are listed: 8 MiB can contain 180,000. */
const maxEntries = 1 << 20;

type Entry = ArchiveFacts['entries']['first'][number];

const utf8 = new TextDecoder();
const nameAt = (body: Uint8Array, at: number, length: number) =>
  clip(utf8.decode(body.subarray(at, at + Math.min(length, 1000))), maxEntryNameLength);

/**
 * Lists the entries of an archive.
 *
 * @param format the essence that the archive's signature shows, or that of a format based on ZIP
 * @param body the bytes
 * @param size bytes of the whole archive, of which `body` may be only the beginning
 * @param tail the last bytes of the archive
 * @returns null for an unsupported format
 */
export function readArchive(
  format: string,
  body: Uint8Array,
  size: number,
  tail: Uint8Array,
): ArchiveFacts | null {
  if (hasAt(body, 0, 'PK\x03\x04') || hasAt(body, 0, 'PK\x05\x06')) return readZip(format, body, size, tail);
  return format === 'application/x-tar' ? readTar(format, body) : null;
}

export interface CentralDirectory {
  /** Byte offsets in the file: of the directory, and of the record after it. */
  start: number;
  end: number;
  entries: number;
  /** Number of bytes before the archive, which the archive's offsets do not include. */
  prefix: number;
}

/** APPNOTE 4.3.16: the record, with its comment, begins at most this many bytes before the end. */
const endReach = 65557;

/**
 * Finds a ZIP archive by the record at its end, even if other bytes precede it.
 *
 * @param tail the last bytes of the file
 * @param size bytes of the whole file
 */
export function centralDirectory(tail: Uint8Array, size: number): CentralDirectory | null {
  const offset = size - tail.length;
  const at = lastIndexOfText(tail, 'PK\x05\x06', endReach);
  if (at < 0 || at + 22 > tail.length) return null;
  let entries = u16le(tail, at + 10);
  let length = u32le(tail, at + 12);
  let stated = u32le(tail, at + 16);
  let end = offset + at;
  // APPNOTE 4.3.15: values that do not fit are in a larger record before it, found by a locator.
  if (at >= 76 && hasAt(tail, at - 20, 'PK\x06\x07') && hasAt(tail, at - 76, 'PK\x06\x06')) {
    entries = u64le(tail, at - 76 + 32);
    length = u64le(tail, at - 76 + 40);
    stated = u64le(tail, at - 76 + 48);
    end = offset + at - 76;
  }
  const start = end - length;
  return start < 0 || stated > start ? null : { start, end, entries, prefix: start - stated };
}

function readZip(format: string, body: Uint8Array, size: number, tail: Uint8Array): ArchiveFacts {
  const entries = lister<Entry>();
  const directory = centralDirectory(tail, size);
  // If the directory is not in the beginning, it may be in the tail.
  const offset = size - tail.length;
  const [bytes, start] =
    directory !== null && directory.start >= offset
      ? [tail, directory.start - offset]
      : [body, directory?.start ?? 0];
  let totalSize = 0;
  const spans: [start: number, end: number][] = [];
  let at = start;
  if (directory !== null) {
    while (entries.count < maxEntries && at + 46 <= bytes.length && hasAt(bytes, at, 'PK\x01\x02')) {
      const [nameBytes, extra, comment] = [28, 30, 32].map((field) => u16le(bytes, at + field));
      const packed = u32le(bytes, at + 20);
      const unpacked = u32le(bytes, at + 24);
      const name = entries.count < 1000 ? nameAt(bytes, at + 46, nameBytes!) : '';
      entries.add({ name, size: unpacked, packed, encrypted: (u16le(bytes, at + 8) & 1) === 1 });
      totalSize += unpacked;
      const header = u32le(bytes, at + 42);
      spans.push([header, header + 30 + nameBytes! + packed]);
      at += 46 + nameBytes! + extra! + comment!;
    }
    const complete = entries.count === directory.entries;
    return {
      kind: 'archive',
      format,
      entries: listed(entries),
      totalSize,
      overlapping: overlaps(spans),
      complete,
    };
  }
  // Without a directory, as in a truncated archive, the entries are found by their local headers.
  while (entries.count < maxEntries && at + 30 <= body.length && hasAt(body, at, 'PK\x03\x04')) {
    const packed = u32le(body, at + 18);
    const unpacked = u32le(body, at + 22);
    const nameBytes = u16le(body, at + 26);
    const name = entries.count < 1000 ? nameAt(body, at + 30, nameBytes) : '';
    entries.add({ name, size: unpacked, packed, encrypted: (u16le(body, at + 6) & 1) === 1 });
    totalSize += unpacked;
    at += 30 + nameBytes + u16le(body, at + 28) + packed;
  }
  return { kind: 'archive', format, entries: listed(entries), totalSize, overlapping: 0, complete: false };
}

/** The number of spans that begin before an earlier one has ended. */
function overlaps(spans: [start: number, end: number][]): number {
  spans.sort((a, b) => a[0] - b[0]);
  let count = 0;
  let reached = 0;
  for (const [start, end] of spans) {
    if (start < reached) count++;
    reached = Math.max(reached, end);
  }
  return count;
}

/**
 * Reads a tar archive (POSIX.1-1988). A 512-byte header precedes each file, and each file is padded to a multiple of
 * 512.
 */
function readTar(format: string, body: Uint8Array): ArchiveFacts {
  const entries = lister<Entry>();
  let totalSize = 0;
  let at = 0;
  let longName: string | null = null;
  while (at + 512 <= body.length && u8(body, at) !== 0 && entries.count < maxEntries) {
    const size = tarNumber(body, at + 124, 12);
    if (size === null) break;
    const type = latin1(body, at + 156, 1);
    const next = at + 512 + Math.ceil(size / 512) * 512;
    // GNU writes a long name as a separate entry before the file. That entry isn't a file, and neither are pax headers.
    if (type === 'L') longName = tarText(body, at + 512, Math.min(size, 1000));
    else if (type !== 'x' && type !== 'g' && type !== 'K') {
      const prefix = hasAt(body, at + 257, 'ustar\0') ? tarText(body, at + 345, 155) : '';
      const name = longName ?? (prefix === '' ? '' : `${prefix}/`) + tarText(body, at, 100);
      entries.add({ name: clip(name, maxEntryNameLength), size, packed: size, encrypted: false });
      totalSize += size;
      longName = null;
    }
    at = next;
  }
  // Blocks of zeros end a tar archive.
  const complete = at + 512 <= body.length && u8(body, at) === 0;
  return { kind: 'archive', format, entries: listed(entries), totalSize, overlapping: 0, complete };
}

function tarText(body: Uint8Array, at: number, length: number): string {
  const bytes = body.subarray(at, at + length);
  const end = bytes.indexOf(0);
  return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** A number in octal digits or, with the first bit set, in GNU's binary form; null for other bytes. */
function tarNumber(body: Uint8Array, at: number, length: number): number | null {
  if (u8(body, at) & 0x80) {
    let value = 0;
    for (let i = length - 7; i < length; i++) value = value * 256 + u8(body, at + i);
    return value <= Number.MAX_SAFE_INTEGER ? value : null;
  }
  const digits = /^[ 0]*([0-7]*)[ \0]*/.exec(latin1(body, at, length))?.[1] ?? '';
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}
