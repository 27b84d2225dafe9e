/**
 * Builds the extension for each browser into dist/<target>/, ready to be loaded or zipped. The same source always
 * produces the same bytes.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { ArgumentError, commandLine, processArguments } from '../../src/cli/command-line.ts';
import { minimumVersion } from '../../src/cli/drivers/minimum-version.ts';
import { BuildError, root } from '../../src/cli/project.ts';
import { joinChunks } from './join-chunks.ts';
import { bundledPackages, noticesOf } from './licenses.ts';
import { languagesIn, messagesFor, withoutNotes } from './locales.ts';
import { type Manifest, manifestFor, type Target, targets } from './manifest.ts';
import { nativeBrowser } from './native-browser.ts';
import { preactWithoutHtml } from './preact-without-html.ts';
import { minifiedAgain } from './second-minifier.ts';
import { usedApis } from './used-apis.ts';
import { withoutChecks } from './without-checks.ts';
import { withoutCorrections } from './without-corrections.ts';
import { withoutIssues } from './without-issues.ts';
import { withoutTexts } from './without-texts.ts';

interface Entry {
  source: string;
  name: string;
  /**
   * Whether a second minifier processes esbuild's output, as it does for files that are loaded on every page or for
   * every scan.
   */
  isSmallest?: boolean;
}

/** Standalone scripts, each bundled into one file. */
const scripts: Entry[] = [
  { source: 'extension/content/main.ts', name: 'content', isSmallest: true },
  { source: 'extension/content/part-code.ts', name: 'code' },
  { source: 'extension/content/part-frames.ts', name: 'frames' },
  { source: 'extension/content/part-markup.ts', name: 'markup' },
  { source: 'extension/content/part-selection.ts', name: 'selection' },
  { source: 'extension/content/part-viewer.ts', name: 'viewer' },
  { source: 'extension/content/part-watch.ts', name: 'watch' },
  { source: 'extension/content/part-window.ts', name: 'window' },
  { source: 'extension/content/show.ts', name: 'show' },
  { source: 'extension/background/main.ts', name: 'background', isSmallest: true },
  { source: 'extension/ui/viewers/font-worker.ts', name: 'font-worker' },
  { source: 'extension/ui/viewers/format-worker.ts', name: 'format-worker' },
  { source: 'extension/ui/first-paint.ts', name: 'first-paint' },
  { source: 'extension/popup/first-script.ts', name: 'popup-start' },
];

/**
 * Pages: ES modules that share chunks and may load more of them when needed. The HTML file of each page has the same
 * name.
 */
const pages: Entry[] = [
  { source: 'extension/popup/popup.tsx', name: 'popup' },
  { source: 'extension/inspector/inspector.tsx', name: 'inspector' },
  { source: 'extension/devtools/devtools.ts', name: 'devtools' },
  { source: 'extension/devtools/panel.tsx', name: 'panel' },
  { source: 'extension/devtools/sidebar.tsx', name: 'sidebar' },
  { source: 'extension/options/options.tsx', name: 'options' },
  { source: 'extension/welcome/welcome.tsx', name: 'welcome' },
  { source: 'extension/learn/learn.tsx', name: 'learn' },
];

/** The style sheets that pages load before their own. */
const sharedStyles: Entry[] = [
  { source: 'extension/ui/ui.css', name: 'ui' },
  { source: 'extension/ui/view.css', name: 'view' },
  { source: 'extension/ui/opened.css', name: 'opened' },
];

/**
 * The joined files that the popup loads at startup: one that all pages share, one that all pages but DevTools' hidden
 * page share, and one with the rest.
 */
const joined = [
  { name: 'base', pages: ['devtools'] },
  { name: 'shared', pages: ['options', 'welcome', 'learn'] },
  { name: 'view', pages: ['popup'] },
];

/** The schema of an administrator's settings. */
const managedSchema = 'extension/managed-schema.json';

const htmlOf = (entry: Entry): string => path.join(path.dirname(entry.source), `${entry.name}.html`);

export interface BuildOptions {
  target: Target;
  /** The folder in which to build. Default: dist/<target> */
  outDir?: string;
  /** The folder of the project to build. Default: this project. Only tests set another one. */
  projectDir?: string;
}

export interface BuiltFile {
  name: string;
  size: number;
  gzip: number;
}

export interface Built {
  target: Target;
  outDir: string;
  files: BuiltFile[];
  metafiles: esbuild.Metafile[];
}

