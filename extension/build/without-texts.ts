/**
 * Removes the English texts of findings from the worker. Surfaces show findings in the user's language, and insert the
 * English texts into everything that they save (`addEnglish`). Also removes the edits of the lints, which only the
 * library uses.
 */
import type { Plugin } from 'esbuild';

export const withoutTexts: Plugin = {
  name: 'without-texts',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]has-english\.ts$/ }, () => ({
      contents: 'export const hasEnglish = false; export const hasEdits = false;',
    }));
  },
};
