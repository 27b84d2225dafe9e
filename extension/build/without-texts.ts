/**
 * Leaves the English texts of findings out of the worker: surfaces show them in the user's language, and put the English
 * ones into what they save (`addEnglish`).
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const files = /[\\/]src[\\/].*[\\/](?:finding|lint|problem|usage)-texts\.ts$/;

export const withoutTexts: Plugin = {
  name: 'without-texts',
  setup(build) {
    build.onLoad({ filter: files }, async ({ path }) => {
      const names = [...(await readFile(path, 'utf8')).matchAll(/^export const (\w+) = \{$/gm)];
      if (names.length !== 1)
        return { errors: [{ text: `${path} exports ${names.length} tables, not one` }] };
      return { contents: `export const ${names[0]![1]} = {};`, loader: 'js' };
    });
  },
};
