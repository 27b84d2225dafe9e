/**
 * Runs in a browser's page: generates elements, and compares the URLs that the walk through the page, the finders of
 * files and the scan of bodies find in them. Each URL contains a number.
 */
import fc from 'fast-check';
import { treeOfMarkup } from '../../extension/content/markup-trees.ts';
import { provide } from '../../extension/content/script-parts.ts';
import { viewerOf } from '../../extension/content/viewer.ts';
import { walk } from '../../extension/content/walk.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { type ElementView, urlAttributes, urlUseOf } from '../../src/elements.ts';
import { findInHtml } from '../../src/files/html-file.ts';
import { findInXml } from '../../src/files/xml-file.ts';
import { readMarkup } from '../../src/payload/markup/markup.ts';
import { drain } from '../fuzz/growth/entry.ts';

export interface Outcome {
  /** Each wrong document, with its results. The test expects none. */
  wrong: string[];
  /** The number of URLs with each destination on the page, by place. */
  seen: Record<string, number>;
}

provide({ markup: treeOfMarkup, viewer: viewerOf });

type Namespace = 'html' | 'svg' | 'math' | 'other';
const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
  other: 'urn:x',
};

const names = {
  html: (
    'a applet area audio base bgsound blockquote body button col command del div embed fencedframe form frame head ' +
    'html iframe image img input ins link menuitem meta object p param q script source table td track video x-y'
  ).split(' '),
  svg: (
    'a animate animateMotion animateTransform feImage feimage image img iframe linearGradient path pattern rect ' +
    'script set source textPath use video'
  ).split(' '),
  math: 'a annotation img mglyph mi mrow mtable'.split(' '),
  other: ['a', 'img', 'image'],
};
const voidElements = new Set(
  'area base bgsound col command embed frame image img input link meta param source track'.split(' '),
);
/** The elements around the content, and the namespace of the content. */
const surroundings: [around: [Namespace, string][], content: Namespace][] = [
  [[], 'html'],
  ...['picture', 'audio', 'video', 'object', 'form', 'map', 'div'].map(
    (name): [[Namespace, string][], Namespace] => [[['html', name]], 'html'],
  ),
  [
    [
      ['html', 'table'],
      ['html', 'tbody'],
      ['html', 'tr'],
    ],
    'html',
  ],
  [[['svg', 'svg']], 'svg'],
  ...['a', 'image', 'use', 'script', 'feImage', 'rect', 'pattern', 'audio'].map(
    (name): [[Namespace, string][], Namespace] => [
      [
        ['svg', 'svg'],
        ['svg', name],
      ],
      'svg',
    ],
  ),
  [
    [
      ['svg', 'svg'],
      ['svg', 'foreignObject'],
    ],
    'html',
  ],
  [[['math', 'math']], 'math'],
  [[['other', 'x']], 'other'],
];

const other = 'data-x marker SRC x:href x:src xlink:href xlink:src HREF onclick title'.split(' ');
/** The values of attributes that decide how another attribute is used. */
const deciding: Record<string, string[]> = {
  'http-equiv': ['refresh', 'Refresh', 'x'],
  attributeName: ['href', 'xlink:href', 'fill', 'HREF', 'mask'],
  attributename: ['href'],
  rel: ['icon', 'stylesheet', 'x preload', 'modulepreload', 'Manifest', 'next', 'prefetch', 'shortcut\ticon'],
  as: ['image', 'FONT', 'fetch', 'x'],
  download: ['', 'x'],
  id: ['own'],
};
const targets = ['#before', '#after', '#none', '#%62efore', '#own', ''];

type Write = (url: () => string) => string;
const forms: Write[] = [
  (url) => url(),
  (url) => ` \t${url()}`,
  (url) => url().replace('data', 'dA\tta'),
  (url) => `${url()} ${url()}`,
  (url) => `${url()} 1x, ${url()} 2x`,
  (url) => `${url()}; ${url()}`,
  (url) => `0; url='${url()}'`,
  (url) => `url(${url()})`,
  (url) => `url("${url()}"); url(${url()})`,
  (url) => `background: url(${url()}); --x: url('${url()}')`,
  (url) => `fill: url(${url().replace('data', '\\64 ata').replace(':', '\\3a ')})`,
];

