/**
 * Generates data: URLs as they are used at a destination, with typical faults around small complete bodies: in types,
 * charsets, hosts, credentials, fragments, base64 and whitespace. A fifth comes from the core's own generator.
 */
import fc from 'fast-check';
import { arbitraryDataUrl } from './arbitrary-data-url.ts';
import { bodies } from './outcome-bodies.ts';

type Ways = readonly (readonly [weight: number, values: readonly string[]])[];
const weighted = (ways: Ways) =>
  fc.oneof(...ways.map(([weight, values]) => ({ weight, arbitrary: fc.constantFrom(...values) })));
const valuesOf = (ways: Ways): string[] => ways.flatMap(([, values]) => values);

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
  types: [
    ...['audio/wav', 'audio/mpeg', 'audio/x-foo', 'video/mp4', 'audio/ogg', 'audio/aac', 'audio/aacp'],
    ...['video/matroska', 'audio/x-matroska', 'application/octet-stream', ''],
  ],
  bodies: ['wav', 'mp3', 'slowMp3'],
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

/** The kind of content that is loaded in each of the `ways` of test/support/outcome-elements.ts. */
const kindOf: Readonly<Record<string, Kind>> = {
  img: pictures,
  'svg image': pictures,
  'preload image': pictures,
  stylesheet: sheets,
  'quirky stylesheet': sheets,
  import: sheets,
  script: scripts,
  module: { ...scripts, bodies: ['js', 'js', 'imports'] },
  worker: scripts,
  modulepreload: scripts,
  font: fonts,
  audio: sounds,
  video: sounds,
  track: tracks,
  eventsource: streams,
};

const charsets: Ways = [
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
];

/** Text between `data:` and the type. */
const authorities: Ways = [
  [80, ['']],
  [5, ['//u:p@h/', '//u@h/']],
  [6, ['//', '//h/', '//h/a/../', '/']],
];
const whites = ['\t', '\n', '\r', ' ', '\f', '%20', '\n  '];
const white = fc.constantFrom(...whites);
const tails: Ways = [
  [40, ['']],
  [3, ['#x', '#', '#a,b', ' ', '\n']],
];
/** Text that is inserted into base64. */
const strange = ['=', '-', '_', '%', '€', '.', 'A', '=='];

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

/** Generates damage to base64. Most texts stay unchanged. */
const damaged: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 24, arbitrary: fc.constant((text: string) => text) },
  { weight: 2, arbitrary: fc.constant((text: string) => text.replace(/=+$/, '')) },
  { weight: 2, arbitrary: white.map((space) => (text: string) => inserted(text, space, 0.5)) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...strange), fc.double({ min: 0, max: 1, noNaN: true })).map(
      ([what, at]) =>
        (text: string) =>
          inserted(text, what, at),
    ),
  },
  { weight: 1, arbitrary: fc.constant((text: string) => `${text}A`) },
);

interface Parts {
  essence: string;
  /** The key of the body in `bodies`. */
  body: string;
  parameters: string;
  host: string;
  end: string;
  damage: (base64: string) => string;
  isBase64: boolean;
  /** Whitespace in the media type, and its position as a fraction of the type's length. */
  space: readonly [white: string, at: number] | null;
}

function urlOf({ essence, body, parameters, host, end, damage, isBase64, space }: Parts): string {
  const media = `${host}${essence}${parameters}`;
  const written = space === null ? media : inserted(media, ...space);
  const bytes = bodies[body] as Uint8Array;
  return isBase64
    ? `data:${written};base64,${damage(base64(bytes))}${end}`
    : `data:${written},${percent(bytes)}${end}`;
}

const allTypes = Object.values(kinds).flatMap(({ types }) => types);

function ofKind(kind: Kind): fc.Arbitrary<string> {
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  return fc
    .record({
      essence: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...kind.types) },
        { weight: 3, arbitrary: fc.constantFrom(...allTypes) },
      ),
      body: fc.oneof(
        { weight: 7, arbitrary: fc.constantFrom(...kind.bodies) },
        { weight: 2, arbitrary: fc.constantFrom(...Object.keys(bodies)) },
      ),
      parameters: weighted(charsets),
      host: weighted(authorities),
      end: weighted(tails),
      damage: damaged,
      isBase64: fc.boolean(),
      space: fc.oneof(
        { weight: 14, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.tuple(white, at) },
      ),
    })
    .map(urlOf);
}

/**
 * Returns one URL for each type, body, charset, host, fragment, fault and kind of whitespace at a destination; the
 * other parts are those that are usual there. A few thousand random URLs may not include all of these.
 *
 * @param way one of `ways` in test/support/outcome-elements.ts
 */
export function classesAt(way: string): string[] {
  const kind = kindOf[way] ?? documents;
  const usual = {
    ...{ essence: kind.types[0] as string, body: kind.bodies[0] as string },
    ...{ parameters: '', host: '', end: '', space: null, damage: (text: string) => text },
  };
  const own = [...new Set(kind.bodies)];
  const changes: Partial<Parts>[] = [
    ...[...new Set(allTypes)].map((essence, index) => ({ essence, body: own[index % own.length] as string })),
    ...Object.keys(bodies).map((body) => ({ body })),
    ...valuesOf(charsets).map((parameters) => ({ parameters })),
    ...valuesOf(authorities).map((host) => ({ host })),
    ...valuesOf(tails).map((end) => ({ end })),
    ...whites.flatMap((text) =>
      [0, 0.5, 1].map((at) => ({ space: [text, at] as const, isBase64: at !== 0 && text !== '%20' })),
    ),
    ...[...strange, ...whites].map((text) => ({
      damage: (whole: string) => inserted(whole, text, 0.5),
      isBase64: true,
    })),
    { damage: (text) => text.replace(/=+$/, ''), isBase64: true },
  ];
  return changes.map((change, index) => urlOf({ ...usual, isBase64: index % 2 === 0, ...change }));
}

/**
 * Generates data: URLs for a way.
 *
 * @param way one of `ways` in test/support/outcome-elements.ts
 */
export const arbitraryAt = (way: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: ofKind(kindOf[way] ?? documents) },
    { weight: 1, arbitrary: arbitraryDataUrl },
  );
