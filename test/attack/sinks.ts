/**
 * Every place in the HTML, SVG, MathML and CSS standards that takes a URL, in tables. `sink-pages.ts` generates pages
 * from them, and `docs/coverage.md` lists them.
 */
import type { Unreachable } from '../../src/report/report.ts';
import type { Destination, Place } from '../../src/vocabulary.ts';

/** An attribute that takes a URL, of elements in one vocabulary. */
export interface AttributeSink {
  vocabulary: 'html' | 'svg' | 'math';
  element: string;
  attribute: string;
  destination: Destination;
  /** Default: `attribute`. */
  place?: Place;
  /** The ancestors of the element, outermost first. */
  inside?: string[];
  /** The other attributes of the element. */
  beside?: Record<string, string>;
  /** Returns the value for a URL. Default: the URL alone. */
  value?: (url: string) => string;
  /** The text between the scheme and the name. Default: a comma. */
  head?: string;
  /** The IDL attribute that reflects the attribute. */
  property?: string;
  /** Whether the HTML parser never creates this element in this place. */
  notParsed?: true;
}

/** A property of CSS that takes a URL. */
export interface PropertySink {
  property: string;
  value: (url: string) => string;
}

/** A CSS rule with a URL outside the declarations of a style rule. */
export interface RuleSink {
  rule: string;
  css: (url: string) => string;
  name: string;
  destination: Destination;
}

/** A listed sink of another kind, and the page that contains it: in `test/pages/places`, or in `hidden.ts`. */
export interface OtherSink {
  sink: string;
  /** The standard or elements to which the sink belongs. */
  of: string;
  finder: string;
  page: string;
}

type Options = Omit<AttributeSink, 'vocabulary' | 'element' | 'attribute' | 'destination'>;

/** Makes sinks from texts of the form `element attribute`. Several elements are separated by commas. */
const sinksIn =
  (vocabulary: AttributeSink['vocabulary']) =>
  (names: string, destination: Destination, options: Options = {}): AttributeSink[] => {
    const [elements = '', attribute = ''] = names.split(' ');
    return elements
      .split(',')
      .map((element) => ({ vocabulary, element, attribute, destination, ...options }));
  };
const html = sinksIn('html');
const svg = sinksIn('svg');
const math = sinksIn('math');

const script = { head: 'text/javascript,//' };
const link = (
  rel: string,
  destination: Destination,
  beside: Record<string, string> = {},
  options: Options = {},
) => html('link href', destination, { ...options, beside: { rel, ...beside }, property: 'href' });
const inUrl = (url: string) => `url(${url})`;
/** A text that looks like a data: URL is reported even if no finder knows the attribute. */
const other = { place: 'other-attribute', head: 'image/png,' } as const;

const svgHref = (attribute: string, property?: string) => {
  const options = property === undefined ? {} : { property };
  return [
    ...svg(`a ${attribute}`, 'document', options),
    ...svg(`image ${attribute}`, 'image', options),
    ...svg(`feImage ${attribute}`, 'image', { inside: ['filter'], ...options }),
    ...svg(`use ${attribute}`, 'document', options),
    ...svg(`script ${attribute}`, 'script', { ...script, ...options }),
    ...svg(`linearGradient,radialGradient,pattern,filter,textPath,mpath ${attribute}`, 'none', options),
    ...svg(`animate,animateMotion,animateTransform,set ${attribute}`, 'none', options),
    // Attributes of SVG 1.1 and Tiny 1.2 that browsers no longer support.
    ...svg(
      `cursor,tref,altGlyph,glyphRef,font-face-uri,color-profile,discard,handler,style ${attribute}`,
      'none',
    ),
  ];
};

const animation = (element: string, name: string) => {
  const beside = { attributeName: name };
  const isHref = name !== 'fill';
  const options = isHref ? { beside } : { beside, value: inUrl };
  return ['to', 'from', 'values'].flatMap((attribute) =>
    svg(`${element} ${attribute}`, 'image', { ...options, inside: [isHref ? 'image' : 'rect'] }),
  );
};