type Attribute = [name: string, write: Write];
const form = fc.oneof({ weight: 2, arbitrary: fc.constant(forms[0] as Write) }, fc.constantFrom(...forms));
/**
 * Returns the attributes that the table lists for an element. Generated elements have these attributes more often than
 * others.
 */
const namesFor = (namespace: Namespace, name: string): string[] => {
  const view: ElementView = {
    namespace: namespaces[namespace],
    name,
    parent: null,
    isFramed: false,
    attribute: () => 'refresh:',
    byId: () => null,
  };
  // Without `xlink:href`, elements of unknown XML would have no URL attribute.
  return [...urlAttributes(), 'xlink:href'].filter(
    (each) => each === 'style' || urlUseOf(view, each) !== null,
  );
};
const attributeOf = (names: string[]): fc.Arbitrary<Attribute> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...names), form) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...urlAttributes(), ...other), form) },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...Object.keys(deciding))
        .chain((name) =>
          fc.constantFrom(...(deciding[name] ?? [])).map((value): Attribute => [name, () => value]),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('href', 'xlink:href'), fc.constantFrom(...targets))
        .map(([name, value]): Attribute => [name, () => value]),
    },
  );

/**
 * Attributes by element name. Half of the elements with that name get these attributes, because they determine the
 * meaning of other attributes.
 */
