/** Style sheets that a surface imports: esbuild bundles them into a file beside its script. */
declare module '*.css';
