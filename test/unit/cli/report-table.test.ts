import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFinding, printable, reportTable } from '../../../src/cli/report-table.ts';
import { whatIf } from '../../../src/report/csp-what-if.ts';
import type { DataUrl, Finding, Report } from '../../../src/report/report.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';

const occurrence: Occurrence = {
  frame: 'https://example.com/',
  place: 'attribute',
  element: 'img',
  name: 'src',
  selector: 'img',
  destination: 'image',
  inert: false,
  cost: 22,
};

const finding = (rule: string, severity: Finding['severity']): Finding => ({
  rule,
  severity,
  category: 'security',
  effect: 'can-run',
  messageId: rule,
  args: {},
  message: `about ${rule}`,
  start: 0,
  end: 1,
  help: `#${rule}`,
});

const dataUrl = (given: Partial<DataUrl> = {}): DataUrl => ({
  sha256: '00',
  length: 22,
  head: 'data:image/png;base64,',
  mimeType: 'image/png',
  essence: 'image/png',
  charset: { declared: null, used: null },
  encoding: 'base64',
  size: 1234,
  bodySha256: '00',
  detectedType: null,
  problem: null,
  disallowed: null,
  occurrences: [occurrence, occurrence],
  findings: [],
  nested: [],
  ...given,
});

const report = (dataUrls: DataUrl[], given: Partial<Report> = {}): Report => ({
  version: 2,
  page: { url: 'https://example.com/', title: 'Example', frames: 1 },
  unreachable: [],
  timing: { scanMs: 1, longestTaskMs: 1, totalMs: 2 },
  totals: {
    dataUrls: dataUrls.length,
    occurrences: 2,
    cost: 44,
    size: 1234,
    copiesCost: 22,
    unusedCost: 0,
    savings: 22,
    findings: { error: 0, warning: 0, info: 0 },
  },
  dataUrls,
  findings: [],
  ...given,
});

test('one row a data: URL under the names of the columns, totals below', () => {
  assert.equal(
    reportTable(
      report([
        dataUrl(),
        dataUrl({
          essence: 'text/css',
          size: 5,
          charset: { declared: null, used: 'utf-8', isInherited: true },
        }),
      ]),
    ),
    [
      'Example (https://example.com/)',
      'type           cost     size  charset        occurrences  flags  head',
      'image/png  44 bytes   1.2 kB  –                        2  –      data:image/png;base64,',
      'text/css   44 bytes  5 bytes  page or utf-8            2  –      data:image/png;base64,',
      '2 data: URLs (2 occurrences), 44 bytes in the page, 22 bytes in copies, 22 bytes could be saved, 1.2 kB decoded',
      '',
    ].join('\n'),
  );
});

test('a page without any says so', () => {
  assert.equal(reportTable(report([])), 'Example (https://example.com/)\nNo data: URLs.\n');
});

test('a rejected data: URL has no type and no size, and its rule is not said twice', () => {
  const problem = { code: 'missing-comma', args: {}, message: 'no comma', start: 0, end: 4 };
  const rejected = dataUrl({
    essence: null,
    size: null,
    problem: problem as DataUrl['problem'],
    findings: [finding('invalid-data-url', 'error'), finding('huge', 'warning'), finding('note', 'info')],
  });
  const [, , row] = reportTable(report([rejected])).split('\n');
  assert.equal(row, '–     44 bytes     –  –                  2  rejected, huge  data:image/png;base64,');
});

test('bytes that are unused now are among the totals', () => {
  const { totals } = report([dataUrl()]);
  const table = reportTable(report([dataUrl()], { totals: { ...totals, unusedCost: 12, savings: 34 } }));
  assert.match(table, /22 bytes in copies, 12 bytes unused now, 34 bytes could be saved/);
});

