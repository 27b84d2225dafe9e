/**
 * Minifies code again that esbuild has minified. This takes most of a build's time, so the last result of each script
 * is kept, with a hash of everything that it depends on.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { MinifyOptions } from 'terser';
import { root } from '../../src/cli/project.ts';

const options: MinifyOptions = {
  ecma: 2020,
  // Property reads must be kept, because some of them are effects: they throw an error for a window of another origin,
  // or force a layout.
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

/** The minifications in progress, by hash, because two targets may contain the same script. */
const begun = new Map<string, Promise<string>>();

async function minified(code: string): Promise<string> {
  // Terser is imported only when needed, because most callers don't build anything, or only scripts whose results are
  // kept.
  const { minify } = await import('terser');
  const { code: made = code } = await minify(code, options);
  return made;
}

/**
 * Minifies code again, or returns the result that was kept.
 *
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
  // The file is written under another name and then renamed, because another build may read the file at the same time.
  const half = `${file}.${randomUUID()}`;
  await writeFile(half, mark + made);
  await rename(half, file);
  return made;
}
