/**
 * data: URLs as they would be used at a destination, with typical faults: types, charsets, hosts,
 * credentials, fragments, errors in base64, white space, around small complete bodies. A fifth comes from the
 * core's own generator.
 */
import fc from 'fast-check';
import { arbitraryDataUrl } from './arbitrary-data-url.ts';
import { bodies } from './outcome-bodies.ts';

type Ways = readonly (readonly [weight: number, values: readonly string[]])[];
const weighted = (...ways: Ways) =>
  fc.oneof(...ways.map(([weight, values]) => ({ weight, arbitrary: fc.constantFrom(...values) })));

/** Types that matter at a destination, and bodies of these types. */
interface Kind {
  types: readonly string[];
  bodies: readonly string[];
}
const pictures: Kind = {
  types: [
    'image/png',
    'image/gif',
    'image/webp',
    'image/x-foo',
    'image/svg+xml',
    'image/bmp',
    'image/x-icon',
  ],
  bodies: ['png', 'gif', 'bmp', 'icon', 'webp', 'svg', 'svg'],
};
const sheets: Kind = { types: ['text/css', 'TEXT/CSS', 'text/plain', ''], bodies: ['css'] };
const scripts: Kind = {
  types: [
    ...['text/javascript', 'application/javascript', 'application/x-javascript', 'text/ecmascript'],
    ...['text/plain', 'text/csv', 'application/json', 'module', ''],
  ],
  bodies: ['js'],
};
const fonts: Kind = {
  types: ['font/woff2', 'font/ttf', 'application/font-woff', 'text/html', 'application/octet-stream'],
  bodies: ['ttf', 'woff2'],
};
const sounds: Kind = {
  types: ['audio/wav', 'audio/mpeg', 'audio/x-foo', 'video/mp4', 'audio/ogg', 'application/octet-stream', ''],
  bodies: ['wav', 'mp3'],
};
const tracks: Kind = {
  types: ['text/vtt', 'text/plain', ''],
  bodies: ['vtt', 'vtt', 'vtt', 'vtt16', 'mark'],
};
const documents: Kind = {
  types: [
    ...['text/html', 'text/plain', 'image/svg+xml', 'application/xml', 'application/xhtml+xml', 'image/png'],
    ...['application/json', 'application/zip', 'foo/bar', 'text/css', 'text/javascript', ''],
    ...[
      'application/octet-stream',
      '*/*',
      'text/xsl',
      'application/rdf+xml',
      'audio/wav',
      'text/csv',
      'text/foo',
    ],
  ],
  bodies: ['html', 'svg', 'png', 'xml', 'text', 'json', 'zip', 'wav', 'empty'],
};
const streams: Kind = {
  types: ['text/event-stream', 'text/plain', 'text/event-streams', ''],
  bodies: ['events'],
};
const kinds = { pictures, sheets, scripts, fonts, sounds, tracks, documents, streams };

/** The kind that each way of `ways` in test/support/outcome-elements.ts loads. */
const kindOf: Readonly<Record<string, Kind>> = {
  img: pictures,
  'svg image': pictures,
  'preload image': pictures,
  stylesheet: sheets,
  'quirky stylesheet': sheets,
  import: sheets,
  script: scripts,
  module: scripts,
  worker: scripts,
  modulepreload: scripts,
  font: fonts,
  audio: sounds,
  video: sounds,
  track: tracks,
  eventsource: streams,
};

const charset = weighted(
  [30, ['']],
  [6, [';charset=utf-8', ';charset="utf-8"', '; charset=UTF-8', ';charset=windows-1252', ';Charset=x']],
  [
    6,
    [
      ';charset="a b"',
      ';charset=a b',
      ';charset=a/b',
      ';charset=',
      ';charset=""',
      ';charset=é',
      ';charset="',
    ],
  ],
  [
    3,
    [
      ';x=y',
      ';a="b;charset=c d"',
      ';x="y z"',
      ';;',
      ';codecs="vorbis"',
      ';charset=utf-8;charset=a@b',
      ';x=\t',
    ],
  ],
);

/** Between `data:` and the type. */
const authority = weighted([80, ['']], [5, ['//u:p@h/', '//u@h/']], [6, ['//', '//h/', '//h/a/../', '/']]);
const white = fc.constantFrom('\t', '\n', '\r', ' ', '\f', '%20', '\n  ');
const tail = weighted([40, ['']], [3, ['#x', '#', '#a,b', ' ', '\n']]);

/** Inserts one text into another, at a fraction of its length. */
const inserted = (text: string, what: string, at: number): string => {
  const index = Math.floor(at * text.length);
  return text.slice(0, index) + what + text.slice(index);
};

const base64 = (body: Uint8Array): string => Buffer.from(body).toString('base64');
const percent = (body: Uint8Array): string =>
  [...body]
    .map((byte) =>
      /[\w!$&'()*+,\-./:;<=>@]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

/** Damage to base64. Most texts stay unchanged. */
const damaged: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 24, arbitrary: fc.constant((text: string) => text) },
  { weight: 2, arbitrary: fc.constant((text: string) => text.replace(/=+$/, '')) },
  { weight: 2, arbitrary: white.map((space) => (text: string) => inserted(text, space, 0.5)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom('=', '-', '_', '%', '€', '.', 'A', '=='),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(
        ([what, at]) =>
          (text: string) =>
            inserted(text, what, at),
      ),
  },
  { weight: 1, arbitrary: fc.constant((text: string) => `${text}A`) },
);

function ofKind(kind: Kind): fc.Arbitrary<string> {
  const any = Object.values(kinds);
  const type = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...kind.types) },
    { weight: 3, arbitrary: fc.constantFrom(...any.flatMap(({ types }) => types)) },
  );
  const body = fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...kind.bodies) },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(bodies)) },
  );
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  const spaced = fc.oneof(
    { weight: 14, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(white, at) },
  );
  return fc
    .tuple(type, body, charset, authority, tail, damaged, fc.boolean(), spaced)
    .map(([essence, name, parameters, host, end, damage, isBase64, space]) => {
      const media = `${host}${essence}${parameters}`;
      const written = space === null ? media : inserted(media, ...space);
      const bytes = bodies[name] as Uint8Array;
      return isBase64
        ? `data:${written};base64,${damage(base64(bytes))}${end}`
        : `data:${written},${percent(bytes)}${end}`;
    });
}

/** @param way one of `ways` in test/support/outcome-elements.ts */
export const arbitraryAt = (way: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: ofKind(kindOf[way] ?? documents) },
    { weight: 1, arbitrary: arbitraryDataUrl },
  );