export async function build({ target, outDir, projectDir = root }: BuildOptions): Promise<Built> {
  const finalDir = path.resolve(outDir ?? path.join(projectDir, 'dist', target));
  const at = (file: string): string => path.join(projectDir, file);

  const needed = [
    'manifest.json',
    'package.json',
    ...scripts.map((entry) => entry.source),
    ...pages.flatMap((entry) => [entry.source, htmlOf(entry)]),
    'extension/_locales',
    'extension/icons',
    managedSchema,
    'LICENSE',
  ];
  const missing = needed.filter((file) => !existsSync(at(file)));
  if (missing.length > 0) throw new BuildError(`cannot build for ${target}: missing ${missing.join(', ')}`);

  const begun = new Date();
  // The extension is built in a separate folder and then moved, so that no browser loads a partially built extension.
  const workDir = `${finalDir}.building-${process.pid}`;
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  try {
    const metafiles = await bundle(target, projectDir, workDir);
    for (const entry of pages) {
      const html = await readFile(at(htmlOf(entry)), 'utf8');
      // Indentation and the optional slashes in the head are removed.
      await writeFile(
        path.join(workDir, `${entry.name}.html`),
        html.replace(/\n\s+/g, '\n').replaceAll(/(<(?:link|meta) [^>]*?) \/>/g, '$1>'),
      );
    }
    await cp(at('extension/icons'), path.join(workDir, 'icons'), { recursive: true });
    for (const language of languagesIn(projectDir)) {
      const folder = path.join(workDir, '_locales', language);
      await mkdir(folder, { recursive: true });
      const messages = withoutNotes(messagesFor(projectDir, language));
      await writeFile(path.join(folder, 'messages.json'), JSON.stringify(messages));
    }
    // Chromium only: Firefox does not read this file, because it needs no schema for policies.
    if (target === 'chromium') await cp(at(managedSchema), path.join(workDir, 'managed-schema.json'));
    await cp(at('LICENSE'), path.join(workDir, 'LICENSE'));
    await writeFile(path.join(workDir, 'THIRD-PARTY-NOTICES.txt'), await notices(metafiles, projectDir));
    const base: Manifest = JSON.parse(await readFile(at('manifest.json'), 'utf8'));
    const { version }: { version: string } = JSON.parse(await readFile(at('package.json'), 'utf8'));
    const manifest = manifestFor(target, base, version);
    await writeFile(path.join(workDir, 'manifest.json'), jsonText(manifest));
    await checkPages(workDir);

    const files = await measure(workDir);
    // An identical build is not replaced, because a browser may be running it.
    if (!(await areSame(workDir, finalDir))) await replaceDir(workDir, finalDir);
    // The folder's time is set to the time of the source that was read; see `isFresh`.
    await utimes(finalDir, begun, begun);
    return { target, outDir: finalDir, files, metafiles };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function notices(metafiles: esbuild.Metafile[], projectDir: string): Promise<string> {
  try {
    return noticesOf(await bundledPackages(metafiles, projectDir));
  } catch (error) {
    throw new BuildError(`cannot give the notices of what is bundled: ${(error as Error).message}`);
  }
}

/** Whether two folders contain identical files. */
async function areSame(a: string, b: string): Promise<boolean> {
  const [files, others] = await Promise.all([a, b].map(filesIn));
  return (
    files !== undefined &&
    files.length === others?.length &&
    files.every(({ name, bytes }, n) => name === others[n]?.name && bytes.equals(others[n].bytes))
  );
}

/** All files in a folder, sorted by their names relative to the folder; empty if the folder does not exist. */
async function filesIn(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const read = async (file: string) => ({ name: path.relative(folder, file), bytes: await readFile(file) });
  return Promise.all(names.sort().map(read));
}

async function replaceDir(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await rm(to, { recursive: true, force: true });
    try {
      return await rename(from, to);
    } catch (error) {
      // Another build of the same source has finished first.
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || attempt === 5) throw error;
    }
  }
}

async function bundle(target: Target, projectDir: string, outdir: string): Promise<esbuild.Metafile[]> {
  const common = {
    absWorkingDir: projectDir,
    outdir,
    bundle: true,
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    target: target === 'chromium' ? `chrome${minimumVersion.chromium}` : `firefox${minimumVersion.firefox}`,
    // Both browsers support all Unicode properties that the source uses.
    supported: { 'regexp-unicode-property-escapes': true },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
      'process.env.NODE_ENV': '"production"',
      IS_FIREFOX: String(target === 'firefox'),
    },
    plugins: [preactWithoutHtml, withoutChecks, withoutIssues, withoutCorrections, usedApis(projectDir)],
    loader: { '.svg': 'text' },
    // Gives files in a linked node_modules the same names as in a real folder, and therefore produces the same bytes.
    preserveSymlinks: true,
    metafile: true,
    logLevel: 'silent',
  } satisfies esbuild.BuildOptions;
  const entryPoints = (entries: Entry[]) => entries.map(({ source, name }) => ({ in: source, out: name }));
  try {
    const results = await Promise.all([
      ...scripts.map((entry) =>
        bundleScript(entry, {
          ...common,
          entryPoints: entryPoints([entry]),
          format: 'iife',
          // The second minifier needs the annotations of functions without side effects, which are comments.
          ...(entry.isSmallest && { minify: false, minifySyntax: true }),
          // This script imports the modules of a page. Other formats would use `require` for them. The function around
          // the script keeps its names local.
          ...(entry.name === 'popup-start' && {
            format: 'esm',
            external: ['./popup.js', './view.js', './shared.js', './base.js'],
            banner: { js: '(()=>{' },
            footer: { js: '})();' },
          }),
          ...(entry.name === 'background' && { plugins: [nativeBrowser, ...common.plugins, withoutTexts] }),
        }),
      ),
      bundlePages({
        ...common,
        entryPoints: entryPoints([...pages, ...sharedStyles]),
        format: 'esm',
        splitting: true,
        chunkNames: 'chunk-[hash]',
      }),
    ]);
    return results.map((result) => result.metafile);
  } catch (error) {
    const { errors } = error as Partial<esbuild.BuildFailure>;
    if (!errors) throw error;
    const messages = await esbuild.formatMessages(errors, { kind: 'error', color: process.stderr.isTTY });
    throw new BuildError(`cannot build for ${target}:\n${messages.join('\n').trim()}`);
  }
}

