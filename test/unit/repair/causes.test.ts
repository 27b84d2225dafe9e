/**
 * Damage that a data: URL suffers before a browser parses it must be undone if the bytes prove it, and must be named.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { encodeDataUrl } from '../../../src/data-url/encode.ts';
import { objectionsTo, readUrl } from '../../../src/data-url/rewrite.ts';
import { repairDataUrl } from '../../../src/repair/repair.ts';
import { pngImage } from '../../support/pictures.ts';
import { repairedUrl } from '../../support/repaired-url.ts';
import { runs } from '../../support/seed.ts';

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const picture = `data:image/gif;base64,${gif}`;
const drawing = 'data:image/svg+xml,%3Csvg/%3E';
const twice = (text: string) => Buffer.from(text).toString('base64');
const [hex = '', latin = ''] = (['hex', 'latin1'] as const).map((form) =>
  Buffer.from(gif, 'base64').toString(form),
);

test('each kind of damage is undone, and named where it shows', () => {
  for (const [written, repaired, ...changes] of [
    [`data:data:image/gif;base64,${gif}`, picture, ['prefix-doubled', 'data:']],
    [
      `data:image/gif;base64,data:image/gif;base64,${gif}`,
      picture,
      ['prefix-doubled', 'data:image/gif;base64,'],
    ],
    [`data:image/gif;base64,"${picture}`, picture, ['prefix-doubled', '"data:image/gif;base64,']],
    ['data:data:text/plain,x', 'data:text/plain,x', ['prefix-doubled', 'data:']],
    [`data:image/png;base64,dataimage/gifbase64${gif}`, picture, ['prefix-doubled', 'dataimage/gifbase64']],
    [`data:image/gif,${gif}`, picture, ['base64-unmarked', ',']],
    [`data:image/gif;base=64,${gif}`, picture, ['base64-unmarked', 'base=64']],
    [`data:image/gif;charset=utf-8,${gif}`, picture, ['base64-unmarked', ',']],
    // A parameter stays, even if its value contains the digits or the letters of "base64".
    ...['width=64', 'name=database.gif', 'a=b'].map((each): [string, string, [string, string]] => [
      `data:image/gif;${each},${gif}`,
      `data:image/gif;${each};base64,${gif}`,
      ['base64-unmarked', ','],
    ]),
    [`data:image/gif;a=bbase64,${gif}`, `data:image/gif;a=b;base64,${gif}`, ['base64-unmarked', 'a=bbase64']],
    [`data:image/gif;encoding=base64,${gif}`, picture, ['base64-unmarked', 'encoding=base64']],
    [`data:image/gif;type=b64,${gif}`, picture, ['base64-unmarked', 'type=b64']],
    [`data:base64,${gif}`, picture, ['base64-unmarked', 'base64'], ['type-misspelled', null]],
    [`data:image/gif:base64,${gif}`, picture, ['base64-unmarked', 'base64']],
    ['data:image/svg+xml;base64,<svg/>', drawing, ['base64-not-encoded', ';base64']],
    [
      'data:image/svg+xml;base64,<svg fill="#f00"/>',
      'data:image/svg+xml,%3Csvg%20fill=%22%23f00%22/%3E',
      ['base64-not-encoded', ';base64'],
    ],
    ['data:text/html;base64,<p>x', 'data:text/html,%3Cp%3Ex', ['base64-not-encoded', ';base64']],
    [`data:image/gif;base64;${gif}`, picture, ['comma-missing', ';base64;']],
    [`data:image/gif;base64%2C${gif}`, picture, ['comma-missing', '%2C']],
    ['data:image/svg+xml%2c%3Csvg/%3E', drawing, ['comma-missing', '%2c']],
    ['data:image/svg+xml.<svg/>', drawing, ['comma-missing', '.']],
    ['data:image/svg+xml,utf8,%3Csvg/%3E', drawing, ['word-joined', 'utf8,']],
    [`data:img/gif;base64,${gif}`, picture, ['type-misspelled', 'img/gif']],
    [`data:application/gif;base64,${gif}`, picture, ['type-misspelled', 'application/gif']],
    ['data:image/svg,%3Csvg/%3E', drawing, ['type-misspelled', 'image/svg']],
    ['data:image/svg xml,%3Csvg/%3E', drawing, ['type-misspelled', 'image/svg xml']],
    ['data:images/svg+xml,%3Csvg/%3E', drawing, ['type-misspelled', 'images/svg+xml']],
    [
      'data:text/plain;charset=utf 8,x',
      'data:text/plain;charset=utf-8,x',
      ['charset-misspelled', ';charset=utf 8'],
    ],
    [
      'data:text/plain;charset="utf 8",x',
      'data:text/plain;charset=utf-8,x',
      ['charset-misspelled', ';charset="utf 8"'],
    ],
    ['data:image/svg+xml,%253Csvg/%253E', drawing, ['escaped-twice', '%25']],
    ['data:image/svg+xml,&lt;svg/&gt;', drawing, ['references-left', '&lt;']],
    ['data:image/svg+xml,&#60;svg/>', drawing, ['references-left', '&#60;']],
    ['data:image/svg+xml,&amp;lt;svg/>', drawing, ['references-left', '&amp;'], ['references-left', null]],
    ['data:image/svg+xml,\\u003csvg/>', drawing, ['backslashes-left', '\\u003c']],
    [`data:image\\/gif;base64,${gif.slice(0, 20)}\\n${gif.slice(20)}`, picture, ['backslashes-left', '\\/']],
    ['data:image/svg+xml,=3Csvg/>', drawing, ['quoted-printable-left', '=3C']],
    ['data:image/svg+xml,=3csvg/=3e', drawing, ['quoted-printable-left', '=3c']],
    [
      'data:image/svg+xml,=3D3Csv= \r\ng/>',
      drawing,
      ['quoted-printable-left', '=3D'],
      ['quoted-printable-left', null],
    ],
    [
      'data:image/svg+xml,<sv=3D=0D=0Ag/>',
      drawing,
      ['quoted-printable-left', '=3D'],
      ['quoted-printable-left', null],
    ],
    [
      `data:image/gif;base64,${gif.slice(0, 20)}=\n${gif.slice(20)}`,
      picture,
      ['quoted-printable-left', '=\n'],
    ],
    [
      `data:image/gif;base64,${gif.slice(0, 20)}!\r\n ${gif.slice(20)}`,
      picture,
      ['mail-breaks-left', '!\r\n '],
    ],
    [`data:image/gif;base64,${gif.slice(0, 20)}! ${gif.slice(20)}!\n`, picture, ['mail-breaks-left', '! ']],
    ['data:image/svg+xml,<sv!\r\n g/>', drawing, ['mail-breaks-left', '!\r\n ']],
    [`data:image/gif;base64,b'${gif}'`, picture, ['quotes-left', "b'"]],
    [`data:image/gif;base64,u'${gif}'`, picture, ['quotes-left', "u'"]],
    [`data:image/gif;base64,br"${gif}"`, picture, ['quotes-left', 'br"']],
    [`data:image/gif;base64,${gif}");`, picture, ['quotes-left', '");']],
    ['data:image/svg+xml,%3Csvg/%3E"', drawing, ['quotes-left', '"']],
    [`data:image/gif;base64,${twice(gif)}`, picture, ['base64-twice', twice(gif)]],
    [`data:image/gif;base64,${twice(hex)}`, picture, ['hexadecimal-left', twice(hex)]],
    [`data:image/gif,0x${hex}`, picture, ['hexadecimal-left', `0x${hex}`]],
    [`data:image/gif;base64,${twice(latin)}`, picture, ['utf8-of-bytes', twice(latin)]],
    [`data:gif;base64,${gif}`, picture, ['type-misspelled', 'gif']],
    [`data:null;base64,${gif}`, picture, ['type-misspelled', 'null']],
    [`data:image/gif;base64,${twice(picture)}`, picture, ['base64-of-url', twice(picture)]],
  ] as [string, string, ...[code: string, shown: string | null][]][]) {
    const repair = repairDataUrl(written);
    assert.ok(repair.ok, written);
    assert.equal(repair.url, repaired, written);
    assert.deepEqual(
      repair.changes.map(({ code }) => code),
      changes.map(([code]) => code),
      written,
    );
    for (const [n, { start, end, message }] of repair.changes.entries()) {
      assert.equal(written.slice(start, end), changes[n]?.[1] ?? written, written);
      assert.doesNotMatch(message, /\{|^$/);
    }
    assert.equal(repairedUrl(repaired), null, repaired);
  }
});

test('what is sound, or proves nothing, stays', () => {
  for (const written of [
    picture,
    drawing,
    'data:application/vnd.example+xml,%3Csvg/%3E',
    'data:text/html,&lt;p&gt;',
    'data:text/plain,data:text/plain,x',
    'data:text/plain,"quoted"',
    'data:text/plain,C:\\new',
    'data:text/plain,a%252Bb',
    'data:text/plain;a=b%2Cc,<p>',
    'data:image/svg+xml;a=b%2Cc,%3Csvg/%3E',
    'data:text/html,utf8,<p>',
    `data:text/plain,${gif}`,
    `data:text/plain;base64,${twice(gif)}`,
    `data:image/gif,${gif.slice(4)}`,
    `data:image/png;base64,${twice('undefined')}`,
    'data:image/png;base64,[object Promise]',
    `data:foo/bar;base64,${gif}`,
    'data:text/svg,x',
    `data:image/gif;base64,${twice(gif.slice(0, 9))}`,
    'data:image/gif,4749463839610100010080',
    'data:text/plain;charset=unheard of,x',
  ]) {
    const repaired = repairedUrl(written);
    const [before, after] = [written, repaired ?? written].map((url) => decodeDataUrl(url));
    if (before?.ok && after?.ok) assert.deepEqual(after.body, before.body, written);
    else assert.equal(repaired, null, written);
  }
});

/** Generates complete files whose bytes prove that they are complete. */
const whole = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), fc.nat(255))
    .map(([width, height, shade]) => ({
      type: 'image/png',
      bytes: Uint8Array.from(pngImage(width, height, (x, y) => [shade, (x * 40) % 256, (y * 90) % 256, 255])),
    })),
  fc.string({ unit: fc.constantFrom('a', 'é', ' ', '1', '/', '"', '+'), maxLength: 30 }).map((text) => ({
    type: 'image/svg+xml',
    bytes: new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`),
  })),
  fc
    .array(fc.string({ unit: fc.constantFrom('a', '€', '\\', '%', '&') }), { maxLength: 5 })
    .map((values) => ({
      type: 'application/json',
      bytes: new TextEncoder().encode(JSON.stringify({ values })),
    })),
);
const inBody = (url: string, change: (body: string) => string): string => {
  const at = url.indexOf(',') + 1;
  return url.slice(0, at) + change(url.slice(at));
};
/** Changes the body only if it is base64, because line breaks in text may be intended. */
const inBase64 = (url: string, change: (body: string) => string): string =>
  url.includes(';base64,') ? inBody(url, change) : url;
/** The changes that programs make to a URL. */
const damages: ((url: string) => string)[] = [
  (url) => `data:${url}`,
  (url) => inBody(url, () => url),
  (url) => url.replace(';base64', ''),
  (url) => url.replace(';base64', ';base=64'),
  (url) => url.replace(';base64,', ';base64:'),
  // The space prevents the changes of base64 from affecting this text.
  (url) => (url.includes(';base64,') ? url : url.replace(',', '; base64,')),
  (url) =>
    inBody(url, (body) => body.replaceAll('%', '%25').replaceAll('+', '%252B').replaceAll('/', '%252F')),
  // This applies only to base64: in an SVG's text, "&#43;" is a character reference whose "#" should be escaped.
  (url) => inBase64(url, (body) => body.replaceAll('+', '&#43;').replaceAll('=', '&#x3D;')),
  (url) =>
    inBody(url, (body) => body.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('%3C', '&lt;')),
  (url) => url.replaceAll('/', '\\/'),
  (url) => inBase64(url, (body) => body.replace(/.{60}/g, '$&\\n')),
  (url) => inBase64(url, (body) => body.replaceAll('=', '=3D').replace(/.{60}/g, '$&=\n')),
  (url) => inBody(url, (body) => `b'${body}'`),
  (url) => `${url}")`,
  (url) => inBody(url, (body) => Buffer.from(body).toString('base64')),
  (url) => `${url.slice(0, url.indexOf(',') + 1)}${Buffer.from(url).toString('base64')}`,
  (url) => inBase64(url, (body) => Buffer.from(body, 'base64').toString('hex')),
  // Only a PNG is changed this way, because a text would still be a complete file after the change.
  (url) =>
    url.includes('image/png')
      ? inBase64(url, (body) => twice(Buffer.from(body, 'base64').toString('latin1')))
      : url,
  (url) => url.replace(/^data:[^;,]*/, 'data:undefined'),
  (url) => url.replace('image/svg+xml', 'image/svg').replace('image/png', 'img/png'),
];

test('whatever was done to a whole file, its repair is that file, or there is none', () => {
  let repaired = 0;
  let count = 0;
  fc.assert(
    fc.property(
      whole,
      fc.boolean(),
      fc.array(fc.constantFrom(...damages), { minLength: 1, maxLength: 2 }),
      ({ type, bytes }, isPercent, all) => {
        const encoding = isPercent && type !== 'image/png' ? 'percent' : 'base64';
        const sound = encodeDataUrl(bytes, type, { encoding, characters: 'rfc' });
        assert.equal(repairedUrl(sound), null);
        const written = all.reduce((url, damage) => damage(url), sound);
        const repair = repairedUrl(written);
        count++;
        if (repair === null) return;
        repaired++;
        const decoded = decodeDataUrl(repair);
        assert.ok(decoded.ok);
        const read = decodeDataUrl(written);
        // Damage that browsers ignore is kept: the repair restores the result of browsers, not the original meaning.
        const isRead = read.ok && Buffer.from(read.body).equals(decoded.body);
        assert.ok(isRead || Buffer.from(bytes).equals(decoded.body), `${written} -> ${repair}`);
        assert.equal(repairedUrl(repair), null);
        assert.deepEqual(objectionsTo(readUrl(repair)), { said: [], byRfc: null }, repair);
      },
    ),
    runs(30_000),
  );
  assert.ok(repaired > count / 2, `${repaired} of ${count}`);
});