export const attributeSinks: AttributeSink[] = [
  html('a,area href', 'document', { property: 'href' }),
  html('a,area href', 'download', { beside: { download: '' } }),
  html('a,area ping', 'empty', { property: 'ping' }),
  html('audio,bgsound src', 'audio'),
  html('video src', 'video', { property: 'src' }),
  html('video poster', 'image', { property: 'poster' }),
  html('track src', 'track', { inside: ['video'], property: 'src' }),
  html('source src', 'audio', { inside: ['audio'], property: 'src' }),
  html('source src', 'video', { inside: ['video'], property: 'src' }),
  html('source src', 'none', { inside: ['picture'], property: 'src' }),
  html('source srcset', 'image', { inside: ['picture'], place: 'srcset', property: 'srcset' }),
  html('img src', 'image', { property: 'src' }),
  html('img srcset', 'image', { place: 'srcset', property: 'srcset', value: (url) => `${url} 2x` }),
  html('img lowsrc', 'none', { property: 'lowsrc' }),
  html('img dynsrc', 'none'),
  html('img longdesc', 'none', { property: 'longDesc' }),
  html('img,object usemap', 'none', { property: 'useMap' }),
  html('input src', 'image', { beside: { type: 'image' }, property: 'src' }),
  html('input src', 'none', { beside: { type: 'text' }, property: 'src' }),
  html('input,button formaction', 'form', { property: 'formAction' }),
  html('form action', 'form', { property: 'action' }),
  html('iframe src', 'iframe', { property: 'src' }),
  html('iframe src', 'none', { beside: { srcdoc: 'x' }, property: 'src' }),
  html('iframe longdesc', 'none', { property: 'longDesc' }),
  html('frame src', 'frame', { property: 'src', notParsed: true }),
  html('frame longdesc', 'none', { property: 'longDesc', notParsed: true }),
  html('fencedframe src', 'none'),
  html('embed src', 'embed', { property: 'src' }),
  html('object data', 'object', { property: 'data' }),
  html('object classid', 'none'),
  html('object codebase', 'none', { property: 'codeBase' }),
  html('object archive', 'none', { property: 'archive' }),
  html('embed code', 'embed'),
  html('applet code', 'none'),
  html('applet codebase', 'none'),
  html('param value', 'none', { inside: ['object'], property: 'value' }),
  html('base href', 'none', { property: 'href' }),
  html('blockquote,q,ins,del cite', 'none', { property: 'cite' }),
  html('table background', 'image'),
  html('tr,thead,tbody,tfoot background', 'image', { inside: ['table'] }),
  html('td,th background', 'image', { inside: ['table', 'tbody', 'tr'] }),
  html('col background', 'image', { inside: ['table', 'colgroup'] }),
  html('command,menuitem icon', 'none'),
  html('div itemid', 'none'),
  html('script src', 'script', { ...script, property: 'src' }),
  html('meta content', 'document', {
    place: 'meta-refresh',
    beside: { 'http-equiv': 'refresh' },
    value: (url) => `99999; url=${url}`,
    property: 'content',
  }),
  link('stylesheet', 'style', {}, { head: 'text/css,' }),
  link('alternate stylesheet', 'style', { title: 'x' }, { head: 'text/css,' }),
  ...['icon', 'shortcut icon', 'apple-touch-icon', 'mask-icon'].map((rel) => link(rel, 'image')),
  ...(['image', 'font', 'style', 'script', 'track'] as const).map((as) => link('preload', as, { as })),
  link('preload', 'empty', { as: 'fetch' }),
  link('modulepreload', 'script', {}, script),
  ...['prefetch', 'dns-prefetch', 'preconnect', 'compression-dictionary'].map((rel) => link(rel, 'empty')),
  link('manifest', 'manifest'),
  ...['canonical', 'alternate', 'next', 'license', 'help', 'search', 'pingback'].map((rel) =>
    link(rel, 'none'),
  ),
  html('link imagesrcset', 'image', {
    place: 'srcset',
    beside: { rel: 'preload', as: 'image' },
    property: 'imageSrcset',
  }),
  html('meta content', 'none', { ...other, beside: { property: 'og:image' }, property: 'content' }),
  html('div itemtype', 'none', other),
  html('portal src', 'none', other),
  html('img,a,script attributionsrc', 'none', other),
  html('div data-src', 'none', other),
  html('button onclick', 'none', { ...other, value: (url) => `open("${url}")` }),
  svgHref('href', 'href.baseVal'),
  svgHref('xlink:href'),
  animation('animate', 'href'),
  animation('set', 'href').filter(({ attribute }) => attribute === 'to'),
  animation('animate', 'fill'),
  svg('animate by', 'none', { ...other, beside: { attributeName: 'href' }, inside: ['image'] }),
  svg('animateTransform to', 'none', { ...other, beside: { attributeName: 'href' }, inside: ['image'] }),
  ...'fill stroke filter mask clip-path marker-start marker-mid marker-end cursor'
    .split(' ')
    .map((name) => svg(`rect ${name}`, 'image', { value: inUrl })),
  svg('rect xml:base', 'none', other),
  math('mi href', 'document'),
  math('mi xlink:href', 'none'),
  math('mtable altimg', 'none'),
  math('mglyph src', 'none', { inside: ['mi'] }),
  math('annotation src', 'none', { inside: ['semantics'] }),
  math('annotation definitionURL', 'none', { inside: ['semantics'] }),
].flat();

