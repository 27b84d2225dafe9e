/**
 * Work that once kept the worker from serving other tabs: single data: URLs that were scanned or queried, and pages
 * with very many.
 */
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import type { CopyForm } from '../../src/report/copy-forms.ts';
import type { Report } from '../../src/report/report.ts';
import { totalsOf } from '../../src/report/totals.ts';
import { judge } from '../../src/rules/index.ts';
import type { Occurrence } from '../../src/vocabulary.ts';

const filled = (piece: string, size: number) => piece.repeat(Math.floor(size / piece.length));

const drawing = (content: string) =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

/**
 * Each URL, and the processor time in milliseconds for which it occupied the worker before it was processed in turns. A
 * smaller `megabyte` produces shorter URLs.
 */
export const heavyUrls: readonly { was: string; make(megabyte?: number): string }[] = [
  {
    was: 'JSON of two million numbers: 2,312',
    make: (megabyte = 1 << 20) => `data:application/json,[${filled('1,', 4 * megabyte - 100)}1]`,
  },
  {
    was: 'a source map of a million sources: 1,675',
    make: (megabyte = 1 << 20) =>
      `data:application/json,{"version":3,"sources":[${filled('"a",', 4 * megabyte - 100)}"b"],"mappings":""}`,
  },
  {
    was: 'a style sheet of one URL that is all escapes: 1,260',
    make: (megabyte = 1 << 20) => `data:text/css,a{b:url(${filled('\\61 ', 4 * megabyte - 100)})}`,
  },
  {
    was: 'a style sheet of 380,000 rules: 485',
    make: (megabyte = 1 << 20) => `data:text/css,${filled('a{b:url(x)}', 4 * megabyte - 100)}`,
  },
  {
    was: 'bytes that are no text, as escapes: 372',
    make: (megabyte = 1 << 20) => `data:text/plain,${filled('%ff', 8 * megabyte - 100)}`,
  },
  {
    was: 'a picture of brackets: 269',
    make: (megabyte = 1 << 20) =>
      `data:image/gif;base64,${btoa(`GIF89a\x01\0\x01\0\0\0\0${filled('<', 4 * megabyte - 100)}`)}`,
  },
  {
    was: 'base64 with an escape in each group: 221',
    make: (megabyte = 1 << 20) => `data:text/plain;base64,${filled('QUJD%20', 8 * megabyte - 100)}`,
  },
  {
    was: 'characters of all kinds: 138',
    make: (megabyte = 1 << 20) => `data:text/plain,${filled('é%{}|%4 %ff', 4 * megabyte - 100)}`,
  },
  {
    was: 'parameters with an escape in their name: 5,442',
    make: (megabyte = 1 << 20) => `data:text/plain${filled(';%41=b', 4 * megabyte)},x`,
  },
  {
    was: 'a drawing with 700,000 style rules: 2,698',
    make: (megabyte = 1 << 20) => drawing(`<style>${filled('a{b:c}', 4 * megabyte - 500)}</style>`),
  },
  {
    was: 'a path of dot segments: 2,156',
    make: (megabyte = 1 << 20) => `data:/,${filled('./', 8 * megabyte - 100)}`,
  },
  {
    was: 'a name in a style sheet that is all escapes: 944',
    make: (megabyte = 1 << 20) => `data:text/css,${filled('\\', 4 * megabyte - 100)}`,
  },
  {
    was: 'fragments in a fragment: 846',
    make: (megabyte = 1 << 20) => `data:text/plain,a${filled('#a', 8 * megabyte - 100)}`,
  },
  {
    was: 'a drawing with one path of a million points: 475',
    make: (megabyte = 1 << 20) => drawing(`<path d="${filled('M1 1', 4 * megabyte - 500)}"/>`),
  },
  {
    was: 'a drawing with 400,000 attributes in one tag: 445',
    make: (megabyte = 1 << 20) => drawing(`<path ${filled('a="b" ', 4 * megabyte - 500)}/>`),
  },
  {
    was: 'a parameter that is named again and again: 287',
    make: (megabyte = 1 << 20) => `data:text/plain${filled(';a=b', 8 * megabyte - 100)},x`,
  },
  {
    was: 'line breaks, as escapes: 279',
    make: (megabyte = 1 << 20) => `data:text/plain,${filled('%0a', 8 * megabyte - 100)}`,
  },
  {
    was: 'letters, as escapes: 272',
    make: (megabyte = 1 << 20) => `data:text/plain,${filled('%41', 8 * megabyte - 100)}`,
  },
  {
    was: 'a PDF of nothing but object streams: 260',
    make: (megabyte = 1 << 20) =>
      `data:application/pdf,%25PDF-1.7%0A${filled('/ObjStm stream%0A', 4 * megabyte - 100)}`,
  },
  {
    was: 'text that is no Big5: 246',
    make: (megabyte = 1 << 20) => `data:text/html;charset=big5,${filled('%81', 8 * megabyte - 100)}`,
  },
  {
    was: 'a host of eight million characters: 200',
    make: (megabyte = 1 << 20) => `data://${filled('a', 8 * megabyte - 100)}/,x`,
  },
  {
    was: '600,000 parameters: 181',
    make: (megabyte = 1 << 20) =>
      `data:text/plain${Array.from({ length: 0.6 * megabyte }, (_, n) => `;${n}=1`).join('')},x`,
  },
  {
    was: 'a PDF of nothing but names: 117',
    make: (megabyte = 1 << 20) =>
      `data:application/pdf,%25PDF-1.7%0A${filled('/JS /AA ', 4 * megabyte - 100)}`,
  },
  {
    was: 'HTML of a million empty instructions, looked through for its charset: 131',
    make: (megabyte = 1 << 20) => `data:text/html,${filled('<?>', 4 * megabyte - 100)}`,
  },
  {
    was: 'HTML of 600,000 comments: 98',
    make: (megabyte = 1 << 20) => `data:text/html,${filled('<!---->', 4 * megabyte - 100)}`,
  },
  {
    was: 'HTML with a million attributes in one tag: 64',
    make: (megabyte = 1 << 20) => `data:text/html,<p ${filled('a=b ', 4 * megabyte - 100)}>`,
  },
  {
    was: 'HTML of 260,000 declarations of its charset, with a reference in each: 106',
    make: (megabyte = 1 << 20) => `data:text/html,${filled('<meta charset="&amp;">', 4 * megabyte - 100)}`,
  },
];

