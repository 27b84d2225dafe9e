/**
 * Makes the modules of the npm package. Each file of the library is a separate module, so that bundlers omit unused
 * ones, and each imported package is one module in `vendor/`. The command and the plugins for tools share a few large
 * modules, each of which is loaded when needed, because Node takes longer to find and load many small modules than to
 * run them.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { minify } from 'terser';
import { withoutPako } from './without-pako.ts';

/** The modules that programs and pages can import, by their names in the package. */
const libraryEntries: Readonly<Record<string, string>> = {
  '.': 'src/index.ts',
  './csp': 'src/csp-entry.ts',
  './mail': 'src/mail-entry.ts',
  './references': 'src/references-entry.ts',
  './sanitize': 'src/adapters/sanitize.ts',
};

/** The modules that only Node can import. */
const nodeEntries: Readonly<Record<string, string>> = {
  './eslint': 'src/adapters/eslint.ts',
  './playwright': 'src/adapters/playwright.ts',
  './scan': 'src/scan-entry.ts',
  './stylelint': 'src/adapters/stylelint.ts',
  './vite': 'src/adapters/vite.ts',
};

export const entries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...libraryEntries, ...nodeEntries }).sort(([a], [b]) => (a < b ? -1 : 1)),
);

export const commandEntry = 'src/cli/command.ts';

/** The packages that users install if needed, by their names in the imports of the source. */
const peers: Readonly<Record<string, string>> = { playwright: 'playwright-core' };

/** The packages that adapters import from the user's installation. */
const ofUsers: ReadonlySet<string> = new Set(['stylelint']);

/** The oldest Node version in `engines`, and the browser versions of that time. */
const target = ['node20.19', 'chrome120', 'firefox120', 'safari17'];

export interface Modules {
  /** The files by their names in the package, with `/` as the separator. */
  files: Map<string, Uint8Array>;
  /** The metafiles of all modules that contain code of packages. */
  metafiles: esbuild.Metafile[];
}

const isOwn = (name: string): boolean => name.startsWith('.');

const vendorOf = (name: string): string =>
  `vendor/${name.replace(/^@/, '').replace(/\.js$/, '').replaceAll('/', '-')}`;

const moduleOf = (file: string): string => file.replace(/\.[cm]?[jt]sx?$/, '');

/** Keeps all imports external, under the names of the package's modules. */
function importsOfPackage(projectDir: string, onPackage: (name: string) => void): esbuild.Plugin {
  return {
    name: 'imports-of-package',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path: name, kind, importer }) => {
        if (kind === 'entry-point') return null;
        const external = (to: string) => ({ path: to, external: true, sideEffects: false });
        if (isOwn(name)) return external(`${moduleOf(name)}.js`);
        onPackage(name);
        const folder = path.dirname(path.relative(projectDir, importer));
        const to = path
          .relative(folder, `${vendorOf(name)}.js`)
          .split(path.sep)
          .join('/');
        return external(to);
      });
    },
  };
}

/**
 * The project's own files that the library imports, directly or indirectly, relative to the project's folder and with
 * `/` as the separator.
 */
async function reachedFrom(projectDir: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    absWorkingDir: projectDir,
    entryPoints: Object.values(libraryEntries),
    outdir: 'dist/npm',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
    platform: 'node',
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs).sort();
}

/** Creates one module for each package, with the exports that Node finds in the package. */
const vendorEntries = (projectDir: string): esbuild.Plugin => ({
  name: 'vendor-entries',
  setup(build) {
    build.onResolve({ filter: /^vendored:/ }, ({ path: name }) => ({
      path: name.slice('vendored:'.length),
      namespace: 'vendored',
    }));
    build.onLoad({ filter: /.*/, namespace: 'vendored' }, async ({ path: name }) => {
      const all = await import(name);
      const names = Object.keys(all).filter(
        // The default export of a CommonJS package usually only repeats its other exports, so it is kept only if it is
        // a function.
        (each) => /^[\w$]+$/.test(each) && (each !== 'default' || typeof all.default === 'function'),
      );
      return { contents: `export { ${names.join(', ')} } from '${name}';`, resolveDir: projectDir };
    });
  },
});