const properties = (names: string, value: PropertySink['value'] = inUrl): PropertySink[] =>
  names.split(' ').map((property) => ({ property, value }));

export const propertySinks: PropertySink[] = [
  ...properties('background background-image content list-style list-style-image mask mask-image'),
  ...properties('border-image-source -webkit-border-image -webkit-mask -webkit-mask-image shape-outside'),
  ...properties('-webkit-mask-box-image -webkit-mask-box-image-source mask-border-source offset-path offset'),
  ...properties('filter -webkit-filter backdrop-filter clip-path -webkit-clip-path'),
  ...properties('fill stroke marker marker-start marker-mid marker-end behavior -moz-binding --custom'),
  ...properties('cursor', (url) => `url(${url}) 1 1, auto`),
  ...properties('border-image mask-border', (url) => `url(${url}) 30 round`),
  ...properties('-webkit-box-reflect', (url) => `below 0 url(${url})`),
  ...properties('background', (url) => `image-set("${url}" 1x)`),
  ...properties('background', (url) => `image-set(var(--nothing, "${url}") 1x)`),
  ...properties('background', (url) => `-webkit-image-set(url(${url}) 1x)`),
  ...properties('background', (url) => `cross-fade(url(${url}), red)`),
  ...properties('background', (url) => `-webkit-cross-fade(url(${url}), linear-gradient(red, red), 50%)`),
  ...properties('background', (url) => `image("${url}")`),
  ...properties('background', (url) => `src("${url}")`),
  ...properties('background', (url) => `url("${url}" crossorigin(anonymous))`),
  ...properties('background', (url) => `light-dark(url(${url}), none)`),
  ...properties('background', (url) => `if(style(--x: 1): red; else: url(${url}))`),
  ...properties('background', (url) => `var(--nothing, url(${url}))`),
  ...properties('background', (url) => `paint(x, url(${url}))`),
];

const rule = (
  name: string,
  css: RuleSink['css'],
  property = 'background',
  destination: Destination = 'image',
): RuleSink => ({ rule: name, css, name: property, destination });
const around = (start: string) => rule(start, (url) => `${start} { .x { background: url(${url}) } }`);

/** `@import` must come first in a sheet. */
export const ruleSinks: RuleSink[] = [
  rule('@import', (url) => `@import "${url}";`, '@import', 'style'),
  rule(
    '@import url()',
    (url) => `@import url(${url}) layer(x) supports(color: red) print;`,
    '@import',
    'style',
  ),
  rule('@font-face', (url) => `@font-face { font-family: x; src: local(y), url(${url}) }`, 'src', 'font'),
  rule(
    '@property',
    (url) =>
      `@property --${url.replace(/\W/g, '')} { syntax: "*"; inherits: false; initial-value: url(${url}) }`,
    'initial-value',
  ),
  rule('@keyframes', (url) => `@keyframes x { to { background: url(${url}) } }`),
  rule('@page', (url) => `@page { background: url(${url}) }`),
  rule('@page @top-left', (url) => `@page { @top-left { content: url(${url}) } }`, 'content'),
  rule('@counter-style', (url) => `@counter-style x { symbols: url(${url}) }`, 'symbols'),
  rule('@function', (url) => `@function --f() { result: url(${url}) }`, 'result'),
  rule(
    '@function, a default',
    (url) => `@function --f(--x <url>: url(${url})) { result: var(--x) }`,
    '@function',
  ),
  rule('a nested rule', (url) => `.x { color: red; .y & { background: url(${url}) } }`),
  rule('nested declarations', (url) => `.x { .y { color: red } background: url(${url}) }`),
  rule('@media in a rule', (url) => `.x { @media all { background: url(${url}) } }`),
  ...['@media all', '@supports (color: red)', '@layer x', '@container (width > 1px)', '@scope (.y)'].map(
    around,
  ),
  ...['@starting-style', '@document url(about:blank)', '@-moz-document url-prefix()'].map(around),
];