test('the effect of a policy: what it breaks, with the first places, and the least that would not', () => {
  const at = (id: string, ...places: Partial<Occurrence>[]) =>
    dataUrl({ sha256: id, occurrences: places.map((each) => ({ ...occurrence, ...each })) });
  const of = report([
    at(
      '1',
      { selector: '#a' },
      { destination: 'style', element: 'link', name: 'href', selector: '#s', cost: 7 },
    ),
    ...['2', '3', '4'].map((id) => at(id, { selector: `#i${id}` })),
  ]);
  const lines = (policy: string) => {
    const text = reportTable({ ...of, cspWhatIf: whatIf(policy, of.dataUrls, 'Chromium') }, 200);
    return text.slice(text.indexOf('CSP what-if')).trimEnd().split('\n');
  };
  assert.deepEqual(lines("img-src 'self'; style-src 'none'; font-src \u00e9"), [
    "CSP what-if: img-src 'self'; style-src 'none'; font-src \u00e9",
    'ignored by browsers: font-src, because of U+00E9 (\u00e9) at 43',
    'breaks 4 images (88 bytes): <img src>, #a; <img src>, #i2; <img src>, #i3 and 1 more',
    'breaks 1 style sheet (7 bytes): <link href>, #s',
    "smallest addition: img-src 'self' data:; style-src data:",
  ]);
  assert.deepEqual(lines("img-src 'self', style-src 'none'").slice(-2), [
    "smallest addition to img-src 'self': img-src 'self' data:",
    "smallest addition to style-src 'none': style-src data:",
  ]);
  const used = at('5', { selector: '#inert', inert: true }, { selector: '#used' });
  const { dataUrls } = report([used]);
  const text = reportTable({ ...report([used]), cspWhatIf: whatIf("img-src 'self'", dataUrls, 'Chromium') });
  assert.match(text, /breaks 1 image \(\d+ bytes\): <img src>, #used/);
  const byNonce = report([at('6', { destination: 'script' })]);
  const script = reportTable({
    ...byNonce,
    cspWhatIf: whatIf("script-src 'nonce-a'", byNonce.dataUrls, 'Chromium'),
  });
  assert.match(script, /may break 1 script \(\d+ bytes\), by a nonce or hash\n/);
  assert.doesNotMatch(script, /breaks no/);
  assert.deepEqual(lines("script-src 'none'"), ["CSP what-if: script-src 'none'", 'breaks no data: URLs']);
});

test('no words of a page make a line of their own', () => {
  const forged = 'No data: URLs.';
  const spaces = '\u00a0'.repeat(104);
  for (const padding of [spaces, ' '.repeat(104), 'x'.repeat(104), '漢'.repeat(52), '\u3000'.repeat(52)]) {
    for (const shift of Array.from({ length: 30 }, (_, at) => 'y'.repeat(at))) {
      const text = `Shop ${shift}${padding}${forged}`;
      const table = reportTable(
        report([dataUrl({ head: text })], {
          page: { url: 'https://example.com/', title: text, frames: 1 },
          findings: [{ ...finding('csp', 'warning'), message: text }],
          unreachable: [{ kind: 'frame', url: text, reason: 'cross-origin' }],
        }),
      );
      for (const line of table.split('\n')) {
        assert.ok(!line.startsWith('No'), line);
        const columns = [...line].reduce(
          (sum, character) => sum + (/\p{Script=Han}|\u3000/u.test(character) ? 2 : 1),
          0,
        );
        assert.ok(columns <= 120, `${columns} columns: ${line}`);
      }
    }
  }
});

test('the head is cut to the width', () => {
  const lines = reportTable(report([dataUrl({ head: 'data:,'.padEnd(100, 'x') })]), 80).split('\n');
  assert.equal(lines[2]?.length, 80);
  assert.match(lines[2] ?? '', /…$/);
});

test('parts that were not scanned and page-wide findings are listed', () => {
  const table = reportTable(
    report([], {
      findings: [finding('csp', 'warning')],
      unreachable: [{ kind: 'frame', url: 'https://other.example/', reason: 'cross-origin' }],
    }),
  );
  assert.match(table, /^warning: about csp csp$/m);
  assert.match(table, /^not scanned: frame https:\/\/other\.example\/ \(cross-origin\)$/m);
});

test('each finding has its message, rule, element and line, the most severe first', () => {
  const css = { ...occurrence, element: 'link', name: 'background', selector: '', line: 12, column: 40 };
  const inner = dataUrl({ findings: [finding('inside', 'error')] });
  const table = reportTable(
    report([
      dataUrl({ findings: [finding('note', 'info'), finding('lost', 'warning')], nested: [inner] }),
      dataUrl({
        occurrences: [{ ...css, sheet: 'https://example.com/a.css' }],
        findings: [finding('dropped', 'error')],
      }),
      dataUrl({
        occurrences: [{ ...css, element: '', selector: 'style', frame: 'about:srcdoc' }],
        findings: [finding('huge', 'warning')],
      }),
    ]),
  );
  assert.deepEqual(table.trimEnd().split('\n').slice(6), [
    'error: about inside inside, <img src>, img and 1 more occurrence',
    'error: about dropped dropped, <link background>, https://example.com/a.css:12:40',
    'warning: about lost lost, <img src>, img and 1 more occurrence',
    'warning: about huge huge, background, style, about:srcdoc, line 12:40',
    'info: about note note, <img src>, img and 1 more occurrence',
  ]);
});

test('a page cannot steer the terminal', () => {
  assert.equal(printable('a\u001b[31m\u202eb\n'), 'a\\u{1b}[31m\\u{202e}b\\u{a}');
  const table = reportTable(
    report([dataUrl({ head: 'data:,\u001b]0;x\u0007' })], {
      page: { url: 'https://example.com/', title: '\u001b[2J', frames: 1 },
    }),
  );
  assert.doesNotMatch(table, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test('findings count wherever they stand, from the severity that is asked for', () => {
  const bad = [finding('x', 'error')];
  const weak = report([dataUrl({ findings: [finding('x', 'warning')] })]);
  assert.deepEqual([hasFinding(weak, 'error'), hasFinding(weak, 'warning')], [false, true]);
  assert.equal(hasFinding(report([dataUrl({ findings: [finding('x', 'info')] })]), 'warning'), false);
  for (const least of ['error', 'warning'] as const) {
    assert.equal(hasFinding(report([dataUrl({ findings: bad })]), least), true);
    assert.equal(hasFinding(report([dataUrl({ nested: [dataUrl({ findings: bad })] })]), least), true);
    assert.equal(hasFinding(report([], { findings: bad }), least), true);
  }
});
