import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { encodeDataUrl } from '../../../src/data-url/encode.ts';
import { lintDataUrl } from '../../../src/data-url/lints/index.ts';
import { parseDataUrl } from '../../../src/data-url/parse.ts';
import { gzippedSize, reencode } from '../../../src/data-url/rewrite.ts';
import { runs } from '../../support/seed.ts';

const text = (s: string) => new TextEncoder().encode(s);

test('any bytes come back, in either encoding, never longer than the other one', () => {
  const types = [
    'text/plain;charset=US-ASCII',
    'text/plain',
    'text/plain;charset=utf-8',
    'image/svg+xml',
    'a/b;c="d e"',
  ];
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 200 }).map(text));
  fc.assert(
    fc.property(bytes, fc.constantFrom(...types), (body, type) => {
      const lengths = (['base64', 'percent', undefined] as const).map((encoding) => {
        for (const characters of ['rfc', 'browser', undefined] as const) {
          const options = { ...(encoding && { encoding }), ...(characters && { characters }) };
          const url = encodeDataUrl(body, type, options);
          const decoded = decodeDataUrl(url);
          assert.ok(decoded.ok);
          assert.equal(decoded.mimeType, type);
          assert.deepEqual(decoded.body, body);
          // The data is safe in attributes and in url(""). Only the type may contain quotes.
          assert.doesNotMatch(url.slice(url.indexOf(',')), /["'&\\\t\n\r\f]/);
          if (characters === 'rfc' && !type.includes('"')) {
            const lints = lintDataUrl(url, parseDataUrl(url));
            assert.deepEqual(
              lints
                .filter(({ group }) => group === 'characters' || group === 'escapes' || group === 'base64')
                .filter(({ code }) => code !== 'double-escape')
                .map(({ code }) => code),
              [],
            );
          }
        }
        return encodeDataUrl(body, type, { ...(encoding && { encoding }), characters: 'browser' }).length;
      });
      assert.equal(lengths[2], Math.min(lengths[0] ?? 0, lengths[1] ?? 0));
    }),
    runs(2000),
  );
});

test('every byte', () => {
  const body = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (const characters of ['rfc', 'browser'] as const) {
    const decoded = decodeDataUrl(encodeDataUrl(body, 'a/b', { encoding: 'percent', characters }));
    assert.deepEqual(decoded.ok && decoded.body, body);
  }
});

test('what stays as it is: as RFC 2396 has it, or all that the URL parser keeps, but for quotes, "&", "\\", "#" and "%"', () => {
  for (let byte = 0; byte < 256; byte++) {
    const c = String.fromCharCode(byte);
    const isKept = {
      rfc: /[a-z0-9;/?:@=+$,\-_.!~*()]/i.test(c),
      browser: byte >= 0x20 && byte < 0x7f && !'"\'&\\#%'.includes(c),
    };
    const escaped = `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    for (const characters of ['rfc', 'browser'] as const) {
      const url = encodeDataUrl(Uint8Array.of(byte, 0x61), 'a/b', { encoding: 'percent', characters });
      assert.equal(url, `data:a/b,${isKept[characters] ? c : escaped}a`);
    }
  }
});

test('the shorter encoding, and of two that are as long the one that can be read', () => {
  for (const [body, encoding] of [
    ['', 'percent'],
    ['%%%%aa', 'percent'],
    ['%%%%%a', 'base64'],
    ['%%%aa ', 'percent'],
    ['%%%%a ', 'base64'],
    ['%%%%%aaaa', 'percent'],
    ['%%%%%%aaa', 'base64'],
  ] as const) {
    for (const characters of ['rfc', 'browser'] as const) {
      const url = encodeDataUrl(text(body), 'a/b', { characters });
      assert.equal(url, encodeDataUrl(text(body), 'a/b', { characters, encoding }), body);
      assert.equal(url.includes(';base64,'), encoding === 'base64', body);
    }
  }
});

test('gzip comes to what gzip comes to, also in pieces', async () => {
  for (const source of ['', 'é', 'data:,é'.repeat(1000), 'data:,é'.repeat(40_000)]) {
    const { length } = gzipSync(source);
    assert.deepEqual([await gzippedSize(source), await gzippedSize(new Blob([source]))], [length, length]);
  }
});

test('the media type is as short as it can be, and right', () => {
  for (const [type, url] of [
    ['text/plain;charset=US-ASCII', 'data:,x'],
    ['text/plain', 'data:text/plain,x'],
    ['text/plain;charset=utf-8', 'data:;charset=utf-8,x'],
    ['TEXT/HTML; Charset=utf-8', 'data:text/html;charset=utf-8,x'],
    ['a/b;c="d,e";f=g', 'data:a/b;f=g,x'],
    ['a/b;c="#"', 'data:a/b,x'],
    ['a/b;c="é";d=e', 'data:a/b;d=e,x'],
    ['a/b;c="?";d="[?"', 'data:a/b;c=?,x'],
    ['a#/b', 'data:application/octet-stream,x'],
    ['nonsense', 'data:,x'],
  ] as const) {
    assert.equal(encodeDataUrl(text('x'), type), url);
  }
});

test('SVG the minimal way', () => {
  assert.equal(
    encodeDataUrl(
      text(`<svg xmlns="http://www.w3.org/2000/svg" fill='#fff'><path d="M0 0h1v1z"/></svg>`),
      'image/svg+xml',
    ),
    'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 fill=%27%23fff%27><path d=%22M0 0h1v1z%22/></svg>',
  );
});

test('reencode keeps type, bytes and fragment, and says what it saves', async () => {
  const result = await reencode(`data:text/css;base64,${btoa('a{color:red}'.repeat(50))}#x`);
  assert.ok('url' in result);
  assert.equal(result.url, `data:text/css,${'a%7Bcolor:red%7D'.repeat(50)}#x`);
  const plain = await reencode(`data:text/css;base64,${btoa('a b c d '.repeat(80))}#x`, {
    characters: 'browser',
  });
  assert.ok('url' in plain);
  assert.equal(plain.url, `data:text/css,${'a b c d '.repeat(80).slice(0, -1)}%20#x`);
  assert.equal(plain.encoding, 'percent');
  assert.equal(plain.after, plain.url.length);
  assert.ok(plain.after < plain.before && plain.gzippedAfter < plain.gzippedBefore);
  const refused = await reencode('data:x');
  assert.ok('problem' in refused && refused.problem.code === 'no-comma');
  const short = await reencode('data:,x');
  assert.ok('url' in short && short.url === 'data:,x' && short.before === short.after);
});

test('what is not shorter stays as it is written, and there is a fragment only where there was one', async () => {
  const of = async (written: string) => {
    const result = await reencode(written);
    return 'url' in result ? [result.url, result.encoding, result.before, result.after] : result;
  };
  assert.deepEqual(await of('DATA:,b'), ['DATA:,b', 'percent', 7, 7]);
  assert.deepEqual(await of('data:;base64,Yg=='), ['data:,b', 'percent', 17, 7]);
  assert.deepEqual(await of('data:;base64,Yg==#x'), ['data:,b#x', 'percent', 19, 9]);
  assert.deepEqual(await of('data:;base64,Yg==#'), ['data:,b#', 'percent', 18, 8]);
  assert.deepEqual(await of('data:;base64,AAECAwQF'), ['data:;base64,AAECAwQF', 'base64', 21, 21]);
});
