/**
 * The files that a document draws and that may hold data: URLs of their own: SVG and multipart responses. Each is named
 * once; the worker reads those that the browser has cached. Timings (Resource Timing) have the types of what was loaded
 * from the document's own origin. A page can clear them, so elements and rules are read, too: their files count unless
 * their type or name says otherwise.
 */

import { presentation } from '../../src/elements.ts';
import { XLINK } from '../../src/namespaces.ts';
import { findCssUrls } from '../../src/payload/css/css-urls.ts';
import {
  attribute,
  attributeNS,
  baseOf,
  contentTypeOf,
  elementsOf,
  isFirefox,
  isHtml,
  localName,
  urlOf,
} from './dom.ts';

/** Called with the address of a file. */
export type ReportFile = (url: string) => void;

const styled = ['style', ...presentation];
/** Elements whose style may draw a file: no escape hides the parenthesis of a function. */
const styledElements = styled.map((name) => `[${name}*="("]`).join();
const drawing =
  'img,input[type=image],video[poster],link[rel~=icon],[background],svg [*|href]:not(a,script),svg [attributeName$=href]';

/** Types of files that may be, or hold, SVG. */
const drawnType = /xml|multipart/;
/** Names of files that are hardly ever SVG. */
const rasterName = /\.(?:a?png|avif|bmp|cur|gif|ico|jfif|jp[eg]+|tiff?|webp)$/i;
/** Initiators whose documents are scanned as frames, or whose responses only scripts receive. */
const otherInitiator = /frame|object|embed|fetch|xml/;

/** The addresses that the document has named so far. */
const known = new Set<string>();
/** The types of loaded files, by address without fragment. */
let types = new Map<string, string>();

type Timing = PerformanceResourceTiming & { contentType?: string };

function add(address: string | null, base: string, report: ReportFile): void {
  const url = address && !/^\s*(?:#|data:)/i.test(address) ? URL.parse(address, base) : null;
  if (!url || !/^(?:http|blob|file)/.test(url.protocol)) return;
  url.hash = '';
  const { href, pathname } = url;
  const type = types.get(href);
  const isDrawn = type
    ? drawnType.test(type)
    : /svg/i.test(href) || (url.origin === origin && !rasterName.test(pathname));
  if (isDrawn && href !== urlOf(document)) reportOnce(href, report);
}

const reportOnce = (href: string, report: ReportFile) => known.size < known.add(href).size && report(href);

/**
 * Whether XSLT has made the document from an XML file, whose own content is gone. In Firefox the document's type then
 * mostly differs from the file's; in Chromium the file has no type.
 */
function isTransformed(): boolean {
  const [{ contentType }] = performance.getEntriesByType('navigation') as [Timing];
  return isFirefox
    ? /xml/.test(contentType ?? '') && contentType !== contentTypeOf(document)
    : contentType === '' && /^http/.test(urlOf(document));
}

/** Reports the files that a rule names. @param base the address of its sheet @yields where the caller may pause */
export function* findInRule(
  text: string,
  base: string | null,
  report: ReportFile,
): Generator<void, void, void> {
  // The text has a function whose argument is a URL, or an escape, which may stand for a letter of the function's name.
  if (!/(?:url|set|image|src)\((?!\s*["']?data:)|\\/i.test(text) || /^@import/.test(text)) return;
  for (const url of findCssUrls(text)) {
    // Fonts and sheets are not drawn.
    if (url?.role === 'value' && !url.dropped) add(url.written, base ?? baseOf(document), report);
    yield;
  }
}

/** Reports the files that the elements below a root draw. @yields where the caller may pause */
export function* findInElements(root: Node, report: ReportFile): Generator<void, void, void> {
  const base = baseOf(root);
  let count = 0;
  for (const element of elementsOf(root, drawing)) {
    if (count++ % 32 === 0) yield;
    const chosen = isHtml(element, 'img') && element.currentSrc;
    if (chosen) add(chosen, base, report);
    else
      for (const name of localName(element) === 'video' ? ['poster'] : ['src', 'href', 'background', 'to'])
        add(attribute(element, name) ?? attributeNS(element, XLINK, name), base, report);
  }
  for (const element of elementsOf(root, styledElements)) {
    if (count++ % 32 === 0) yield;
    for (const name of styled) {
      const value = attribute(element, name);
      // Read as a declaration. Before the declarations in `style`, an extra name does no harm.
      if (value) yield* findInRule(`${name}:${value}`, null, report);
    }
  }
}

/** Notes what has been loaded so far, and reports the drawn files among it. @yields where the caller may pause */
export function* findInTimings(report: ReportFile): Generator<void, void, void> {
  if (isTransformed()) reportOnce(urlOf(document), report);
  const found = new Map<string, string>();
  // A data: URL is not a file, and its name may be long.
  const timings = (performance.getEntriesByType('resource') as Timing[]).filter(
    ({ name, initiatorType }) => name[0] !== 'd' && !otherInitiator.test(initiatorType),
  );
  for (const { name, contentType = '' } of timings) {
    const file = name.replace(/#.*/, '');
    // If a file was loaded several times, the document may still show the response that is drawn.
    if (!drawnType.test(found.get(file) ?? '')) found.set(file, contentType);
    yield;
  }
  types = found;
  // The type of a response from another origin is unknown.
  for (const { name, contentType } of timings) {
    if (contentType || /\.svg/i.test(name)) add(name, name, report);
    yield;
  }
}
