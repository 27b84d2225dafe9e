import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detect, detectedType } from '../../../src/payload/detect/detected-type.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { ascii, isoImage, latin1, tar, utf16, zip } from './builders.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const padded = (bytes: Uint8Array, length = 64): Uint8Array => {
  const all = new Uint8Array(Math.max(length, bytes.length));
  all.set(bytes);
  return all;
};

/** Returns a tar header without the later "ustar" mark, identified only by its checksum. */
function oldTar(): Uint8Array {
  const body = new Uint8Array(1024);
  body.set(ascii('name'));
  body.fill(0x20, 148, 156);
  const sum = body.subarray(0, 512).reduce((a, b) => a + b, 0);
  body.set(ascii(sum.toString(8).padStart(6, '0')), 148);
  body[154] = 0;
  return body;
}
function isoImage9660(): Uint8Array {
  const body = new Uint8Array(40_000);
  body.set(ascii('CD001'), 32769);
  return body;
}

const repeated = (frame: Uint8Array, count: number): Uint8Array =>
  latin1(Buffer.from(frame).toString('latin1').repeat(count));
/** AAC in ADTS frames of silence (ISO 13818-7, 6.2). */
const adts = hex('ff f1 50 40 01 bf fc 00 c8 00 80 23 80');
/** Returns an empty frame of MPEG layer III with the given version and length. */
const mp3 = (version: number, length: number, rates: string): Uint8Array =>
  padded(Uint8Array.of(0xff, 0xe3 | (version << 3), ...hex(rates), 0xc4), length);
