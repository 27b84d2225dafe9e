/**
 * Media types, and spellings of them, that one browser loads as documents although the other browser or the standards
 * do not; scripts in such documents once went unreported. Also lookalikes that were once reported as errors although no
 * browser runs their scripts.
 */
import type { Browser } from '../../src/mime/documents.ts';

/** The part of a URL between `data:` and the comma, and the browsers that run a script in an iframe with such a URL. */
export interface Medium {
  media: string;
  runsIn: readonly Browser[];
  /** The key in `bodies`. Default: 'html'. */
  body?: keyof typeof bodies;
}

const xhtmlNs = 'http://www.w3.org/1999/xhtml';
/** A script in HTML, an HTML script in XML, and an SVG script after an XML declaration. `RUN` stands for the canary. */
export const bodies = {
  html: '<!doctype html><script>RUN</script>',
  xml: `<r><script xmlns='${xhtmlNs}'>RUN</script></r>`,
  svg: "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><script>RUN</script></svg>",
} as const;

const both: readonly Browser[] = ['Chromium', 'Firefox'];
const chromium: readonly Browser[] = ['Chromium'];
const firefox: readonly Browser[] = ['Firefox'];

const xmlTypes: readonly (readonly [string, readonly Browser[]])[] = [
  ...['text/xml', 'application/xml', 'application/xhtml+xml', 'image/svg+xml'].map(
    (type) => [type, both] as const,
  ),
  ...['application/rss+xml', 'application/atom+xml'].map((type) => [type, chromium] as const),
  ...['application/mathml+xml', 'application/rdf+xml', 'application/vnd.wap.xhtml+xml'].map(
    (type) => [type, firefox] as const,
  ),
];

/** No browser runs a script under any of these types, whatever the body. */
export const idleTypes: readonly string[] = (
  'foo/bar+xml text/foo+xml image/foo+xml application/foo+xml audio/foo+xml video/foo+xml font/foo+xml model/x+xml ' +
  'text/html+xml text/rdf text/rdf+xml text/xslt application/xslt+xml application/xsl+xml application/xml+xml ' +
  'application/mathml-presentation+xml application/mathml-content+xml application/vnd.mozilla.xul+xml ' +
  'application/soap+xml application/xspf+xml application/vnd.google-earth.kml+xml application/gpx+xml ' +
  'application/x-xhtml+xml application/vnd.wap.wml+xml application/opml+xml application/xop+xml a/b+XML ' +
  'application/x-xml text/x-xml image/xml image/svg image/svg-xml application/xml-dtd text/x-opml ' +
  'application/xml-external-parsed-entity text/xml-external-parsed-entity text/x-html application/html ' +
  'application/xhtml text/vnd.wap.wml text/sgml application/http-index-format application/x-view-source ' +
  'application/unknown unknown/unknown text/x-unknown-content-type text/* application/* image/* ' +
  'application/json application/ld+json text/json text/javascript application/x-javascript text/css text/plain ' +
  'text/markdown text/vtt text/cache-manifest text/calendar text/x-component text/event-stream image/png image/gif ' +
  'application/wasm font/woff2 application/sdp application/x-ns-proxy-autoconfig'
).split(' ');

/** Types in which Firefox ignores the whitespace if the body is base64. Otherwise, all browsers use text/plain. */
const spaced = [
  ...[
    'te xt/html',
    'te  xt/html',
    'text/ html',
    'text /html',
    't e x t / h t m l',
    'te\fxt/html',
    'text/html\f',
  ],
  ...['te xt/ht ml;charset=utf-8', 'te xt/html;x=y z', ' te xt/html', 'TE XT/HTML', '\ftext/html'],
];

/** Types with characters that the URL Standard removes. Chromium keeps them in a data: URL. */
const broken = [
  'te\txt/html',
  '\ttext/html',
  'text/\nhtml',
  'text/html\n;x=y',
  'te\rxt/html',
  '\n text/html',
];

/** URLs that have a host and a path by the standards. Chromium parses them as if they had no slashes. */
const slashed = [
  ...[
    '//text/html',
    '//TEXT/HTML',
    '//text/html;charset=utf-8',
    '//text:/html',
    '//@text/html',
    '//@text:/html',
  ],
  ...[
    '//text/./html',
    '//text/x/../html',
    '//text/html;x=a/b',
    '//text/html;a=/../html',
    '//text/html;base64x',
  ],
];

