import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computedMIMEType } from 'whatwg-mimetype';
import { sniffedType } from '../../../src/payload/detect/sniffed-type.ts';
import { runs } from '../../support/seed.ts';
import { latin1 } from './builders.ts';

const heads = [
  ...['', '<!doctype html>', '<!DocType HTML ', '<h1 ', '<br>', ' \n<p>', '\t<ScRiPt ', '<!--', '<?xml'],
  ...['%PDF-', '%!PS-Adobe-', '\xfe\xff', '\xff\xfe', '\xef\xbb\xbf', '\0\0\x01\0', '\0\0\x02\0', 'BM'],
  ...['GIF87a', 'GIF89a', 'RIFFabcdWEBPVP', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'FORMabcdAIFF', 'ID3'],
  ...['OggS\0', 'MThd\0\0\0\x06', 'RIFF\0\0\0\nAVI ', 'RIFF\0\0\0\nWAVE', '\x1f\x8b\x08', 'PK\x03\x04'],
  ...['Rar!\x1a\x07\0', '\0\0\0\x18ftypmp42', '\0\0\0\x1cftypabcd\0\0\0\0xxxxisom', '\0\0\0\x14ftypabcdM4V '],
  ...['\x1aE\xdf\xa3\x01B\x82\x84webm', '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x40\x04\0webm'],
];
const rest = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const change = fc.option(fc.record({ at: fc.nat(20), by: fc.nat(255) }), { nil: undefined });

/** Whether a byte that does not end a tag follows the tag, although whatwg-mimetype accepts that byte. */
const hasWrongEnd = (text: string) =>
  /^[\t\n\f\r ]*<(?:!--|!doctype html|[a-z]+1?)["$&(*,.02468:<]/i.test(text);

test('by the standard, as whatwg-mimetype but for bytes that end no tag', () => {
  fc.assert(
    fc.property(fc.constantFrom(...heads), rest, change, fc.nat(80), (head, tail, changed, length) => {
      const bytes = latin1((head + tail).slice(0, length || undefined));
      if (changed && changed.at < bytes.length) bytes[changed.at] = changed.by;
      const text = Buffer.from(bytes).toString('latin1');
      const { essence } = computedMIMEType(bytes);
      if (essence === 'text/html' && hasWrongEnd(text)) assert.notEqual(sniffedType(bytes), 'text/html');
      else assert.equal(sniffedType(bytes), essence);
    }),
    runs(3000),
  );
});

test('WebM: the number of bytes in which each length of its type is written', () => {
  for (let first = 0; first < 256; first++)
    for (let length = 0; length < 9; length++)
      for (const type of ['webm', 'webm\0', '\0webm', 'webx']) {
        const size = String.fromCharCode(first) + '\x81'.repeat(length);
        const bytes = latin1(`\x1aE\xdf\xa3\x42\x82${size}${type}`);
        assert.equal(sniffedType(bytes), computedMIMEType(bytes).essence, `${first}, ${length}, ${type}`);
      }
});