const presets: Record<string, Attribute[]> = {
  animate: [['attributeName', () => 'href']],
  meta: [
    ['http-equiv', () => 'refresh'],
    ['content', (url) => `0; url='${url()}'`],
  ],
  set: [['attributeName', () => 'href']],
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\t', '&#9;');

interface Case {
  text: string;
  isXml: boolean;
}

const arbitraryCase: fc.Arbitrary<Case> = fc
  .constantFrom(...surroundings)
  .chain(([around, content]) =>
    fc.constantFrom(...names[content]).chain((name) =>
      fc.record({
        around: fc.constant(around),
        content: fc.constant(content),
        name: fc.constant(name),
        isXml: fc.boolean(),
        isQuoted: fc.boolean(),
        target: fc.constantFrom('a', 'image', 'use', 'script', 'feImage', 'rect'),
        isBefore: fc.boolean(),
        attributes: fc.array(
          attributeOf(namesFor(content, name === 'image' && content === 'html' ? 'img' : name)),
          { minLength: 1, maxLength: 6 },
        ),
      }),
    ),
  )
  .map(({ around, content, name, isXml, isQuoted, target, isBefore, attributes }) => {
    let number = 0;
    const url = () => `data:image/png,${++number}.`;
    const all = new Map<string, string>();
    for (const [attribute, write] of [...((isBefore && presets[name]) || []), ...attributes]) {
      const key = isXml ? attribute : attribute.toLowerCase();
      if (!all.has(key)) all.set(key, `${attribute}="${escaped(write(url))}"`);
    }
    const start = (namespace: Namespace, name: string) =>
      isXml ? `<${name} xmlns="${namespaces[namespace]}"` : `<${name}`;
    const isVoid = !isXml && content === 'html' && voidElements.has(name);
    const element = `${start(content, name)} ${[...all.values()].join(' ')}>${isVoid ? '' : `</${name}>`}`;
    const sibling =
      content === 'svg' ? `${start('svg', target)} id="${isBefore ? 'before' : 'after'}"></${target}>` : '';
    const inner = isBefore ? sibling + element : element + sibling;
    const body = around.reduceRight(
      (text, [namespace, tag]) => `${start(namespace, tag)}>${text}</${tag}>`,
      inner,
    );
    if (isXml)
      return {
        isXml,
        text: `<html xmlns="${namespaces.html}" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:x="urn:x"><body>${body}</body></html>`,
      };
    const isPlain =
      around.every(([, tag]) => tag !== 'table') && !/<(?:html|head|body|frame|td|col)\b/.test(body);
    return {
      isXml,
      text: `<!doctype html><body>${isQuoted && isPlain ? `<noscript>${body}</noscript>` : body}`,
    };
  });

type Row = [written: string, place: string, element: string, name: string, destination: string];

function onPage({ text, isXml }: Case): Row[] {
  const rows: Row[] = [];
  const type = isXml ? 'application/xhtml+xml' : 'text/html';
  const listener = {
    found({ element }: { element: Element }, urls: Iterable<Record<string, unknown>>) {
      for (const { written, place, name, destination } of urls)
        rows.push([written, place, element.localName, name, destination] as Row);
      return [];
    },
    knows: () => false,
    unreachable() {},
    frame() {},
    load: async <Part>() => treeOfMarkup as Part,
  } as unknown as Parameters<typeof walk>[1];
  drain(walk(new DOMParser().parseFromString(text, type), listener));
  return rows;
}

function inFile({ text, isXml }: Case): Row[] {
  const all = isXml ? findInXml(text) : findInHtml(text).found;
  return all.map(({ written, place, element, name, destination }) => [
    written,
    place,
    element,
    name,
    destination,
  ]);
}

const shape = {
  charset: 'utf-8',
  bom: null,
  lines: 1,
  longestLine: 0,
  undecodable: 0,
  firstUndecodable: null,
};
const inBody = ({ text, isXml }: Case) =>
  readMarkup(text, isXml ? 'xml' : 'html', shape).references.first.filter(({ kind }) => kind === 'data');

const numberOf = (written: string) => /,(\d+)\./.exec(written)?.[1] ?? written;
const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();

/** Describes the difference between the results for a document. Returns null if there is none. */
function objection(one: Case, page: readonly Row[]): string | null {
  const [walked, scanned] = [sorted(page), sorted(inFile(one))];
  if (walked.join() !== scanned.join()) return `page: ${walked}\n  file: ${scanned}`;
  const body = inBody(one);
  const destinations = new Map(body.map(({ written, destination }) => [numberOf(written), destination]));
  for (const [written, place, , , destination] of page) {
    const inThatBody = destinations.get(numberOf(written));
    // Scans of bodies do not list URLs quoted in CSS or in attributes that are not URLs, nor addresses that were only
    // intended as data: URLs.
    const isLeftOut = place === 'other-attribute' || place === 'text' || !isDataUrl(written);
    if (inThatBody === undefined && isLeftOut) continue;
    // The page itself is the top-level document, but a body is in a frame, where a refresh counts as an iframe.
    const there = place === 'meta-refresh' ? 'iframe' : destination;
    if (inThatBody !== there) return `page: ${walked}\n  body: ${inThatBody} for ${written}`;
  }
  const known = new Set(page.map(([written]) => numberOf(written)));
  const extra = body.find(
    ({ written, destination }) => !known.has(numberOf(written)) && destination !== 'none',
  );
  return extra ? `body: ${extra.destination} for ${extra.written}, not on the page` : null;
}

function run(numRuns: number, seed: number): Outcome {
  const outcome: Outcome = { wrong: [], seen: {} };
  for (const one of fc.sample(arbitraryCase, { numRuns, seed })) {
    const page = onPage(one);
    for (const [, place, , , destination] of page) {
      const key = `${place} ${destination}`;
      outcome.seen[key] = (outcome.seen[key] ?? 0) + 1;
    }
    const wrong = objection(one, page);
    if (wrong !== null && outcome.wrong.length < 20) outcome.wrong.push(`${one.text}\n  ${wrong}`);
  }
  return outcome;
}

const { searchParams } = new URL(location.href);
// The browser's driver waits for the page to load.
addEventListener('load', () =>
  setTimeout(() => {
    let answer: Outcome;
    try {
      answer = run(Number(searchParams.get('cases')), Number(searchParams.get('seed')));
    } catch (error) {
      answer = { wrong: [error instanceof Error ? `${error.stack}` : String(error)], seen: {} };
    }
    void fetch('/outcome', { method: 'POST', body: JSON.stringify(answer) });
  }),
);
