/** Style sheets that a surface imports. esbuild bundles them into a file beside the surface's script. */
declare module '*.css';
