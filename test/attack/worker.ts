/** data: URLs of a megabyte or more that each kept the worker from all tabs while one part of it was read. */

const filled = (piece: string, size: number) => piece.repeat(Math.floor(size / piece.length));
const megabytes = (count: number) => count << 20;

const drawing = (content: string) =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

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
  {
    was: 'parameters with an escape in their name: 5,442',
    make: () => `data:text/plain${filled(';%41=b', megabytes(4))},x`,
  },
  {
    was: 'a drawing with 700,000 style rules: 2,698',
    make: () => drawing(`<style>${filled('a{b:c}', megabytes(4) - 500)}</style>`),
  },
  {
    was: 'a path of dot segments: 2,156',
    make: () => `data:/,${filled('./', megabytes(8) - 100)}`,
  },
  {
    was: 'a name in a style sheet that is all escapes: 944',
    make: () => `data:text/css,${filled('\\', megabytes(4) - 100)}`,
  },
  {
    was: 'fragments in a fragment: 846',
    make: () => `data:text/plain,a${filled('#a', megabytes(8) - 100)}`,
  },
  {
    was: 'a drawing with one path of a million points: 475',
    make: () => drawing(`<path d="${filled('M1 1', megabytes(4) - 500)}"/>`),
  },
  {
    was: 'a drawing with 400,000 attributes in one tag: 445',
    make: () => drawing(`<path ${filled('a="b" ', megabytes(4) - 500)}/>`),
  },
  {
    was: 'a parameter that is named again and again: 287',
    make: () => `data:text/plain${filled(';a=b', megabytes(8) - 100)},x`,
  },
  {
    was: 'line breaks, as escapes: 279',
    make: () => `data:text/plain,${filled('%0a', megabytes(8) - 100)}`,
  },
  {
    was: 'letters, as escapes: 272',
    make: () => `data:text/plain,${filled('%41', megabytes(8) - 100)}`,
  },
  {
    was: 'a PDF of nothing but object streams: 260',
    make: () => `data:application/pdf,%25PDF-1.7%0A${filled('/ObjStm stream%0A', megabytes(4) - 100)}`,
  },
  {
    was: 'text that is no Big5: 246',
    make: () => `data:text/html;charset=big5,${filled('%81', megabytes(8) - 100)}`,
  },
  {
    was: 'a host of eight million characters: 200',
    make: () => `data://${filled('a', megabytes(8) - 100)}/,x`,
  },
  {
    was: '600,000 parameters: 181',
    make: () => `data:text/plain${Array.from({ length: 600_000 }, (_, n) => `;${n}=1`).join('')},x`,
  },
  {
    was: 'a PDF of nothing but names: 117',
    make: () => `data:application/pdf,%25PDF-1.7%0A${filled('/JS /AA ', megabytes(4) - 100)}`,
  },
];