/**
 * Minifies a module. Keeps the statements and annotations that allow bundlers to omit parts; esbuild would drop the
 * annotations.
 */
async function withoutSpace({
  path: file,
  text,
}: esbuild.OutputFile): Promise<Pick<esbuild.OutputFile, 'path' | 'contents'>> {
  const { code = text } = await minify(text, {
    ...{ module: true, compress: false, mangle: true },
    format: { preserve_annotations: true },
  });
  return { path: file, contents: Buffer.from(code) };
}

/** The module whose imports nearly all parts of the command and the plugins need. */
const sharedEntry = './src/cli/scan-command.ts';

/**
 * Adds the shared module to each part that is loaded separately, so that it and its imports are in one chunk. Otherwise,
 * there would be a chunk for each set of parts that import the same modules.
 */
const sharingChunks = (projectDir: string): esbuild.Plugin => ({
  name: 'sharing-chunks',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path: name, kind, resolveDir }) => {
      const file = path.relative(projectDir, path.resolve(resolveDir, name)).split(path.sep).join('/');
      const isPart = kind === 'dynamic-import' || (kind === 'entry-point' && file !== commandEntry);
      return isPart ? { path: file, namespace: 'sharing' } : null;
    });
    build.onLoad({ filter: /.*/, namespace: 'sharing' }, async ({ path: file }) => {
      const hasDefault = (await readFile(path.join(projectDir, file), 'utf8')).includes('\nexport default ');
      const own = `export * from './${file}'; ${hasDefault ? `export { default } from './${file}';` : ''}`;
      return { contents: `import '${sharedEntry}'; ${own}`, resolveDir: projectDir };
    });
  },
});

export async function buildModules(projectDir: string): Promise<Modules> {
  const outdir = path.join(projectDir, 'dist/npm');
  const common = {
    absWorkingDir: projectDir,
    outdir,
    bundle: true,
    write: false,
    format: 'esm',
    target,
    // Gives files in a linked node_modules the same names as in a real folder.
    preserveSymlinks: true,
    charset: 'utf8',
    logLevel: 'silent',
  } satisfies esbuild.BuildOptions;
  const reached = await reachedFrom(projectDir);
  const imported = new Set<string>();
  const own = await esbuild.build({
    ...common,
    entryPoints: reached.map((file) => ({ in: file, out: moduleOf(file) })),
    minifySyntax: true,
    plugins: [importsOfPackage(projectDir, (name) => imported.add(name))],
  });
  const vendor = await esbuild.build({
    ...common,
    entryPoints: [...imported].sort().map((name) => ({ in: `vendored:${name}`, out: vendorOf(name) })),
    minify: true,
    legalComments: 'none',
    platform: 'browser',
    splitting: true,
    chunkNames: 'vendor/chunk-[hash]',
    metafile: true,
    plugins: [vendorEntries(projectDir)],
  });
  const command = await esbuild.build({
    ...common,
    entryPoints: [commandEntry, ...Object.values(nodeEntries)].map((file) => ({
      in: file,
      out: moduleOf(file),
    })),
    minify: true,
    legalComments: 'none',
    platform: 'node',
    splitting: true,
    // Chunks must be in the folder of the entry, where `root` in project.ts expects them.
    chunkNames: `${path.posix.dirname(commandEntry)}/[name]-[hash]`,
    metafile: true,
    alias: peers,
    // The last module exists only in DevTools.
    external: [...Object.values(peers), ...ofUsers, './ui/legacy/legacy.js'],
    plugins: [withoutPako, sharingChunks(projectDir)],
  });
  const outputs = [
    ...(await Promise.all(own.outputFiles.map(withoutSpace))),
    ...[vendor, command].flatMap(({ outputFiles }) => outputFiles),
  ];
  const files = new Map(
    outputs.map(({ path: file, contents }) => [
      path.relative(outdir, file).split(path.sep).join('/'),
      contents,
    ]),
  );
  return { files, metafiles: [vendor.metafile, command.metafile] };
}
