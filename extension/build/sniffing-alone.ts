/**
 * Bundles the sniffing of whatwg-mimetype without its parser. Only the essence of a sniffed type is used, and a bundle
 * needs only one parser of MIME types, which is the project's own.
 */
import type { Plugin } from 'esbuild';

export const sniffingAlone: Plugin = {
  name: 'sniffing-alone',
  setup(build) {
    build.onLoad({ filter: /[\\/]whatwg-mimetype[\\/]lib[\\/]mime-type\.js$/ }, () => ({
      contents: 'module.exports = class { constructor(essence) { this.essence = essence; } };',
      loader: 'js',
    }));
  },
};
