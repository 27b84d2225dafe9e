import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectedType } from '../../../src/payload/detected-type.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const padded = (bytes: Uint8Array, length = 64): Uint8Array => {
  const all = new Uint8Array(Math.max(length, bytes.length));
  all.set(bytes);
  return all;
};

const utf16 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  return bytes;
};

const cases: [name: string, body: Uint8Array, expected: string | null][] = [
  ['nothing', new Uint8Array(), null],
  ['plain text', ascii('Hello'), null],
  ['text that speaks of svg', ascii('the <svg> element'), null],
  ['unknown bytes', hex('01 02 03 ff fe 00 10'), null],
  ['one byte', hex('00'), null],
  ['JSON', ascii('{"a": 1}'), null],
  ['CSS', ascii('a { b: c }'), null],
  ['GIF87a', ascii('GIF87a......'), 'image/gif'],
  ['GIF89a', ascii('GIF89a......'), 'image/gif'],
  ['GIF in the wrong case', ascii('gif89a......'), null],
  ['PNG', padded(hex('89 50 4e 47 0d 0a 1a 0a')), 'image/png'],
  ['PNG cut off', hex('89 50 4e 47 0d 0a'), null],
  ['JPEG', padded(hex('ff d8 ff e0')), 'image/jpeg'],
  ['WebP', padded(Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')), 'image/webp'],
  ['BMP', padded(ascii('BM')), 'image/bmp'],
  ['icon', padded(hex('00 00 01 00 01 00')), 'image/x-icon'],
  ['PDF', ascii('%PDF-1.7\n'), 'application/pdf'],
  ['PostScript', ascii('%!PS-Adobe-3.0\n'), 'application/postscript'],
  ['ZIP', padded(hex('50 4b 03 04')), 'application/zip'],
  ['gzip', padded(hex('1f 8b 08 00')), 'application/x-gzip'],
  ['RAR', padded(hex('52 61 72 21 1a 07 00')), 'application/x-rar-compressed'],
  ['Ogg', padded(hex('4f 67 67 53 00')), 'application/ogg'],
  ['WAVE', padded(Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')), 'audio/wave'],
  ['PE', padded(hex('4d 5a 90 00')), 'application/vnd.microsoft.portable-executable'],
  ['text that begins as PE does', ascii('MZ'), null],
  ['ELF', padded(hex('7f 45 4c 46 02 01')), 'application/x-elf'],
  ['Mach-O', padded(hex('cf fa ed fe 07 00 00 01')), 'application/x-mach-binary'],
  ['HTML', ascii('<!DOCTYPE html><p>x'), 'text/html'],
  ['HTML in any case, behind white space', ascii(' \n\t<ScRiPt>x'), 'text/html'],
  ['HTML behind a comment mark', ascii('<!-- x --><p>'), 'text/html'],
  ['XML', ascii('<?xml version="1.0"?><feed/>'), 'text/xml'],
  ['SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ['SVG at the end of its name', ascii('<svg>'), 'image/svg+xml'],
  ['SVG cut off at its name', ascii('<svg'), null],
  ['an element whose name begins so', ascii('<svgfoo>'), null],
  ['SVG behind white space', ascii(' \r\n\t<svg >'), 'image/svg+xml'],
  ['SVG behind a BOM', hex(`efbbbf${Buffer.from('<svg/>').toString('hex')}`), 'image/svg+xml'],
  ['SVG behind an XML declaration', ascii('<?xml version="1.0"?>\n<svg/>'), 'image/svg+xml'],
  ['SVG behind comments', ascii('<!-- a > b --><!--\n--> <svg/>'), 'image/svg+xml'],
  ['SVG behind a processing instruction', ascii('<?xml-stylesheet href="x"?><svg/>'), 'image/svg+xml'],
  [
    'SVG behind a DOCTYPE',
    ascii(
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>',
    ),
    'image/svg+xml',
  ],
  [
    'SVG behind a DOCTYPE with an internal subset',
    ascii('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'),
    'image/svg+xml',
  ],
  [
    'SVG behind an internal subset with everything in it',
    ascii(
      `<!DOCTYPE svg [\n<!-- ]> " ' -->\n<!ENTITY a "]><p>'">\n<?pi ]> ?>\n<!ATTLIST svg x CDATA '">]'>\n]  >\n<svg/>`,
    ),
    'image/svg+xml',
  ],
  ['SVG behind a DOCTYPE with a ">" in quotes', ascii('<!DOCTYPE svg SYSTEM "a>b"><svg/>'), 'image/svg+xml'],
  ['SVG behind a processing instruction with a ">"', ascii('<?pi a > b ?><svg/>'), 'image/svg+xml'],
  ['SVG with a prefix', ascii('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ['SVG in HTML', ascii('<!DOCTYPE html><svg/>'), 'text/html'],
  ['SVG behind another element', ascii('<g><svg/></g>'), null],
  ['SVG far behind a comment', ascii(`<!--${'x'.repeat(1500)}--><svg/>`), 'image/svg+xml'],
  ['a comment without end', ascii('<!-- <svg/>'), 'text/html'],
];
for (const [name, body, expected] of cases) {
  test(name, () => assert.equal(detectedType(body), expected));
}

test('SVG in UTF-16', () => {
  assert.equal(detectedType(utf16('<?xml version="1.0"?><svg/>')), 'image/svg+xml');
});

test('a hostile head comes to an end', () => {
  for (const piece of [
    '<',
    '<!',
    '<!--',
    '<!DOCTYPE [',
    '<?',
    '"',
    '<!DOCTYPE svg ["',
    '<!-->',
    '<a:',
    ']>',
    '[<!',
  ]) {
    const type = detectedType(ascii(piece.repeat(1_000_000 / piece.length)));
    assert.ok(type === null || type === 'text/html' || type === 'text/xml', `${piece}: ${type}`);
  }
});

test('only a view of a larger buffer is read', () => {
  const buffer = ascii('GIF89a<svg/>....');
  assert.equal(detectedType(buffer.subarray(6)), 'image/svg+xml');
});
