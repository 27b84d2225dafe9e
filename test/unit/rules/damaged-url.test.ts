/** Tests damage that a URL suffered before a browser parsed it: each cause, and the most similar undamaged URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect as inspectValue } from 'node:util';
import { inspect } from '../../../src/inspect.ts';
import type { CauseCode } from '../../../src/repair/cause-texts.ts';
import { causing } from '../../../src/repair/causes.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { pngImage } from '../../support/pictures.ts';
import { testInFull } from '../../support/seed.ts';
import { type Case, cases, type Innocent, svg as soundSvg, url } from './cases.ts';

const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64');
/** A picture whose base64 contains both of the characters that other alphabets replace. */
const pixels = Array.from({ length: 99 }, (_, seed) =>
  Uint8Array.from(pngImage(9, 9, (x, y) => [(x * 97 + y * seed) % 256, (x * 53) % 256, (y * 71) % 256, 255])),
).find((each) => /\+.*\+/.test(base64(each)) && base64(each).includes('/')) as Uint8Array;
const png = base64(pixels);
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** The text of a Buffer whose end is left out. */
const shortened = inspectValue(Buffer.alloc(99, 7));
const sound = `data:image/png;base64,${png}`;
const drawing = "<svg xmlns='http://www.w3.org/2000/svg'><text>~~>~~>??</text></svg>";
const escaped = encodeURIComponent(drawing);
const through = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

/** A cause, the text that indicates it, a URL with that cause, and whether a browser may show an image nevertheless. */
const lfsPointer = `version https://git-lfs.github.com/spec/v1
oid sha256:${'4d7a'.repeat(16)}
size 12345
`;

