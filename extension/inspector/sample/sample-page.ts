/** The data: URLs of a fictional page, with one example of everything that occurs in real pages. */
import type { CspPolicy } from '../../../src/csp/csp.ts';
import { utf8Length } from '../../../src/data-url/pieces.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { badge, font, landscape, stripes } from './sample-files.ts';

export const page = { url: 'https://shop.example/', title: 'Sample shop', frames: 2 };

export const policies: readonly CspPolicy[] = [
  { source: 'meta', text: "frame-src 'none'", reportOnly: false, frame: page.url },
];

export interface SampleUrl {
  written: string;
  occurrences: Occurrence[];
}

type Use = Pick<Occurrence, 'element' | 'name' | 'selector' | 'destination'> & Partial<Occurrence>;

function sample(written: string, ...uses: readonly Use[]): SampleUrl {
  const cost = utf8Length(written);
  return {
    written,
    occurrences: uses.map((use) => ({ frame: page.url, place: 'attribute', inert: false, cost, ...use })),
  };
}

const image = (selector: string): Use => ({
  element: 'img',
  name: 'src',
  selector,
  destination: 'image',
});
const inSheet = (name: string, destination: Use['destination']): Use => ({
  element: 'style',
  name,
  selector: 'head > style',
  destination,
  place: 'stylesheet',
});

const svg = (content: string, attributes = 'viewBox="0 0 48 48"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const svgUrl = (text: string): string => `data:image/svg+xml,${encodeURIComponent(text)}`;

const leaf = svg(
  '<path fill="#1f7a4d" d="M8 40C6 18 20 8 42 6c0 24-12 36-30 32 6-12 12-18 20-22-10 3-18 11-24 24z"/>',
);
const cart = svg(
  '<path fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round" d="M4 8h8l6 24h20l6-18H14"/><circle cx="20" cy="40" r="3" fill="#fff"/><circle cx="36" cy="40" r="3" fill="#fff"/>',
);
const stamp = svg('<circle cx="24" cy="24" r="20" fill="#c2410c"/>');
const map = JSON.stringify({
  version: 3,
  file: 'shop.js',
  sources: ['src/cart.ts'],
  sourcesContent: ['export const total = (prices: number[]) => prices.reduce((a, b) => a + b, 0);\n'],
  names: [],
  mappings: 'AAAO',
});

export const sampleUrls = (): SampleUrl[] => [
  // Three copies of a large picture in an uncompressed format.
  sample(
    `data:image/bmp;base64,${landscape()}`,
    image('#hill'),
    image('.offers > img'),
    image('footer > img'),
  ),
  // A picture that delays the first paint, like everything in a style sheet.
  sample(`data:image/bmp;base64,${stripes()}`, inSheet('background-image', 'image')),
  sample(`data:font/ttf;base64,${font}`, { ...inSheet('src', 'font'), face: 'Sample Sans' }),
  // A white icon in base64, although text does not need base64.
  sample(`data:image/svg+xml;base64,${btoa(cart)}`, image('#cart'), inSheet('mask-image', 'image')),
  // A picture without any problem.
  sample(svgUrl(leaf), image('#logo')),
  sample(
    svgUrl(
      svg(`${stamp.replace(/<\/?svg[^>]*>/g, '')}<image href="${svgUrl(leaf)}" width="48" height="48"/>`),
    ),
    image('#seal'),
  ),
  // A picture whose declared type is wrong.
  sample(`data:image/jpeg;base64,${badge}`, image('#badge')),
  // A picture that is cut off, and a picture with a character that is not allowed in base64.
  sample(`data:image/png;base64,${badge.slice(0, 420)}`, image('#half')),
  sample(`data:image/png;base64,${badge.slice(0, 40)}*${badge.slice(41)}`, image('#banner')),
  // A document that is dangerous and disallowed by default.
  sample('data:text/html,<title>Offer</title><script>parent.postMessage(document.title)</script>', {
    element: 'iframe',
    name: 'src',
    selector: '#offer',
    destination: 'iframe',
  }),
  sample("data:text/javascript,document.cookie='seen=1'", {
    element: 'script',
    name: 'src',
    selector: 'head > script',
    destination: 'script',
  }),
  // A text without a charset: it is decoded as US-ASCII or windows-1252, which is not what the author intended.
  sample('data:text/plain,Gr%C3%BC%C3%9Fe aus dem Sample-Shop', {
    element: 'a',
    name: 'href',
    selector: '#greeting',
    destination: 'document',
  }),
  sample(`data:application/json;base64,${btoa(map)}`, {
    element: 'script',
    name: 'sourceMappingURL',
    selector: 'body > script',
    destination: 'none',
    place: 'script',
  }),
  sample('data:text/css,.sale{color:%23b91c1c}', {
    element: 'link',
    name: 'href',
    selector: 'head > link',
    destination: 'style',
  }),
];
