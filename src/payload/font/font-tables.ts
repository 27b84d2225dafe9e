/** The tables of a font file (OpenType 1.9.1, "Organization of an OpenType Font"; WOFF 1.0). */

import { hasAt, latin1, u16be, u32be } from '../bytes.ts';
import { inflate } from '../inflate.ts';
import { maxFontTables } from '../limits.ts';

export interface FontTable {
  tag: string;
  /** Position in the file, in bytes. */
  offset: number;
  length: number;
  /** Size of the table after decompression, in bytes; equal to `length` if uncompressed. */
  original: number;
}

/**
 * Reads the directory of an uncompressed font.
 *
 * @param start byte offset of the directory; each font of a collection has its own
 */
export function sfntTables(body: Uint8Array, start: number): FontTable[] {
  const tables: FontTable[] = [];
  const count = Math.min(maxFontTables, u16be(body, start + 4));
  for (let i = 0; i < count && start + 28 + 16 * i <= body.length; i++) {
    const at = start + 12 + 16 * i;
    const length = u32be(body, at + 12);
    tables.push({ tag: latin1(body, at, 4), offset: u32be(body, at + 8), length, original: length });
  }
  return tables;
}

/** WOFF 1.0, 4 and 5: tables are zlib data if that makes them shorter. */
export function woffTables(body: Uint8Array): FontTable[] {
  const tables: FontTable[] = [];
  const count = Math.min(maxFontTables, u16be(body, 12));
  for (let i = 0; i < count && 44 + 20 * (i + 1) <= body.length; i++) {
    const at = 44 + 20 * i;
    tables.push({
      tag: latin1(body, at, 4),
      offset: u32be(body, at + 4),
      length: u32be(body, at + 8),
      original: u32be(body, at + 12),
    });
  }
  return tables;
}

/** The tables of a font, or of a collection's first font; null if they cannot be read, as in WOFF 2.0. */
export function tablesOf(body: Uint8Array): FontTable[] | null {
  if (hasAt(body, 0, 'wOFF')) return woffTables(body);
  if (hasAt(body, 0, 'wOF2')) return null;
  return sfntTables(body, hasAt(body, 0, 'ttcf') ? u32be(body, 12) : 0);
}

/**
 * The bytes of one table; empty if the font lacks it.
 *
 * @param cap maximum bytes of a decompressed table
 */
export async function tableOf(
  body: Uint8Array,
  tables: readonly FontTable[],
  tag: string,
  cap: number,
): Promise<Uint8Array> {
  const table = tables.find((each) => each.tag === tag);
  if (!table) return new Uint8Array();
  const bytes = body.subarray(table.offset, table.offset + table.length);
  return table.length < table.original ? (await inflate(bytes, 'deflate', cap)).bytes : bytes;
}