/**
 * Code that gives a script a last value that can be cloned. Firefox clones the last value of an injected file, and
 * reports an error if it cannot.
 */
const lastValue = (entry: Entry): string => (entry.source.startsWith('extension/content/') ? ';0' : '');

async function bundleScript(
  entry: Entry,
  options: esbuild.BuildOptions,
): Promise<{ metafile: esbuild.Metafile }> {
  const { outputFiles, metafile } = await esbuild.build({ ...options, metafile: true, write: false });
  for (const { path: file, text } of outputFiles) {
    const code = entry.isSmallest ? await minifiedAgain(text, `${entry.name}-${options.target}`) : text;
    await writeFile(file, code.trimEnd() + lastValue(entry));
  }
  return { metafile };
}

async function bundlePages(options: esbuild.BuildOptions): Promise<{ metafile: esbuild.Metafile }> {
  const built = await esbuild.build({ ...options, metafile: true, write: false });
  const { outputFiles, metafile } = await joinChunks(built, { page: 'popup', joined, options });
  await Promise.all(outputFiles.map(({ path: file, contents }) => writeFile(file, contents)));
  return { metafile };
}

/**
 * Checks that every file to which a page refers exists, and that the page's scripts are modules, which share chunks, or
 * standalone scripts.
 */
async function checkPages(dir: string): Promise<void> {
  for (const entry of pages) {
    const html = await readFile(path.join(dir, `${entry.name}.html`), 'utf8');
    for (const [tag, name = ''] of html.matchAll(
      /<(?:script|link)\b[^>]*?\b(?:src|href)\s*=\s*["']?([^"'\s>]+)[^>]*>/gi,
    )) {
      if (!existsSync(path.join(dir, name))) {
        throw new BuildError(`${htmlOf(entry)} asks for ${name}, which the build does not give`);
      }
      const isStandalone = scripts.some((script) => `${script.name}.js` === name);
      if (/^<script/i.test(tag) && !isStandalone && !/\btype\s*=\s*["']?module\b/i.test(tag)) {
        throw new BuildError(`${htmlOf(entry)}: the script ${name} must have type="module"`);
      }
    }
  }
}

async function measure(dir: string): Promise<BuiltFile[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.sort().map(async (file) => {
      const bytes = await readFile(file);
      return {
        name: path.relative(dir, file),
        size: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
      };
    }),
  );
  return files;
}

export async function buildAll(): Promise<Built[]> {
  return Promise.all(targets.map((target) => build({ target })));
}

const buildCommandLine = commandLine({
  purpose: 'Builds the extension in dist, and prints the sizes of its files.',
  usage: ['[chromium] [firefox]'],
  operands: { 'chromium, firefox': 'Builds for this browser alone; without one, for both' },
  options: {},
  exitCodes: { 0: 'Built', 1: 'The source has an error', 2: 'An argument is wrong' },
  examples: [
    ['', 'Builds for both browsers.'],
    ['firefox', 'Builds for Firefox alone.'],
  ],
});

async function main(): Promise<number> {
  const { operands: args } = processArguments(buildCommandLine, 'build', (operands) => {
    const unknown = operands.find((each) => !(targets as readonly string[]).includes(each));
    if (unknown !== undefined)
      throw new ArgumentError(`unknown target "${unknown}"; there are ${targets.join(' and ')}`);
  });
  const wanted = args.length > 0 ? targets.filter((target) => args.includes(target)) : targets;
  const built = await Promise.all(wanted.map((target) => build({ target })));
  for (const { target, outDir, files } of built) {
    process.stdout.write(`${target}: ${path.relative(process.cwd(), outDir) || '.'}\n`);
    for (const { name, size, gzip } of files.filter((file) => /\.(js|css)$/.test(file.name))) {
      process.stdout.write(
        `  ${name.padEnd(24)}${String(size).padStart(9)} bytes${String(gzip).padStart(9)} gzip\n`,
      );
    }
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(
        `build: ${error instanceof BuildError ? error.message : (error as Error).stack}\n`,
      );
      process.exitCode = 1;
    },
  );
}
