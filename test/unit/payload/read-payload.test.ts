/** Tests reading of whole bodies, hostile ones first. Nothing may throw, hang, or exhaust memory. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { maxInflated } from '../../../src/limits.ts';
import { isSameType } from '../../../src/payload/formats.ts';
import { type Payload, type PayloadInput, readPayload } from '../../../src/payload/read-payload.ts';
import { isFull, runs } from '../../support/seed.ts';
import { readJson, sharedFolder } from '../../support/shared.ts';
import {
  ascii,
  bmp,
  declaring,
  fontTables,
  gif,
  icon,
  isoImage,
  join,
  jpeg,
  pdf,
  png,
  sfnt,
  tar,
  utf16,
  webpAnimated,
  woff,
  zip,
} from './builders.ts';

/** Reads a body, and checks what must be true of every result: it must be plain JSON of limited size. */
async function read(mimeType: string, body: Uint8Array, more: Partial<PayloadInput> = {}): Promise<Payload> {
  const payload = await readPayload({ declared: declaring(mimeType), body, ...more });
  const { facts, ...rest } = payload;
  assert.deepEqual(JSON.parse(JSON.stringify(payload)), payload);
  assert.ok(JSON.stringify(facts).length < 500_000);
  assert.equal(rest.detectedBy === null, rest.detectedType === null);
  for (const { start, end, written, kind } of payload.references?.first ?? []) {
    assert.ok(kind === 'data' || written.length <= 2048);
    assert.ok((start === null) === (end === null) && (start ?? 0) <= (end ?? 0));
  }
  return payload;
}

const nothing = {
  ...{
    trailing: null,
    cutOff: null,
    invalid: null,
    polyglot: [],
    pdf: null,
    bidiFileName: null,
    unread: [],
  },
  ...{ encodedAs: null, references: null },
};

test('an image', async () => {
  const { facts, ...rest } = await read('image/png', png(3, 4));
  assert.deepEqual(rest, { ...nothing, detectedType: 'image/png', detectedBy: 'signature' });
  assert.ok(facts?.kind === 'image');
  assert.deepEqual([facts.width, facts.height], [3, 4]);
});

test('what browsers read by its label is read as that behind any signature, and as PDF besides', async () => {
  const pdfHtml = await read('text/html', ascii('%PDF-1.7 <script>x</script> <</S /JavaScript>>'));
  assert.equal(pdfHtml.detectedType, 'application/pdf');
  assert.ok(pdfHtml.facts?.kind === 'markup' && pdfHtml.facts.scripts.inline === 1);
  assert.equal(pdfHtml.pdf?.actions.JavaScript, 1);
  for (const front of ['GIF89a', '%PDF-1.4', '<!--', '<a>', 'wOF2', '\x7fELF\0\0\0\0']) {
    const sheet = await read('text/css', ascii(`${front} {} a{background:url(https://a.example/)}`));
    assert.deepEqual([front, sheet.facts?.kind, sheet.references?.count], [front, 'css', 1]);
  }
  const script = await read(
    'text/javascript',
    ascii('GIF89a=1\n//# sourceMappingURL=https://a.example/x.map'),
  );
  assert.equal(script.references?.count, 1);
  assert.equal((await read('text/css', png(3, 4))).facts?.kind, 'image');
  const plain = await read('text/plain', ascii('%PDF-1.7 <</S /JavaScript>>'));
  assert.deepEqual([plain.facts?.kind, plain.pdf], ['pdf', null]);
});

test('kinds without a reader have none', async () => {
  for (const body of [join('MZ', new Uint8Array(100)), join('OggS\0', new Uint8Array(50))]) {
    const payload = await read('application/octet-stream', body);
    assert.equal(payload.facts, null);
    assert.notEqual(payload.detectedType, null);
  }
  const unknown = await read('application/octet-stream', new Uint8Array([0, 1, 2, 3]));
  assert.deepEqual(unknown, { ...nothing, detectedType: null, detectedBy: null, facts: null });
});

