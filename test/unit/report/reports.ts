/** Handmade Reports. By default, they contain no findings. */
import type { DataUrl, Finding, Report } from '../../../src/report/report.ts';
import { totalsOf } from '../../../src/report/totals.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';

export const occurrence = (given: Partial<Occurrence> = {}): Occurrence => ({
  frame: 'https://example.com/',
  place: 'attribute',
  element: 'img',
  name: 'src',
  selector: '#a',
  destination: 'image',
  inert: false,
  cost: 26,
  ...given,
});

export const finding = (given: Partial<Finding> = {}): Finding => ({
  rule: 'disallowed-type',
  severity: 'error',
  category: 'policy',
  effect: 'not-allowed',
  messageId: 'disallowed-declared',
  args: {},
  message: 'Disallowed.',
  start: 5,
  end: 14,
  help: '#disallowed-type',
  ...given,
});

export const dataUrl = (given: Partial<DataUrl> = {}): DataUrl =>
  ({
    sha256: '0'.repeat(64),
    length: 26,
    head: 'data:image/png;base64,AAAA',
    mimeType: 'image/png',
    essence: 'image/png',
    charset: { declared: null, used: null },
    encoding: 'base64',
    size: 3,
    bodySha256: '1'.repeat(64),
    detectedType: 'image/png',
    problem: null,
    disallowed: null,
    occurrences: [occurrence()],
    findings: [],
    nested: [],
    ...given,
  }) as DataUrl;

export const report = (dataUrls: DataUrl[], given: Partial<Report> = {}): Report => ({
  version: 2,
  page: { url: 'https://example.com/', title: 'Example', frames: 1 },
  unreachable: [],
  timing: { scanMs: 1, longestTaskMs: 1, totalMs: 2 },
  totals: totalsOf(dataUrls, given.findings ?? []),
  dataUrls,
  findings: [],
  ...given,
});

/** Returns a number of distinct data: URLs, as on a very large page. */
export const many = (count: number): DataUrl[] =>
  Array.from({ length: count }, (_, n) => {
    const sha256 = n.toString(16).padStart(64, '0');
    return dataUrl({ sha256, bodySha256: sha256, findings: [finding()] });
  });

/** Texts that try to harm a person who opens an export. */
export const hostile = [
  '=1+1',
  '+cmd|calc!A0',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '＝1+1',
  'a;=1+1',
  'a"; =1+1',
  '"',
  '",=1+1',
  'a,b\r\n=1',
  '\u202eexe.gnp',
  '\u2066a\u2069',
  '\u001b[2J',
  '\ud800',
  '\0',
  "'",
  '../../etc/passwd',
];
