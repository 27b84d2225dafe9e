/** Tests predicted outcomes case by case. test/attack/outcome.test.ts compares predictions with browsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../../src/inspect.ts';
import { browsers } from '../../../src/mime/documents.ts';
import type { Outcome, OutcomeContext } from '../../../src/outcome/outcome-types.ts';
import { outcomeOf } from '../../../src/outcome/predict-outcome.ts';
import type { refusals, reportedFacts } from '../../../src/outcome/state-words.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import { fontTables, join, png, sfnt } from '../payload/builders.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const picture = base64(png(3, 2));

const outcome = async (
  written: string,
  destination: Destination,
  context: OutcomeContext,
): Promise<Outcome> => outcomeOf(await inspect(written), destination, context);

/** AAC in ADTS frames, a Matroska header, and MPEG-2.5 layer III. */
const aac = base64(join(...Array<string>(4).fill('\xff\xf1\x50\x40\x01\xbf\xfc\0\xc8\0\x80\x23\x80')));
const matroska = base64(join('\x1aE\xdf\xa3\x97B\x82\x88matroskaB\x87\x81\x04B\x85\x81\x02'));
const mp3 = base64(join(...Array<string>(4).fill(`\xff\xe3\x40\xc4${'\0'.repeat(204)}`)));

/** The cases that are the same in both browsers. */
const both: [string, Destination, Omit<OutcomeContext, 'browser'>, Outcome][] = [
  [`data:image/png;base64,${picture}`, 'image', {}, { kind: 'loads' }],
  [`data:text/plain;base64,${picture}`, 'image', {}, { kind: 'loads', as: 'image/png' }],
  ['data:text/plain,x', 'image', {}, { kind: 'refused', reason: 'not-an-image' }],
  [
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h8v8z'></svg>",
    'image',
    {},
    { kind: 'refused', reason: 'not-an-image' },
  ],
  [
    "data:image/svg+xml,<svg xmlns='http: //www.w3.org/2000/svg'/>",
    'image',
    {},
    { kind: 'refused', reason: 'not-an-image' },
  ],
  // Browsers parse SVG as XML, with any DOCTYPE.
  [
    "data:image/svg+xml,<!DOCTYPE html><svg xmlns='http://www.w3.org/2000/svg'/>",
    'image',
    {},
    { kind: 'loads' },
  ],
  // These pictures are cut off within their pixels, and before them.
  [`data:image/png;base64,${base64(png(3, 2).subarray(0, -13))}`, 'image', {}, { kind: 'loads' }],
  [
    `data:image/png;base64,${base64(png(3, 2).subarray(0, 40))}`,
    'image',
    {},
    { kind: 'refused', reason: 'not-an-image' },
  ],
  // Both browsers sniff these types in players. Whether they play them depends on the codecs.
  [`data:audio/aac;base64,${aac}`, 'audio', {}, { kind: 'unknown' }],
  [`data:video/matroska;base64,${matroska}`, 'video', {}, { kind: 'unknown' }],
  [`data:audio/aac;base64,${mp3}`, 'audio', {}, { kind: 'loads', as: 'audio/mpeg' }],
  ['data:text/css,x', 'style', {}, { kind: 'loads' }],
  ['data:text/plain,x', 'style', { isQuirky: false }, { kind: 'refused', reason: 'not-a-style-sheet' }],
  ['data:text/plain,x', 'script', { script: 'module' }, { kind: 'refused', reason: 'not-a-module' }],
  ['data:text/javascript,x', 'script', { script: 'module' }, { kind: 'loads' }],
  ['data:text/javascript,import"y"', 'script', { script: 'module' }, { kind: 'unknown' }],
  ['data:text/javascript,export*from/**/"y"', 'script', { script: 'module' }, { kind: 'unknown' }],
  ['data:text/javascript,import"y"', 'script', { script: 'classic' }, { kind: 'loads' }],
  ['data:image/png,x', 'script', { script: 'classic' }, { kind: 'loads', as: 'text/javascript' }],
  ['data:text/html,x', 'iframe', {}, { kind: 'loads' }],
  ['data:text/plain,x', 'none', {}, { kind: 'not-requested' }],
  ['data:x', 'image', {}, { kind: 'refused', reason: 'no-comma', start: 6, end: 6 }],
];

test('the same in both browsers', async () => {
  for (const [written, destination, context, expected] of both)
    for (const browser of browsers) {
      const { isDocument: _isDocument, ...known } = await outcome(written, destination, {
        browser,
        ...context,
      });
      assert.deepEqual(known, expected, `${written} as ${destination} in ${browser}`);
    }
});

