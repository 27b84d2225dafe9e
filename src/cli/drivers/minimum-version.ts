/** The minimum versions of browsers that the code is built for; manifest.json has the same for Firefox. */
export const minimumVersion = { chromium: 148, firefox: 140 } as const;