export const otherSinks: OtherSink[] = [
  { sink: '`<?xml-stylesheet?>`', of: 'XML', finder: 'text-finder.ts', page: 'instructions.svg' },
  {
    sink: '`manifest`, `profile`, `background`',
    of: '`html`, `head`, `body`',
    finder: 'attributes.ts',
    page: 'legacy-attributes.html',
  },
  { sink: 'import maps, speculation rules', of: 'HTML', finder: 'scripts.ts', page: 'import-map.html' },
  {
    sink: 'string literals, source maps',
    of: 'JavaScript, JSON',
    finder: 'scripts.ts',
    page: 'scripts.html',
  },
  {
    sink: 'documents of frames, `srcdoc`',
    of: 'HTML',
    finder: 'main.ts',
    page: 'frames.html',
  },
  { sink: 'templates, shadow roots, `noscript`', of: 'HTML', finder: 'walk.ts', page: 'trees.html' },
  {
    sink: '`src` that was taken away',
    of: '`audio`, `video`',
    finder: 'media-sources.ts',
    page: 'players.html',
  },
  { sink: 'changed sheets of data: URLs', of: 'CSSOM', finder: 'sheet-finder.ts', page: 'data-sheets.html' },
  { sink: 'sheets that are imported twice', of: 'CSSOM', finder: 'sheet-finder.ts', page: 'imports.html' },
  {
    sink: 'strings in `var()`, `if()`, functions',
    of: 'CSS',
    finder: 'sheet-finder.ts',
    page: 'strings.html',
  },
  {
    sink: '`animate()`, `setKeyframes()`, `effect`',
    of: 'Web Animations',
    finder: 'animations.ts',
    page: 'animations.html',
  },
  {
    sink: '`registerProperty()`',
    of: 'Properties and Values',
    finder: 'custom-properties.ts',
    page: 'registered.html',
  },
  {
    sink: '`artwork` in `navigator.mediaSession.metadata` and its `chapterInfo`',
    of: 'Media Session',
    finder: 'walk.ts',
    page: 'media-session.html',
  },
  { sink: 'comments, running text', of: 'HTML, XML', finder: 'text-finder.ts', page: 'texts.html' },
  { sink: 'changed values', of: '`input`, `textarea`', finder: 'text-finder.ts', page: 'fields.html' },
  { sink: 'document types', of: 'HTML, XML', finder: 'text-finder.ts', page: 'document-type.html' },
  { sink: 'XLink, XInclude, any other attribute', of: 'XML', finder: 'other-attributes.ts', page: 'xml.xml' },
];

/**
 * How a data: URL appears in a report: listed; named as part of something that was not scanned; or not at all, because
 * no extension can know of it.
 */
export type Coverage = 'listed' | { named: Unreachable['kind'] } | { why: string };

/** A way that is not listed in the report of one of the browsers. */
export interface UnlistedSink {
  sink: string;
  of: string;
  /** Where the URL may appear instead. */
  instead: string;
  /**
   * A page that uses this sink. `D` is the scheme, which no text of the page contains, and each URL contains `hidden`.
   * The script is the body of an async function; each of several scripts has a page of its own.
   */
  page:
    | { script?: string | readonly string[]; body?: string; headers?: Record<string, string> }
    | { test: string };
  chromium: Coverage;
  firefox: Coverage;
}

const whenLoaded = `await new Promise((resolve) => addEventListener('load', resolve));`;
const inDevTools = 'DevTools panel';
const inScripts = 'string literals of inline scripts';
const both = (coverage: Coverage) => ({ chromium: coverage, firefox: coverage });
const never = (why: string) => both({ why });
const gif = "D + 'image/gif;x=hidden;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'";

