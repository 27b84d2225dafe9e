/**
 * Removes the English texts of findings from the worker. Surfaces show findings in the user's language, and insert the
 * English texts into everything that they save (`addEnglish`). Also removes the edits of the lints, which only the
 * library uses, and the names of formats that only surfaces show.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

export const withoutTexts: Plugin = {
  name: 'without-texts',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]has-english\.ts$/ }, () => ({
      contents: 'export const hasEnglish = false; export const hasEdits = false;',
    }));
    build.onLoad({ filter: /[\\/]payload[\\/]formats\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\b(?:extension|label): (?:'[^']*',? ?|row\..*)/g, ''),
      loader: 'ts',
    }));
  },
};
