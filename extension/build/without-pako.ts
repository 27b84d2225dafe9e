/** Bundles warcio without pako, because Node decompresses archives, and the command compresses none. */
import type { Plugin } from 'esbuild';

export const withoutPako: Plugin = {
  name: 'without-pako',
  setup(build) {
    build.onResolve({ filter: /^pako$/ }, () => ({ path: 'pako', namespace: 'without-pako' }));
    build.onLoad({ filter: /.*/, namespace: 'without-pako' }, () => ({
      contents: 'export default { Inflate: class {}, Deflate: class {} };',
    }));
  },
};