export const unlistedSinks: UnlistedSink[] = [
  {
    sink: 'files that the page draws: SVG, answers of several parts',
    of: '`img`, `use`, CSS images, filters, …',
    instead: 'in Chromium listed with the file, if it is in the cache for the page’s origin',
    page: { body: '<img alt="" src="OTHER/hidden.svg">' },
    ...both({ named: 'image-file' }),
  },
  {
    sink: 'the same in a document that a CSP puts in a sandbox',
    of: '`img`, `use`, CSS images, filters, …',
    instead: '',
    page: {
      headers: { 'content-security-policy': 'sandbox allow-scripts' },
      body: '<img alt="" src="/hidden-drawing">',
    },
    ...both({ named: 'image-file' }),
  },
  {
    sink: 'the same at the address of another site that does not contain `svg`',
    of: '`img`, `use`, CSS images, filters, …',
    instead: inDevTools,
    page: { body: '<img alt="" src="OTHER/hidden-drawing">' },
    ...never('no document sees the type of another site’s file'),
  },
  {
    sink: 'SVG that is named like a raster image, in an `img` whose timing the page has cleared, beside other timings',
    of: '`img`',
    instead: '',
    page: {
      script: `const show = async (src) => { const image = new Image(); image.src = src; document.body.append(image); await image.decode(); };
        await show('/hidden.png');
        performance.clearResourceTimings();
        await show('/plain.gif');`,
    },
    chromium: { named: 'image-file' },
    firefox: { why: 'cached images have no timings there, so it isn’t known that one was cleared' },
  },
  {
    sink: 'the same in rules alone, without any timing',
    of: 'CSS images',
    instead: '',
    page: {
      body: '<style>body { background: url(/hidden.png) }</style>',
      script: `${whenLoaded}
        performance.clearResourceTimings();`,
    },
    ...never('nothing shows whether the rule’s image was loaded'),
  },
  {
    sink: 'XML of which XSLT makes the document; style sheets that do so',
    of: '`<?xml-stylesheet type="text/xsl"?>`',
    instead: 'in Chromium the XML is listed, if it is in the cache',
    page: { body: '<iframe src="/hidden.xml"></iframe>', script: whenLoaded },
    ...both({ named: 'image-file' }),
  },
  {
    sink: 'the same, if XML of the type `text/xml` becomes other XML',
    of: 'XSLT',
    instead: 'in Chromium the XML is listed, if it is in the cache',
    page: { body: '<iframe src="/hidden-as-xml.xml"></iframe>', script: whenLoaded },
    chromium: { named: 'image-file' },
    firefox: { why: 'the document looks as if it was sent so' },
  },
  {
    sink: '`STYLE` blocks of tracks',
    of: 'WebVTT',
    instead: '',
    page: {
      body: '<video><track default src="/hidden.vtt"></video>',
      script: `const track = document.querySelector('track');
        if (track.readyState < 2) await new Promise((resolve) => { track.onload = resolve; });`,
    },
    chromium: { named: 'stylesheet' },
    firefox: { why: 'it ignores them' },
  },
  {
    sink: 'segments and keys of playlists',
    of: 'HLS',
    instead: inDevTools,
    page: { body: '<video src="/hidden.m3u8"></video>' },
    chromium: { named: 'element' },
    firefox: { why: 'it plays no playlists' },
  },
  {
    sink: 'the same at the address of another site that does not contain `m3u8`',
    of: 'HLS',
    instead: inDevTools,
    page: { body: '<video src="OTHER/hidden-playlist"></video>' },
    chromium: { why: 'no document sees the type of another site’s file' },
    firefox: { why: 'it plays no playlists' },
  },
  {
    sink: 'the image that an element still shows after its `src` was removed',
    of: '`embed`',
    instead: '',
    page: {
      script: `const image = document.createElement('embed');
        image.width = image.height = 9;
        image.src = ${gif};
        const loaded = new Promise((resolve) => { image.onload = resolve; });
        document.body.append(image);
        await loaded;
        image.removeAttribute('src');`,
    },
    chromium: { why: 'it shows none' },
    firefox: { named: 'element' },
  },
  {
    sink: 'documents of embeds in shadow trees that have the name or type of an image',
    of: '`embed`',
    instead: 'listed after a grant',
    page: {
      body: '<div></div>',
      script: `const embed = document.createElement('embed');
        embed.type = 'image/png';
        embed.src = 'OTHER/hidden.html';
        document.querySelector('div').attachShadow({ mode: 'closed' }).append(embed);`,
    },
    chromium: { why: 'it shows none' },
    firefox: { named: 'frame' },
  },
  {
    sink: '`Link` headers of the page and its frames',
    of: 'HTTP',
    instead: 'DevTools panel; after *Fetch CSP header* those of the page',
    page: { headers: { link: '<data:text/javascript,hidden>; rel=modulepreload' } },
    ...both({ named: 'headers' }),
  },
  {
    sink: 'style sheets that a `Link` header names',
    of: 'HTTP',
    instead: '',
    page: { headers: { link: '</hidden.css>; rel=stylesheet' }, script: whenLoaded },
    chromium: { why: 'it loads none' },
    firefox: 'listed',
  },
  {
    sink: 'what a script adds to the document of a frame that shows a data: URL',
    of: '`iframe`, `object`, …',
    instead: 'in Firefox listed after a grant for all sites',
    page: {
      body: `<iframe src="data:text/html,<script>document.write('<img src=' + 'da' + 'ta:image/gif,hid' + 'den>')</script>"></iframe>`,
      script: whenLoaded,
    },
    chromium: 'listed',
    firefox: { named: 'frame' },
  },
  {
    sink: 'frames of other sites, without a grant',
    of: '`iframe`, `object`, …',
    instead: 'listed after a grant',
    page: { body: '<iframe src="OTHER/hidden.html"></iframe>' },
    ...both({ named: 'frame' }),
  },
  {
    sink: 'frames that a script, a link or a form has navigated',
    of: 'HTML',
    instead: inDevTools,
    page: {
      body: '<iframe></iframe>',
      script: `const frame = document.querySelector('iframe');
        const loaded = new Promise((resolve) => { frame.onload = resolve; });
        frame.contentWindow.location = D + 'text/html,hidden';
        await loaded;`,
    },
    chromium: 'listed',
    firefox: { named: 'frame' },
  },
  {
    sink: 'frames that are removed or navigate while they are scanned: what they had not sent',
    of: 'HTML',
    instead: 'watching the page',
    page: { test: 'test/attack/gone-documents.test.ts' },
    ...both({ named: 'frame' }),
  },
  {
    sink: 'the rest of a document that is still being parsed after two seconds',
    of: 'HTML',
    instead: 'watching the page',
    page: {
      body: '<iframe></iframe>',
      script: `await new Promise((resolve) => addEventListener('load', resolve));
        const { contentDocument } = document.querySelector('iframe');
        contentDocument.open();
        contentDocument.write('<p>x');`,
    },
    ...both({ named: 'frame' }),
  },
  {
    sink: 'shorthands with `var()` of which another declaration overrides a part, in a `style` attribute',
    of: 'CSSOM',
    instead: inScripts,
    page: {
      script: `const { style } = document.body;
        style.background = 'var(--none, url(' + D + 'image/gif,hidden))';
        style.backgroundColor = 'red';`,
    },
    ...both({ named: 'element' }),
  },
  {
    sink: 'the same in rules that only scripts have made',
    of: 'CSSOM',
    instead: inScripts,
    page: {
      script: `const sheet = new CSSStyleSheet();
        sheet.replaceSync('b { i { color: red } list-style: var(--none, url(' + D + 'image/gif,hidden)) !important; list-style-type: disc !important }');
        document.adoptedStyleSheets = [sheet];`,
    },
    ...both({ named: 'stylesheet' }),
  },
  {
    sink: 'the same in linked style sheets',
    of: 'CSSOM',
    instead: '',
    page: { body: '<link rel="stylesheet" href="/unread-values.css">', script: whenLoaded },
    ...both({ named: 'stylesheet' }),
  },
  {
    sink: 'the same in style sheets of data: URLs, if scripts have set them',
    of: 'CSSOM',
    instead: inScripts,
    page: {
      body: '<link rel="stylesheet" href="data:text/css,b{color:red}">',
      script: `${whenLoaded}
        document.styleSheets[0].insertRule('b { mask: var(--none, url(' + D + 'image/gif,hidden)); mask-mode: alpha }');`,
    },
    ...both({ named: 'stylesheet' }),
  },
  {
    sink: 'a sheet that is still used while the address that replaced its data: URL loads',
    of: '`link`',
    instead: '',
    page: {
      body: '<link rel="stylesheet">',
      script: `${whenLoaded}
        const link = document.querySelector('link');
        const loaded = new Promise((resolve) => { link.onload = resolve; });
        link.href = D + 'text/css;x=hidden,p{color:red}';
        await loaded;
        link.href = '/never.png';`,
    },
    chromium: 'listed',
    firefox: { named: 'stylesheet' },
  },
  {
    sink: 'rules that a script moves while their style sheet is read',
    of: 'CSSOM',
    instead: 'watching the page',
    page: { test: 'test/attack/shared-sheets.test.ts' },
    ...both({ named: 'stylesheet' }),
  },
  {
    sink: 'style sheets of other sites, without a grant',
    of: '`link`, `@import`',
    instead: 'listed after a grant; DevTools panel',
    page: { body: '<link rel="stylesheet" href="OTHER/hidden.css">' },
    chromium: { named: 'stylesheet' },
    firefox: 'listed',
  },
  {
    sink: 'frames of other origins in a Document Picture-in-Picture window',
    of: 'HTML',
    instead: '',
    page: { test: 'test/e2e/picture-in-picture.test.ts' },
    ...both({ named: 'frame' }),
  },
  {
    sink: 'closed shadow roots, if frames or forms have taken both names of the extension API',
    of: 'HTML',
    instead: '',
    page: { test: 'test/attack/names.test.ts' },
    chromium: { named: 'shadow-root' },
    firefox: 'listed',
  },
  {
    sink: 'documents of tabs at data: URLs, which only a person can open',
    of: 'HTML',
    instead: 'the workbench: paste the address',
    page: { test: 'test/e2e/failures.test.ts' },
    chromium: { why: 'it lets no extension read them; the surfaces say so' },
    firefox: 'listed',
  },
  {
    sink: '`new FontFace(name, "url(data:…)")`',
    of: 'CSS Font Loading',
    instead: `${inDevTools}; ${inScripts}`,
    page: {
      script: `const face = new FontFace('hidden', 'url(' + D + 'font/woff2,hidden)');
        document.fonts.add(face);
        await face.load().catch(() => {});`,
    },
    ...never('`document.fonts` shows families and their state, but no sources'),
  },
  {
    sink: '`new Image()`, `new Audio()`, elements outside of any document, also those of `-moz-element()`; sheets that no tree adopts',
    of: 'HTML, CSSOM',
    instead: inDevTools,
    page: {
      body: '<p style="background: -moz-element(#shown)">x</p>',
      script: `window.kept = new Image(); kept.src = ${gif}; await kept.decode();
        document.mozSetImageElement?.('shown', kept);
        (window.sheet = new CSSStyleSheet()).replaceSync('a{background:url(' + D + ',hidden)}');`,
    },
    ...never('no list of them exists'),
  },
  {
    sink: 'an `Animation` that never played, was canceled, or has ended without a fill',
    of: 'Web Animations',
    instead: inScripts,
    page: {
      script: `const frames = { backgroundImage: ['none', 'url(' + D + ',hidden)'] };
        window.kept = new Animation(new KeyframeEffect(document.body, frames, 1e6));
        document.body.animate(frames, 1e6).cancel();
        await document.body.animate(frames, 1).finished;`,
    },
    ...never('`getAnimations()` has only those that have an effect'),
  },
  {
    sink: 'the texts of linked scripts, and their source maps',
    of: 'HTML',
    instead: '`scan` of their files',
    page: { body: '<script src="/hidden.js"></script>' },
    ...never('a document holds no text of them'),
  },
  {
    sink: '`fetch()`, `XMLHttpRequest`, `EventSource`, `import()`',
    of: 'scripts',
    instead: inDevTools,
    page: {
      script: `await fetch(D + 'text/plain,hidden');
        await import(D + 'text/javascript,export{}//hidden');
        await new Promise((resolve) => {
          const request = new XMLHttpRequest();
          request.open('GET', D + 'text/plain,hidden-too');
          request.onloadend = resolve;
          request.send();
        });`,
    },
    ...never('nothing in the document'),
  },
  {
    sink: 'the address, text or map of a script, if the page has changed it since the script ran',
    of: '`script`, `link rel=modulepreload`',
    instead: inDevTools,
    page: {
      script: [
        `const script = document.createElement('script');
          const loaded = new Promise((resolve) => { script.onload = resolve; });
          script.src = D + 'text/javascript;x=hidden,';
          document.body.append(script);
          await loaded;
          script.removeAttribute('src');`,
        `const map = document.createElement('script');
          map.type = 'importmap';
          map.textContent = JSON.stringify({ imports: { a: D + 'text/javascript;x=hidden,' } });
          document.body.append(map);
          map.textContent = '{}';
          await import('a');`,
        `const link = document.createElement('link');
          const loaded = new Promise((resolve) => { link.onload = resolve; });
          link.rel = 'modulepreload';
          link.href = D + 'text/javascript;x=hidden,';
          document.head.append(link);
          await loaded;
          link.removeAttribute('href');`,
      ],
    },
    ...never('the document holds nothing else of what ran'),
  },
  {
    sink: 'workers and worklets',
    of: 'HTML',
    instead: inDevTools,
    page: {
      script: `const worker = new Worker(D + 'text/javascript,postMessage(1)//hidden');
        await new Promise((resolve) => { worker.onmessage = resolve; });`,
    },
    ...never('they have no document, and content scripts don’t run there'),
  },
  {
    sink: 'canvas, WebGL, `ImageBitmap`, `MediaSource`, Web Audio',
    of: 'HTML',
    instead: '',
    page: {
      body: '<canvas></canvas>',
      script: `const image = new Image();
        image.src = ${gif};
        await image.decode();
        const context = document.querySelector('canvas').getContext('2d');
        context.drawImage(image, 0, 0);
        context.filter = 'url(' + D + 'image/svg+xml,hidden#x)';`,
    },
    ...never('they contain decoded data; to read the `filter` of a context could make one'),
  },
  {
    sink: 'notifications, payment requests, `navigator.share()`',
    of: 'scripts',
    instead: '',
    page: { script: `try { new Notification('x', { icon: ${gif} }); } catch {}` },
    ...never('passed to the browser at once'),
  },
  {
    sink: 'variables, closures and storage of scripts',
    of: 'scripts',
    instead: inScripts,
    page: { script: `window.kept = () => D + 'text/plain,hidden'; sessionStorage.setItem('x', kept());` },
    ...never('content scripts run in a world of their own'),
  },
  {
    sink: 'initial values of `registerProperty()` that the page has set on its root element',
    of: 'Properties and Values',
    instead: inScripts,
    page: {
      body: '<style>:root { --h: none }</style>',
      script: `CSS.registerProperty({ name: '--h', syntax: '*', inherits: false, initialValue: 'url(' + D + ',hidden)' });`,
    },
    ...never('there is no list of them, and the computed style shows the set value'),
  },
  {
    sink: 'the picture that is still shown while the address that replaced its data: URL loads',
    of: '`img`, also in a `picture`',
    instead: inDevTools,
    page: {
      body: '<picture><source><img alt="" sizes="1px"></picture>',
      script: [
        "await show(image, 'src'); image.src = '/never.png';",
        "await show(image, 'srcset'); image.srcset = '/never.png';",
        "await show(image, 'srcset'); image.src = '/never.png'; image.removeAttribute('srcset');",
        "await show(image, 'src'); image.loading = 'lazy'; image.style.marginTop = '9999px'; image.src = '/never.png';",
        "await show(source, 'srcset'); source.srcset = '/never.png';",
        "await show(source, 'srcset'); image.src = '/never.png'; source.remove();",
        "await show(source, 'srcset'); source.before(source.cloneNode()); source.previousElementSibling.srcset = '/never.png'; source.removeAttribute('srcset');",
      ].map(
        (script) => `${whenLoaded}
          const [image] = document.images;
          const source = document.querySelector('source');
          const show = async (element, attribute) => {
            const loaded = new Promise((resolve) => { image.onload = resolve; });
            element.setAttribute(attribute, ${gif});
            await loaded;
          };
          ${script}`,
      ),
    },
    chromium: { why: '`currentSrc` is already empty' },
    firefox: 'listed',
  },
  {
    sink: 'the same',
    of: '`input`, `embed`, `video` (`poster`), SVG’s `image` and `feImage`',
    instead: inDevTools,
    page: {
      body: '<input type="image" alt=""><embed><video></video><svg><image/><filter><feImage/></filter></svg>',
      script: Object.entries({
        input: 'src',
        embed: 'src',
        video: 'poster',
        image: 'href',
        feImage: 'href',
      }).map(
        ([name, attribute]) => `${whenLoaded}
          const element = document.querySelector('${name}');
          element.setAttribute('${attribute}', ${gif});
          const image = new Image();
          image.src = ${gif};
          await image.decode();
          element.setAttribute('${attribute}', '/never.png');`,
      ),
    },
    ...never('no property tells which picture they show'),
  },
  {
    sink: 'elements and frames that were removed, or moved to where the scan had been, before it reached them',
    of: 'HTML',
    instead: 'watching the page',
    page: {
      script: `const image = new Image();
        image.src = ${gif};
        document.body.append(image);
        await image.decode();
        image.remove();`,
    },
    ...never('they are no longer where the scan looks'),
  },
  {
    sink: 'style sheets of a document without a root element',
    of: 'XML, CSSOM',
    instead: '',
    page: {
      script: [
        `document.documentElement.remove();
        document.append(document.createProcessingInstruction('xml-stylesheet', 'href="' + D + 'text/css,hidden"'));`,
        `const sheet = new CSSStyleSheet();
        sheet.replaceSync('a{background:url(' + D + ',hidden)}');
        document.adoptedStyleSheets = [sheet];
        document.documentElement.remove();`,
      ],
    },
    chromium: 'listed',
    firefox: 'listed',
  },
  {
    sink: 'web app manifests, extensions of the browser, its own pages',
    of: 'files',
    instead: '',
    page: { body: '<link rel="manifest" href="/hidden.webmanifest">' },
    ...never('the browser reads them for itself, and the document holds nothing of them'),
  },
];
