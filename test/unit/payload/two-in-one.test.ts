import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { detectedType } from '../../../src/payload/detect/detected-type.ts';
import { cutOffIn, endOfFile } from '../../../src/payload/detect/end-of-file.ts';
import { secondTypes, trailingBytes } from '../../../src/payload/detect/two-in-one.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { ascii, gif, join, jpeg, latin1, pdf, png, webpAnimated, webpLossy, zip } from './builders.ts';

const files: [name: string, body: Uint8Array][] = [
  ['PNG', png(1, 1)],
  ['APNG', png(1, 1, 2)],
  ['JPEG', jpeg(1, 1)],
  ['GIF', gif(1, 1, 3)],
  ['WebP', webpLossy(1, 1)],
  ['WebP, animated', webpAnimated(1, 1, 2)],
  ['PDF', pdf],
];

function second(body: Uint8Array, isText = false) {
  const type = detectedType(body);
  const end = type === null ? null : endOfFile(type, body);
  return atOnce(secondTypes({ type, isText, body, end, size: body.length, tail: body.subarray(-65557) }));
}

const behind = (type: string, body: Uint8Array) => trailingBytes(endOfFile(type, body), body);

for (const [name, body] of files) {
  const type = detectedType(body) as string;
  test(`${name}: it ends where it ends`, () => {
    assert.equal(endOfFile(type, body), body.length);
    assert.equal(behind(type, body), null);
    assert.deepEqual(second(body), []);
  });

  test(`${name}: bytes behind its end`, () => {
    const hidden = join(body, zip([{ name: 'a.exe', data: latin1('MZ') }]));
    assert.deepEqual(behind(type, hidden), {
      offset: body.length,
      size: hidden.length - body.length,
      type: 'application/zip',
      blank: false,
    });
    assert.deepEqual(second(hidden), [{ type: 'application/zip', offset: body.length, where: 'after' }]);
    assert.equal(behind(type, join(body, ascii('<script>x</script>')))?.type, 'text/html');
    assert.equal(behind(type, join(body, '\0\0\n '))?.blank, true);
  });

  test(`${name}, cut off anywhere, has no end`, () => {
    for (let length = 0; length < body.length; length++) {
      const end = endOfFile(type, body.subarray(0, length));
      // The last line of a PDF file may lack a line break.
      assert.ok(end === null || (type === 'application/pdf' && end >= body.length - 1), `${length}: ${end}`);
    }
  });

  test(`${name}, cut off: it lacks data unless only the mark of its end is missing`, async () => {
    const marks: Record<string, number> = { 'image/png': 12, 'image/gif': 1 };
    const mark = body.length - (marks[type] ?? 0);
    for (let length = 0; length <= body.length; length++) {
      const part = body.subarray(0, length);
      const end = endOfFile(type, part);
      const lacksData = length < body.length && end === null;
      // Nothing shows that whole blocks of a GIF are missing, and PDF readers do not need the end of a file.
      const cutOff = await cutOffIn(type, part, end);
      if (length < mark && !cutOff) assert.match(name, /GIF|PDF/);
      else assert.equal(cutOff !== null, lacksData && length !== mark, `${length}`);
    }
  });
}

test('a PNG that is cut off shows a part once its first row, or that of its first pass, is whole', async () => {
  const row = { gray: [0, 8, 0], palette: [3, 4, 0], alpha: [6, 8, 0], interlaced: [2, 8, 1] };
  const sizes = { gray: 1 + 96, palette: 1 + 48, alpha: 1 + 384, interlaced: 1 + 36 };
  for (const [name, [type, depth, interlace]] of Object.entries(row) as [keyof typeof row, number[]][]) {
    const whole = png(96, 2);
    whole.set([depth!, type!, 0, 0, interlace!], 24);
    for (const [size, cutOff] of [
      [sizes[name] - 1, 'empty'],
      [sizes[name], 'partial'],
    ] as const) {
      const pixels = new Uint8Array(deflateSync(new Uint8Array(size)));
      const length = Uint8Array.of(0, 0, 1, 0);
      const body = join(whole.subarray(0, 33), length, 'IDAT', pixels);
      assert.equal(await cutOffIn('image/png', body, null), cutOff, `${name} ${size}`);
    }
  }
});