const kinds: [mimeType: string, body: Uint8Array, kind: string | undefined, detected: string | null][] = [
  ['text/plain', ascii('hello'), 'text', null],
  ['', ascii('hello'), 'text', null],
  ['image/png', ascii('<!DOCTYPE html><p>x'), 'markup', 'text/html'],
  ['image/jpeg', ascii('<svg onload="x()"/>'), 'markup', 'image/svg+xml'],
  ['image/svg+xml', ascii('<rect/>'), 'markup', null],
  ['image/svg+xml', png(1, 1), 'image', 'image/png'],
  ['text/html', ascii('alert(1)'), 'markup', 'text/javascript'],
  ['text/css', ascii('a{b:c}'), 'css', 'text/css'],
  ['text/css', ascii('nothing'), 'css', null],
  ['text/plain', ascii('a{b:c}'), 'css', 'text/css'],
  ['text/javascript', ascii('let a = 1;'), 'text', 'text/javascript'],
  ['application/json', ascii('{"a":1}'), 'json', 'application/json'],
  ['application/json', ascii('{"a":'), 'json', null],
  ['text/plain', ascii('[1]'), 'json', 'application/json'],
  ['application/json', ascii('{"version":3,"mappings":""}'), 'source-map', 'application/json'],
  ['application/rss+xml', ascii('<rss/>'), 'markup', null],
  ['application/zip', zip([{ name: 'a', data: ascii('x') }]), 'archive', 'application/zip'],
  ['font/woff', woff(fontTables('x', 1)), 'font', 'font/woff'],
  ['image/gif', utf16('<html><script>x</script>'), 'markup', 'text/html'],
  ['application/x-unknown', utf16('<svg onload="x"/>'), 'markup', 'image/svg+xml'],
  ['message/external-body', ascii('Content-Type: message/external-body'), 'external-body', null],
];
for (const [mimeType, body, kind, detected] of kinds) {
  test(`${mimeType || 'nothing declared'}, in fact ${detected}: ${kind}`, async () => {
    const payload = await read(mimeType, body);
    assert.equal(payload.facts?.kind, kind);
    assert.equal(payload.detectedType, detected);
  });
}

test('the charset of text: a byte order mark, what is declared, what the type has', async () => {
  const charsetOf = async (mimeType: string, body: Uint8Array) => {
    const { facts } = await read(mimeType, body);
    assert.ok(facts && 'text' in facts);
    const { charset, bom, undecodable, firstUndecodable } = facts.text;
    return [charset, bom, undecodable, firstUndecodable];
  };
  const bytes = ascii('aé');
  assert.deepEqual(await charsetOf('text/plain', bytes), ['windows-1252', null, 0, null]);
  assert.deepEqual(await charsetOf('text/plain;charset=utf-8', bytes), ['utf-8', null, 0, null]);
  assert.deepEqual(await charsetOf('text/css', bytes), ['utf-8', null, 0, null]);
  assert.deepEqual(await charsetOf('text/plain', utf16('aé')), ['utf-16le', 'utf-16le', 0, null]);
  assert.deepEqual(await charsetOf('text/plain;charset=utf-8', join('a\xc3\xa9b\xff')), [
    'utf-8',
    null,
    1,
    4,
  ]);
  assert.deepEqual(await charsetOf('text/plain;charset=utf-8', join('\xef\xbb\xbf\xff')), [
    'utf-8',
    'utf-8',
    1,
    3,
  ]);
});

test('lines', async () => {
  const { facts } = await read('text/plain', ascii('a\r\nbcd\n\re'));
  assert.ok(facts?.kind === 'text');
  assert.deepEqual([facts.text.lines, facts.text.longestLine], [4, 3]);
});

test('the style sheets of a track: only what stands in them, and only data: URLs are loaded', async () => {
  const track = [
    'WEBVTT\n\nSTYLE\n::cue { background: url(data:,first) }\n\n',
    'NOTE STYLE\nurl(data:,none) /*\n\nSTYLE \t\r\n::cue { color: red }\r\n',
    '::cue(b) { list-style: url("data:,second"); cursor: url(https://example.com/x), auto }\r\n\r\n',
    '00:00.000 --> 00:01.000\nurl(data:,none)\n\nSTYLE\n::cue { mask: url(data:,last) }',
  ].join('');
  const { detectedType, references } = await read('text/vtt', ascii(track));
  assert.equal(detectedType, 'text/vtt');
  assert.deepEqual(
    references?.first.map(({ written, name, destination }) => `${name} ${written} ${destination}`),
    ['background data:,first image', 'list-style data:,second image', 'mask data:,last image'],
  );
  for (const { start, end, written } of references?.first ?? [])
    assert.equal(track.slice(start ?? 0, end ?? 0), written);
});

test('markup in UTF-16 hides nothing', async () => {
  const { facts } = await read('text/html', utf16('<a href="javascript:x">y</a><script>z</script>'));
  assert.ok(facts?.kind === 'markup');
  assert.deepEqual([facts.scripts.inline, facts.javascriptUrls], [1, 1]);
});

test('nor in UTF-16 that only the label declares', async () => {
  const body = utf16('<svg onload="x()"/>').subarray(2);
  const { detectedType, facts } = await read('text/plain;charset=utf-16le', body);
  assert.equal(detectedType, 'image/svg+xml');
  assert.equal(facts?.kind === 'markup' && facts.handlers.count, 1);
});