type Question = CopyForm | 'anatomy' | 'body';

/**
 * Questions about a data: URL of 10 MB that a person opens, and the milliseconds for which each question occupied the
 * worker. A smaller `megabyte` produces shorter URLs.
 */
export const heavyQuestions: readonly { was: string; asked: Question; make(megabyte?: number): string }[] = [
  {
    was: 'the repair of a head of spaces and semicolons: 28,866',
    asked: 'repaired',
    make: (megabyte = 1 << 20) => `data:text/plain;${filled('a b;', 10 * megabyte)},x`,
  },
  {
    was: 'the same, of the most that is repaired: 253',
    asked: 'repaired',
    make: (megabyte = 1 << 20) => `data:text/plain;${filled('a b;', 65_000)},${filled('x', 10 * megabyte)}`,
  },
  {
    was: 'a repair of three million "#": 2,103',
    asked: 'repaired',
    make: (megabyte = 1 << 20) => `data:image/svg+xml,<svg fill='${filled('#a;', 10 * megabyte)}'/>`,
  },
  {
    was: 'a repair of characters that are not ASCII: 3,059',
    asked: 'repaired',
    make: (megabyte = 1 << 20) => `data:text/plain,${filled('é', 5 * megabyte)}`,
  },
  {
    was: 'a repair of base64 in the URL-safe alphabet, with padding: 1,785',
    asked: 'repaired',
    make: (megabyte = 1 << 20) => `data:text/plain;base64,${filled('QU-_', 10 * megabyte)}=`,
  },
  {
    was: 'a repair of text in base64 that names no charset, without its padding: 60',
    asked: 'repaired',
    make: (megabyte = 1 << 20) => `data:text/plain;base64,${filled('w6nDqcOp', 10 * megabyte)}w6k`,
  },
  {
    was: 'a repair of base64 behind slashes, all escapes: 1,280',
    asked: 'repaired',
    make: (megabyte = 1 << 20) => `data:///text/plain,${filled('%41', 10 * megabyte)}`,
  },
  {
    was: 'HTML for a URL of quotes: 3,299',
    asked: 'html',
    make: (megabyte = 1 << 20) => `data:text/html,${filled('"<&', 10 * megabyte)}`,
  },
  {
    was: 'CSS for text with spaces: 641',
    asked: 'css',
    make: (megabyte = 1 << 20) => `data:text/plain,${filled('abc ', 10 * megabyte)}`,
  },
  {
    was: 'a shorter URL of text in base64: 282',
    asked: 'better',
    make: (megabyte = 1 << 20) => `data:text/plain;base64,${filled('QUJD', 10 * megabyte)}`,
  },
  {
    was: 'base64 of text: 409',
    asked: 'base64',
    make: (megabyte = 1 << 20) => `data:text/plain,${filled('abc ', 10 * megabyte)}`,
  },
  {
    was: 'the text of a body of escapes in base64: 287',
    asked: 'text',
    make: (megabyte = 1 << 20) => `data:text/plain;base64,${filled('%51UJD', 10 * megabyte)}`,
  },
  {
    was: 'the parts of a path of dot segments: 272',
    asked: 'anatomy',
    make: (megabyte = 1 << 20) => `data:/,${filled('a/../', 10 * megabyte)}`,
  },
  {
    was: 'the parts of a head of two million parameters: 178',
    asked: 'anatomy',
    make: (megabyte = 1 << 20) => `data:text/plain;${filled('a b;', 10 * megabyte)},x`,
  },
  {
    was: 'the body of base64 with spaces: 288',
    asked: 'body',
    make: (megabyte = 1 << 20) => `data:text/plain;base64,${filled('QU JD', 10 * megabyte)}`,
  },
];

