/**
 * A ZIP file of uncompressed members: images and fonts are already compressed. The parts are Blobs, which need not be
 * in memory. All timestamps are equal, so the same content results in the same bytes.
 */

import { crc32 } from '../crc32.ts';
import { strideLength, turn } from '../yield-to-event-loop.ts';

/** Maximum number of files in a ZIP file: the format stores their count in 16 bits. */
const maxZipFiles = 0xffff;

/** Maximum size, in bytes, of a ZIP file: without ZIP64, the format stores sizes and offsets in 32 bits. */
const maxZipSize = 0xffff_ffff;

/** CRC-32 of a Blob's bytes, computed from its stream. */
async function crc32Of(blob: Blob): Promise<number> {
  let crc = 0;
  const reader = blob.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (let from = 0; from < read.value.length; from += strideLength) {
      crc = crc32(read.value.subarray(from, from + strideLength), crc);
      await turn();
    }
  }
  return crc;
}

/** Encodes little-endian numbers, each in the given number of bytes. */
function record(...fields: [value: number, size: 2 | 4][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** 1 January 1980, the earliest date that the format can express. */
const date = 0x21;
const partsAtOnce = 1000;

/**
 * @param files the members, with distinct ASCII names
 * @throws {RangeError} if there are too many files, or they are too large
 */
export async function zipFile(
  files: Iterable<{ name: string; body: Blob }> | AsyncIterable<{ name: string; body: Blob }>,
): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [offset, directorySize, count] = [0, 0, 0];
  for await (const { name, body } of files) {
    const bytes = new TextEncoder().encode(name);
    const { size } = body;
    const common = [10, 0, 0, 0, date] as const; // version 1.0, no flags, stored, time and date
    const facts: [number, 2 | 4][] = [
      ...common.map((value): [number, 2] => [value, 2]),
      [await crc32Of(body), 4],
      [size, 4],
      [size, 4],
      [bytes.length, 2],
      [0, 2],
    ];
    const entry = record([0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    const header = record([0x04034b50, 4], ...facts);
    parts.push(header, bytes, body);
    directory.push(entry, bytes);
    offset += header.length + bytes.length + size;
    directorySize += entry.length + bytes.length;
    // Parts are merged early, because creating a Blob from tens of thousands of parts takes long.
    if (parts.length > partsAtOnce) parts.splice(0, parts.length, new Blob(parts));
    if (directory.length > partsAtOnce) directory.splice(0, directory.length, new Blob(directory));
    if (++count > maxZipFiles || offset + directorySize > maxZipSize)
      throw new RangeError('too much for one ZIP file');
  }
  const n: [number, 2] = [count, 2];
  const end = record([0x06054b50, 4], [0, 2], [0, 2], n, n, [directorySize, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
