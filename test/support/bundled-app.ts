/**
 * Builds the app in `test/pages/bundled-app` from its `source` as bundlers do: pictures, fonts and a sound are inlined.
 * Run directly, this file rebuilds the app. The expected data: URLs are searched for in the built files.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../src/cli/project.ts';
import { rulePath, sheetName } from '../../src/report/css-place.ts';
import type { Report } from '../../src/report/report.ts';

export const appFolder = path.join(root, 'test/pages/bundled-app');
const source = path.join(appFolder, 'source');
const inlined = ['.jpg', '.png', '.svg', '.wav', '.woff2'];

const sourceOf = (file: string): Buffer => readFileSync(path.join(source, file));
const percentUrl = (file: string): string =>
  `data:image/svg+xml,${encodeURIComponent(sourceOf(file).toString())}`;

/** Builds the app, and returns its files by their paths in the app's folder. */
export async function buildApp(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: source,
    entryPoints: [{ in: 'main.js', out: 'index' }],
    outdir: 'built',
    entryNames: 'assets/[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    loader: Object.fromEntries(inlined.map((extension) => [extension, 'dataurl'])),
    write: false,
    logLevel: 'error',
  });
  const files = new Map(
    outputFiles.map((file) => [path.relative(path.join(source, 'built'), file.path), file.text]),
  );
  const named = (pattern: RegExp) => [...files.keys()].find((name) => pattern.test(name)) ?? '';
  const page = sourceOf('index.html')
    .toString()
    .replace('icons/favicon.svg', () => percentUrl('icons/favicon.svg'))
    .replace(
      'main.js"></script>',
      `./${named(/js$/)}"></script>\n    <link rel="stylesheet" href="./${named(/css$/)}">`,
    );
  return files.set('index.html', page);
}

interface Expected {
  /** The file that the data: URL contains, or the body in the source; null if no decoded body is expected. */
  body: string | null;
  type: string | null;
  /** The elements and the rules that contain the data: URL, in order. */
  elements?: string[];
  rules?: string[];
  /** The state of the occurrences in elements. Default: `loaded`. */
  state?: string;
  findings?: string[];
}

const svg = 'image/svg+xml';
const font = { type: 'font/woff2', rules: ['@font-face'], findings: ['inline-font'] };
const product = { type: 'image/png', elements: ['img'] };
const wide = '@media (min-width: 1px) ›';

/** The expected data: URLs by name. The names come from the sources. */
const expected: Record<string, Expected> = {
  none: {
    ...{ body: 'icons/favicon.svg', type: svg, elements: ['link'] },
    ...{ state: 'unknown', findings: ['over-escaped'] },
  },
  Lumen: { body: 'icons/logo.svg', type: svg, elements: ['img'], rules: ['@media print › .hero'] },
  'Pendant lamp': {
    ...{ body: 'pictures/pendant-lamp.jpg', type: 'image/jpeg' },
    ...{ elements: ['img', 'img'], rules: ['.cart-empty', '.hero'], findings: ['large-in-css-gzipped'] },
  },
  'Desk lamp': { body: 'pictures/desk-lamp.png', ...product },
  Armchair: { body: 'pictures/armchair.png', ...product },
  Stool: { body: 'pictures/stool.png', ...product },
  'Trusted shop': {
    ...{ body: 'icons/badge.svg', type: svg },
    ...{ elements: ['img'], findings: ['active-content-idle'] },
  },
  'Oak and Sons': {
    ...{ body: null, type: null, elements: ['img'] },
    ...{ state: 'not-shown', findings: ['base64-character'] },
  },
  'Print the receipt': {
    ...{ body: '<h1>Receipt</h1><script>print()</script>', type: 'text/html', elements: ['a'] },
    ...{ state: 'not-requested', findings: ['active-content'] },
  },
  '#added': {
    ...{ body: 'added.wav', type: 'audio/wave', elements: ['audio'] },
    ...{ state: 'blocked', findings: ['unloadable-not-a-media-type'] },
  },
  'Lumen Stars': { body: 'fonts/stars-regular.woff2', ...font },
  'Lumen Stars 700': { body: 'fonts/stars-bold.woff2', ...font },
  '--tick': { body: 'icons/tick.svg', type: svg, rules: [':root'] },
  '.icon-cart': {
    ...{ body: 'icons/cart.svg', type: svg },
    rules: ['.buy::before', '.icon-cart', `${wide} @supports (display: grid) › nav .icon-cart`],
  },
  '.icon-heart': { body: 'icons/heart.svg', type: svg, rules: ['.icon-heart'] },
  '.icon-search': { body: 'icons/search.svg', type: svg, rules: [`${wide} .icon-search`] },
  '.sale::after': {
    body: "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><path fill='",
    ...{ type: svg, rules: ['.sale::after'], findings: ['fragment-cuts-body'] },
  },
};

