/** Tests data: URLs in the forms in which logs and addresses contain them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeDataUrl } from '../../../src/data-url/encode.ts';
import { textParts } from '../../../src/files/text-file.ts';
import { findPasted } from '../../../src/pasted/pasted.ts';
import { runs } from '../../support/seed.ts';
import { bmp, png } from '../payload/builders.ts';

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const gifUrl = `data:image/gif;base64,${gif}`;
const times = (text: string, n: number): string => (n === 0 ? text : encodeURIComponent(times(text, n - 1)));
const readIn = (text: string) =>
  findPasted(text).map(({ written, undone, assumed, isCutOff }) => [
    written,
    [...undone, ...(assumed ? [assumed] : []), ...(isCutOff ? ['cut-off'] : [])],
  ]);

test('percent-encoded once or more, as the value of a parameter', () => {
  for (const layers of [1, 2, 3, 8, 9, 40, 1000]) {
    const text = `GET /x?img=${times(gifUrl, layers)}&x=1 200`;
    assert.deepEqual(readIn(text), [[gifUrl, ['percent-encoding']]], text);
  }
  assert.deepEqual(readIn('(data%3atext%2fplain%2ca%2520(b)) "data%3A%2Cc"'), [
    ['data:text/plain,a%20(b', ['percent-encoding']],
    ['data:,c', ['percent-encoding']],
  ]);
  assert.deepEqual(readIn('metadata%3A%2Cx data%3A'), [], 'part of a word, and no data: URL');
  assert.deepEqual(readIn('data%3Aimage/png,%89PNG'), [['data:image/png,%89PNG', ['percent-encoding']]]);
});

test('base64 alone, where the first bytes prove its type', () => {
  assert.deepEqual(readIn(`img: ${gif} ok`), [[gifUrl, ['type']]]);
  const of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  assert.deepEqual(readIn(`"${of(png(3, 4))}"`), [[`data:image/png;base64,${of(png(3, 4))}`, ['type']]]);
  const wave = of(Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'));
  assert.deepEqual(readIn(wave), [[`data:audio/wave;base64,${wave}`, ['type']]]);
  for (const other of [
    of(bmp(3, 4)),
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'VGhpcyBpcyBvbmx5IGEgbG9uZyB0ZXh0IGluIGJhc2U2NC4=',
    `x${gif}`,
    gif.slice(0, 16),
    'a'.repeat(100_000),
  ])
    assert.deepEqual(readIn(other), [], other.slice(0, 40));
});

test('a media type and base64 from which "data:" was lost', () => {
  for (const url of [
    'image/png;base64,iVBORw0KGgo=',
    'text/plain;charset=utf-8;base64,SGk',
    `image/jpeg;base64,${gif}`,
  ])
    for (const [before, behind] of [
      ['', ''],
      ['src="', '"'],
      ['{"img": "', '"}'],
      ['a: ', ' b'],
    ]) {
      assert.deepEqual(readIn(`${before}${url}${behind}`), [[`data:${url}`, ['scheme']]]);
      const [found] = findPasted(`${before}${url}${behind}`);
      assert.deepEqual([found?.start, found?.end], [before!.length, before!.length + url.length]);
    }
  assert.deepEqual(readIn('a image/png;base64,iVBORw0KGgo\\u003d data:,b'), [
    ['data:image/png;base64,iVBORw0KGgo=', ['scheme']],
    ['data:,b', []],
  ]);
  assert.deepEqual(readIn(`data:image/png;base64,iVBORw0KGgo=`), [
    ['data:image/png;base64,iVBORw0KGgo=', []],
  ]);
  for (const text of [
    'the header image/png;base64, which',
    'https://a.example/image/png;base64,QUJD',
    'image/png;base64',
  ])
    assert.deepEqual(readIn(text), [], text);
  // In files, a type before base64 counts only if the first bytes prove it.
  for (const [text, starts] of [
    [`a image/png;base64,${gif} b`, [19]],
    [`a image/png;base64,${gif} data:,b`, [19, 76]],
    ['a text/plain;base64,SGVsbG8sIHdvcmxkLCBoZWxsbywgd29ybGQ= b', []],
  ] as const)
    assert.deepEqual(
      textParts(text, true).map(({ start }) => start),
      starts,
    );
});

test('base64 alone as JSON, scripts and markup escape it, and in lines', () => {
  for (const [mark, escapes] of Object.entries({
    '/': ['\\/', '\\\\/', '\\u002f', '\\x2F', '&#x2F;', '&#47;', '&sol;'],
    '+': ['\\u002B', '\\x2b', '&#43;', '&#x2B;', '&plus;'],
    '=': ['\\u003d', '\\x3D', '&#61;', '&#x3d;', '&equals;'],
  })) {
    const base64 = `R0lGODlhAQABAIAAAAAAAAAAAA${mark}${mark}`;
    const written = `data:image/gif;base64,${base64}`;
    for (const escaped of escapes) {
      const text = `a = "first\\n${base64.replaceAll(mark, escaped)}"`;
      const [found] = findPasted(text);
      assert.deepEqual([found?.written, found?.start, found?.end], [written, 12, text.length - 1], text);
    }
  }
  const picture = Buffer.from([...png(30, 40), ...new Uint8Array(211)]).toString('base64');
  for (const width of [64, 76])
    for (const wrap of ['\n', '\r\n', '\n    ', '\\n']) {
      const text = `k: |\n  ${picture.match(new RegExp(`.{1,${width}}`, 'g'))?.join(wrap)}`;
      const [found, ...others] = findPasted(`${text}\nend`);
      assert.deepEqual([found?.written, found?.end], [`data:image/png;base64,${picture}`, text.length]);
      assert.deepEqual(others, []);
    }
  const alone = picture.slice(0, 76);
  for (const next of ['not of it', `${picture}`, '', 'x.y'])
    assert.equal(findPasted(`${alone}\n${next}`)[0]?.end, 76, next);
});

test('cut off: what stands before the mark, and the whole as another reading', () => {
  const start = gifUrl.slice(0, 62);
  for (const mark of ['…', '...', '…(1,234 more)', ' [truncated]', '[truncated 40 bytes]', '[…]'])
    assert.deepEqual(readIn(`"src": "${start}${mark}"`).at(0)?.[1], ['cut-off'], mark);
  assert.deepEqual(readIn(`${start}…`), [[start, ['cut-off']]]);
  // A trailing group that is too short for a byte is omitted.
  assert.deepEqual(readIn(`${gifUrl.slice(0, 63)}…`), [[start, ['cut-off']]]);
  assert.deepEqual(readIn(`${gifUrl.slice(0, 50)}…${gifUrl.slice(-10)}`), [
    [gifUrl.slice(0, 50), ['cut-off']],
  ]);
  // "%2F" is one character of the group.
  for (const [kept, last] of [
    ['%2F9j%2F', ''],
    ['%2F9j%2F4A', ''],
    ['%2F9j%2F', '4'],
    ['R0lG', '%2B'],
  ])
    assert.deepEqual(readIn(`data:a/b;base64,${kept}${last}...`), [[`data:a/b;base64,${kept}`, ['cut-off']]]);
  assert.deepEqual(readIn('data:text/plain,hello%20wor…'), [['data:text/plain,hello%20wor', ['cut-off']]]);
  assert.deepEqual(readIn('data:text/plain,a%2…'), [['data:text/plain,a', ['cut-off']]]);
  assert.deepEqual(findPasted('x data:text/plain,a… y')[0]?.otherReadings, ['data:text/plain,a…']);
  for (const text of ['data:text/plain,a … b', 'data:///,/...'])
    assert.deepEqual(readIn(text), [[text, []]], 'a text may hold it');
});

test('what encodeURIComponent made of any data: URL is found as it was', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      (body, base64, n) => {
        const url = encodeDataUrl(body, 'text/plain', { encoding: base64 ? 'base64' : 'percent' });
        const text = `key=${times(url, n)}&other=1`;
        const [one, ...others] = findPasted(text);
        assert.deepEqual([one?.written, others.length], [url, 0]);
        assert.equal(text.slice(one?.start, one?.end), times(url, n));
      },
    ),
    runs(3000),
  );
});

test('a long text costs time in proportion, and no stack', () => {
  for (const unit of ['%41', 'data%3A', 'data%25', 'QUJD', '…', 'data%3A%2C ']) {
    assert.doesNotThrow(() => findPasted(`data%3A%2C${unit.repeat(300_000)}`), unit);
  }
});

test('a media type and escaped markup from which "data:" was lost, percent-encoded or not', () => {
  const svg = 'image/svg+xml,%3Csvg%20width%3D%228%22%3E';
  for (const head of [svg, svg.replace(',', ';utf8,'), svg.replace(',', ';charset=utf-8,')])
    for (const [before, behind] of [
      ['', ''],
      ['bg=', '&x=1'],
      ['"', '"'],
    ]) {
      assert.deepEqual(readIn(before + head + behind), [[`data:${head}`, ['scheme']]], before);
      for (const layers of [1, 2, 9])
        assert.deepEqual(readIn(before + times(head, layers) + behind), [
          [`data:${head}`, ['percent-encoding', 'scheme']],
        ]);
    }
  // The markup was not escaped before it was put into the address.
  assert.deepEqual(readIn('GET /?bg=text%2Fhtml%2C%3Cp%3EHi 200'), [
    ['data:text/html,<p>Hi', ['percent-encoding', 'scheme']],
  ]);
  assert.deepEqual(readIn(`img=${encodeURIComponent(`image/gif;base64,${gif}`)} 200`), [
    [gifUrl, ['percent-encoding', 'scheme']],
  ]);
  assert.deepEqual(readIn('bg=image%2Fsvg%2Bxml%2C%3Csvg%20xm…'), [
    ['data:image/svg+xml,<svg xm', ['percent-encoding', 'scheme', 'cut-off']],
  ]);
  for (const text of [
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
    `accept=${encodeURIComponent('text/html,application/xhtml+xml,image/avif')}`,
    'type=image%2Fpng, and <b>more</b>',
    '/image%2Fpng%2C%3Cx',
    'image%2Fpng%2Cabc',
  ])
    assert.deepEqual(readIn(text), [], text);
});

test('a data: URL whose comma was percent-encoded: as browsers read it, and as it was before', () => {
  for (const rest of ['image/svg+xml,%3Csvg%2F%3E', `image/gif;base64,${gif}`, ',a', 'text/plain;x="a",b'])
    for (const layers of [1, 2, 9]) {
      const written = `data:${times(rest, layers)}`;
      // In running text, only a media type identifies this as a data: URL.
      for (const text of rest.startsWith(',')
        ? [written]
        : [written, `a ${written} b`, `GET /x?u=${written}&y=1`])
        assert.deepEqual(
          findPasted(text).map((each) => [each.written, each.otherReadings.at(-1)]),
          [[written, `data:${rest}`]],
          text,
        );
    }
  for (const written of ['data:,a%2Cb', 'data:image%2Fpng,a%2Cb', 'data:text/plain'])
    assert.deepEqual(findPasted(written)[0]?.otherReadings, [], written);
  // Browsers ignore the encoded media type, but the URL must still be found.
  assert.deepEqual(readIn('GET /a bg=data:image%2Fsvg%2Bxml,%3Csvg'), [
    ['data:image%2Fsvg%2Bxml,%3Csvg', []],
  ]);
});
