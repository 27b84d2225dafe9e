/**
 * A second minifier, for code that esbuild has minified. It takes most of a build's time, so the last result of each
 * script is kept, with a hash of everything that the result depends on.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { MinifyOptions } from 'terser';
import { root } from '../../src/cli/project.ts';

const options: MinifyOptions = {
  ecma: 2020,
  // Reads must be kept, because reading a member of a window of another origin throws, and reading some members forces
  // a layout.
  compress: {
    passes: 4,
    inline: 1,
    keep_fargs: false,
    unsafe_arrows: true,
    sequences: false,
    lhs_constants: false,
    pure_getters: false,
  },
  format: { ascii_only: true },
};
const { version } = createRequire(import.meta.url)('terser/package.json');
const kept = path.join(root, 'node_modules/.cache/data-url-inspector');

/** The running minifications by hash, because two targets may have the same script. */
const begun = new Map<string, Promise<string>>();

async function minified(code: string): Promise<string> {
  // Imported late, because most importers of this module build nothing, or something that was built before.
  const { minify } = await import('terser');
  const { code: made = code } = await minify(code, options);
  return made;
}

/**
 * @param name the name of the script and its target
 * @returns the code in fewer bytes
 */
export async function minifiedAgain(code: string, name: string): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, options, code]))
    .digest('hex');
  const file = path.join(kept, `${name}.js`);
  const mark = `// ${hash}\n`;
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before.startsWith(mark)) return before.slice(mark.length);
  const work = begun.get(hash) ?? minified(code);
  begun.set(hash, work);
  const made = await work;
  await mkdir(kept, { recursive: true });
  // Another build may read the file in the meantime.
  const half = `${file}.${randomUUID()}`;
  await writeFile(half, mark + made);
  await rename(half, file);
  return made;
}
