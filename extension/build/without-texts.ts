/**
 * Leaves the English texts of findings out of the worker: surfaces show them in the user's language, and put the
 * English ones into what they save (`addEnglish`). Also leaves out the lints' edits, which only the library uses.
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