test('a declaration that one browser rejects leaves open whether the other one shows the image', async () => {
  for (const [subset, content, rejecting, other] of [
    ['<!ATTLIST svg a CDATA %23FIXED"b">', '', 'Firefox', 'Chromium'],
    ['%25a;', '%26b;', 'Chromium', 'Firefox'],
  ] as const) {
    const written = `data:image/svg+xml,<!DOCTYPE svg [${subset}]><svg xmlns='http://www.w3.org/2000/svg'>${content}</svg>`;
    const kindIn = async (browser: (typeof browsers)[number]) =>
      (await outcome(written, 'image', { browser })).kind;
    assert.equal(await kindIn(rejecting), 'refused', written);
    assert.equal(await kindIn(other), 'unknown', written);
  }
});

const root = "<svg xmlns='http://www.w3.org/2000/svg'/>";
const svgInUtf16 = (front: string): string => Buffer.from(front + root, 'utf16le').toString('base64');

test('an SVG image in another encoding than UTF-8', async () => {
  const written = (text: string, encoding: BufferEncoding, parameter = '', declaration = '') => {
    const document = `${declaration}<svg xmlns='http://www.w3.org/2000/svg'><text>${text}</text></svg>`;
    return `data:image/svg+xml${parameter};base64,${Buffer.from(document, encoding).toString('base64')}`;
  };
  const declaring = (encoding: string) => `<?xml version='1.0' encoding='${encoding}'?>`;
  // Measured in both browsers, which decode differently: bytes beyond ASCII may happen to be UTF-8.
  for (const [chromium, firefox, url] of [
    ['loads', 'loads', written('\ufffd', 'utf8')],
    ['refused', 'refused', written('\xe9', 'latin1')],
    ['refused', 'refused', written('\xe9', 'latin1', ';charset=utf-8', declaring('iso-8859-1'))],
    ['unknown', 'unknown', `data:image/svg+xml,${root}%E9`],
    ['refused', 'refused', `data:image/svg+xml,${root}x`],
    ['loads', 'loads', written('a', 'latin1', ';charset=iso-8859-1')],
    ['loads', 'loads', written('a', 'latin1', '', declaring('iso-8859-1'))],
    ['unknown', 'unknown', written('\xe9', 'latin1', ';charset=iso-8859-1')],
    ['unknown', 'unknown', written('\xe9', 'latin1', '', declaring('iso-8859-1'))],
    ['loads', 'loads', `data:image/svg+xml;base64,${svgInUtf16('\ufeff')}`],
    ['unknown', 'unknown', `data:image/svg+xml;charset=utf-16le;base64,${svgInUtf16('')}`],
    ['unknown', 'unknown', `data:image/svg+xml;base64,${svgInUtf16(declaring('utf-16'))}`],
    ['unknown', 'unknown', written('a', 'latin1', ';charset=unicode')],
  ] as const)
    for (const [browser, expected] of [['Chromium', chromium] as const, ['Firefox', firefox] as const])
      assert.equal((await outcome(url, 'image', { browser })).kind, expected, `${browser}: ${url}`);
});

type Where = [Destination, OutcomeContext];
const inside = (destination: Destination, own: Partial<OutcomeContext> = {}): Where => [
  destination,
  { browser: 'Chromium', ...own },
];
const stream = inside('empty', { api: 'eventsource' });

/** For each reason, a URL to which the reason applies, and the most similar URL to which it does not. */
const reasons: Record<
  (typeof refusals | typeof reportedFacts)[number],
  [written: string, where: Where, neighbor: string, elsewhere?: Where]
> = {
  'not-a-font': [
    'data:font/ttf,x',
    inside('font'),
    `data:font/ttf;base64,${base64(sfnt(fontTables('A', 1)))}`,
  ],
  'not-a-media-type': [`data:text/plain;base64,${mp3}`, inside('audio'), `data:audio/mpeg;base64,${mp3}`],
  'not-a-module': ['data:text/plain,x', inside('script', { script: 'module' }), 'data:text/javascript,x'],
  'not-a-style-sheet': ['data:text/plain,x', inside('style', { isQuirky: false }), 'data:text/css,x'],
  'not-a-track': ['data:text/vtt,WEB', inside('track'), 'data:text/vtt,WEBVTT'],
  'not-an-event-stream': ['data:text/plain,x', stream, 'data:text/event-stream,x'],
  'not-an-image': ['data:image/png,x', inside('image'), `data:image/png;base64,${picture}`],
  'not-http': ['data:,x', inside('empty', { api: 'beacon' }), 'data:,x', inside('empty', { api: 'fetch' })],
  'not-media': ['data:audio/mpeg,x', inside('audio'), `data:audio/mpeg;base64,${mp3}`],
  'not-shown': ['data:application/zip,x', inside('object'), 'data:text/plain,x'],
  'charset-not-token': ['data:text/css;charset="a b",x', inside('style'), 'data:text/css;charset="ab",x'],
  'event-source': [
    'data:text/event-stream,x',
    ['empty', { browser: 'Firefox', api: 'eventsource' }],
    '',
    stream,
  ],
  'event-stream-charset': [
    'data:text/event-stream;charset=utf8,x',
    stream,
    'data:text/event-stream;charset=utf-8,x',
  ],
  'space-in-type': [
    'data:text/c ss;base64,YQ==',
    ['style', { browser: 'Firefox' }],
    'data:text/css;base64,YQ==',
  ],
  'tab-in-type': ['data:text/c\tss,x', inside('iframe'), 'data:text/css,x'],
  'type-of-path': ['data://text/html,x', inside('iframe'), 'data:text/html,x'],
};

