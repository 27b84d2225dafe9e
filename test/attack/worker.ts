/** data: URLs of a megabyte or more that each kept the worker from all tabs while one part of it was read. */

const filled = (piece: string, size: number) => piece.repeat(Math.floor(size / piece.length));
const megabytes = (count: number) => count << 20;

/** What each is, with how many milliseconds of the processor it held the worker before it was read in turns. */
export const heavyUrls: readonly { was: string; make(): string }[] = [
  {
    was: 'JSON of two million numbers: 2,312',
    make: () => `data:application/json,[${filled('1,', megabytes(4) - 100)}1]`,
  },
  {
    was: 'a source map of a million sources: 1,675',
    make: () =>
      `data:application/json,{"version":3,"sources":[${filled('"a",', megabytes(4) - 100)}"b"],"mappings":""}`,
  },
  {
    was: 'a style sheet of one URL that is all escapes: 1,260',
    make: () => `data:text/css,a{b:url(${filled('\\61 ', megabytes(4) - 100)})}`,
  },
  {
    was: 'a style sheet of 380,000 rules: 485',
    make: () => `data:text/css,${filled('a{b:url(x)}', megabytes(4) - 100)}`,
  },
  {
    was: 'bytes that are no text, as escapes: 372',
    make: () => `data:text/plain,${filled('%ff', megabytes(8) - 100)}`,
  },
  {
    was: 'a picture of brackets: 269',
    make: () => `data:image/gif;base64,${btoa(`GIF89a\x01\0\x01\0\0\0\0${filled('<', megabytes(4) - 100)}`)}`,
  },
  {
    was: 'base64 with an escape in each group: 221',
    make: () => `data:text/plain;base64,${filled('QUJD%20', megabytes(8) - 100)}`,
  },
  {
    was: 'characters of all kinds: 138',
    make: () => `data:text/plain,${filled('é%{}|%4 %ff', megabytes(4) - 100)}`,
  },
];
