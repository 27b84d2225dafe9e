/**
 * A compiled copy of the project's source, in which test files start without their own compiler. Compiling everything
 * once takes less time than starting a compiler for four test files.
 */
import { existsSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { root } from '../../src/cli/project.ts';

export interface Mirror {
  /** Returns the path of a file's compiled copy. */
  copyOf(file: string): string;
  /** Returns the file that was compiled to this copy. For any other file, returns the same path. */
  sourceOf(file: string): string;
}

const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/** Keeps each file a separate module whose `import.meta` contains the path of its source. */
const likeTheSource: Plugin = {
  name: 'like-the-source',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path: name, kind, resolveDir }) => {
      if (kind === 'entry-point') return null;
      if (isSource(name)) return { path: name.replace(/\.tsx?$/, '.js'), external: true };
      const file = path.join(resolveDir, name);
      // Other files are not copied. If the file does not exist, the import is resolved in a page.
      return { path: existsSync(file) ? pathToFileURL(file).href : name, external: true };
    });
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const itself = { url: pathToFileURL(file).href, dirname: path.dirname(file), filename: file };
      // The text is inserted into the first line, or into the line after `#!`, so that all line numbers stay the same.
      const contents = text.replace(
        /^(?:#!.*\n)?/,
        (interpreter) => `${interpreter}const sourceOfThis = ${JSON.stringify(itself)};`,
      );
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** Compiles `src`, `extension` and `test`. The copy is deleted when this process ends. */
export async function mirrorSource(): Promise<Mirror> {
  // The folder is in the project so that Node finds the packages. Each process has its own folder so that runs do not
  // interfere with each other.
  const outdir = path.join(root, `dist/mirror-${process.pid}`);
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  const folders = await Promise.all(
    ['src', 'extension', 'test'].map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map((name) =>
        path.join(root, folder, name),
      ),
    ),
  );
  await build({
    entryPoints: folders.flat().filter(isSource),
    outbase: root,
    outdir,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Source maps let failures show positions in the source.
    sourcemap: true,
    sourcesContent: false,
    plugins: [likeTheSource],
    define: Object.fromEntries(
      ['url', 'dirname', 'filename'].map((name) => [`import.meta.${name}`, `sourceOfThis.${name}`]),
    ),
    logLevel: 'silent',
  });
  const copyOf = (file: string) => path.join(outdir, path.relative(root, file)).replace(/\.tsx?$/, '.js');
  return {
    copyOf,
    sourceOf: (file) =>
      file.startsWith(outdir + path.sep)
        ? path.join(root, path.relative(outdir, file)).replace(/\.js$/, '.ts')
        : file,
  };
}
