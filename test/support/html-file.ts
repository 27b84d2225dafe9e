/** Writes an HTML report to disk. Except for `onDisk`, the functions run in a browser that shows the report. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * Writes the report into its own folder, which is deleted at the end of the test.
 *
 * @returns the report's file: URL
 */
export async function onDisk(test: TestContext, html: string | Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-html-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'report.html');
  await writeFile(file, html);
  return pathToFileURL(file).href;
}

export interface Shown {
  /** The color in the middle of each picture, by the name of the row. */
  colors: Record<string, number[] | null>;
  scripts: number;
  requests: string[];
  direction: string;
  /** Whether the report's style sheet applies. */
  isStyled: boolean;
  boxes: number;
}

/** Returns the contents of an opened report, whose own policy must allow its pictures. */
export async function shownIn(): Promise<Shown> {
  const colors: Shown['colors'] = {};
  for (const row of document.querySelectorAll('tbody tr')) {
    const name = row.querySelector('.name')?.textContent ?? '';
    const href = row.querySelector('image')?.getAttribute('href') ?? null;
    colors[name] = null;
    if (href === null) continue;
    const image = new Image();
    image.src = href;
    await image.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
    colors[name] = Array.from(context?.getImageData(0, 0, 1, 1).data ?? []);
  }
  return {
    colors,
    scripts: document.scripts.length,
    requests: performance.getEntriesByType('resource').map(({ name }) => name.slice(0, 100)),
    direction: document.documentElement.dir,
    isStyled: getComputedStyle(document.querySelector('main') as Element).maxWidth === '1080px',
    boxes: document.querySelectorAll('.treemap rect').length,
  };
}

/**
 * Tries everything that a report must not do.
 *
 * @returns the directives that blocked the attempts, each listed once
 */
export async function stoppedIn(): Promise<string[]> {
  const stopped = new Set<string>();
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    stopped.add(effectiveDirective),
  );
  const add = (name: string, attributes: Record<string, string>, text = '') => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    document.body.append(element);
  };
  add('script', {}, 'document.title = "ran"');
  add('img', { src: 'http://127.0.0.1:9/x.png' });
  add('style', {}, '* { color: red }');
  add('iframe', { src: 'data:text/html,x' });
  add('base', { href: 'http://127.0.0.1:9/' });
  while (stopped.size < 5) await new Promise((resolve) => requestAnimationFrame(resolve));
  return [...stopped].sort();
}

/** Returns a green 40×20 BMP picture. */
function greenPicture(): string {
  const [width, height] = [40, 20];
  const bytes = Buffer.alloc(54 + width * height * 3);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  for (const [offset, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    bytes.writeUInt32LE(value, offset);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let at = 54; at < bytes.length; at += 3) bytes[at + 1] = 255;
  return `data:image/bmp;base64,${bytes.toString('base64')}`;
}
export const green = greenPicture();

const svg = (color: string) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='20'%3E%3Crect width='40' height='20' fill='%23${color}'/%3E%3C/svg%3E`;

/** A green picture twice, a blue one as SVG, and pictures that must not be drawn. */
export const picturePage = `<!doctype html><meta charset="utf-8"><title>Pictures \u202e&lt;script>alert(1)&lt;/script></title>
  <img id="raster" src="${green}"><img id="again" src="${green}">
  <img id="vector" src="${svg('00f')}">
  <iframe id="disallowed" src="${svg('f00')}"></iframe>
  <img id="damaged" src="data:image/png;base64,iVBORw0KGgo=">
  <a id="&quot;>&lt;script>alert(2)&lt;/script>" href="data:text/plain,x">x</a>`;

/** Checks the colors that a report of `picturePage` shows. Colors in WebP are not exact. */
export function assertPictures(colors: Shown['colors']): void {
  const isNear = (color: number[] | null | undefined, wanted: number[]) =>
    color?.every((value, n) => Math.abs(value - (wanted[n] ?? 0)) < 8);
  const { '#raster': raster, '#vector': vector, '#disallowed': disallowed, '#damaged': damaged } = colors;
  assert.ok(isNear(raster, [0, 255, 0, 255]), String(raster));
  assert.ok(isNear(vector, [0, 0, 255, 255]), String(vector));
  assert.equal(disallowed, null);
  assert.equal(damaged, null);
}
