/**
 * Lists how browsers deviate from the standards, or from each other, in their treatment of data: URLs. All of it was
 * measured with real elements. test/attack/outcome.test.ts repeats the measurements in both browsers, and
 * docs/conformance.md contains a row for each.
 */
import type { MediaFact } from '../data-url/media-type-differences.ts';
import { type Browser, browsers, type Destination, framed } from '../vocabulary.ts';

export interface EngineFact {
  browsers: readonly Browser[];
  /** The affected destinations; null for all. */
  destinations: readonly Destination[] | null;
  /** The behavior, in one line. */
  what: string;
  /** The rule of the standards from which the behavior deviates. */
  source: string;
}

/** The browser versions that were measured. */
export const measuredIn: Readonly<Record<Browser, string>> = { Chromium: '156', Firefox: '153' };

const chromium: readonly Browser[] = ['Chromium'];
const firefox: readonly Browser[] = ['Firefox'];

/** Destinations for which a user name or password stops the load in Chromium. */
const stoppedByCredentials: readonly Destination[] = [
  'style',
  'script',
  'track',
  ...framed,
  'audio',
  'video',
];

/** Destinations that Chromium also checks as if they were frames. */
const alsoFrames: readonly Destination[] = ['object', 'embed'];

export const engineFacts = {
  'charset-not-token': {
    browsers: chromium,
    destinations: null,
    what: 'A charset that is no token makes it refuse the URL; one that begins with a space does not, and a space before "?" stays one, if the path does not begin with "/".',
    source: 'Fetch, data: URL processor, step 14: the default type, or the parameter is dropped.',
  },
  'tab-in-type': {
    browsers: chromium,
    destinations: null,
    what: 'TAB, LF and CR are escaped, so that they become part of the type.',
    source: 'URL Standard, basic URL parser, step 3: they are removed.',
  },
  'tab-in-path': {
    browsers,
    destinations: null,
    what: 'A path with TAB, LF or CR is read otherwise, in Chromium one behind leading whitespace, in Firefox a scheme or a base64 with one, too; Firefox keeps dot-segments, and spaces behind "?", so that "; base64" is one. No outcome is predicted.',
    source: 'URL Standard, basic URL parser, step 3: they are removed.',
  },
  'type-of-path': {
    browsers: chromium,
    destinations: null,
    what: 'A type is read behind "//", host and all.',
    source: 'Fetch, data: URL processor, step 14: no type, so the default.',
  },
  'type-verbatim': {
    browsers: chromium,
    destinations: ['object', 'embed', 'audio', 'video'],
    what: 'They go by the text up to the first ";", wherever it is, or else the first comma: with a space, a host or a part of the body it is no type, unless it begins with "text/".',
    source: 'Fetch, data: URL processor, steps 5 and 14.',
  },
  'space-in-type': {
    browsers: firefox,
    destinations: null,
    what: 'With base64 all whitespace of the media type is dropped, that within the type too.',
    source: 'MIME Sniffing, 4.4: a type with whitespace within is none.',
  },
  credentials: {
    browsers: chromium,
    destinations: stoppedByCredentials,
    what: 'A user name or password stops these places; images, fonts, workers and XMLHttpRequest take them. Firefox takes them everywhere, fetch() too.',
    source: 'Fetch, Request constructor: fetch() alone refuses them.',
  },
  'unknown-style': {
    browsers,
    destinations: ['style'],
    what: 'A sheet of type */* applies; in Chromium one of application/x-unknown-content-type, too.',
    source: 'HTML, 4.6.8.15: text/css alone.',
  },
  'picture-in-svg': {
    browsers: firefox,
    destinations: ['image'],
    what: 'A bitmap that is declared as SVG is shown; Chromium shows none.',
    source: 'MIME Sniffing, 8.1: types of XML are not sniffed.',
  },
  'media-by-type': {
    browsers: chromium,
    destinations: ['audio', 'video'],
    what: 'Sound and film need a media type that it plays, any of them; Firefox goes by the bytes.',
    source: 'HTML, 4.8.11.5: the type is a hint.',
  },
  'objects-are-frames': {
    browsers: chromium,
    destinations: alsoFrames,
    what: 'A document, not a picture, must also be allowed by frame-src.',
    source: 'CSP3, 6.1.8: object-src alone governs them.',
  },
  'csp-control-characters': {
    browsers,
    destinations: null,
    what: 'A directive with a control character that is not ASCII whitespace is ignored.',
    source: 'CSP3, 2.2.1: only one with a character outside of ASCII.',
  },
  'csp-ignored-counts': {
    browsers: chromium,
    destinations: null,
    what: 'A directive that is ignored for a character in its value also hides later ones of its name.',
    source: 'CSP3, 2.2.1: it is skipped before names are compared.',
  },
  'csp-commas-in-meta': {
    browsers: chromium,
    destinations: null,
    what: 'A comma in a meta element begins another policy.',
    source: 'HTML, 4.2.5.3: the content is one serialized policy.',
  },
  'track-in-utf-16': {
    browsers: chromium,
    destinations: ['track'],
    what: 'A track in UTF-16 behind a byte order mark is read, and a mark alone is a track without cues.',
    source: 'WebVTT, 6.1: a file is decoded as UTF-8, and begins with WEBVTT.',
  },
  'script-of-any-type': {
    browsers,
    destinations: ['script', 'worker'],
    what: 'Classic scripts and workers run whatever type is declared, images too.',
    source:
      'Fetch, "should response to request be blocked due to its MIME type?": not images, sound, film and CSV.',
  },
  'event-source': {
    browsers: firefox,
    destinations: ['empty'],
    what: 'EventSource takes no data: URL.',
    source: 'HTML, 9.2.2: any URL.',
  },
  'event-stream-charset': {
    browsers: chromium,
    destinations: ['empty'],
    what: 'EventSource takes no charset but UTF-8; one that begins with a space is as none.',
    source: 'HTML, 9.2.5: streams are UTF-8 whatever is declared.',
  },
  'sniffed-in-frame': {
    browsers: firefox,
    destinations: framed,
    what: 'Sound is looked for in the bytes of any document: MP3 and Matroska are played, WAVE and AAC are saved.',
    source: 'MIME Sniffing, 7: a declared type is not sniffed for sound.',
  },
} as const satisfies Record<string, EngineFact>;

export type EngineFactName = keyof typeof engineFacts;

/** Makes the compiler check that there is a fact for each reading of a media type. */
export const mediaFacts: Readonly<Record<MediaFact, EngineFact>> = engineFacts;

/**
 * Whether a user name or password stops a load for a destination. Unlike `engineFacts`, this function may be part of
 * bundles.
 */
export const stopsCredentials = (destination: Destination, browser: Browser): boolean =>
  browser === 'Chromium' && stoppedByCredentials.includes(destination);

/** The one or two destinations that decide which directives of a Content Security Policy apply to a data: URL. */
export function governedAs(destination: Destination, browser: Browser, isDocument: boolean): Destination[] {
  const isFrameToo = browser === 'Chromium' && isDocument && alsoFrames.includes(destination);
  return isFrameToo ? [destination, 'iframe'] : [destination];
}