test('nor behind padding, nor behind a long licence', async () => {
  const pad = ' '.repeat(10_000);
  assert.equal(
    (await read('image/png', ascii(`${pad}<!DOCTYPE html><script>x</script>`))).detectedType,
    'text/html',
  );
  const licensed = `<?xml version="1.0"?><!--${pad}--><svg/>`;
  assert.equal((await read('image/svg+xml', ascii(licensed))).detectedType, 'image/svg+xml');
  assert.equal((await read('image/svg+xml', ascii(`<!--${pad}--><svg/>`))).detectedType, 'image/svg+xml');
  assert.equal(
    (await read('text/xml', ascii(`<?xml version="1.0"?><!--${pad}--><a/>`))).detectedType,
    'text/xml',
  );
});

test('many comments in front of nothing come to an end', async () => {
  for (const piece of ['<!---->', '<!DOCTYPE a>', '<?a?>', '<!DOCTYPE a [', ' ', '<!-- ']) {
    await read('text/html', ascii(piece.repeat((isFull ? 3_000_000 : 500_000) / piece.length)));
  }
});

test('compressed SVG is looked into', async () => {
  const svg = ascii(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><image href="http://a.example/"/></svg>',
  );
  const payload = await read('image/svg+xml', new Uint8Array(gzipSync(svg)));
  assert.equal(payload.detectedType, 'application/x-gzip');
  assert.deepEqual(payload.encodedAs, {
    coding: 'gzip',
    size: svg.length,
    sample: null,
    complete: true,
    capped: false,
    detectedType: 'image/svg+xml',
  });
  assert.equal(payload.facts?.kind === 'markup' && payload.facts.handlers.count, 1);
  assert.equal(payload.references?.requests, 1);
  const deflated = await read('image/png', new Uint8Array(deflateSync(svg)));
  assert.deepEqual(
    [deflated.detectedType, deflated.encodedAs?.detectedType],
    ['application/zlib', 'image/svg+xml'],
  );
});

test('a compressed archive: its names', async () => {
  const { facts } = await read(
    'application/gzip',
    new Uint8Array(gzipSync(tar([{ name: 'a/b', data: pdf }]))),
  );
  assert.ok(facts?.kind === 'archive');
  assert.equal(facts.entries.first[0]?.name, 'a/b');
});

test('more than the cap, and what is damaged, are said', async () => {
  const bomb = await read('application/gzip', new Uint8Array(gzipSync(new Uint8Array(50_000_000))));
  assert.deepEqual(bomb.unread, [{ what: 'inflated', read: maxInflated, size: null }]);
  assert.equal(bomb.encodedAs?.capped, true);
  const damaged = await read('application/gzip', new Uint8Array(gzipSync(pdf)).subarray(0, 30));
  assert.equal(damaged.unread[0]?.what, 'damaged');
});

test('text that only begins as zlib data does is text', async () => {
  const { encodedAs, facts } = await read('text/plain', ascii('x^2 + y^2 = z^2'));
  assert.deepEqual([encodedAs, facts?.kind], [null, 'text']);
});

test('a large body: its beginning and its end', async () => {
  const archive = zip([{ name: 'a.exe', data: ascii('x') }]);
  const payload = await read('image/png', png(50_000, 50_000), { size: 90_000_000, tail: archive });
  assert.equal(payload.facts?.kind === 'image' && payload.facts.megapixels, 2500);
  assert.equal(payload.trailing, null);
  assert.equal(payload.polyglot[0]?.type, 'application/zip');
  assert.deepEqual(payload.unread, [{ what: 'body', read: png(1, 1).length, size: 90_000_000 }]);
  const text = await read('text/plain;charset=utf-8', ascii('aé').subarray(0, 2), { size: 100 });
  assert.equal(text.facts?.kind === 'text' && text.facts.text.undecodable, 0);
});

test('an external body', async () => {
  const { facts } = await read(
    'message/external-body',
    ascii(
      'Content-Type: message/external-body; access-type=URL;\r\n URL="http://u:secret@a.example/"\r\n\r\nContent-Type: image/gif\r\n\r\n',
    ),
  );
  assert.ok(facts?.kind === 'external-body');
  assert.deepEqual([facts.url, facts.type], ['http://u:@a.example/', 'image/gif']);
});

