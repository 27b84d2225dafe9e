import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeText, encodingOf, readCharset, usedCharset } from '../../../src/mime/charset.ts';
import { runs } from '../../support/seed.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const text = (s: string) => new TextEncoder().encode(s);

test('labels', () => {
  for (const [label, encoding] of [
    ['US-ASCII', 'windows-1252'],
    ['latin1', 'windows-1252'],
    [' utf8 ', 'utf-8'],
    ['Shift_JIS', 'shift_jis'],
    ['utf-7', null],
    ['utf-32', null],
    ['', null],
    ['x'.repeat(1000), null],
  ] as const) {
    assert.equal(encodingOf(label), encoding, label);
  }
});

test('what a browser decodes with: byte order mark, declared, embedded, default; null for what is no text', () => {
  for (const [type, body, used] of [
    ['text/plain;charset=utf-8', bytes(), 'utf-8'],
    ['text/plain;charset=US-ASCII', bytes(), 'windows-1252'],
    ['text/plain', bytes(), 'windows-1252'],
    ['text/html', bytes(), 'windows-1252'],
    ['text/html;charset=utf-8', bytes(0xff, 0xfe), 'utf-16le'],
    ['text/html;charset=utf-16le', bytes(0xfe, 0xff), 'utf-16be'],
    ['text/html', text('<!-- <meta charset=gbk> --><meta charset="koi8-r">'), 'koi8-r'],
    ['text/html', text('<!--><meta charset=koi8-r>'), 'koi8-r'],
    ['text/html', text('<svg></g><![CDATA[><meta charset=koi8-r>]]><meta charset=big5>'), 'big5'],
    ['text/html', text('<me<!-- -->ta charset="koi8-r">'), 'windows-1252'],
    ['text/html', text('<meta charset=koi8-r>'.padStart(1024)), 'koi8-r'],
    // After 1,024 bytes, a declaration counts only within the head, which may have ended at any earlier position.
    ['text/html', text(`${'<meta charset=koi8-'.padStart(1024)}r>`), 'koi8-r'],
    ['text/html', text(`<script>${'x'.repeat(70_000)}</script><meta charset=koi8-r>`), 'koi8-r'],
    ['text/html', text(`<p>${'x'.repeat(1020)}<meta charset=koi8-r>`), 'koi8-r'],
    ['text/html', text(`<p>${'x'.repeat(1021)}<meta charset=koi8-r>`), 'windows-1252'],
    ['text/html', text(`</head>${'x'.repeat(1020)}<meta charset=koi8-r>`), 'windows-1252'],
    ['text/html', text('<meta http-equiv=content-type content="text/html; charset=big5">'), 'big5'],
    ['text/html', text('<meta charset=utf-16le>'), 'utf-8'],
    ['text/html;charset=utf-7', bytes(), 'windows-1252'],
    ['image/svg+xml', bytes(), 'utf-8'],
    ['application/xml', text('<?xml version="1.0" encoding="iso-8859-2"?>'), 'iso-8859-2'],
    ['application/xml', text("<?xml version='1.0' encoding='iso-8859-2'?>"), 'iso-8859-2'],
    ['application/xml', text('\0<\0?\0x'), 'utf-16be'],
    ['text/css', text('@charset "koi8-r";'), 'koi8-r'],
    ['text/css', bytes(), 'utf-8'],
    ['text/plain', text('@charset "koi8-r";'), 'windows-1252'],
    ['text/vtt;charset=koi8-r', bytes(), 'utf-8'],
    ['text/javascript', bytes(), 'utf-8'],
    ['application/json;charset=latin1', bytes(), 'utf-8'],
    ['image/png;charset=utf-8', bytes(0xef, 0xbb, 0xbf), null],
    ['application/octet-stream', bytes(), null],
    ['text/html;charset=iso-2022-kr', bytes(), 'replacement'],
    ['text/html;charset=x-user-defined', bytes(), 'x-user-defined'],
    ['nonsense', bytes(), null],
  ] as const) {
    assert.equal(usedCharset(type, body), used, type);
  }
  assert.deepEqual(readCharset('text/plain;charset=UTF8', bytes(0xef, 0xbb, 0xbf)), {
    declared: 'UTF8',
    encoding: 'utf-8',
    bom: 'utf-8',
    embedded: null,
    used: 'utf-8',
    isInherited: false,
  });
});

test('the encodings that TextDecoder does not know', () => {
  assert.deepEqual(decodeText(bytes(0x61, 0x80), 'iso-2022-kr'), {
    text: '\ufffd',
    encoding: 'replacement',
    errors: [0],
    errorCount: 1,
  });
  assert.equal(decodeText(bytes(), 'replacement').text, '');
  assert.equal(decodeText(bytes(0x61, 0x80, 0xff), 'x-user-defined').text, 'a\uf780\uf7ff');
});

test('a charset that is no text is named', () => {
  const message = "decodeText's charset takes a string, not null.";
  assert.throws(() => decodeText(bytes(), null as never), { name: 'TypeError', message });
});

