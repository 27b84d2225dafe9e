/** Tests damage to base64 and to its marker: a repair must produce the original bytes, or there must be no repair. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { applyEdits, lintDataUrl } from '../../../src/data-url/lints/index.ts';
import { parseDataUrl } from '../../../src/data-url/parse.ts';
import { repairedUrl } from '../../support/repaired-url.ts';
import { cases, runs } from '../../support/seed.ts';
import { binaryFiles, textFiles } from '../../support/whole-files.ts';
import { arbitraryDataUrl } from '../../vectors/arbitrary-data-url.ts';

interface Written {
  marker: string;
  body: string;
}
interface Original extends Written {
  essence: string;
  isBinary: boolean;
}

/** Generates bytes whose base64 contains many "+". */
const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0xfb, 0xef, 0xbe, 0x3e, 0xf8));
const binary = fc
  .tuple(fc.constantFrom(...Object.keys(binaryFiles)), fc.array(byte, { maxLength: 90 }))
  .map(([essence, data]): Original => {
    const bytes = binaryFiles[essence]!(Uint8Array.from(data));
    return { essence, isBinary: true, marker: ';base64', body: Buffer.from(bytes).toString('base64') };
  });
const words = fc.array(fc.constantFrom('>', '>>', '~', 'abc', ' ', '<b>', 'é', '€', '\n', '?>', '=', '64'), {
  maxLength: 40,
});
const textual = fc
  .tuple(fc.constantFrom(...Object.keys(textFiles)), words)
  .map(([essence, pieces]): Original => {
    const text = textFiles[essence]!(pieces.join(''));
    return { essence, isBinary: false, marker: ';base64', body: Buffer.from(text).toString('base64') };
  });

type Damage = (url: Written, at: number) => Written;
const inBody =
  (change: (body: string, at: number) => string): Damage =>
  (url, at) => ({ ...url, body: change(url.body, Math.floor(at * url.body.length)) });
const marked =
  (marker: string): Damage =>
  (url) => ({ ...url, marker });

/** Damage that preserves all digits in their order. */
const lossless: Record<string, Damage> = {
  'spaces for plus': inBody((body) => body.replaceAll('+', ' ')),
  'escaped spaces for plus': inBody((body) => body.replaceAll('+', '%20')),
  'some spaces for plus': inBody((body, at) => body.slice(0, at).replaceAll('+', ' ') + body.slice(at)),
  'lines by spaces': inBody((body) => body.replace(/.{24}(?=.)/g, '$& ')),
  'lines of 19': inBody((body) => body.replace(/.{19}(?=.)/g, '$& ')),
  'indented lines': inBody((body) => body.replace(/.{20}(?=.)/g, '$&\r\n  ')),
  'a space': inBody((body, at) => `${body.slice(0, at)} ${body.slice(at)}`),
  'a space first': inBody((body) => ` ${body}`),
  'url-safe': inBody((body) => body.replaceAll('+', '-').replaceAll('/', '_')),
  'no padding': inBody((body) => body.replaceAll('=', '')),
  'more padding': inBody((body) => `${body}=`),
  'padding twice': inBody((body) => `${body}==`),
  trimmed: inBody((body) => body.trim()),
  'zero width': inBody((body, at) => `${body.slice(0, at)}\u200b${body.slice(at)}`),
  ...Object.fromEntries(
    [
      ...[
        ';base',
        ';bas64',
        ';base-64',
        ';base_64',
        ';b64',
        ';Base46',
        ';base65',
        ';base64url',
        ';64',
        ';=base64',
      ],
      ...[
        ';bas64=',
        ';base 64',
        ';base64;',
        ';base64;x=y',
        ';base64=',
        ';%62ase64',
        ' base64',
        'base64',
        ',base64',
      ],
    ].map((marker) => [`marker ${marker}`, marked(marker)]),
  ),
};
/** Damage to the marker. Without a marker, only a binary type shows that the text was meant as base64. */
const unmarked = Object.fromEntries(
  ['', ';utf8', ';charset=utf-8', ';foo'].map((marker) => [`marker ${marker}`, marked(marker)]),
);
/** Damage that only checksums can reveal. */
const lossy: Record<string, Damage> = {
  'a digit lost': inBody((body, at) => body.slice(0, at) + body.slice(at + 1)),
  'four digits lost': inBody((body, at) => body.slice(0, at) + body.slice(at + 4)),
  'cut off': inBody((body, at) => body.slice(0, at)),
  'plus lost': inBody((body) => body.replaceAll('+', '')),
  'a digit inserted': inBody((body, at) => `${body.slice(0, at)}A${body.slice(at)}`),
  undefined: inBody(() => 'undefined'),
  NaN: inBody(() => 'NaN'),
};

const join = (essence: string, { marker, body }: Written): string => `data:${essence}${marker},${body}`;