const files: [mimeType: string, body: Uint8Array][] = [
  ['image/png', png(1, 1, 2)],
  ['image/jpeg', jpeg(1, 1)],
  ['image/gif', gif(1, 1, 2)],
  ['image/webp', webpAnimated(1, 1, 2)],
  ['image/bmp', bmp(1, 1)],
  ['image/x-icon', icon([1, 1])],
  ['image/avif', isoImage('avif', [1, 1])],
  ['application/pdf', pdf],
  ['font/ttf', sfnt(fontTables('x', 1))],
  ['font/woff', woff(fontTables('x'.repeat(60), 1))],
  ['application/zip', zip([{ name: 'a', data: pdf }])],
  ['application/x-tar', tar([{ name: 'a', data: ascii('x') }]).subarray(0, 600)],
  ['application/gzip', new Uint8Array(gzipSync(ascii('<svg/>')))],
  ['text/html', utf16('<a href="&#x61;">é</a>')],
  ['image/svg+xml', ascii('<!DOCTYPE svg [<!ENTITY a "b">]><svg><style>@import "x";</style></svg>')],
  ['application/json', ascii('{"version":3,"sources":["\\u0041"],"mappings":"A"}')],
];
for (const [mimeType, body] of files) {
  test(`${mimeType}, cut off at each length`, async () => {
    for (let length = 0; length <= body.length; length++) await read(mimeType, body.subarray(0, length));
  });
}

test('any bytes as any type, and any file with any bytes changed', async () => {
  const types = fc.constantFrom(
    ...files.map(([mimeType]) => mimeType),
    'text/css',
    'text/plain;charset=gb18030',
    '?',
  );
  await fc.assert(
    fc.asyncProperty(types, fc.uint8Array({ maxLength: 200 }), async (mimeType, body) => {
      await read(mimeType, body);
    }),
    runs(2000),
  );
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), types, changes, async ([, body], mimeType, edits) => {
      const broken = body.slice();
      for (const [at, value] of edits) broken[at % broken.length] = value;
      await read(mimeType, broken);
    }),
    runs(2000),
  );
});

test('megabytes of one thing as each kind come to an end', async () => {
  const marks = [
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'GIF89a',
    'RIFF',
    '%PDF-',
    'PK\x03\x04',
    '\0\x01\0\0',
    'wOFF',
    '',
  ];
  const pieces = [
    '\0',
    '\xff',
    '<',
    '<script ',
    'PK\x05\x06',
    'PK\x01\x02',
    '%%EOF',
    '\xff\xda\0',
    '\x01',
    'IEND',
  ];
  for (const mark of marks) {
    for (const piece of pieces)
      await read('image/png', join(mark, piece.repeat((isFull ? 300_000 : 50_000) / piece.length)));
  }
});

test('hostile pages: what the bytes really are', async (t) => {
  const folder = sharedFolder('adversarial');
  if (!folder) return;
  interface Expected {
    id: string;
    raw?: string;
    sniffed?: string | null;
    flags?: string[];
  }
  const { pages } = readJson(folder, 'manifest.json') as { pages: { expect: Expected[] }[] };
  const wrong: string[] = [];
  let reported = 0;
  for (const { id, raw, sniffed, flags = [] } of pages.flatMap(({ expect }) => expect)) {
    const decoded = raw === undefined ? null : decodeDataUrl(raw);
    if (!decoded?.ok) continue;
    const { detectedType, facts } = await read(decoded.mimeType, decoded.body);
    // In the expectation, a remark may follow the type.
    const expected = sniffed?.split(' ')[0];
    if (expected && flags.includes('type-mismatch')) {
      reported++;
      if (detectedType === null || !isSameType(detectedType, expected))
        wrong.push(`${id}: ${expected}, ${detectedType}`);
    }
    if (flags.includes('svg-event-handler')) {
      assert.ok(facts?.kind === 'markup' && facts.handlers.count > 0, id);
    }
    if (flags.includes('html-script')) {
      assert.ok(facts?.kind === 'markup' && facts.scripts.inline > 0, id);
    }
  }
  t.diagnostic(`${reported} whose type is not the declared one`);
  assert.deepEqual(wrong, []);
});

test('real pages: ordinary images are nothing but images', async (t) => {
  const folder = sharedFolder('pages');
  if (!folder) return;
  let images = 0;
  const suspected: string[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    for (const [url] of text.matchAll(/data:image\/[^"'()\s<>\\]+/g)) {
      const decoded = decodeDataUrl(url);
      if (!decoded.ok) continue;
      const { detectedType, trailing, polyglot, facts } = await read(decoded.mimeType, decoded.body);
      images++;
      const isHidden = polyglot.length > 0 || (trailing !== null && !trailing.blank);
      if (isHidden || facts === null) suspected.push(`${file}: ${detectedType} ${url.slice(0, 60)}`);
    }
  }
  t.diagnostic(`${images} images`);
  assert.ok(images > 20);
  assert.deepEqual(suspected, []);
});
