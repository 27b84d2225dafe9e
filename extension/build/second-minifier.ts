/**
 * A second minifier, for what esbuild has minified. It takes most of a build's time, so the last result of each script is
 * kept, with a hash of all that it depends on.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type MinifyOptions, minify } from 'terser';
import { root } from '../../src/cli/project.ts';

const options: MinifyOptions = {
  ecma: 2020,
  // Windows of other origins throw where a member is read, and reading some members makes the page's layout.
  compress: { passes: 4, inline: 1, sequences: false, lhs_constants: false, pure_getters: false },
  format: { ascii_only: true },
};
const { version } = createRequire(import.meta.url)('terser/package.json');
const kept = path.join(root, 'node_modules/.cache/data-url-inspector');

/**
 * @param name of the script and its target
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
  const { code: made = code } = await minify(code, options);
  await mkdir(kept, { recursive: true });
  // Another build may read it meanwhile.
  const half = `${file}.${randomUUID()}`;
  await writeFile(half, mark + made);
  await rename(half, file);
  return made;
}
