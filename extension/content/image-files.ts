/**
 * Reports the files that a document draws and that may contain data: URLs of their own: SVG and multipart responses.
 * Each is reported once, and the worker reads those that the browser has cached. Resource timings give the types of
 * files that were loaded from the document's own origin. A page can clear the timings, so elements and rules are read
 * as well; their files are reported unless the type or name excludes them.
 */

import { XLINK } from '../../src/namespaces.ts';
import { findCssUrls } from '../../src/payload/css/css-urls.ts';
import { styled } from './attribute-filter.ts';
import {
  attribute,
  attributeNS,
  baseOf,
  boxesOf,
  contentTypeOf,
  isFirefox,
  isHtml,
  localName,
  matches,
  urlOf,
} from './dom.ts';

/** Called with the URL of a file. */
export type ReportFile = (url: string) => void;

const drawing = `${isFirefox ? '' : 'object,embed,'}img,input[type=image],video[poster],link[rel~=icon],[background],svg [*|href]:not(a,script),svg [attributeName$=href]`;

/** Matches the types of files that are SVG or may contain it. */
const drawnType = /xml|multipart/;
/**
 * Matches types and file name extensions of raster images, which hardly any SVG file has. With most of them, Chromium
 * shows the file of an `object` or `embed` as an image, even if it is SVG, rather than as a document.
 */
export const imageName =
  /(?:^image\/(?:x-)?|\.)(?:a?png|avif|bmp|cur|gif|icon?|jfif|jxl|p?jp[eg]*|tiff?|webp|xb\w+)(?:[?#]|$)/i;
/** Matches initiator types of responses that become documents, and of responses that only scripts receive. */
const otherInitiator = /frame|fetch|xml/;

/** The URLs of the files that the document has reported so far. */
const known = new Set<string>();
/** The types of the files that have been loaded, by URL without fragment. */
let types = new Map<string, string>();

type Timing = PerformanceResourceTiming & { contentType?: string };

/**
 * Reports a file if the document may draw it and it may be SVG.
 *
 * @param isLoaded whether the file has certainly been loaded. Its timing is then missing only if the page has cleared
 *   the timings or there are too many of them; the file is then reported even if it is named like a raster image. In
 *   Firefox, cached images have no timings, so timings count as missing only if the document has none at all.
 */
function add(address: string | null, base: string, report: ReportFile, isLoaded = false): void {
  const url = address && !/^\s*(?:#|data:)/i.test(address) ? URL.parse(address, base) : null;
  if (!url || !/^(?:http|blob|file)/.test(url.protocol)) return;
  url.hash = '';
  const { href, pathname } = url;
  const type = types.get(href);
  const isDrawn = type
    ? drawnType.test(type)
    : /svg/i.test(href) ||
      // In a sandbox, the document's own origin is opaque; a document without a URL of its own inherits its origin.
      ([origin, location.origin].includes(url.origin) &&
        ((isLoaded && !(isFirefox ? types.size : performance.getEntriesByName(href).length)) ||
          !imageName.test(pathname)));
  if (isDrawn && href !== urlOf(document)) reportOnce(href, report);
}

const reportOnce = (href: string, report: ReportFile) => known.size < known.add(href).size && report(href);

/**
 * The URL of the XML file that XSLT transformed into the document, which no longer contains the file's own content;
 * null if there is none. In Firefox, such a document usually has a different type from the file. In Chromium, the file
 * has no type. A document that a script has opened has the script's URL but is not loaded from it.
 */
function transformedFile(): string | null {
  const [{ name, contentType }] = performance.getEntriesByType('navigation') as [Timing];
  const isTransformed = isFirefox
    ? /xml/.test(contentType ?? '') && contentType !== contentTypeOf(document)
    : contentType === '' && /^http/.test(name);
  return isTransformed ? name : null;
}

/** Whether a file is a playlist (HLS), by its type or, if that is unknown, by its name. */
export const isPlaylist = (url: string): boolean =>
  (types.get(url) ? /mpegurl/i : /^http.*\.m3u8/i).test(types.get(url) || url);

/**
 * Reports the files that a rule draws. @param base the URL of its sheet @yields undefined wherever the caller may pause
 */
export function* findInRule(
  text: string,
  base: string | null,
  report: ReportFile,
): Generator<void, void, void> {
  // Continues only if the text contains a function that takes a URL, or an escape, which may represent a letter of the
  // function's name.
  if (!/(?:url|set|image|src)\((?!\s*["']?data:)|\\/i.test(text) || /^@import/.test(text)) return;
  for (const url of findCssUrls(text)) {
    // Fonts and sheets are not drawn.
    if (url?.role === 'value' && !url.dropped) add(url.written, base ?? baseOf(document), report);
    yield;
  }
}

/**
 * Reports the files that an element draws.
 *
 * @param names the names of its attributes
 * @yields undefined wherever the caller may pause
 */
export function* findInElement(
  element: Element,
  names: readonly string[],
  report: ReportFile,
): Generator<void, void, void> {
  if (matches(element, drawing)) {
    const base = baseOf(element);
    const tag = localName(element);
    const chosen = isHtml(element, 'img') && element.currentSrc;
    if (chosen) add(chosen, base, report, element.complete);
    else if (!isFirefox && (tag === 'object' || tag === 'embed')) {
      const url = attribute(element, tag === 'embed' ? 'src' : 'data');
      // Elements that are not rendered load nothing.
      if (boxesOf(element).length && imageName.test(attribute(element, 'type') || url!))
        add(url, base, report, true);
    } else
      for (const name of tag === 'video' ? ['poster'] : ['src', 'href', 'background', 'to'])
        add(attribute(element, name) ?? attributeNS(element, XLINK, name), base, report);
  }
  for (const name of names) {
    const value = styled.has(name) ? attribute(element, name) : null;
    // Escapes cannot hide the parenthesis of a function. The value is read as a declaration. A `style` attribute
    // already contains declarations, but an additional name before them does no harm.
    if (value?.includes('(')) yield* findInRule(`${name}:${value}`, null, report);
  }
}

/**
 * Records the files that have been loaded so far, and reports the ones that the document draws.
 *
 * @yields undefined wherever the caller may pause
 */
export function* findInTimings(report: ReportFile): Generator<void, void, void> {
  const transformed = transformedFile();
  if (transformed) reportOnce(transformed, report);
  const found = new Map<string, string>();
  // A data: URL is not a file, and its name may be very long.
  const timings = (performance.getEntriesByType('resource') as Timing[]).filter(
    ({ name, initiatorType }) => name[0] !== 'd' && !otherInitiator.test(initiatorType),
  );
  for (const { name, contentType = '' } of timings) {
    const file = name.replace(/#.*/, '');
    // If a file was loaded several times, the document may still show an earlier response whose type can be drawn.
    if (!drawnType.test(found.get(file) ?? '')) found.set(file, contentType);
    yield;
  }
  types = found;
  // The types of responses from other origins are unknown.
  for (const { name, contentType, initiatorType } of timings) {
    // Most `object` and `embed` elements show a document, which is scanned as a frame.
    if (!/object|embed/.test(initiatorType) && (contentType || /\.svg/i.test(name))) add(name, name, report);
    yield;
  }
}
