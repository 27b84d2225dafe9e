/** Removes the corrections of Node's text decoders from the extension: those of browsers are correct. */
import type { Plugin } from 'esbuild';

export const withoutCorrections: Plugin = {
  name: 'without-corrections',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]mime[\\/]node-decoders\.ts$/ }, () => ({
      contents: [
        'export const mayBeMissing = () => false;',
        'export const correctDecoder = () => null;',
        'export function* correctText() { return null; }',
      ].join('\n'),
    }));
  },
};