/** The names of the rows. A data: URL without a name is listed by its kind. */
export const namesOfApp = Object.keys(expected).map((name) => (name === 'none' ? 'SVG image' : name));
const sizeOf = (body: string | null): number | null =>
  body === null || body.startsWith('<') ? (body?.length ?? null) : sourceOf(body).length;

/** Checks a Report of the app against its sources. */
export function checkApp(report: Report): void {
  const found = report.dataUrls.map(({ name, size, essence, occurrences, findings }) => {
    const inRules = occurrences.filter(({ place }) => place === 'stylesheet');
    for (const each of inRules) {
      assert.match(sheetName(each), /^index-\w+\.css$/);
      const isCut = findings.some(({ messageId }) => messageId === 'fragment-cuts-body');
      // Nothing shows whether an image in a rule is drawn for an element.
      const ofSound = each.conditions?.includes('@media print') ? 'not-requested' : 'unknown';
      const ofImage = isCut ? 'refused' : ofSound;
      assert.equal(each.state?.kind, each.destination === 'font' ? 'loaded' : ofImage);
    }
    const [state, ...others] = new Set(
      occurrences.filter((each) => !inRules.includes(each)).map((each) => each.state?.kind),
    );
    assert.deepEqual(others, []);
    const elements = occurrences.filter(({ place }) => place === 'attribute').map((each) => each.element);
    return [
      name?.text ?? 'none',
      {
        ...{ size, type: essence, elements, rules: inRules.map(rulePath).sort(), state },
        findings: findings.map(({ messageId }) => messageId),
      },
    ] as const;
  });
  const wanted = Object.entries(expected).map(([name, { body, elements, rules, state, findings, type }]) => [
    name,
    {
      ...{ size: sizeOf(body), type, elements: elements ?? [], rules: rules ?? [] },
      ...{ state: elements ? (state ?? 'loaded') : undefined, findings: findings ?? [] },
    },
  ]);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(wanted));
  assert.equal(found.length, wanted.length);
  const pageFindings = report.findings.map(({ messageId }) => messageId);
  assert.deepEqual(pageFindings, ['csp-blocks', 'render-blocking', 'duplicates']);

  // The page's cost is the sum over all occurrences, because the app writes its data: URLs unchanged into the document.
  const lengths = report.dataUrls.map(({ length, occurrences }) => [length, occurrences.length] as const);
  const sum = (of: (length: number, count: number) => number) =>
    lengths.reduce((total, [length, count]) => total + of(length, count), 0);
  const { dataUrls, occurrences, cost, copiesCost, findings } = report.totals;
  assert.deepEqual(
    { dataUrls, occurrences, cost, copiesCost, findings },
    {
      ...{ dataUrls: wanted.length, occurrences: sum((_, count) => count) },
      ...{
        cost: sum((length, count) => length * count),
        copiesCost: sum((length, count) => length * (count - 1)),
      },
      findings: { error: 3, warning: 4, info: 5 },
    },
  );
}

/** Returns the positions in the built sheet at which data: URLs begin: `line:column`, from 1, in order. */
export async function positionsInSheet(): Promise<string[]> {
  const files = [...(await buildApp())];
  const [, css = ''] = files.find(([name]) => name.endsWith('.css')) ?? [];
  return [...css.matchAll(/data:/g)].map(({ index }) => {
    const lines = css.slice(0, index).split('\n');
    return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
  });
}

/** Returns the positions in a Report, in the form of `positionsInSheet`. */
export const positionsIn = ({ dataUrls }: Report): string[] =>
  dataUrls
    .flatMap(({ occurrences }) => occurrences.filter(({ place }) => place === 'stylesheet'))
    .map(({ line = 0, column = 0 }) => ({ line, column }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column }) => `${line}:${column}`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rm(path.join(appFolder, 'assets'), { recursive: true, force: true });
  await mkdir(path.join(appFolder, 'assets'));
  for (const [name, text] of await buildApp()) await writeFile(path.join(appFolder, name), text);
}
