import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectedType } from '../../../src/payload/detect/detected-type.ts';
import { formatOf, formats, isSameType } from '../../../src/payload/formats.ts';
import { join, zip } from './builders.ts';

/** Each line lists different names for one type. */
const types = [
  'application/ogg audio/ogg video/ogg',
  'application/vnd.ms-fontobject application/x-font-eot font/eot',
  'application/x-gzip application/gzip',
  'application/x-rar-compressed application/vnd.rar',
  'application/zip application/x-zip-compressed',
  'audio/aac audio/aacp audio/x-aac',
  'audio/flac audio/x-flac',
  'audio/mpeg audio/mp3 audio/x-mp3 audio/mpeg3',
  'audio/wave audio/wav audio/x-wav audio/vnd.wave',
  'font/otf font/opentype application/font-otf application/x-font-otf application/x-font-opentype application/vnd.ms-opentype',
  'font/ttf font/sfnt font/truetype application/font-ttf application/x-font-ttf application/font-sfnt application/x-font-sfnt application/x-font-truetype',
  'font/woff font/x-woff application/font-woff application/x-font-woff',
  'font/woff2 font/x-woff2 application/font-woff2 application/x-font-woff2',
  'image/bmp image/x-bmp image/x-ms-bmp',
  'image/jpeg image/jpg image/pjpeg',
  'image/png image/x-png',
  'image/x-icon image/ico image/icon image/vnd.microsoft.icon',
  'text/xml application/xml',
  'video/mp4 audio/mp4 audio/x-m4a video/x-m4v',
  'video/matroska audio/matroska audio/x-matroska video/x-matroska',
  'video/webm audio/webm',
  'text/html',
  'made/up',
].map((line) => line.split(' '));

test('names of one type are the same, others are not', () => {
  for (const names of types) {
    for (const other of types) {
      for (const a of names)
        for (const b of other) assert.equal(isSameType(a, b), names === other, `${a} ${b}`);
    }
  }
  assert.ok(!isSameType('', 'image/png'));
});

test('each name stands for one type, in lower case, and each extension is safe in a file name', () => {
  const names = formats.flatMap((format) => Object.keys(format.names));
  assert.deepEqual(names, [...new Set(names)]);
  for (const name of names) assert.match(name, /^[a-z]+\/[a-z0-9.+-]+$/);
  for (const { extension, sameAs } of formats) {
    assert.match(extension, /^[a-z0-9]{1,11}$/);
    assert.ok(sameAs === undefined || formatOf(sameAs)?.type === sameAs);
  }
});

test('each signature of the table, brand and set of entries is detected as its type', () => {
  for (const { type, signature = [], offset = 0, brands = '', entries } of formats) {
    for (const text of signature)
      assert.equal(detectedType(join(new Uint8Array(offset), text, new Uint8Array(64))), type);
    for (const brand of brands.split(' ').filter((each) => each !== ''))
      assert.equal(detectedType(join('\0\0\0\x10ftyp', brand.padEnd(4), '\0\0\0\0')), type);
    const parts = entries?.map(({ source }) => ({
      name: source.split('|')[0]!.replaceAll('\\', ''),
      data: join('x'),
    }));
    if (parts) assert.equal(detectedType(zip(parts)), type);
  }
});
