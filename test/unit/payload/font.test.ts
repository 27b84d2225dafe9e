import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectedType } from '../../../src/payload/detect/detected-type.ts';
import { readFont } from '../../../src/payload/font/font.ts';
import { be16, be32, fontTables, join, latin1, le32, sfnt, woff } from './builders.ts';

const read = async (body: Uint8Array) => {
  const facts = await readFont(detectedType(body) ?? '', body);
  assert.ok(facts);
  return facts;
};

test('TrueType: English for Windows goes before any other name', async () => {
  assert.deepEqual(await read(sfnt(fontTables('Grüße', 321))), {
    kind: 'font',
    format: 'sfnt',
    flavour: 'truetype',
    family: 'Grüße',
    fullName: 'Grüße',
    glyphs: 321,
    tables: ['maxp', 'name'],
    fonts: 1,
  });
});

test('OpenType with CFF outlines', async () => {
  assert.equal((await read(sfnt(fontTables('x', 1), 'OTTO'))).flavour, 'cff');
});

test('WOFF: tables are inflated', async () => {
  const facts = await read(woff(fontTables('A family with a long, long, long, long name', 9)));
  assert.equal(facts.format, 'woff');
  assert.equal(facts.family, 'A family with a long, long, long, long name');
  assert.equal(facts.glyphs, 9);
});

test('WOFF2: what its header states', async () => {
  const directory = '\x00\x05\x04\x06\x0a\x80\x05\x85\x05\x3fabcd\x05';
  const body = join('wOF2', 'OTTO', be32(0), be16(4), new Uint8Array(34), directory);
  const facts = await read(body);
  assert.deepEqual(facts.tables, ['cmap', 'maxp', 'glyf', 'abcd']);
  assert.deepEqual([facts.format, facts.flavour, facts.family, facts.glyphs], ['woff2', 'cff', null, null]);
});

test('a collection', async () => {
  const font = sfnt(fontTables('x', 5));
  // Offsets count from the beginning of the file, so the tables must be found despite the header before the font.
  const body = join('ttcf', be32(0x10000), be32(2), be32(16), font);
  const facts = await read(body);
  assert.deepEqual([facts.format, facts.fonts, facts.tables], ['collection', 2, ['maxp', 'name']]);
});

test('Embedded OpenType', async () => {
  const name = new Uint8Array(Buffer.from('Eot', 'utf16le'));
  const body = join(
    new Uint8Array(34),
    'LP',
    new Uint8Array(46),
    '\x06\0',
    name,
    '\0\0\0\0\0\0\0\0\0\0',
    new Uint8Array(8),
  );
  body.set(le32(body.length), 0);
  assert.equal((await read(body)).family, 'Eot');
});

test('tables out of range, names out of range, and a directory that is cut off', async () => {
  const font = sfnt(fontTables('Family', 3));
  for (let length = 16; length < font.length; length++) {
    assert.equal((await readFont('font/ttf', font.subarray(0, length)))?.kind, 'font');
    assert.equal(
      (await readFont('font/woff', woff(fontTables('Family', 3)).subarray(0, length)))?.kind,
      'font',
    );
  }
  for (let at = 4; at < font.length; at++) {
    const broken = font.slice();
    broken[at] = 255;
    assert.equal((await readFont('font/ttf', broken))?.kind, 'font');
  }
  const far = join(
    '\0\x01\0\0',
    be16(1),
    new Uint8Array(6),
    'name',
    be32(0),
    be32(0xffffffff),
    be32(0xffffffff),
  );
  assert.equal((await readFont('font/ttf', far))?.family, null);
});

test('more tables and records than there are bytes for', async () => {
  const facts = await readFont('font/ttf', join('\0\x01\0\0', be16(65535), new Uint8Array(100_000)));
  assert.ok(facts && facts.tables.length <= 256);
  assert.ok(facts.tables.every((tag) => tag === '????'));
  const name = join(
    be16(0),
    be16(65535),
    be16(0),
    latin1('\x00\x03\x00\x01\x04\x09\x00\x01\xff\xff\xff\xff'),
  );
  assert.equal((await readFont('font/ttf', sfnt([{ tag: 'name', data: name }])))?.family, null);
});

test('what is no font', async () => assert.equal(await readFont('image/png', new Uint8Array()), null));