test('the end of a JPEG with an image in front of it, and a PDF with updates, is the last', () => {
  const thumbnail = jpeg(1, 1);
  const inner = join(Uint8Array.of(0xff, 0xe1, 0, thumbnail.length + 2), thumbnail);
  const outer = join('\xff\xd8', inner, jpeg(5, 5).subarray(2));
  assert.equal(endOfFile('image/jpeg', outer), outer.length);
  assert.equal(endOfFile('application/pdf', join(pdf, pdf)), 2 * pdf.length);
});

test('a GIF that is a script: what the width is made of opens a comment', () => {
  const image = gif(0x2a2f, 1);
  const body = join(image, '*/=1;alert(1)//');
  assert.deepEqual(second(body), [{ type: 'text/javascript', offset: 0, where: 'front' }]);
  assert.deepEqual(second(image), []);
});

test('a JPEG that is a script: the length of its first segment opens a comment', () => {
  const comment = join('\xff\xd8\xff\xe0', '/*', new Uint8Array(0x2f2a - 2), jpeg(1, 1).subarray(2));
  assert.equal(detectedType(comment), 'image/jpeg');
  assert.deepEqual(second(comment), []);
  assert.deepEqual(second(join(comment, '*/=alert(1)/*')), [
    { type: 'text/javascript', offset: 0, where: 'front' },
  ]);
});

test('a GIF that is nothing but a script', () => {
  const script = [{ type: 'text/javascript', offset: 0, where: 'front' }];
  assert.deepEqual(second(join('GIF89a=1;alert(1)')), script);
  assert.deepEqual(second(gif(0x313d, 1)), []);
});

test('a BMP that is a script', () => {
  const script = [{ type: 'text/javascript', offset: 0, where: 'front' }];
  assert.deepEqual(second(join('BM=1;alert(document.domain)')), script);
  assert.deepEqual(second(join('BM/*', new Uint8Array(60), '*/=1')), script);
  assert.deepEqual(second(join('BM=1', new Uint8Array(60))), []);
});

test('markup inside an image, in any case and in UTF-16', () => {
  const image = png(1, 1);
  const inside = (hidden: Uint8Array) => {
    const body = join(image.subarray(0, 33), hidden, image.subarray(33));
    return second(body).map(({ type, offset }) => `${type} ${offset}`);
  };
  assert.deepEqual(inside(ascii('<ScRiPt src=x>')), ['text/html 33']);
  assert.deepEqual(inside(ascii('<IFRAME/')), ['text/html 33']);
  assert.deepEqual(inside(ascii('<?php system')), ['application/x-httpd-php 33']);
  assert.deepEqual(inside(new Uint8Array(Buffer.from('<script>', 'utf16le'))), ['text/html 33']);
  assert.deepEqual(inside(new Uint8Array(Buffer.from('<script>', 'utf16le').swap16())), ['text/html 34']);
  assert.deepEqual(inside(ascii('<scripted <x:xmpmeta> <htmlx')), []);
});

test('programs and archives may hold markup; a PDF only behind its beginning', () => {
  assert.deepEqual(second(zip([{ name: 'index.html', data: ascii('<script>x</script>') }], true)), []);
  assert.deepEqual(second(join('MZ', new Uint8Array(64), '<script>')), []);
  assert.deepEqual(
    second(join('%PDF-1.4\n<script>x</script>', pdf.subarray(9))).map(({ type }) => type),
    ['text/html'],
  );
  assert.deepEqual(second(join('%PDF-1.4\n', ' '.repeat(2000), '<script>', pdf.subarray(9))), []);
});

test('a PDF within the first kilobyte of another file', () => {
  const body = join(png(1, 1), pdf);
  assert.deepEqual(second(body), [{ type: 'application/pdf', offset: png(1, 1).length, where: 'after' }]);
});

test('a ZIP file behind a text, and what only looks like its end', () => {
  const archive = zip([{ name: 'a', data: ascii('x') }]);
  assert.deepEqual(second(join('just text ', archive), true), [
    { type: 'application/zip', offset: 10, where: 'inside' },
  ]);
  assert.deepEqual(second(join(png(1, 1), 'PK\x05\x06', new Uint8Array(18))), []);
});

test('a ZIP file at the end of what was read only in part', () => {
  const archive = zip([{ name: 'a', data: ascii('x') }]);
  const size = 50_000_000;
  const tail = join(new Uint8Array(1000), archive);
  assert.deepEqual(
    atOnce(
      secondTypes({ type: 'image/png', isText: false, body: png(1, 1), end: png(1, 1).length, size, tail }),
    ),
    [{ type: 'application/zip', offset: size - archive.length, where: 'after' }],
  );
});
