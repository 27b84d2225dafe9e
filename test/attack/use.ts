/** SVG use elements that refer to a data: URL (CVE-2023-5631), in documents that report what they drew. */

/** The widths of the use elements' drawings in CSS pixels, after an image with the same kind of URL was decoded. */
export interface Widths {
  image: boolean;
  own: number;
  data: number;
}

/** The data: URL to which the use element refers. */
export const inUse =
  "data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' width='50' height='50'><rect width='50' height='50'/></svg>";

/** Two animation frames after the image was decoded, any drawing that a use element loads would also be present. */
const script = `onload = async () => {
  const width = (id) => document.getElementById(id).getBBox().width;
  const image = new Image();
  image.src = document.getElementById('data').getAttribute('href').split('#')[0];
  const isLoaded = await image.decode().then(() => true, () => false);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  parent.postMessage({ image: isLoaded, own: width('own'), data: width('data') }, '*');
}`;

const uses = (url: string) =>
  `<rect id="r" width="30" height="30"/><use id="own" href="#r"/><use id="data" href="${url}#x"/>`;

const svgOf = (url: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${uses(url)}`;

const base64 = `data:image/svg+xml;base64,${btoa(inUse.slice(inUse.indexOf(',') + 1))}`;

const markup: readonly [type: string, text: string][] = [inUse.replaceAll('<', '&lt;'), base64].flatMap(
  (url) => [
    ['text/html', `<!doctype html>${svgOf(url)}</svg><script>${script}</script>`],
    [
      'image/svg+xml',
      `${svgOf(url)}<script>${script.replaceAll('=>', '=&gt;').replace('new Image()', "document.createElementNS('http://www.w3.org/1999/xhtml', 'img')")}</script></svg>`,
    ],
    [
      'application/xhtml+xml',
      `<html xmlns="http://www.w3.org/1999/xhtml"><body>${svgOf(url)}</svg><script>${script.replaceAll('=>', '=&gt;')}</script></body></html>`,
    ],
  ],
);

export const documents: string[] = markup.map(([type, text]) => `data:${type},${encodeURIComponent(text)}`);
