/**
 * A page that contains a data: URL for every kind of request, and the reports expected from DevTools about each URL.
 */
import type { Destination, StateKind } from '../../src/vocabulary.ts';

/**
 * A URL that differs from its requested form: contains a leading space, a line break, a two-byte letter and a fragment.
 */
export const rewritten =
  " data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\n<text>ü</text></svg>#f";

const gif = (name: string) =>
  `data:image/gif;x=${name};base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7`;

export const requestsPage = `<!doctype html><title>Requests</title>
<link rel="stylesheet" href="data:text/css,b{color:red}/*link*/">
<style>
  @import url("data:text/css,i{color:red}/*import*/");
  @font-face { font-family: f; src: url("data:font/woff2,font") }
  b { font-family: f; background: url("${gif('background')}") }
  b::before { content: url("${gif('before')}") }
  .never { background: url("${gif('unused')}") }
</style>
<b>b</b>
<img id="img" src="${gif('img')}"><img src="${rewritten}"><img src="data:image/gif;base64,!broken">
<script src="data:text/javascript,/*script*/1"></script>
<script type="module" src="data:text/javascript,/*module*/1"></script>
<iframe src="data:text/html,iframe"></iframe>
<object data="data:text/html,object"></object>
<embed src="data:text/html,embed">
<a href="data:text/plain,link">a</a>
<script src="/requests.js"></script>`;

/** A script that builds the URLs from parts, so that the page does not contain them. */
export const requestsScript = `const d = 'da' + 'ta:';
new Image().src = d + '${gif('new').slice(5)}';
import(d + 'text/javascript,/*import()*/1');
new Worker(d + 'text/javascript,/*worker*/1');
fetch(d + 'text/plain,fetch');
fetch(d + 'text/plain;base64,!fetch').catch(() => {});
const x = new XMLHttpRequest(); x.open('GET', d + 'text/plain,xhr'); x.send();
new EventSource(d + 'text/event-stream,event').onerror = ({ target }) => target.close();
`;

export interface Expected {
  head: string;
  destination: Destination;
  /** The outcome of the URL; null if DevTools does not report one. */
  kind: StateKind | null;
  /** Whether only DevTools sees the URL, and the page does not contain it. */
  onlyRequested: boolean;
  /** The rule that reports the URL; null if none does. */
  rule: string | null;
}

const broken = 'invalid-data-url';
const disallowed = 'disallowed-type';

const inPage = (
  head: string,
  destination: Destination,
  kind: StateKind | null = 'loaded',
  rule: string | null = null,
): Expected => ({ head, destination, kind, onlyRequested: false, rule });
const requested: typeof inPage = (...expected) => ({ ...inPage(...expected), onlyRequested: true });

/** The expected reports in Chromium, by a part of the URL. */
export const expectedInChromium: readonly Expected[] = [
  inPage('/*link*/', 'style'),
  inPage('/*import*/', 'style'),
  inPage('font/woff2', 'font', 'not-shown', 'inline-font'),
  inPage('x=background', 'image'),
  inPage('x=before', 'image'),
  inPage('x=unused', 'image', 'not-requested'),
  inPage('x=img', 'image'),
  inPage('ü', 'image'),
  inPage('!broken', 'image', 'not-shown', broken),
  inPage('/*script*/', 'script', 'loaded', disallowed),
  inPage('/*module*/', 'script', 'loaded', disallowed),
  inPage('text/html,iframe', 'iframe', 'loaded', disallowed),
  inPage('text/html,object', 'object', 'loaded', disallowed),
  inPage('text/html,embed', 'embed', 'loaded', disallowed),
  inPage('text/plain,link', 'document', null),
  requested('x=new', 'image'),
  requested('/*import()*/', 'script', 'loaded', disallowed),
  requested('/*worker*/', 'worker', 'loaded', disallowed),
  requested('text/plain,fetch', 'empty'),
  requested('!fetch', 'empty', 'refused', broken),
  requested('text/plain,xhr', 'empty'),
  requested('text/event-stream', 'empty'),
];