test('a drawing that one browser rejects', async () => {
  const ns = "xmlns='http://www.w3.org/2000/svg'";
  for (const [drawing, ...shownIn] of [
    [`<svg ${ns}><g/></svg>`, 'Chromium', 'Firefox'],
    [`<svg ${ns}><a:.b xmlns:a='u'/></svg>`, 'Chromium'],
    [`<svg ${ns}><xml:b/></svg>`, 'Firefox'],
  ] as [string, ...string[]][])
    for (const browser of browsers) {
      const { kind } = await outcome(`data:image/svg+xml,${drawing}`, 'image', { browser });
      assert.equal(kind === 'loads', shownIn.includes(browser), `${drawing} in ${browser}`);
    }
});

test('each reason, and its nearest neighbor', async () => {
  for (const [reason, [written, where, neighbor, elsewhere = where]] of Object.entries(reasons)) {
    assert.equal((await outcome(written, ...where)).reason, reason, written);
    assert.notEqual((await outcome(neighbor || written, ...elsewhere)).reason, reason, neighbor);
  }
});

test('an object goes by the first semicolon in Chromium, be it in the body', async () => {
  const written = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' style='color:red;'/>`;
  const where = { reason: 'not-shown' };
  assert.deepEqual(await outcome(written, 'object', { browser: 'Chromium' }), { kind: 'refused', ...where });
  assert.equal((await outcome(written, 'object', { browser: 'Firefox' })).kind, 'loads');
  assert.equal((await outcome(written, 'image', { browser: 'Chromium' })).kind, 'loads');
  const long = `data:application/xml,${'x'.repeat(1 << 17)}`;
  assert.equal((await outcome(`${long};`, 'object', { browser: 'Chromium' })).kind, 'refused');
  assert.deepEqual(await outcome(long, 'object', { browser: 'Chromium' }), {
    kind: 'loads',
    isDocument: true,
  });
});

test('a charset that is no token: Chromium refuses the URL, at the media type', async () => {
  const written = `data:image/png;charset="a b";base64,${picture}`;
  assert.deepEqual(await outcome(written, 'image', { browser: 'Chromium' }), {
    kind: 'refused',
    reason: 'charset-not-token',
    start: 5,
    end: written.indexOf(','),
  });
  assert.deepEqual(await outcome(written, 'image', { browser: 'Firefox' }), { kind: 'loads' });
});

test('a user name stops fetch(), and in Chromium scripts, sheets and frames; a picture is read and shown', async () => {
  const written = `data://u:p@h/;base64,${picture}`;
  const inspection = await inspect(written);
  assert.equal(inspection.problem?.scope, 'fetch');
  assert.equal(inspection.size, png(3, 2).length);
  assert.equal(inspection.detectedType, 'image/png');
  const kinds = (browser: (typeof browsers)[number]) =>
    (['image', 'font', 'script', 'iframe', 'empty'] as const).map(
      (destination) => outcomeOf(inspection, destination, { browser, script: 'classic' }).reason,
    );
  assert.deepEqual(kinds('Chromium'), [
    ...['type-of-path', 'not-a-font', 'credentials', 'credentials', 'credentials'],
  ]);
  assert.deepEqual(kinds('Firefox'), [undefined, 'not-a-font', undefined, undefined, undefined]);
});

const utf16 = base64(
  Uint8Array.from([0xfe, 0xff, ...[...'WEBVTT'].flatMap((each) => [0, each.charCodeAt(0)])]),
);

