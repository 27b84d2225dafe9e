/** Pages that draw image files with nested data: URLs, in every possible way, and these files. */
import type { Route, Served } from './serve.ts';

const base64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = `data:image/png;base64,${base64}`;
const pixel = Buffer.from(base64, 'base64');

/**
 * Returns an SVG file with a data: URL in a symbol, and with other parts that a document can use.
 *
 * @param name the name of the file, which is added to the data: URL
 */
export const drawing = (name: string): string => {
  const image = `<image href="${picture.replace(';', `;m=${name};`)}" width="9" height="9"/>`;
  const parts = ['symbol', 'pattern', 'marker', 'mask', 'clipPath'].map(
    (part) =>
      `<${part} id="${part}" width="9" height="9">${part === 'symbol' ? image : '<rect width="9" height="9"/>'}</${part}>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${parts.join('')}<filter id="filter"><feFlood/></filter><use href="#symbol"/></svg>`;
};

const rect = (attribute: string) => `<svg><rect width="9" height="9" ${attribute}/></svg>`;
const box = (style: string) => `<div style="width:9px;height:9px;${style}"></div>`;

/** The markup that draws a file, by the name of the way. */
export const ways: Record<string, (file: string) => string> = {
  use: (file) => `<svg><use href="${file}#symbol"/></svg>`,
  xlink: (file) => `<svg><use xlink:href="${file}#symbol"/></svg>`,
  image: (file) => `<svg><image href="${file}" width="9" height="9"/></svg>`,
  feImage: (file) =>
    `<svg><filter id="f"><feImage href="${file}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  fill: (file) => rect(`fill="url(${file}#pattern)"`),
  stroke: (file) => rect(`stroke="url('${file}#pattern')"`),
  filter: (file) => rect(`filter="url(${file}#filter)"`),
  mask: (file) => rect(`mask="url(${file}#mask)"`),
  clip: (file) => rect(`clip-path="url(${file}#clipPath)"`),
  marker: (file) => `<svg><path d="M0 0L9 9" marker-end="url(${file}#marker)"/></svg>`,
  img: (file) => `<img alt="" src="${file}">`,
  srcset: (file) => `<picture><source srcset="${file} 1x"><img alt="" src="data:,x"></picture>`,
  input: (file) => `<input type="image" alt="" src="${file}">`,
  poster: (file) => `<video poster="${file}"></video>`,
  style: (file) => box(`background:URL(${file})`),
  set: (file) => box(`background:image-set('${file}' 1x)`),
  escaped: (file) => box(`background:u\\72 l(${file})`),
  variable: (file) => `<style>#v{--v:u\\72 l(${file});background:var(--v)}</style><div id="v">x</div>`,
  animation: (file) =>
    `${box('')}<script>document.currentScript.previousSibling.animate({ backgroundImage: Array(2).fill('url(${file})') }, 1e9);</script>`,
  content: (file) => `<style>#c::before{content:url("${file}")}</style><div id="c"></div>`,
  nested: (file) =>
    `<style>@media all{#n{color:red;&{list-style-image:url(${file})}}}</style><li id="n"></li>`,
  shadow: (file) => `<div><template shadowrootmode="closed"><img alt="" src="${file}"></template></div>`,
};

/**
 * Returns a page that draws files in every way.
 *
 * @param file returns the address of the file for a way
 */
export const drawingPage = (file: (way: string) => string, script = ''): string =>
  `<!doctype html><title>Files</title>${Object.entries(ways)
    .map(([way, draw]) => draw(file(way)))
    .join('\n')}<script>onload=()=>{${script};document.body.id='loaded'}</script>`;

/** Adds the files for all ways to a server's routes. */
export function addDrawings(
  { routes }: Served,
  folder: string,
  headers: Record<string, string>,
  ending = '.svg',
): void {
  for (const way of Object.keys(ways))
    routes.set(`/${folder}/${way}${ending}`, {
      headers: { 'content-type': 'image/svg+xml', ...headers },
      body: drawing(way),
    });
}

/**
 * Returns files that are scanned or reported as unread for reasons that `ways` does not cover, and files that are
 * neither scanned nor reported.
 */
export function otherFiles({ otherOrigin, url }: Pick<Served, 'otherOrigin' | 'url'>): {
  routes: Record<string, Route>;
  expected: string[];
} {
  const svg = { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=600' };
  const utf16 = Buffer.from(`\ufeff${drawing('utf16')}`, 'utf16le');
  return {
    routes: {
      '/picture.png': { headers: { 'cache-control': 'no-store' }, body: pixel },
      '/picture': { headers: { 'content-type': 'image/png', 'cache-control': 'no-store' }, body: pixel },
      '/utf16.svg': { headers: svg, body: utf16 },
      '/latin1.svg': {
        headers: svg,
        body: Buffer.from(`<?xml version="1.0" encoding="latin1"?>${drawing('é')}`, 'latin1'),
      },
      '/other.svg': drawing('other'),
      // A response that never ends, like a webcam's.
      '/stream': (_request, response) => {
        response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace;boundary=B' });
        response.write(`--B\r\ncontent-type: image/svg+xml\r\n\r\n${drawing('stream')}\r\n--B\r\n`);
        return undefined;
      },
      // Scripts get a different response.
      '/turned': ({ headers }) => ({
        headers: {
          'content-type': headers['sec-fetch-dest'] === 'image' ? 'image/svg+xml' : 'image/png',
          'cache-control': 'no-store',
        },
        body: drawing('turned'),
      }),
      '/framed.svg': drawing('framed'),
      '/fetched.svg': drawing('fetched'),
    },
    expected: [...['/utf16.svg', '/latin1.svg', '/turned', '/stream'].map(url), `${otherOrigin}/other.svg`],
  };
}

/**
 * Returns a page that loads `otherFiles`. Its body gets the id `loaded` when everything except the stream has loaded.
 */
export const otherFilesPage = ({ otherOrigin }: Served): string => `<!doctype html><title>Files</title>
<img alt="" src="/picture.png"><img alt="" src="/picture"><img alt="" src="/utf16.svg"><img alt="" src="/latin1.svg">
<img alt="" src="${otherOrigin}/other.svg"><img alt="" src="${otherOrigin}/picture"><svg><use href="#own"/><rect fill="url(#own)"/></svg>
<style>@font-face{font-family:x;src:url(/none.woff)}@namespace s url(http://www.w3.org/2000/svg);p{mask:url(#own)}</style>
<img alt="" src="/turned"><img id="blob" alt=""><img alt="" src="/stream"><iframe></iframe><script>
  const written = document.querySelector('iframe').contentDocument;
  written.write('<p>No file became this document.');
  written.close();
  const file = new Blob([${JSON.stringify(drawing('blob')).replaceAll('data:', 'da\\x74a:').replaceAll('</', '<\\/')}], { type: 'image/svg+xml' });
  window.blob = URL.createObjectURL(file);
  const image = document.querySelector('#blob');
  image.src = blob;
  Promise.all([
    fetch('/fetched.svg').then((answer) => answer.text()),
    ...Array.from(document.images).slice(0, -1).map((each) => each.decode().catch(() => {})),
  ]).then(() => fetch('/turned')).then(() => { document.body.id = 'loaded'; });
</script>`;

/**
 * Returns all requests after the first `before` ones, except those for a page's icon, which browsers may fetch at any
 * time.
 */
export const requestedAfter = ({ requests }: Served, before: number): string[] =>
  requests.slice(before).filter((path) => path !== '/favicon.ico');

/**
 * Adds files that `object` and `embed` elements show. Chromium shows those of `images` without a document.
 *
 * @returns the body of their page, and the addresses that must be named as not scanned in Chromium
 */
export function addEmbedded({ routes, url }: Pick<Served, 'routes' | 'url'>): {
  body: string;
  images: string[];
} {
  const uncached = (type: string) => ({ 'content-type': type, 'cache-control': 'no-store' });
  const images: string[] = [];
  let count = 0;
  const add = (path: string, type: string, body: string | Buffer) => {
    routes.set(path, { headers: uncached(type), body });
    return path;
  };
  const drawn = (ending: string, markup: (file: string) => string) => {
    const path = add(`/embedded${++count}${ending}`, 'image/svg+xml', drawing(`drawn${count}`));
    images.push(url(path));
    return markup(path);
  };
  const document = (ending: string, markup: (file: string) => string) =>
    markup(add(`/embedded${++count}${ending}`, 'image/svg+xml', drawing(`document${count}`)));
  const object = (file: string) => `<object data="${file}"></object>`;
  const embed = (file: string) => `<embed src="${file}">`;
  const typed = (type: string) => [
    (file: string) => `<object type="${type}" data="${file}"></object>`,
    (file: string) => `<embed type="${type}" src="${file}">`,
  ];
  const body = [
    ...['.png', '.PNG', '.jpg', '.pjpeg', '.gif', '.webp', '.xbm'].map((ending) => drawn(ending, object)),
    ...['.png', '.bmp', '.ico', '.avif'].map((ending) => drawn(ending, embed)),
    ...['image/png', 'IMAGE/GIF'].flatMap((type) =>
      typed(type).flatMap((markup) => [drawn('.svg', markup), drawn('', markup), drawn('.html', markup)]),
    ),
    ...typed('').map((markup) => drawn('.png', markup)),
    ...[object, embed].flatMap((markup) => [document('.svg', markup), document('', markup)]),
    ...typed('image/svg+xml').map((markup) => document('.png', markup)),
    ...[object, embed].flatMap((markup) => [
      markup(add('/raster.png', 'image/png', pixel)),
      markup(add('/raster', 'image/png', pixel)),
      markup(add('/page.html', 'text/html', '<p>page')),
      markup(add('/page.xhtml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>')),
      markup('/missing'),
    ]),
    '<object type="application/x-shockwave-flash" data="/film.swf">none</object>',
    // Files that are not loaded.
    '<object data="/page.html"><embed src="/fallback.png"></object><div hidden><embed src="/hidden.png"></div>',
  ];
  return { body: `<!doctype html><title>Embedded</title>${body.join('')}`, images: images.sort() };
}