function check(
  originals: fc.Arbitrary<Original>,
  damages: Record<string, Damage>,
  maxLength = 3,
): Map<string, number> {
  const repairs = new Map<string, number>();
  const kinds = fc.uniqueArray(fc.constantFrom(...Object.keys(damages)), { minLength: 1, maxLength });
  const places = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(originals, kinds, places, ({ essence, ...original }, names, at) => {
      const damaged = names.reduce((url: Written, name) => damages[name]!(url, at), original);
      const written = join(essence, damaged);
      const repaired = repairedUrl(written);
      // If a body is cut off after two digits, nothing shows that these digits were base64.
      if (repaired === null || damaged.body.length < 3) return;
      const decoded = decodeDataUrl(repaired);
      const bytes = decoded.ok ? Buffer.from(decoded.body).toString('base64') : '';
      assert.equal(bytes, original.body, `${names.join(', ')}:\n${written}\n${repaired}`);
      assert.equal(decoded.ok && decoded.mimeType.replace(/;.*/s, ''), essence, written);
      if (names.length === 1) repairs.set(names[0]!, (repairs.get(names[0]!) ?? 0) + 1);
    }),
    runs(6000),
  );
  return repairs;
}

test('text and files: what is returned has the original bytes', () => {
  const repairs = check(fc.oneof(binary, textual), lossless);
  for (const name of [
    'spaces for plus',
    'lines by spaces',
    'url-safe',
    'no padding',
    'marker ;bas64',
    'marker ;base',
  ])
    assert.ok((repairs.get(name) ?? 0) > cases(6000) / 1000, `${name}: ${repairs.get(name)}`);
});

test('text whose last "+" may be missing has no repair, files that end by their own format do', () => {
  for (const url of [
    'data:text/plain;base64,PiBhPj4%20=',
    'data:text/plain;base64,PiA2ND8%20==',
    'data:text/plain;base64,PiBhPj4 fj4',
    'data:text/javascript;base64, eD0xPj4yOy8vPTY0PGI ',
    'data:application/javascript;bas64,IH7DqWFiYz0%20=',
    // The first space separates lines. The last one was a "+", and the URL parser trims it.
    'data:font/woff2;base64,d09GMgABAAAAAAAYAAAAAAAA AAD7 wC ',
  ])
    assert.equal(repairedUrl(url), null, url);
  const png = Buffer.from(binaryFiles['image/png']!(Uint8Array.of(62))).toString('base64');
  assert.match(png, /\+/);
  const url = `data:image/png;base64,${png}`;
  for (const padding of ['', '=', '=='])
    assert.equal(repairedUrl(`${url.replaceAll('+', ' ').replace(/=+$/, '')}${padding}`), url, padding);
});

test('markup that is still in base64 has no other repair', () => {
  const svg =
    'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjx0ZXh0PsOp4oKsfmJ%20fiB%20PC90ZXh0Pjwvc3ZnPg';
  for (const url of [
    `data:image/svg+xml;utf8,${svg}`,
    `data:image/svg+xml;utf8,${svg.slice(0, 60)}`,
    'data:application/json;utf8,eyJ0ZXh0Ijoiw6k',
    'data:application/zip;utf8,UEsDBAoAAAAAAAAAIQBNzkTLBAAAAAQ"',
  ])
    assert.equal(repairedUrl(url), null, url);
  assert.equal(repairedUrl('data:application/json;utf8,%31'), 'data:application/json;charset=utf-8,1');
});

test('files without a marker, too', () => {
  check(binary, { ...lossless, ...unmarked });
});

test('files with checksums that lost digits, too', () => {
  const pngs = binary.filter(({ essence }) => essence === 'image/png');
  check(pngs, { ...lossless, ...unmarked, ...lossy });
});

test('a body of an unknown format is repaired only where its bytes stay the same', () => {
  const repairs = check(
    fc.uint8Array({ minLength: 40, maxLength: 90 }).map((bytes) => ({
      ...{ essence: 'application/x-own', isBinary: true, marker: ';base64' },
      body: Buffer.from(Uint8Array.of(0, 1, ...bytes)).toString('base64'),
    })),
    { ...lossless, ...unmarked },
    1,
  );
  assert.ok((repairs.get('no padding') ?? 0) > cases(6000) / 1000);
  for (const name of ['spaces for plus', 'url-safe', 'marker ;bas64', 'marker ;base64='])
    assert.equal(repairs.get(name), undefined, name);
});

test('no edit of a lint makes base64 of text, text of base64, or other bytes of base64', () => {
  const marker = fc.constantFrom(...Object.keys(lossless));
  const damaged = fc
    .tuple(fc.oneof(binary, textual), marker, marker)
    .map(([{ essence, ...original }, one, other]) =>
      join(essence, lossless[other]!(lossless[one]!(original, 0.5), 0.3)),
    );
  fc.assert(
    fc.property(fc.oneof(damaged, arbitraryDataUrl), (written) => {
      const parsed = parseDataUrl(written);
      const before = decodeDataUrl(written);
      for (const { code, edits } of lintDataUrl(written, parsed, before.ok ? before.body : undefined)) {
        if (edits === undefined) continue;
        const edited = applyEdits(written, edits);
        const after = decodeDataUrl(edited);
        assert.equal(parseDataUrl(edited).base64, parsed.base64, `${code}: ${written}\n${edited}`);
        if (parsed.base64)
          assert.deepEqual(
            after.ok && after.body,
            before.ok && before.body,
            `${code}: ${written}\n${edited}`,
          );
      }
    }),
    runs(4000),
  );
});
