/**
 * Builds Preact without `dangerouslySetInnerHTML`, so that text never becomes HTML in the extension's pages, even by
 * mistake, and the linter of Firefox's store has nothing to warn about. Preact then ignores the property like any
 * unknown one.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Matches the part before the last `(…)` of this expression in Preact's minified code:
 * `html?(…(dom.innerHTML=html.__html),vnode.children=[]):(…)`.
 */
const branch =
  /(?<html>\w+)\?\(\w+\|\|(?<old>\w+)&&\(\k<html>\.__html==\k<old>\.__html\|\|\k<html>\.__html==(?<dom>\w+)\.innerHTML\)\|\|\(\k<dom>\.innerHTML=\k<html>\.__html\),\w+\.__k=\[\]\):(?=\()/g;

/**
 * Preact's code without the branch.
 *
 * @throws if the branch does not occur exactly once, which may happen in another version
 */
export function withoutHtml(code: string): string {
  const found = [...code.matchAll(branch)].length;
  if (found !== 1) throw new Error(`the branch that sets innerHTML is there ${found} times, not once`);
  return code.replace(branch, '');
}

export const preactWithoutHtml: Plugin = {
  name: 'preact-without-html',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]preact[\\/]dist[\\/]preact\.mjs$/ }, async ({ path }) => {
      try {
        return { contents: withoutHtml(await readFile(path, 'utf8')), loader: 'js' };
      } catch (error) {
        return { errors: [{ text: `Preact: ${(error as Error).message}` }] };
      }
    });
  },
};
