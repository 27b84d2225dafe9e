/** Style sheets that a surface imports: esbuild gathers them into a file beside its script. */
declare module '*.css';