test('the position of every undecodable byte', () => {
  for (const [charset, body, errors] of [
    ['utf-8', bytes(0x61, 0xff, 0xc3, 0x61, 0xe2, 0x82), [1, 2, 4]],
    ['utf-8', bytes(0xed, 0xa0, 0x80, 0xf0, 0x90, 0x61, 0xf5, 0xc0, 0x80), [0, 1, 2, 3, 6, 7, 8]],
    ['utf-8', text('é€😀\ufffd'), []],
    ['utf-16le', bytes(0x00, 0xd8, 0x61, 0x00, 0x00, 0xdc, 0x61), [0, 4, 6]],
    ['utf-16be', bytes(0xd8, 0x3d, 0xde, 0x00, 0xd8, 0x3d, 0x00), [4]],
    ['utf-16be', bytes(0xd8, 0x3d, 0xdc), [0]],
    ['iso-8859-7', bytes(0xae, 0x61, 0xd2, 0xff), [0, 2, 3]],
    ['shift_jis', bytes(0x61, 0x82, 0xa0, 0x82, 0x20, 0xff), [3, 5]],
    ['big5', bytes(0xa7, 0x41, 0xa7, 0x20), [2]],
    ['euc-jp', bytes(0xa4, 0xa2, 0xa4, 0x20), [2]],
    ['euc-kr', bytes(0xb0, 0xa1, 0xb0, 0x20), [2]],
    ['gb18030', bytes(0xc4, 0xe3, 0xc4, 0x20), [2]],
    ['iso-2022-jp', bytes(0x61, 0x1b, 0x28, 0x61), [1]],
    ['iso-2022-jp', bytes(0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42, 0x80), [8]],
    // Pieces are 4,096 bytes long. These characters are at the end of a piece, or across it.
    ['shift_jis', bytes(...Array(4095).fill(0x61), 0x82), [4095]],
    ['shift_jis', bytes(0xff, ...Array(4094).fill(0x61), 0x82, 0xa0), [0]],
    ['shift_jis', bytes(...Array(4095).fill(0x61), 0x82, ...Array(5000).fill(0x20)), [4095]],
    ['gbk', bytes(0x81, 0x20, ...Array(4093).fill(0x61), 0xc4, 0xe3, 0x20, 0x20), [0]],
    ['gbk', bytes(...Array(2100).fill([0xc4, 0xe3]).flat(), 0x81, 0x20), [4200]],
    ['gbk', bytes(0x61, ...Array(2100).fill([0xc4, 0xe3]).flat(), 0x81, 0x20), [4201]],
    ['gbk', bytes(0xb0, 0xa1, 0x61, 0x81, 0x20, 0xb0, 0xa1), [3]],
    ['unknown', bytes(0xff), []],
  ] as const) {
    const decoded = decodeText(body, charset);
    assert.deepEqual(decoded.errors, errors, charset);
    assert.equal(decoded.errorCount, errors.length);
  }
  assert.equal(decodeText(bytes(0xe9), 'nonsense').encoding, 'windows-1252');
  const many = decodeText(new Uint8Array(5000).fill(0xff), 'utf-8');
  assert.deepEqual([many.errors.length, many.errorCount], [1000, 5000]);
});

test('as many errors as U+FFFD', () => {
  const encodings = fc.constantFrom(
    'utf-8',
    'utf-16le',
    'utf-16be',
    'gbk',
    'big5',
    'shift_jis',
    'euc-kr',
    'iso-8859-7',
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .array(fc.constantFrom(0x61, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0x9f, 0xd8, 0xdc, 0x00, 0x82), {
        maxLength: 40,
      })
      .map((a) => Uint8Array.from(a)),
  );
  fc.assert(
    fc.property(encodings, body, (encoding, data) => {
      const { text: decoded, errorCount, errors } = decodeText(data, encoding);
      const inText = decoded.split('\ufffd').length - 1;
      // The bytes themselves may also encode U+FFFD.
      const said =
        encoding === 'utf-8' ? new TextDecoder('latin1').decode(data).split('\xef\xbf\xbd').length - 1 : 0;
      // Node's ICU does not implement the standard's decoder for these encodings: the number of errors in some
      // sequences depends on how the sequence is cut into pieces.
      if (/^(gbk|big5|euc|shift)/.test(encoding))
        assert.equal(errorCount > 0, inText > 0, `${encoding} ${data}`);
      else if (!encoding.startsWith('utf-16')) assert.equal(errorCount + said, inText, `${encoding} ${data}`);
      assert.ok(errors.every((e, i) => e < data.length && (i === 0 || e >= (errors[i - 1] ?? 0))));
    }),
    runs(5000),
  );
});

test('a script that is begun within a comment of a script hides what follows its end tag', () => {
  const charsetOf = (text: string) => readCharset('text/html', new TextEncoder().encode(text)).used;
  const meta = '<meta charset="koi8-r">';
  assert.equal(charsetOf(`<script><!--<script></script>${meta}</script>`), charsetOf('x'));
  assert.equal(charsetOf(`<script><!--</script>${meta}`), charsetOf(meta));
  assert.notEqual(charsetOf(meta), charsetOf('x'));
});