/** Cases that apply only to Chromium, with their outcomes. */
const inChromium: [string, Destination, Omit<OutcomeContext, 'browser'>, Outcome['kind']][] = [
  // A space before "?" stays a space only in an opaque path.
  ['data:text/plain;charset= ?,a', 'empty', {}, 'loads'],
  ['data:/text;charset= ?,a', 'empty', {}, 'refused'],
  ['data://h/text;charset= ?,a', 'empty', {}, 'refused'],
  ...(
    [
      ['data:text/event-stream;charset="UTF-8",', 'loads'],
      ['data:text/event-stream;charset= x,', 'loads'],
      ['data:text/event-stream;charset=utf8,', 'refused'],
      ['data:text/event-stream;charset="utf-8\n",', 'refused'],
      ['data:text/event-stream;ch\narset=x,', 'loads'],
      ['data://text/event-stream;charset=utf-8,', 'loads'],
      ['data://text/event-stream;charset="utf-8",', 'refused'],
    ] as const
  ).map(([written, kind]) => [written, 'empty', { api: 'eventsource' }, kind] as (typeof inChromium)[number]),
  // Chromium first examines the beginning of the content, then the type.
  ['data:text/csv,GIF89a;', 'embed', {}, 'refused'],
  ['data:text/csv ,x', 'object', {}, 'refused'],
  ['data:text/html,GIF89a;', 'embed', {}, 'loads'],
  [`data:text/vtt;base64,${utf16}`, 'track', {}, 'loads'],
  ['data:text/vtt;base64,/v8=', 'track', {}, 'loads'],
  ['data:text/vtt;base64,77u/', 'track', {}, 'loads'],
  ['data:text/vtt,', 'track', {}, 'refused'],
  ['data:text/vtt;base64,77u/QQ==', 'track', {}, 'refused'],
];

test('charsets of event streams, types that begin as text does, and tracks in UTF-16, in Chromium', async () => {
  for (const [written, destination, context, kind] of inChromium) {
    const seen = await outcome(written, destination, { browser: 'Chromium', ...context });
    assert.equal(seen.kind, kind, `${written} as ${destination}`);
  }
});

test('Firefox reads tracks in UTF-8 alone', async () => {
  const kindOf = async (body: string) =>
    (await outcome(`data:text/vtt;base64,${body}`, 'track', { browser: 'Firefox' })).kind;
  assert.equal(await kindOf(base64(new TextEncoder().encode('\ufeffWEBVTT'))), 'loads');
  assert.equal(await kindOf(utf16), 'refused');
  assert.equal(await kindOf('/v8='), 'refused');
});

test('Firefox looks for text in an unknown type: bytes that are text/plain by the standards alone are not predicted', async () => {
  const kindOf = async (written: string) => (await outcome(written, 'embed', { browser: 'Firefox' })).kind;
  assert.equal(await kindOf('data:*/*;base64,eA=='), 'loads');
  assert.equal(await kindOf('data:*/ *;base64,AAECAwQ='), 'unknown');
});

test('behind a space that attributes alone drop, a TAB is not predicted in Chromium; without one it keeps it', async () => {
  const kindOf = async (written: string, destination: Destination) =>
    (await outcome(written, destination, { browser: 'Chromium', api: 'fetch' })).kind;
  for (const [lead, fetched] of Object.entries({ '': 'loads', '\t': 'unknown', ' ': 'unknown' })) {
    const written = `${lead}data:text/html;\tcharset="{",x`;
    assert.equal(await kindOf(written, 'iframe'), fetched, written);
    assert.equal(await kindOf(written, 'empty'), fetched, written);
  }
  assert.equal(await kindOf(' data:text/html;charset="{",x', 'empty'), 'refused');
});

test('behind "?" Firefox keeps spaces, so that "; base64" is one there and "%20base64" by the standards: nothing is predicted', async () => {
  const kindOf = async (written: string) => (await outcome(written, 'script', { browser: 'Firefox' })).kind;
  for (const written of ['data:a/b;?; base64,hello', 'data:a/b;?;base64 ,hello', 'data:/b?; \tbase64,hello'])
    assert.equal(await kindOf(written), 'unknown', written);
  for (const written of ['data:a/b;?; base,hello', 'data:a/b;?; b ase64,hello', 'data:a/b;?; base64;x,hello'])
    assert.equal(
      (await outcome(written, 'empty', { browser: 'Firefox', api: 'fetch' })).kind,
      'loads',
      written,
    );
});

test('an SVG whose root comes late is read, and is unknown if the part with the root is not read', async () => {
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  const outcomes = async (body: string) => {
    const inspection = await inspect(`data:image/svg+xml,${body}`);
    const kinds = browsers.map((browser) => outcomeOf(inspection, 'image', { browser }).kind);
    return [inspection.detectedType, ...kinds];
  };
  const comment = (length: number) => `<!--${'x'.repeat(length)}-->`;
  assert.deepEqual(await outcomes(comment(300_000) + svg), ['image/svg+xml', 'loads', 'loads']);
  assert.deepEqual(await outcomes(`${comment(300_000)}<g/>`), [null, 'refused', 'refused']);
  assert.deepEqual(await outcomes(`${comment(300_000)}x${svg}`), [null, 'refused', 'refused']);
  assert.deepEqual(await outcomes(comment(9_000_000) + svg), [null, 'unknown', 'unknown']);
  assert.equal((await outcomes(`GIF89a${svg}`))[0], 'image/gif');
});