const notRead = [
  ...['/text/html', '///text/html', '////text/html', '\\text/html', '\\\\text/html', '\\/text/html'],
  ...[
    '/\\text/html',
    'text\\html',
    '//text\\html',
    '/ /text/html',
    '// text/html',
    '/\t/text/html',
    ' //text/html',
  ],
  ...['//text/\thtml', '//te xt/html', '//te%78t/html', '//text/ht%6Dl', '//host/text/html', '//text/html/'],
  ...['//text', '//text//html', '//text/html?a=b', '//text:80/html', '//a/../text/html', '/./text/html'],
  ...['te%20xt/html', 'te%09xt/html', 'te\u00a0xt/html', 'te\u2003xt/html', 'te\u000bxt/html', 'text%2fhtml'],
  ...[
    '%74ext/html',
    'text/html%20',
    'text/html x',
    'text/html\u00a0',
    'text/html%3B',
    'text//html',
    'text/html/',
  ],
  ...['?text/html', 'text/html?', '"text/html"', 'text', 'html', '//html', './text/html', 'te\u0001xt/html'],
];

/** Charsets that are not tokens. Chromium rejects any URL with one of them. */
const refused = [
  ...['a b', 'a/b', '"a', 'a"b', '""', '(x)', '"utf-8" x', 'utf-8;charset=a b'].map(
    (label) => `text/html;charset=${label}`,
  ),
  'text/html; CHARSET=a@b',
];
const taken = [
  ...['text/html;charset=', 'text/html;charset=é', 'text/html;charset="utf-8"', 'text/html;charset=\tutf-8'],
  ...['text/html;charset =a b', 'text/html;\tx', ' text/html ', 'text/html;x;;', 'TEXT/HTML'],
];

export const media: readonly Medium[] = [
  ...xmlTypes.flatMap(([type, runsIn]) =>
    (['xml', 'svg'] as const).flatMap((body) => [{ media: type, runsIn, body }]),
  ),
  ...(['html', 'xml', 'svg'] as const).flatMap((body) =>
    idleTypes.map((type) => ({ media: type, runsIn: [], body })),
  ),
  { media: 'text/html', runsIn: both },
  { media: 'text/xsl', runsIn: chromium },
  ...['*/*', 'application/x-unknown-content-type'].flatMap((type) => [
    { media: type, runsIn: firefox },
    { media: type, runsIn: firefox, body: 'svg' as const },
  ]),
  ...spaced.flatMap((text) => [
    { media: `${text};base64`, runsIn: firefox },
    { media: text, runsIn: [] },
  ]),
  { media: 'te xt/xml;base64', runsIn: firefox, body: 'xml' },
  { media: 'image/sv g+xml;base64', runsIn: firefox, body: 'svg' },
  { media: '* / *;base64', runsIn: firefox },
  { media: 'foo/b ar+xml;base64', runsIn: [], body: 'xml' },
  ...broken.flatMap((text) => [
    { media: text, runsIn: firefox },
    { media: `${text};base64`, runsIn: firefox },
  ]),
  ...slashed.map((text) => ({ media: text, runsIn: chromium })),
  { media: '//text/html;base64', runsIn: chromium },
  { media: '//text/xml', runsIn: chromium, body: 'xml' },
  { media: '//image/svg+xml', runsIn: chromium, body: 'svg' },
  { media: '//application/rss+xml;base64', runsIn: chromium, body: 'xml' },
  { media: '//application/mathml+xml', runsIn: [], body: 'xml' },
  { media: '//text/plain', runsIn: [] },
  { media: '//text/html;charset=a@b', runsIn: [] },
  ...notRead.flatMap((text) => [
    { media: text, runsIn: [] },
    { media: `${text};base64`, runsIn: [] },
  ]),
  ...refused.map((text) => ({ media: text, runsIn: firefox })),
  ...taken.map((text) => ({ media: text, runsIn: both })),
];

/**
 * Returns the data: URL of a medium.
 *
 * @param run the script that replaces the canary
 */
export function urlOfMedium({ media: written, body = 'html' }: Medium, run: string): string {
  const text = bodies[body].replace('RUN', run);
  return `data:${written},${written.endsWith('base64') ? btoa(text) : encodeURIComponent(text)}`;
}