/** Returns an EBML header with the name of a document type, and a segment. */
const ebml = (name: string): Uint8Array =>
  latin1(
    `\x1aE\xdf\xa3${String.fromCharCode(0x80 | (name.length + 15))}B\x86\x81\x01B\xf7\x81\x01B\x82${String.fromCharCode(0x80 | name.length)}${name}B\x87\x81\x04\x18S\x80g\xff`,
  );

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
const more: [name: string, body: Uint8Array, expected: string | null][] = [
  ['HTML behind a byte order mark', hex(`efbbbf${Buffer.from('<html>').toString('hex')}`), 'text/html'],
  ['HTML in UTF-16', utf16('<!DOCTYPE html><script>x</script>'), 'text/html'],
  [
    'HTML in UTF-16, the other end first',
    new Uint8Array(Buffer.from(utf16('<script>')).swap16()),
    'text/html',
  ],
  ['XML in UTF-16', utf16('<?xml version="1.0"?><a/>'), 'text/xml'],
  ['text in UTF-16', utf16('Hello'), null],
  [
    'XHTML',
    ascii('<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'),
    'application/xhtml+xml',
  ],
  ['a fragment of HTML', ascii('<img src=x onerror=y>'), 'text/html'],
  ['a fragment of HTML behind a comment', ascii('<!-- a --><form action=x>'), 'text/html'],
  ['XML whose root is called so', ascii('<form xmlns="http://example.org/">'), null],
  ['an element that nobody knows', ascii('<foo>'), null],
  ['a script for a shell', ascii('#!/bin/sh\nrm -rf /'), 'application/x-sh'],
  ['a script for Python', ascii('#!/usr/bin/env python3\n'), 'text/x-python'],
  ['a script for Node', ascii('#!/usr/bin/env node\n'), 'text/javascript'],
  ['a script for PowerShell', ascii('#!/usr/bin/pwsh\n'), 'application/x-powershell'],
  ['a heading that begins so', ascii('#! hello'), null],
  ['PHP', ascii('<?php echo 1;'), 'application/x-httpd-php'],
  ['a batch file', ascii('@echo off\r\ndel x'), 'application/x-bat'],
  ['RTF', ascii('{\\rtf1\\ansi x}'), 'application/rtf'],
  ['a shortcut to a URL', ascii('[InternetShortcut]\r\nURL=file://x'), 'application/internet-shortcut'],
  ['WebAssembly', padded(hex('00 61 73 6d 01 00 00 00')), 'application/wasm'],
  ['a Java class', padded(hex('ca fe ba be 00 00 00 34')), 'application/java-vm'],
  ['Mach-O for two machines', padded(hex('ca fe ba be 00 00 00 02')), 'application/x-mach-binary'],
  ['Mach-O, 32 bits', padded(hex('ce fa ed fe')), 'application/x-mach-binary'],
  [
    'a Windows shortcut',
    padded(hex('4c 00 00 00 01 14 02 00 00 00 00 00 c0 00 00 00 00 00 00 46')),
    'application/x-ms-shortcut',
  ],
  ['a compound file', padded(hex('d0 cf 11 e0 a1 b1 1a e1')), 'application/x-ole-storage'],
  ['7z', padded(hex('37 7a bc af 27 1c')), 'application/x-7z-compressed'],
  ['RAR 5', padded(hex('52 61 72 21 1a 07 01 00')), 'application/x-rar-compressed'],
  ['xz', padded(hex('fd 37 7a 58 5a 00')), 'application/x-xz'],
  ['Zstandard', padded(hex('28 b5 2f fd')), 'application/zstd'],
  ['bzip2', padded(ascii('BZh91AY&SY')), 'application/x-bzip2'],
  ['a cabinet', padded(ascii('MSCF')), 'application/vnd.ms-cab-compressed'],
  ['a Debian package', padded(ascii('!<arch>\ndebian-binary   ')), 'application/vnd.debian.binary-package'],
  ['tar', tar([{ name: 'a', data: ascii('x') }]), 'application/x-tar'],
  ['tar without a mark', oldTar(), 'application/x-tar'],
  ['ISO 9660', isoImage9660(), 'application/x-iso9660-image'],
  ['WOFF2', padded(ascii('wOF2')), 'font/woff2'],
  ['TrueType', padded(hex('00 01 00 00')), 'font/ttf'],
  ['AVIF', isoImage('avif', [1, 1]), 'image/avif'],
  ['HEIC', isoImage('heic', [1, 1]), 'image/heic'],
  ['HEIF that is AVIF', padded(latin1('\0\0\0\x1cftypmif1\0\0\0\0mif1avif')), 'image/avif'],
  ['TIFF', padded(ascii('II*')), 'image/tiff'],
  ['MP3, MPEG-1', repeated(mp3(3, 417, '90'), 4), 'audio/mpeg'],
  ['MP3, MPEG-2', repeated(mp3(2, 208, '80'), 4), 'audio/mpeg'],
  ['MP3, MPEG-2.5', repeated(mp3(0, 208, '40'), 4), 'audio/mpeg'],
  ['MP3, MPEG-2.5, padded', repeated(mp3(0, 209, '42'), 4), 'audio/mpeg'],
  ['MP3, MPEG-2.5, with one frame', mp3(0, 208, '40'), 'audio/mpeg'],
  ['an MPEG-2.5 frame without another', padded(mp3(0, 208, '40'), 999), null],
  ['an MPEG-2.5 frame with no valid rate', repeated(mp3(0, 208, 'f0'), 4), null],
  ['MPEG layer II', repeated(Uint8Array.of(0xff, 0xfd, ...hex('80 c4'), ...new Uint8Array(413)), 4), null],
  ['AAC', repeated(adts, 3), 'audio/aac'],
  ['AAC with one frame and a half', repeated(adts, 2).subarray(0, 20), 'audio/aac'],
  ['an ADTS frame without another', padded(adts), null],
  ['Matroska', ebml('matroska'), 'video/matroska'],
  ['WebM', ebml('webm'), 'video/webm'],
  ['EBML of another kind', ebml('other'), null],
  ['FLAC', padded(ascii('fLaC')), 'audio/flac'],
  ['SQLite', padded(ascii('SQLite format 3')), 'application/vnd.sqlite3'],
  [
    'a Word document',
    zip([
      { name: '[Content_Types].xml', data: ascii('x') },
      { name: 'word/document.xml', data: ascii('x') },
    ]),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'a workbook with macros',
    zip([
      { name: '[Content_Types].xml', data: ascii('x') },
      { name: 'xl/vbaProject.bin', data: ascii('x') },
    ]),
    'application/vnd.ms-excel.sheet.macroenabled.12',
  ],
  [
    'a document with macros',
    zip([
      { name: '[Content_Types].xml', data: ascii('x') },
      { name: 'word/document.xml', data: ascii('x') },
      { name: 'word/vbaProject.bin', data: ascii('x') },
    ]),
    'application/vnd.ms-word.document.macroenabled.12',
  ],
  [
    'a presentation with macros',
    zip([
      { name: '[Content_Types].xml', data: ascii('x') },
      { name: 'ppt/presentation.xml', data: ascii('x') },
      { name: 'ppt/vbaProject.bin', data: ascii('x') },
    ]),
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
  ['a Java archive', zip([{ name: 'META-INF/MANIFEST.MF', data: ascii('x') }]), 'application/java-archive'],
  [
    'an Android package',
    zip([{ name: 'AndroidManifest.xml', data: ascii('x') }]),
    'application/vnd.android.package-archive',
  ],
  [
    'OpenDocument',
    zip(
      [
        { name: 'mimetype', data: ascii('application/vnd.oasis.opendocument.text') },
        { name: 'a', data: ascii('x') },
      ],
      true,
    ),
    'application/vnd.oasis.opendocument.text',
  ],
  ['a ZIP file and no more', zip([{ name: 'a.txt', data: ascii('x') }]), 'application/zip'],
];
for (const [name, body, expected] of [...cases, ...more]) {
  test(name, () => assert.equal(detectedType(body), expected));
}

test('only a space or ">" ends the tags that the standard sniffs', () => {
  const tags = 'html head script iframe h1 div font table a style title b body br p !--'.split(' ');
  for (const tag of tags) {
    for (let byte = 0; byte < 128; byte++) {
      const text = `<${tag}${String.fromCharCode(byte)}x xmlns:x="urn:x"`;
      const isEnded = byte === 0x20 || byte === 0x3e;
      assert.equal(detectedType(ascii(text)), isEnded ? 'text/html' : null, JSON.stringify(text));
      const marked = detectedType(hex(`efbbbf${Buffer.from(text).toString('hex')}`));
      assert.equal(marked, isEnded ? 'text/html' : null, JSON.stringify(text));
    }
  }
});

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

const likely: [name: string, text: string, expected: string | null][] = [
  ['JSON', ' {"a": [1]}', 'application/json syntax'],
  ['JSON that is broken', '{"a": [1}', null],
  ['a number', '1', null],
  ['a style sheet', 'a { color: red }', 'text/css likeness'],
  ['a style sheet behind a comment', '/* x */ .a::before{content:"x";}', 'text/css likeness'],
  ['a child selector', 'ul > li:not(.a), b{color:red}', 'text/css likeness'],
  ['an attribute selector', '[type="x"]{color:red}', 'text/css likeness'],
  ['a statement', 'switch (x) { default: y(); }', null],
  ['a label in a function', 'x=>{a:1;}', null],
  ['an import', '@import url(x);', 'text/css likeness'],
  ['a script', 'var x = 1; document.write(x)', 'text/javascript likeness'],
  ['a function', '(function(){var a=1})()', 'text/javascript likeness'],
  ['a module', "import x from 'y';", 'text/javascript likeness'],
  ['one call', 'alert(1)', 'text/javascript likeness'],
  ['a script behind comments', '// x\n/* y */\nconst a = 1;', 'text/javascript likeness'],
  [
    'prose',
    'The function of a document. It lets you import things from far: if (and only if) you like.',
    null,
  ],
  ['prose about code', 'Let x be a number, then f(x) = 2x; var is a word.', null],
  ['CSV', 'a,b,c\n1,2,3\n', null],
  ['mail', 'From: a@b.example\nSubject: x\n\nHello {name}: thanks;', null],
  ['Markdown', '# Title\n\n- a\n- b', null],
  ['vCard', 'BEGIN:VCARD\nVERSION:4.0\nEND:VCARD', null],
  ['WebVTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello', 'text/vtt signature'],
  ['a word that begins as WebVTT does', 'WEBVTTs are files', null],
];
for (const [name, text, expected] of likely) {
  test(`text: ${name}`, () => {
    const body = ascii(text);
    const found = atOnce(detect(detectedType(body), body, text));
    assert.equal(found && `${found.type} ${found.by}`, expected);
  });
}

test("a disk image of Apple's is known by its end", () => {
  const tail = new Uint8Array(2000);
  tail.set(ascii('koly\0\0\0\x04'), 2000 - 512);
  assert.deepEqual(atOnce(detect(null, tail, null)), {
    type: 'application/x-apple-diskimage',
    by: 'signature',
  });
  assert.equal(atOnce(detect(null, tail.subarray(1), null))?.type, 'application/x-apple-diskimage');
  assert.equal(atOnce(detect(null, tail.subarray(0, 1999), null)), null);
});
