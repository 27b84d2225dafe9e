/** Facts about fonts from their tables: names and the number of glyphs (OpenType 1.9, WOFF 1 and 2). */

import { clip } from '../../truncate.ts';
import { hasAt, latin1, u16be, u16le, u32be, u32le } from '../bytes.ts';
import type { FontFacts } from '../facts.ts';
import { maxFontTables } from '../limits.ts';
import { type FontTable, sfntTables, tableOf, woffTables } from './font-tables.ts';

/** Maximum number of name records of a font, more than in any font. */
const maxNameRecords = 2000;

/** Maximum size, in bytes, of a compressed name table after decompression. Real ones are a few kB. */
const maxNameTableSize = 1 << 18;

/**
 * Reads the facts about a font.
 *
 * @param type the essence by the font's signature
 * @param body the bytes, or their beginning; tables that are not in it are not read
 */
export async function readFont(type: string, body: Uint8Array): Promise<FontFacts | null> {
  switch (type) {
    case 'font/ttf':
    case 'font/otf':
      return await readSfnt('sfnt', body, 0);
    case 'font/collection': {
      const facts = await readSfnt('collection', body, u32be(body, 12));
      return { ...facts, fonts: u32be(body, 8) };
    }
    case 'font/woff':
      return await factsOf('woff', flavourOf(body, 4), body, woffTables(body));
    case 'font/woff2':
      return readWoff2(body);
    case 'application/vnd.ms-fontobject':
      return readEot(body);
    default:
      return null;
  }
}

const flavourOf = (body: Uint8Array, at: number): FontFacts['flavour'] =>
  hasAt(body, at, 'OTTO')
    ? 'cff'
    : hasAt(body, at, '\0\x01\0\0') || hasAt(body, at, 'true')
      ? 'truetype'
      : '';

const readSfnt = (format: 'sfnt' | 'collection', body: Uint8Array, start: number): Promise<FontFacts> =>
  factsOf(format, flavourOf(body, start), body, sfntTables(body, start));

async function factsOf(
  format: FontFacts['format'],
  flavour: FontFacts['flavour'],
  body: Uint8Array,
  tables: readonly FontTable[],
): Promise<FontFacts> {
  const maxp = await tableOf(body, tables, 'maxp', maxNameTableSize);
  const names = namesOf(await tableOf(body, tables, 'name', maxNameTableSize));
  return {
    kind: 'font',
    format,
    flavour,
    // The typographic family takes precedence over the basic family, which has at most four styles.
    family: names.get(16) ?? names.get(1) ?? null,
    fullName: names.get(4) ?? null,
    glyphs: maxp.length >= 6 ? u16be(maxp, 4) : null,
    tables: tables.map(({ tag }) => printable(tag)),
    fonts: 1,
  };
}

const printable = (tag: string) => tag.replace(/[^ -~]/g, '?');

/** OpenType, "name": one text for each name ID, preferably English for Windows. */
function namesOf(table: Uint8Array): Map<number, string> {
  const names = new Map<number, string>();
  const ranks = new Map<number, number>();
  const storage = u16be(table, 4);
  const count = Math.min(maxNameRecords, u16be(table, 2));
  for (let i = 0; i < count && 6 + 12 * (i + 1) <= table.length; i++) {
    const at = 6 + 12 * i;
    const [platform, encoding, language, id] = [0, 2, 4, 6].map((offset) => u16be(table, at + offset));
    if (id !== 1 && id !== 4 && id !== 16) continue;
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    const isRoman = platform === 1 && encoding === 0;
    if (!isUnicode && !isRoman) continue;
    const rank = platform === 3 && language === 0x409 ? 3 : isUnicode ? 2 : 1;
    if (rank <= (ranks.get(id) ?? 0)) continue;
    const offset = storage + u16be(table, at + 10);
    const bytes = table.subarray(offset, offset + Math.min(1000, u16be(table, at + 8)));
    const text = new TextDecoder(isUnicode ? 'utf-16be' : 'macintosh').decode(bytes);
    if (text === '') continue;
    names.set(id, clip(text));
    ranks.set(id, rank);
  }
  return names;
}

/**
 * WOFF 2.0, 5: common tables are identified by an index into these tags. The tables are one Brotli stream, which is not
 * decompressed.
 */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT ' +
  'VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar ' +
  'fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .match(/.{4} ?/g)!
  .map((tag) => tag.slice(0, 4));

function readWoff2(body: Uint8Array): FontFacts {
  const tables: string[] = [];
  const isCollection = hasAt(body, 4, 'ttcf');
  const count = Math.min(maxFontTables, u16be(body, 12));
  let at = 48;
  const skipNumber = () => {
    // UIntBase128: at most five bytes.
    for (let i = 0; i < 5 && at < body.length; i++) if (body[at++]! < 0x80) return;
  };
  for (let i = 0; i < count && at < body.length; i++) {
    const flags = body[at++]!;
    const known = flags & 63;
    const tag = known === 63 ? printable(latin1(body, at, 4)) : (knownTags[known] ?? '????');
    if (known === 63) at += 4;
    skipNumber();
    // glyf and loca are transformed unless their version is 3; other tables are transformed unless it is 0.
    const version = flags >> 6;
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    if (isTransformed) skipNumber();
    tables.push(tag);
  }
  const flavour = flavourOf(body, 4);
  return {
    kind: 'font',
    format: 'woff2',
    flavour,
    family: null,
    fullName: null,
    glyphs: null,
    tables,
    fonts: isCollection ? 0 : 1,
  };
}

/** Embedded OpenType: reads the names in the header. */
function readEot(body: Uint8Array): FontFacts {
  const texts: string[] = [];
  let at = 82;
  for (let i = 0; i < 4; i++) {
    const length = u16le(body, at);
    const bytes = body.subarray(at + 2, at + 2 + Math.min(1000, length));
    texts.push(new TextDecoder('utf-16le').decode(bytes));
    at += 2 + length + 2;
  }
  return {
    kind: 'font',
    format: 'eot',
    flavour: u32le(body, 12) & 4 ? '' : 'truetype',
    family: texts[0] ? clip(texts[0]) : null,
    fullName: texts[3] ? clip(texts[3]) : null,
    glyphs: null,
    tables: [],
    fonts: 1,
  };
}
