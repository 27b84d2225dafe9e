/** The minimum versions of browsers that the code is built for. manifest.json repeats the one for Firefox. */
export const minimumVersion = { chromium: 148, firefox: 140 } as const;