const rows: [messageId: string, shown: string, written: string, isShown?: boolean][] = [
  ['plus-became-space', ' ', sound.replaceAll('+', ' ')],
  ['plus-became-space', '%20', sound.replaceAll('+', '%20')],
  [
    'plus-became-space',
    ' ',
    `data:image/svg+xml;base64,${base64(drawing)}`.replaceAll('+', ' ').replace('svg ', 'svg+'),
  ],
  // Here, a plus sign at the end of the body also became a space.
  [
    'plus-became-space',
    ' ',
    `data:image/svg+xml;base64,${base64(drawing.padStart(Math.ceil(drawing.length / 3) * 3))}`
      .replaceAll('+', ' ')
      .replace('svg ', 'svg+'),
  ],
  ['url-safe-alphabet', '', `data:image/png;base64,${png.replaceAll('+', '-').replaceAll('/', '_')}`],
  ['base64-unmarked', ',', `data:image/png,${png}`],
  ['base64-unmarked', ',', `data:image/svg+xml,${base64(drawing)}`],
  ['base64-unmarked', ',', `data:application/json,${base64('{"a":[1,2,3,4,5]}')}`],
  ['base64-unmarked', ',', `data:image/png;charset=utf-8,${png}`],
  ['base64-unmarked', 'base64', `data:image/png;base64;charset=utf-8,${png}`],
  ['base64-unmarked', 'base', `data:image/png;base,${png}`],
  ['base64-unmarked', 'bas64', `data:image/png;bas64,${png}`],
  ['base64-unmarked', 'base-64', `data:image/png;base-64,${png}`],
  ['base64-unmarked', 'base=64', `data:image/png;base=64,${png}`],
  ['base64-unmarked', 'b64', `data:image/png;b64,${png}`],
  ['base64-unmarked', 'encoding=base64', `data:image/png;encoding=base64,${png}`],
  ['base64-unmarked', 'base64', `data:base64,${png}`],
  ['base64-unmarked', 'base46', `data:;base46,${png}`],
  ['base64-unmarked', 'base64', `data:image/png:base64,${png}`],
  ['base64-not-encoded', ';base64', `data:image/svg+xml;base64,${drawing.replace('??', '#')}`],
  ['base64-not-encoded', ';base64', `data:image/svg+xml;base64,${escaped}`],
  ['base64-not-encoded', '; base64 ', 'data:application/json; base64 ,{"a":1}'],
  ['comma-missing', ';base64', `data:image/png;base64${png}`],
  ['comma-missing', ';base64;', `data:image/png;base64;${png}`],
  ['comma-missing', ';base64: ', `data:image/png;base64: ${png}`],
  ['comma-missing', '%2C', `data:image/png;base64%2C${png}`],
  ['comma-missing', '%2C', `data:image/png%3Bbase64%2C${png}`],
  ['comma-missing', '%2C', `data:image/svg+xml%2C${escaped}`],
  ['comma-missing', '.', `data:image/svg+xml;utf8.${escaped}`],
  ['comma-missing', ':', "data:image/svg+xml:<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0 8,8'/>"],
  ['word-joined', 'utf8,', `data:image/svg+xml,utf8,${escaped}`],
  ['word-joined', 'charset=utf-8,', `data:image/svg+xml,charset=utf-8,${drawing}`],
  ['quotes-left', "b'", `data:image/png;base64,b'${png}'`],
  ['quotes-left', 'b"', `data:image/png;base64,b"${png}"`],
  ['quotes-left', "bytearray(b'", `data:image/png;base64,bytearray(b'${png}')`],
  ['quotes-left', 'b%27', `data:image/png;base64,b%27${png}%27`],
  ['quotes-left', '"', `${sound}"`],
  ['quotes-left', ')', `${sound})`],
  ['quotes-left', '");', `${sound}");`],
  ['quotes-left', '"', `data:image/svg+xml,${escaped}"`],
  ['prefix-doubled', 'data:', `data:${sound}`, true],
  ['prefix-doubled', 'data:', 'data:data:text/plain,x'],
  ['prefix-doubled', 'data:image/png;base64,', `data:image/png;base64,${sound}`],
  ['prefix-doubled', 'url(data:image/png;base64,', `data:image/png;base64,url(${sound})`],
  ['prefix-doubled', 'image/png;base64,', `data:image/png;base64,image/png;base64,${png}`],
  ['prefix-doubled', 'image/svg+xml,', `data:image/svg+xml,image/svg+xml,${escaped}`],
  ['escaped-twice', '%25', `data:image/svg+xml,${encodeURIComponent(escaped)}`],
  ['escaped-twice', '%25', sound.replaceAll('+', '%252B')],
  ['escaped-twice', '%25', sound.replaceAll('+', '%25252B')],
  ['references-left', '&#x2B;', sound.replaceAll('+', '&#x2B;')],
  ['references-left', '&plus;', sound.replaceAll('+', '&plus;')],
  ['references-left', '&lt;', `data:image/svg+xml,${drawing.replaceAll('<', '&lt;')}`],
  ['references-left', '&amp;', `data:image/svg+xml,${drawing.replaceAll('<', '&amp;lt;')}`],
  ['backslashes-left', '\\n', sound.replace(/.{76}/, '$&\\n')],
  ['backslashes-left', '\\/', sound.replaceAll('/', '\\/')],
  ['backslashes-left', '\\u002B', sound.replaceAll('+', '\\u002B')],
  ['backslashes-left', '\\x3C', `data:image/svg+xml,${escaped.replaceAll('%3C', '\\x3C')}`],
  ['quoted-printable-left', '=3D', `data:image/svg+xml,${drawing.replaceAll('=', '=3D')}`],
  ['quoted-printable-left', '=\r\n', sound.replace(/.{70}/g, '$&=\r\n')],
  ['quoted-printable-left', '=3d', `data:image/svg+xml,${drawing.replaceAll('=', '=3d')}`],
  ['quoted-printable-left', '=3D', `data:image/svg+xml,${drawing.replaceAll('=', '=3D3D')}`],
  ['mail-breaks-left', '!\r\n ', sound.replace(/.{70}/g, '$&!\r\n ')],
  ['mail-breaks-left', '!\n\t', `data:image/svg+xml,${drawing.replace(' ', ' !\n\t')}`],
  ['word-inserted', 'undefined', 'data:image/png;base64,undefined'],
  ['word-inserted', '[object Promise]', 'data:image/png;base64,[object Promise]'],
  ['word-inserted', '%5Bobject%20Promise%5D', 'data:image/png;base64,%5Bobject%20Promise%5D'],
  ['word-inserted', 'null', 'data:image/png;base64,null'],
  ['word-inserted', 'true', 'data:image/png;base64,true'],
  ['word-inserted', 'false', 'data:image/png;base64,false'],
  ['word-inserted', 'NaN', 'data:image/svg+xml,NaN'],
  ['word-inserted', '[B@1b4fb997', 'data:image/png;base64,[B@1b4fb997'],
  ['word-inserted', 'System.Byte[]', 'data:image/png;base64,System.Byte[]'],
  ['word-inserted', 'Array', 'data:image/jpeg;base64,Array'],
  ['word-inserted', '<_io.BytesIO object at 0x7f12>', 'data:image/png;base64,<_io.BytesIO object at 0x7f12>'],
  ['word-inserted', 'undefined', 'data:undefined'],
  ['word-inserted', 'null', 'data:null'],
  ['word-inserted', '<memory at 0x7f3c2c1d5b80>', 'data:image/png;base64,<memory at 0x7f3c2c1d5b80>'],
  ['word-inserted', '<_io.BytesIO object at 0x7f8>', 'data:image/png;base64,<_io.BytesIO object at 0x7f8>'],
  ['word-inserted', '[B@6d06d69c', 'data:image/png;base64,[B@6d06d69c'],
  ['word-inserted', 'java.io.File@1b2c', 'data:image/png;base64,java.io.File@1b2c'],
  ['word-inserted', 'System.Byte[]', 'data:image/png;base64,System.Byte[]'],
  ['word-inserted', 'Array', 'data:image/png;base64,Array'],
  ['word-inserted', 'https://a.example/b.png', 'data:image/png;base64,https://a.example/b.png'],
  ['word-inserted', 'https://a.example/b.png', 'data:https://a.example/b.png'],
  ['word-inserted', 'blob:https://a.example/1-2', 'data:image/png;base64,blob:https://a.example/1-2'],
  ['word-inserted', 'cid:part1@a.example', 'data:cid:part1@a.example'],
  ['word-inserted', shortened, `data:image/png;base64,${shortened}`],
  ['unfilled', '{{ image }}', 'data:image/png;base64,{{ image }}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the script must contain this text literally
  ['unfilled', '${image}', 'data:image/svg+xml,${image}'],
  ['lfs-pointer', '', url('image/png', lfsPointer)],
  ['lfs-pointer', '', url('image/svg+xml', lfsPointer)],
  ['lfs-pointer', '', `data:image/jpeg,${encodeURIComponent(lfsPointer)}`],
  ['bytes-lost', '', `data:image/png;base64,${base64(Buffer.from(pixels).toString())}`],
  ['bytes-lost', '', `data:image/png,${encodeURIComponent(Buffer.from(pixels).toString())}`],
  ['bytes-lost', '', `data:image/gif;base64,${base64(Buffer.from(gif, 'base64').toString())}`],
  ['utf8-of-bytes', '', `data:image/png;base64,${base64(Buffer.from(pixels).toString('latin1'))}`],
  ['base64-twice', '', `data:image/png;base64,${base64(png)}`],
  ['base64-twice', '', `data:image/svg+xml;base64,${base64(base64(drawing))}`],
  ['base64-twice', '', `data:image/png;base64,${base64(base64(png))}`],
  ['base64-of-url', '', `data:image/png;base64,${base64(sound)}`],
  ['base64-of-url', '', `data:image/svg+xml;base64,${base64(`data:image/svg+xml,${escaped}`)}`],
  ['hexadecimal-left', '', `data:image/png;base64,${base64(Buffer.from(pixels).toString('hex'))}`],
  ['hexadecimal-left', '', `data:image/png;base64,${Buffer.from(pixels).toString('hex')}`],
  ['hexadecimal-left', '', `data:image/png,0x${Buffer.from(pixels).toString('hex').toUpperCase()}`],
  ['hexadecimal-left', '', `data:image/gif;base64,${inspectValue(Buffer.from(gif, 'base64'))}`],
  ['decimals-left', '', `data:image/gif;base64,${inspectValue(new Uint8Array(Buffer.from(gif, 'base64')))}`],
  ['decimals-left', '', `data:image/png;base64,${[...pixels]}`],
  ['decimals-left', '', `data:image/png,${encodeURIComponent(JSON.stringify(pixels))}`],
  ['decimals-left', '', `data:image/png;base64,[${[...new Int8Array(pixels)].join(', ')}]`],
  ['decimals-left', '', `data:image/png;base64,${base64(JSON.stringify(Buffer.from(pixels)))}`],
  ['word-joined', 'undefined', `${sound.replace(/=*$/, '')}undefined`],
  ['word-joined', 'null', `data:image/png;base64,null${png}`],
  ['word-joined', 'NaN', `data:image/svg+xml,${escaped}NaN`],
  ['scheme-missing', 'image', `image/png;base64,${png}`],
  ['scheme-missing', 'image', `image/svg+xml;utf8,${drawing}`],
  ['scheme-missing', 'base6', `base64,${png}`],
  ['scheme-wrong', 'base6', `base64:${png}`],
  ['scheme-missing', 'iVBOR', png],
  ['scheme-escaped', 'data%', encodeURIComponent(sound)],
  ['scheme-escaped', 'data%', encodeURIComponent(encodeURIComponent(`data:image/svg+xml,${escaped}`))],
  ['scheme-wrong', 'dta:', sound.replace('data', 'dta')],
  ['scheme-wrong', 'data;', sound.replace(':', ';')],
  ['scheme-wrong', 'unsafe:', `unsafe:${sound}`],
  ['scheme-wrong', 'http:', `http:${sound}`],
  ['scheme-wrong', 'https:', `https:${sound}`],
  ['scheme-wrong', 'undefined', `undefined${sound}`],
  ['path-before', '/images/', `/images/${sound}`, true],
  ['path-before', '/images/', `/images/image/png;base64,${png}`, true],
  ['path-before', '/', '/data:text/html,<p>a', true],
  ['path-before', 'url("', `url("${sound}")`, true],
  ['path-before', '[object Object]', `[object Object]image/png;base64,${png}`, true],
  ['host-before', 'https://example.com/a/', `https://example.com/a/${sound}`, true],
  ['host-before', 'https://example.com/', `https://example.com/${png}`, true],
  ['type-misspelled', 'image', `data:image;base64,${png}`, true],
  ['type-misspelled', 'png', `data:png;base64,${png}`, true],
  ['type-misspelled', 'image.png', `data:image.png;base64,${png}`, true],
  ['type-misspelled', 'imagepng', `data:imagepng;base64,${png}`, true],
  ['type-misspelled', 'undefined', `data:undefined;base64,${png}`, true],
  ['charset-misspelled', ';charset=utf 8', 'data:text/plain;charset=utf 8,hello world'],
];

const positive = rows.map(([messageId, , written, isShown], n): [string, Case] => [
  `${n}, ${messageId}: ${written.slice(0, 60)}…${written.slice(-20)}`,
  { written, severity: isShown ? 'warning' : 'error', messageId },
]);

/** For each cause, the most similar URLs without that cause. */
const neighbors: Record<CauseCode, Record<string, Innocent>> = {
  'scheme-missing': {
    'another path with a type and a comma': { written: '/text/css,a.css', besides: ['invalid-data-url'] },
  },
  'scheme-escaped': { 'another address': { written: 'data%3Aa%2Cb', besides: ['invalid-data-url'] } },
  'scheme-wrong': {
    'a data: URL in a script': { written: `javascript:open("${sound}")`, besides: ['invalid-data-url'] },
  },
  'path-before': {
    'a data: URL that an address passes on': {
      written: `/proxy?url=${sound}`,
      besides: ['invalid-data-url'],
    },
  },
  'host-before': {
    'a data: URL in a query': { written: `https://example.com/?${sound}`, besides: ['invalid-data-url'] },
  },
  'prefix-doubled': {
    'a second prefix in text': { written: `data:text/plain,${sound}`, where: 'document' },
  },
  'base64-unmarked': {
    'a sound drawing': { written: `data:image/svg+xml,${escaped}` },
    'the beginning of a file': { written: `data:image/png,${png.slice(4, 40)}`, besides: ['wrong-type'] },
  },
  'base64-not-encoded': {
    'a drawing in base64': { written: `data:image/svg+xml;base64,${base64(drawing)}` },
    'another file': { written: 'data:image/png;base64,<svg/>', besides: ['invalid-data-url'] },
  },
  'comma-missing': {
    'no data': { written: 'data:image/png;base64', besides: ['invalid-data-url'] },
    'data of no file': { written: 'data:image/png;base64:AAAAAAAA', besides: ['invalid-data-url'] },
    'an escaped comma before data of no file': {
      written: 'data:image/png%2CAAAAAAAA',
      besides: ['invalid-data-url'],
    },
    'an escaped comma in a value': { written: `data:image/svg+xml;name=a%2Cb,${escaped}` },
  },
  'type-misspelled': {
    'a type of its own': { written: `data:image/gif;base64,${png}`, besides: ['wrong-type'] },
  },
  'charset-misspelled': {
    'an unknown charset': {
      written: 'data:text/plain;charset=unheard,x',
      where: 'document',
      besides: ['syntax'],
    },
  },
  'escaped-twice': {
    'a drawing of escapes': {
      written: `data:image/svg+xml,${encodeURIComponent(drawing.replace('??', '%41'))}`,
      besides: ['syntax'],
    },
  },
  'references-left': {
    'character references in a drawing': { written: soundSvg('<text>&lt;p&gt;</text>') },
  },
  'backslashes-left': {
    'escapes in CSS': { written: 'data:text/css,a%7Bcontent:"\\201C"%7D', where: 'style' },
  },
  'quoted-printable-left': {
    'the same in text': { written: 'data:text/plain,a=3Db', where: 'document' },
  },
  'mail-breaks-left': {
    'an exclamation mark before a space in text': {
      written: 'data:text/plain,a!%20b',
      where: 'document',
    },
    'an exclamation mark before a space in a whole drawing': {
      written: `data:image/svg+xml,${escaped.replace('%3E', '%20id=%22a!%20b%22%3E')}`,
    },
  },
  'quotes-left': { 'quoted text': { written: 'data:text/plain,"a"', where: 'document' } },
  'base64-twice': {
    'base64 of base64 that is no file': { written: url('text/plain', base64('hello')), where: 'document' },
  },
  'base64-of-url': {
    'text that is a URL': { written: url('text/plain', 'data:text/plain,a'), where: 'document' },
  },
  'hexadecimal-left': {
    'hexadecimal digits that are no file': {
      written: url('image/png', Buffer.from('89504e470d0a1a0a0000000d49484452')),
      besides: ['wrong-type'],
    },
  },
  'decimals-left': {
    'a list of numbers that are no file': {
      written: `data:application/json,${encodeURIComponent(JSON.stringify(Array(40).fill(137)))}`,
      where: 'empty',
      besides: ['over-escaped'],
    },
  },
  'word-joined': {
    'words before a page': {
      written: 'data:text/html,utf8,<p>x',
      where: 'document',
      besides: ['disallowed-type'],
    },
    'base64 that ends with a word': {
      written: 'data:application/octet-stream;base64,AAAundefined',
      where: 'download',
      besides: ['disallowed-type'],
    },
  },
  'utf8-of-bytes': {
    'text in UTF-8': { written: url('text/plain;charset=utf-8', '\x89PNG é'), where: 'document' },
  },
  'plus-became-space': {
    'spaces at equal widths': { written: sound.replace(/(?<=,.*).{40}/g, '$& ') },
    'text of words joined by "+"': {
      written: 'data:text/plain,hello+my+world',
      where: 'document',
      besides: ['syntax'],
    },
    'text in base64 of "+" that is no file': {
      written: `data:text/plain,${through('~~~>>>AbcXyz???')}`,
      where: 'document',
    },
  },
  'url-safe-alphabet': {
    'a sound picture': { written: sound },
    'digits of no file': { written: 'data:image/png;base64,-_-_', besides: ['invalid-data-url'] },
  },
  'word-inserted': {
    'a word that is text': { written: 'data:text/plain,undefined', where: 'document' },
    'the text of an object that is text': { written: 'data:text/plain,[B@6d06d69c', where: 'document' },
    'a URL that is a playlist': {
      written: 'data:audio/x-mpegurl,https://a.example/b.mp3',
      where: 'audio',
      besides: ['unloadable'],
    },
    'a URL of another scheme that is a playlist': {
      written: 'data:audio/x-mpegurl,cid:a',
      where: 'audio',
      besides: ['unloadable'],
    },
    'a word that is JSON': { written: 'data:application/json,null', where: 'empty' },
  },
  unfilled: { 'a placeholder that is text': { written: 'data:text/plain,{{x}}', where: 'document' } },
  'lfs-pointer': {
    'the text of a pointer': { written: url('text/plain', lfsPointer), where: 'document' },
    'a drawing about a pointer': {
      written: url('image/svg+xml', drawing.replace('>', `><title>${lfsPointer}</title>`)),
      besides: ['base64-text'],
    },
  },
  'bytes-lost': {
    'U+FFFD in text': { written: 'data:text/plain;charset=utf-8,a%EF%BF%BDb%EF%BF%BD', where: 'document' },
    'one U+FFFD in a file': {
      written: url('image/png', Buffer.from(`a text of bytes \ufffd`)),
      besides: ['wrong-type'],
    },
  },
};

cases('damaged-url', Object.fromEntries(positive), Object.assign({}, ...Object.values(neighbors)));

test('each is at the text that shows it', async () => {
  for (const [messageId, shown, written] of rows) {
    const { cause } = await inspect(written);
    assert.equal(cause?.code, messageId, written);
    const { start, end, message } = cause;
    if (shown) assert.equal(written.slice(start, end), shown, written);
    assert.ok(start < end && end <= written.length);
    assert.doesNotMatch(message, /\{(?:text|type|charset|count)\}|\n|^$/);
  }
});

/**
 * Returns a picture above the streaming limit. Such a picture is not read as a whole, so its ends must reveal any
 * damage.
 */
const large = (): Buffer => {
  const bytes = Buffer.alloc(9 << 20);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.imul(at, 2654435761) >>> 13;
  bytes.set(pixels.subarray(0, 33));
  return bytes;
};

testInFull('of a large URL, the cause is read from its beginning', async () => {
  const bytes = large();
  const digits = bytes.toString('base64');
  const whole = `data:image/png;base64,${digits}`;
  for (const [messageId, shown, written] of [
    [undefined, '', whole],
    [undefined, '', `${whole.slice(0, 5_000_000)}*${whole.slice(5_000_000)}`],
    [undefined, '', `data:image/png;base64,${digits.replace(/.{76}/g, '$& ')}`],
    ['plus-became-space', ' ', whole.replaceAll('+', ' ')],
    ['plus-became-space', '%20', `${whole.replaceAll('+', '%20')}A`],
    ['path-before', '/images/', `/images/${whole}`],
    ['scheme-missing', 'iVBOR', digits],
    ['prefix-doubled', 'data:', `data:${whole}`],
    ['base64-unmarked', ',', `data:image/png,${digits}`],
    ['type-misspelled', 'img/png', whole.replace('image/png', 'img/png')],
    ['quotes-left', "b'", `data:image/png;base64,b'${digits}'`],
    ['escaped-twice', '%25', whole.replaceAll('+', '%252B')],
    ['url-safe-alphabet', '_', `data:image/png;base64,${bytes.toString('base64url')}`],
    ['base64-twice', '', `data:image/png;base64,${base64(digits)}`],
    ['hexadecimal-left', '', `data:image/png;base64,${bytes.toString('hex')}`],
    ['utf8-of-bytes', '', `data:image/png;base64,${base64(bytes.toString('latin1'))}`],
    ['bytes-lost', '', `data:image/png;base64,${base64(bytes.toString())}`],
  ] as const) {
    const { cause } = await inspect(written);
    assert.equal(cause?.code, messageId);
    if (cause) assert.equal(written.slice(cause.start, cause.end), shown || written.slice(22));
  }
});

test('the beginning of a URL that is cut proves its type', () => {
  for (const cut of [40, 41, 42, 43].map((length) => png.slice(0, length))) {
    assert.equal(atOnce(causing(`data:image/png;base64,${cut}`, true)), null);
    assert.equal(atOnce(causing(`data:image/png,${cut}`, true))?.code, 'base64-unmarked');
    assert.equal(atOnce(causing(`data:image/png,${cut}`)), null);
    assert.equal(atOnce(causing(`data:image/gif,${cut}`, true)), null);
  }
  for (const left of [4, 5, 6, 7]) {
    const spaced = sound.slice(0, -left).replaceAll('+', ' ');
    assert.equal(atOnce(causing(spaced, true))?.code, 'plus-became-space');
    assert.equal(atOnce(causing(`${spaced}+`, true)), null);
  }
  const lines = sound.replaceAll('+', '/').replace(/(?<=,.*).{20}/g, '$& ');
  assert.equal(atOnce(causing(lines, true)), null);
});