/** Returns the Report of a page with the maximum number of data: URLs and occurrences. */
export async function largestReport(dataUrlCount = 25_000, placeCount = 250_000): Promise<Report> {
  const kinds: ((n: number) => string)[] = [
    (n) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path d='M${n} 1'/></svg>`,
    (n) => `data:text/html,<script>${n}</script>`,
    (n) => `data:image/gif;base64,${btoa(`GIF89a${n}`)}`,
    (n) => `data:text/plain;charset=utf-8;base64,${btoa(`hello world ${n}`)}`,
    (n) => `data:font/woff2;base64,${btoa(`wOF2 ${n}`)}`,
  ];
  const places = placeCount / dataUrlCount;
  const dataUrls: Report['dataUrls'] = [];
  for (let n = 0; n < dataUrlCount; n++) {
    const written = kinds[n % kinds.length]!(n);
    const inspection = await inspect(written);
    const occurrences = Array.from(
      { length: places },
      (_, place): Occurrence => ({
        frame: `https://example.com/${n % 50}`,
        place: place % 2 === 0 ? 'stylesheet' : 'attribute',
        element: 'img',
        name: 'src',
        selector: `#a${n} > b:nth-child(${place})`,
        destination: n % kinds.length === 1 ? 'iframe' : 'image',
        inert: false,
        cost: written.length,
      }),
    );
    const judgement = judge({ inspection, occurrences, policy: defaultPolicy });
    dataUrls.push({ ...inspection, occurrences, ...judgement });
  }
  const page = { url: 'https://example.com/', title: 'Many', frames: 50 };
  const timing = { scanMs: 0, longestTaskMs: 0, totalMs: 0 };
  const totals = totalsOf(dataUrls, []);
  return { version: 2, page, unreachable: [], timing, totals, dataUrls, findings: [] };
}
